//! Derives `Figures`: a tally's rows of the summary, declared beside its fields.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, ExprLit, Field, GenericArgument, Ident, Lit, LitStr, Member,
    Meta, PathArguments, Token, Type,
};

/// The declaration of a field by `#[figure(...)]` or `#[figures(...)]`.
#[derive(Default)]
struct Declared {
    /// Id and unit; none for a part with figures of its own.
    own: Option<(LitStr, LitStr)>,
    share: bool,
    by: Option<Expr>,
    each: Option<Expr>,
}

impl Declared {
    fn options(mut self, input: ParseStream<'_>) -> syn::Result<Self> {
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            match word.to_string().as_str() {
                "share" => self.share = true,
                "by" => {
                    input.parse::<Token![=]>()?;
                    self.by = Some(input.parse()?);
                }
                "each" => {
                    input.parse::<Token![=]>()?;
                    self.each = Some(input.parse()?);
                }
                _ => return Err(Error::new_spanned(word, "expected `share`, `by = ...` or `each = ...`")),
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(self)
    }
}

/// The arguments of `#[figure(...)]`.
struct Own(Declared);

impl Parse for Own {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let id = input.parse()?;
        input.parse::<Token![,]>()?;
        let unit = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        let declared = Declared { own: Some((id, unit)), ..Declared::default() };
        declared.options(input).map(Self)
    }
}

/// The arguments of `#[figures(...)]`.
struct Part(Declared);

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Declared::default().options(input).map(Self)
    }
}

fn declared(field: &Field) -> syn::Result<Option<Declared>> {
    for attribute in &field.attrs {
        if attribute.path().is_ident("figure") {
            return Ok(Some(attribute.parse_args::<Own>()?.0));
        }
        if attribute.path().is_ident("figures") {
            let plain = matches!(attribute.meta, Meta::Path(_));
            let part = if plain { Declared::default() } else { attribute.parse_args::<Part>()?.0 };
            return Ok(Some(part));
        }
    }
    Ok(None)
}

/// Returns the doc comment as one text.
pub(super) fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines.map(|line| line.trim().to_owned()).collect();
    lines.join(" ")
}

/// Returns the type of the elements of a list or array.
fn element(list: &Type) -> syn::Result<&Type> {
    match list {
        Type::Array(array) => return Ok(&array.elem),
        Type::Path(path) => {
            if let Some(PathArguments::AngleBracketed(arguments)) =
                path.path.segments.last().map(|segment| &segment.arguments)
                && let Some(GenericArgument::Type(element)) = arguments.args.first()
            {
                return Ok(element);
            }
        }
        _ => {}
    }
    Err(Error::new_spanned(list, "`each` is for an array or a list"))
}

/// Writes the trait's implementation. `stats` is the path to the crate of the trait.
pub(super) fn derive(input: &DeriveInput, stats: &TokenStream) -> syn::Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "`Figures` can be derived for structs only"));
    };
    let (mut entries, mut rows) = (Vec::new(), Vec::new());
    for field in &data.fields {
        let (Some(declared), Some(name)) = (declared(field)?, &field.ident) else { continue };
        let Declared { own, share, by, each } = declared;
        let member = Member::Named(name.clone());
        let value = match (&by, share) {
            (Some(by), _) => quote!(#by),
            (None, true) => quote!(#stats::Measure::share),
            (None, false) => quote!(#stats::Measure::estimate),
        };
        let row = |tally: TokenStream, of: TokenStream| {
            let place = entries.len();
            if own.is_some() {
                quote!(out.push(#stats::Metric::of(
                    &Self::FIGURES[#place],
                    #of,
                    #stats::measure(#tally, #value),
                ));)
            } else {
                quote!(#stats::Figures::write_figures(#tally, &#of, counted, out);)
            }
        };
        rows.push(match &each {
            None => row(quote!(&self.#member), quote!(member.clone())),
            Some(names) => {
                let row = row(quote!(tally), quote!(#stats::Member::Named(name.to_string())));
                quote!(for (name, tally) in (#names).into_iter().zip(&self.#member) { #row })
            }
        });
        if let Some((id, unit)) = &own {
            let definition = doc(&field.attrs);
            if definition.is_empty() {
                return Err(Error::new_spanned(field, "the doc comment is the figure's definition"));
            }
            let tally = if each.is_some() { element(&field.ty)? } else { &field.ty };
            let kind = if share {
                quote!(#stats::EstimateKind::Share)
            } else {
                quote!(<#tally as #stats::Measure>::KIND)
            };
            entries.push(quote!(#stats::Figure::new(#id, #unit, #kind, #definition)));
        }
    }
    let name = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl #stats::Figures for #name {
            const FIGURES: &'static [#stats::Figure] = &[#(#entries),*];

            fn write_figures(
                &self,
                member: &#stats::Member,
                counted: &#stats::TallyLayout,
                out: &mut ::std::vec::Vec<#stats::Metric>,
            ) {
                let _ = (member, counted);
                #(#rows)*
            }
        }
    })
}
