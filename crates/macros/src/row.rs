//! Derives `Row`: a table's columns, declared as the fields of a struct.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Error, Field, Ident, LitStr, Token};

use super::figures::doc;

/// Returns the table's name: `#[row(table = "...")]`.
fn table(input: &DeriveInput) -> syn::Result<LitStr> {
    let mut table = None;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("table") {
                return Err(meta.error("`table = \"...\"` is the one attribute of a row"));
            }
            table = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    table.ok_or_else(|| Error::new_spanned(&input.ident, "`#[row(table = \"...\")]` names the table"))
}

/// The `#[row(...)]` attributes of a field.
#[derive(Default)]
struct Attributes {
    /// The names of its columns, `#[row("low", "high")]`; none if it has its own.
    names: Vec<String>,
    /// True of a row within the row, `#[row(flatten)]`.
    flatten: bool,
    /// True if its columns may be missing in a file, `#[row(optional)]`.
    optional: bool,
}

impl Attributes {
    fn of(field: &Field) -> syn::Result<Self> {
        let mut found = Self::default();
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
            attribute.parse_args_with(|input: ParseStream<'_>| {
                for word in Punctuated::<Word, Token![,]>::parse_terminated(input)? {
                    match word {
                        Word::Name(name) => found.names.push(name.value()),
                        Word::Other(word) if word == "flatten" => found.flatten = true,
                        Word::Other(word) if word == "optional" => found.optional = true,
                        Word::Other(word) => {
                            let text =
                                "a field's attributes are the names of its columns, `flatten` or `optional`";
                            return Err(Error::new_spanned(word, text));
                        }
                    }
                }
                Ok(())
            })?;
        }
        if found.names.is_empty() {
            found.names.extend(field.ident.iter().map(ToString::to_string));
        }
        Ok(found)
    }
}

/// One of them.
enum Word {
    Name(LitStr),
    Other(Ident),
}

impl Parse for Word {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) { input.parse().map(Self::Name) } else { input.parse().map(Self::Other) }
    }
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
        let attributes = Attributes::of(field)?;
        if attributes.flatten {
            all.push(quote!(columns.extend(<#kind as ::ludometer_figures::Row>::columns());));
            written.push(quote!(cells.extend(::ludometer_figures::Row::into_cells(self.#member));));
            read.push(quote!(#member: <#kind as ::ludometer_figures::Row>::read(cells)?));
        } else {
            let optional = attributes.optional;
            for name in attributes.names {
                all.push(quote!(columns.push(::ludometer_figures::Column {
                    name: #name,
                    doc: #doc,
                    optional: #optional,
                });));
            }
            written.push(quote!(::ludometer_figures::RowField::write(self.#member, &mut cells);));
            read.push(quote!(#member: <#kind as ::ludometer_figures::RowField>::read(cells)?));
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
