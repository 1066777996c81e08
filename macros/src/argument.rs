//! `#[derive(Argument)]`: a structure that kernels take, with how its bytes lie.

use crate::output::Output;
use proc_macro::{Delimiter, Span, TokenStream, TokenTree};
use std::fmt::Write;

struct Field {
    name: String,
    ty: Vec<TokenTree>,
}

/// What cannot be passed, and where.
type Refused = (&'static str, Span);

/// See `kern::Argument`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut output = Output::default();
    match structure(input) {
        Ok((name, fields)) => write(&name, &fields, &mut output),
        Err((message, span)) => output.error(message, Some((span, span))),
    }
    output.finish()
}

fn structure(input: TokenStream) -> Result<(String, Vec<Field>), Refused> {
    let (mut has_layout, mut tokens) = (false, input.into_iter().peekable());
    let mut name = None;
    let kind = loop {
        match tokens.next() {
            Some(TokenTree::Group(group)) => {
                let text: String = group.stream().to_string().split_whitespace().collect();
                has_layout |= text.strip_prefix("repr(").is_some_and(|rest| rest.split(['(', ')', ',']).any(|word| word == "C"));
            }
            Some(TokenTree::Ident(word)) if matches!(word.to_string().as_str(), "struct" | "enum" | "union") => break word,
            Some(_) => {}
            None => return Err(("expected a structure", Span::call_site())),
        }
    };
    if let Some(TokenTree::Ident(ident)) = tokens.next() {
        name = Some(ident);
    }
    let Some(name) = name else { return Err(("expected a name", kind.span())) };
    if kind.to_string() != "struct" {
        return Err(("only a `struct` can be an argument: a C++ enumeration is the integer that it is stored as", name.span()));
    }
    if !has_layout {
        return Err(("add `#[repr(C)]`: without it Rust puts the fields in an order of its own", name.span()));
    }
    match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let fields = fields(group.stream())?;
            if fields.is_empty() {
                Err(("a structure without fields has no counterpart in a kernel", name.span()))
            } else {
                Ok((name.to_string(), fields))
            }
        }
        Some(TokenTree::Punct(angle)) if angle.as_char() == '<' => Err(("a structure with parameters cannot be an argument", name.span())),
        _ => Err(("fields need the names that they have in the kernel", name.span())),
    }
}

fn fields(tokens: TokenStream) -> Result<Vec<Field>, Refused> {
    let (mut fields, mut tokens) = (Vec::new(), tokens.into_iter().peekable());
    while let Some(token) = tokens.next() {
        let TokenTree::Ident(word) = token else { continue };
        // Attributes and what may stand after `pub` are groups.
        if word.to_string() == "pub" {
            continue;
        }
        match tokens.next() {
            Some(TokenTree::Punct(colon)) if colon.as_char() == ':' => {}
            _ => return Err(("expected a field", word.span())),
        }
        let (mut ty, mut depth) = (Vec::new(), 0);
        for token in tokens.by_ref() {
            match &token {
                TokenTree::Punct(comma) if comma.as_char() == ',' && depth == 0 => break,
                TokenTree::Punct(angle) if angle.as_char() == '<' => depth += 1,
                TokenTree::Punct(angle) if angle.as_char() == '>' => depth -= 1,
                _ => {}
            }
            ty.push(token);
        }
        fields.push(Field { name: word.to_string(), ty });
    }
    Ok(fields)
}

fn write(name: &str, fields: &[Field], output: &mut Output) {
    let (mut layout, mut put, mut get) = (String::new(), String::new(), String::new());
    for Field { name: field, ty } in fields {
        let spelled = output.ty(ty.iter().cloned().collect());
        let plain = field.trim_start_matches("r#");
        let offset = format!("::core::mem::offset_of!({name}, {field})");
        let _ = write!(
            layout,
            "::kern::__private::Field {{ name: {plain:?}, offset: {offset}, layout: <{spelled} as ::kern::Element>::LAYOUT }},"
        );
        let _ = write!(put, "bytes.resize(start + {offset}, 0); ::kern::Element::put(self.{field}, bytes);");
        let _ = write!(get, "{field}: <{spelled} as ::kern::Element>::get(&bytes[{offset}..][..<{spelled} as ::kern::Element>::BYTES]),");
    }
    let _ = write!(
        output.text,
        "impl ::kern::__private::Sealed for {name} {{}}
        #[automatically_derived]
        impl ::kern::Element for {name} {{
            const BYTES: usize = ::core::mem::size_of::<{name}>();
            const LAYOUT: ::kern::__private::Layout = ::kern::__private::Layout::Struct(::kern::__private::Struct {{
                name: {name:?}, size: ::core::mem::size_of::<{name}>(), fields: &[{layout}],
            }});
            fn put(self, bytes: &mut ::std::vec::Vec<u8>) {{
                let start = bytes.len();
                {put}
                bytes.resize(start + Self::BYTES, 0);
            }}
            fn get(bytes: &[u8]) -> {name} {{ {name} {{ {get} }} }}
        }}"
    );
}
