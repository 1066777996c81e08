//! What a macro writes: Rust text, in which marks say whose place the token behind them takes.

use proc_macro::{Delimiter, Group, Literal, Spacing, Span, TokenStream, TokenTree};
use std::fmt::Write;

/// Starts the marks; a number follows.
const PLACE: &str = "__kern_place_";
const BYTES: &str = "__kern_bytes_";
const TYPE: &str = "__kern_type_";

/// Items that are being written.
#[derive(Default)]
pub(crate) struct Output {
    pub(crate) text: String,
    places: Vec<Span>,
    bytes: Vec<Vec<u8>>,
    types: Vec<TokenStream>,
}

impl Output {
    /// A mark: the next token stands at `span`.
    pub(crate) fn at(&mut self, span: Option<Span>) -> String {
        match span {
            Some(span) => {
                self.places.push(span);
                format!(" {PLACE}{} ", self.places.len() - 1)
            }
            None => " ".into(),
        }
    }

    /// A mark that stands for a literal of bytes.
    pub(crate) fn bytes(&mut self, bytes: Vec<u8>) -> String {
        self.bytes.push(bytes);
        format!(" {BYTES}{} ", self.bytes.len() - 1)
    }

    /// A mark that stands for a type as it was written.
    pub(crate) fn ty(&mut self, ty: TokenStream) -> String {
        self.types.push(ty);
        format!(" {TYPE}{} ", self.types.len() - 1)
    }

    /// Writes an error that the Rust compiler reports from the first to the last of `range`; without a range where the macro is
    /// called.
    pub(crate) fn error(&mut self, message: &str, range: Option<(Span, Span)>) {
        let (first, last) = (self.at(range.map(|r| r.0)), self.at(range.map(|r| r.1)));
        // The compiler joins the places of the path and of the braces.
        let _ = write!(self.text, "{first}::{first}core{first}::{first}compile_error{first}!{last}{{ {message:?} }}");
    }

    /// Writes something that the Rust compiler warns of at `span`.
    pub(crate) fn warning(&mut self, code: &str, message: &str, span: Option<Span>) {
        let at = self.at(span);
        let _ = write!(self.text, "const _: () = {{ #[deprecated(note = {message:?})] const {code}: () = (); {at}{code} }};");
    }

    /// What was written, as tokens.
    pub(crate) fn finish(self) -> TokenStream {
        match self.text.parse::<TokenStream>() {
            Ok(tokens) => self.place(tokens, None),
            Err(error) => {
                let mut output = Output::default();
                output.error(&format!("kern's own mistake: {error}"), None);
                output.text.parse().unwrap_or_default()
            }
        }
    }

    fn place(&self, tokens: TokenStream, span: Option<Span>) -> TokenStream {
        let mut next = None;
        let place = |mut tree: TokenTree| {
            if let TokenTree::Ident(ident) = &tree {
                let name = ident.to_string();
                let number = |prefix| name.strip_prefix(prefix)?.parse::<usize>().ok();
                if let Some(number) = number(PLACE) {
                    next = self.places.get(number).copied();
                    return None;
                }
                if let Some(ty) = number(TYPE).and_then(|number| self.types.get(number)) {
                    return Some(TokenTree::Group(Group::new(Delimiter::None, ty.clone())));
                }
                if let Some(bytes) = number(BYTES).and_then(|number| self.bytes.get(number)) {
                    return Some(TokenTree::Literal(Literal::byte_string(bytes)));
                }
            }
            // What is written together stands together: `::`.
            let is_joint = matches!(&tree, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
            let span = if is_joint { next } else { next.take() }.or(span);
            if let TokenTree::Group(group) = &tree {
                let mut placed = Group::new(group.delimiter(), self.place(group.stream(), span));
                // A group of its own would be called from elsewhere.
                if group.delimiter() != Delimiter::None {
                    placed.set_span(span.unwrap_or_else(Span::call_site));
                }
                tree = TokenTree::Group(placed);
            } else if let Some(span) = span {
                tree.set_span(span);
            }
            Some(tree)
        };
        tokens.into_iter().filter_map(place).collect()
    }
}
