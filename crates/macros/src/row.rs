//! Derives `Row`: a table's columns, declared as the fields of a struct.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Error, Field, Ident, LitStr, Token};

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

/// Returns the names of a field's columns: `#[row("low", "high")]`, or its own; none of a row within the row,
/// `#[row(flatten)]`.
fn columns(field: &Field) -> syn::Result<Option<Vec<String>>> {
    let Some(attribute) = field.attrs.iter().find(|attribute| attribute.path().is_ident("row")) else {
        return Ok(Some(field.ident.iter().map(ToString::to_string).collect()));
    };
    if attribute.parse_args::<Ident>().is_ok_and(|word| word == "flatten") {
        return Ok(None);
    }
    let names = attribute.parse_args_with(Punctuated::<LitStr, Token![,]>::parse_terminated)?;
    Ok(Some(names.iter().map(LitStr::value).collect()))
}

/// Writes the trait's implementation.
pub(super) fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "`Row` can be derived for structs only"));
    };
    let (table, name) = (table(input)?, &input.ident);
    let (mut all, mut written, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for field in &data.fields {
        let Some(member) = &field.ident else {
            return Err(Error::new_spanned(field, "columns have names, so fields must"));
        };
        let (doc, kind) = (doc(&field.attrs), &field.ty);
        if let Some(columns) = columns(field)? {
            for column in columns {
                all.push(quote!(columns.push(::ludometer_figures::Column { name: #column, doc: #doc });));
            }
            written.push(quote!(::ludometer_figures::RowField::write(self.#member, &mut cells);));
            read.push(quote!(#member: <#kind as ::ludometer_figures::RowField>::read(cells)?));
        } else {
            all.push(quote!(columns.extend(<#kind as ::ludometer_figures::Row>::columns());));
            written.push(quote!(cells.extend(::ludometer_figures::Row::into_cells(self.#member));));
            read.push(quote!(#member: <#kind as ::ludometer_figures::Row>::read(cells)?));
        }
    }
    Ok(quote! {
        #[automatically_derived]
        impl ::ludometer_figures::Row for #name {
            const TABLE: &'static str = #table;

            fn columns() -> ::std::vec::Vec<::ludometer_figures::Column> {
                let mut columns = ::std::vec::Vec::new();
                #(#all)*
                columns
            }

            fn into_cells(self) -> ::std::vec::Vec<::ludometer_figures::Cell> {
                let mut cells = ::std::vec::Vec::new();
                #(#written)*
                debug_assert_eq!(cells.len(), Self::columns().len(), "columns of {}", Self::TABLE);
                cells
            }

            fn read(
                cells: &mut ::ludometer_figures::Cells<'_>,
            ) -> ::std::result::Result<Self, ::ludometer_figures::RowError> {
                ::std::result::Result::Ok(Self { #(#read),* })
            }
        }
    })
}
