//! Derives the code that would otherwise repeat a list of fields.

mod figures;
mod row;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, Index, Member, parse_macro_input};

/// Derives `Merge` for a struct: merges each field with the other's.
///
/// A field with `#[merge(skip)]` stays as it is: the shape of a tally, which all parts share, and what belongs to
/// the game under way. A new field is merged unless it says otherwise, and one of a type without `Merge` does not
/// compile.
#[proc_macro_derive(Merge, attributes(merge))]
pub fn derive_merge(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    merge(&input, &quote!(::ludometer_stats)).unwrap_or_else(Error::into_compile_error).into()
}

/// Derives `Figures` for a tally: a row of the summary for each field with `#[figure(ID, UNIT, ...)]`.
#[proc_macro_derive(Figures, attributes(figure, figures))]
pub fn derive_figures(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    figures::derive(&input, &quote!(::ludometer_stats)).unwrap_or_else(Error::into_compile_error).into()
}

/// Derives `Row` for a struct whose fields are the columns of a table: `#[row(table = "NAME")]` names the table. A field's
/// column has its name, or the names in `#[row("NAME", ...)]`, where its type fills several; its doc comment says what it holds.
#[proc_macro_derive(Row, attributes(row))]
pub fn derive_row(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    row::derive(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Derives `Merge` as [`Merge`](macro@Merge) does, in a crate that depends on `ludometer` and not on its layers:
/// `ludometer::stats::Merge` is this one.
#[proc_macro_derive(MergeOfProgram, attributes(merge))]
pub fn derive_merge_of_program(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    merge(&input, &quote!(::ludometer::stats)).unwrap_or_else(Error::into_compile_error).into()
}

/// Derives `Figures` as [`Figures`](macro@Figures) does, in a crate that depends on `ludometer` and not on its layers.
#[proc_macro_derive(FiguresOfProgram, attributes(figure, figures))]
pub fn derive_figures_of_program(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    figures::derive(&input, &quote!(::ludometer::stats)).unwrap_or_else(Error::into_compile_error).into()
}

/// Writes the trait's implementation. `stats` is the path to the crate of the trait.
fn merge(input: &DeriveInput, stats: &TokenStream) -> syn::Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "`Merge` can be derived for structs only"));
    };
    let mut merged = Vec::new();
    let mut bounds = Vec::new();
    for (i, field) in data.fields.iter().enumerate() {
        if is_skipped(field)? {
            continue;
        }
        let member = match (&data.fields, &field.ident) {
            (Fields::Named(_), Some(name)) => Member::Named(name.clone()),
            _ => Member::Unnamed(Index::from(i)),
        };
        merged.push(quote!(#stats::Merge::merge(&mut self.#member, other.#member);));
        let kind = &field.ty;
        if input.generics.type_params().next().is_some() {
            bounds.push(quote!(#kind: #stats::Merge));
        }
    }
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let conditions = conditions.map_or_else(|| quote!(where), |known| quote!(#known));
    Ok(quote! {
        #[automatically_derived]
        impl #generics #stats::Merge for #name #arguments #conditions #(#bounds,)* {
            fn merge(&mut self, other: Self) {
                #(#merged)*
            }
        }
    })
}

/// Returns whether the field has `#[merge(skip)]`.
fn is_skipped(field: &Field) -> syn::Result<bool> {
    let mut skip = false;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("merge")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("skip") {
                skip = true;
                return Ok(());
            }
            Err(meta.error("`skip` is all that can be said here"))
        })?;
    }
    Ok(skip)
}
