//! Derives `Row`: a table's columns, declared as the fields of a struct.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Error, Field, LitStr, Token};

use super::figures::doc;

/// Returns the table's name: `#[row(table = "...")]`.
fn table(input: &DeriveInput) -> syn::Result<LitStr> {
    let mut table = None;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("table") {
                return Err(meta.error("`table = \"...\"` is all that can be said here"));
            }
            table = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    table.ok_or_else(|| Error::new_spanned(&input.ident, "`#[row(table = \"...\")]` names the table"))
}

/// Returns the names of a field's columns: `#[row("low", "high")]`, or its own.
fn columns(field: &Field) -> syn::Result<Vec<String>> {
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
        let names = attribute.parse_args_with(Punctuated::<LitStr, Token![,]>::parse_terminated)?;
        return Ok(names.iter().map(LitStr::value).collect());
    }
    Ok(field.ident.iter().map(ToString::to_string).collect())
}

/// Writes the trait's implementation.
pub(super) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "`Row` can be derived for structs only"));
    };
    let (table, name) = (table(input)?, &input.ident);
    let (mut all, mut fields, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
    for field in &data.fields {
        let Some(member) = &field.ident else {
            return Err(Error::new_spanned(field, "columns have names, so fields must"));
        };
        let doc = doc(&field.attrs);
        for column in columns(field)? {
            all.push(quote!(::ludometer_figures::Column { name: #column, doc: #doc }));
        }
        fields.push(member);
        kinds.push(&field.ty);
    }
    Ok(quote! {
        #[automatically_derived]
        impl ::ludometer_figures::Row for #name {
            const TABLE: &'static str = #table;
            const COLUMNS: &'static [::ludometer_figures::Column] = &[#(#all),*];

            fn into_cells(self) -> ::std::vec::Vec<::ludometer_figures::Cell> {
                let mut cells = ::std::vec::Vec::with_capacity(Self::COLUMNS.len());
                #(<#kinds as ::ludometer_figures::RowField>::write(self.#fields, &mut cells);)*
                debug_assert_eq!(cells.len(), Self::COLUMNS.len(), "columns of {}", Self::TABLE);
                cells
            }

            fn read(
                cells: &mut ::ludometer_figures::Cells<'_>,
            ) -> ::std::result::Result<Self, ::ludometer_figures::RowError> {
                ::std::result::Result::Ok(Self {
                    #(#fields: <#kinds as ::ludometer_figures::RowField>::read(cells)?,)*
                })
            }
        }
    })
}
