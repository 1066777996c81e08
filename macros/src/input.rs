//! What `kernels!` is given: tokens, a string, or a file.

use crate::text::{self, Call, Piece, Text};
use kern_embed::files;
use proc_macro::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};
use std::path::{Path, PathBuf};

/// A text to compile.
pub(crate) struct Source {
    /// The file that places are in.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) spans: Spans,
    /// It is a file of its own.
    pub(crate) file: Option<PathBuf>,
}

/// Where mistakes are reported in the Rust file.
pub(crate) enum Spans {
    /// At the tokens.
    Tokens(Text<Span>),
    /// All at a literal.
    Literal(Span),
}

/// Why there is no text.
pub(crate) struct Refused {
    pub(crate) message: String,
    pub(crate) span: Span,
}

/// Reads what the macro is given.
pub(crate) fn read(input: TokenStream) -> Result<Source, Refused> {
    let trees: Vec<TokenTree> = input.into_iter().collect();
    let literal = |tree: &TokenTree| -> Option<(String, Span)> { string_literal(tree).map(|text| (text, tree.span())) };
    match &trees[..] {
        [one] | [one, TokenTree::Punct(_)] if literal(one).is_some() => match literal(one) {
            Some((written, span)) => Ok(of_literal(&written, span)),
            None => unreachable!("it is one"),
        },
        [TokenTree::Ident(word), TokenTree::Punct(equals), path, rest @ ..]
            if word.to_string() == "file" && equals.as_char() == '=' && rest.len() <= 1 && literal(path).is_some() =>
        {
            let (written, span) = literal(path).unwrap_or((String::new(), path.span()));
            of_file(&content(&written).0, span)
        }
        _ => of_tokens(&trees),
    }
}

fn of_tokens(trees: &[TokenTree]) -> Result<Source, Refused> {
    let mut pieces = Vec::new();
    flatten(trees, &mut pieces);
    let site = Span::call_site();
    let call = site.source_text().map(|text| Call { text, line: site.start().line(), column: site.start().column() });
    match text::rebuild(&pieces, call.as_ref()) {
        Some(text) => Ok(Source { name: site.file(), text: text.text.clone(), spans: Spans::Tokens(text), file: None }),
        None => Err(Refused {
            message: "the kernels are not compiled here: nothing says on which lines their tokens are, which the preprocessor needs".into(),
            span: site,
        }),
    }
}

fn flatten(trees: &[TokenTree], pieces: &mut Vec<Piece<Span>>) {
    let piece = |text: String, span: Span| Piece { text, line: span.start().line(), column: span.start().column(), is_joint: false, span };
    let mut at = 0;
    while let Some(tree) = trees.get(at) {
        at += 1;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                if !open.is_empty() {
                    pieces.push(piece(open.into(), group.span_open()));
                }
                flatten(&inner, pieces);
                if !close.is_empty() {
                    pieces.push(piece(close.into(), group.span_close()));
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == '#' => match comment_tokens(&trees[at..], punct.span()) {
                Some(tokens) => at += tokens,
                None => pieces.push(piece("#".into(), punct.span())),
            },
            TokenTree::Punct(punct) => {
                let is_joint = punct.spacing() == Spacing::Joint;
                pieces.push(Piece { is_joint, ..piece(punct.to_string(), punct.span()) });
            }
            tree => pieces.push(piece(tree.to_string(), tree.span())),
        }
    }
}

/// Rust makes `#[doc = "…"]` of a comment `/// …`; how many tokens that is, after the `#`.
fn comment_tokens(rest: &[TokenTree], hash: Span) -> Option<usize> {
    let is_attribute = |group: &Group| group.delimiter() == Delimiter::Bracket && group.stream().to_string().starts_with("doc");
    let tokens = match rest {
        [TokenTree::Group(group), ..] if is_attribute(group) => 1,
        [TokenTree::Punct(bang), TokenTree::Group(group), ..] if bang.as_char() == '!' && is_attribute(group) => 2,
        _ => return None,
    };
    let is_wide = hash.end().line() > hash.start().line() || hash.end().column() > hash.start().column() + 1;
    let is_comment = hash.source_text().map_or(is_wide, |text| text.starts_with('/'));
    is_comment.then_some(tokens)
}

/// A string literal as it is written; a macro may have wrapped it.
fn string_literal(tree: &TokenTree) -> Option<String> {
    match tree {
        TokenTree::Literal(literal) => {
            Some(literal.to_string()).filter(|text| text.starts_with('"') || text.starts_with("r\"") || text.starts_with("r#"))
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            if let [one] = &inner[..] { string_literal(one) } else { None }
        }
        _ => None,
    }
}

/// The text in a literal, and the characters before it if it is there as it is written.
fn content(written: &str) -> (String, Option<usize>) {
    if let Some(raw) = written.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inner = raw.get(hashes + 1..raw.len() - hashes - 1).unwrap_or("");
        return (inner.into(), Some(hashes + 2));
    }
    let inner = written.get(1..written.len() - 1).unwrap_or("");
    if inner.contains('\\') { (unescaped(inner), None) } else { (inner.into(), Some(1)) }
}

/// The text that the escapes of a string literal stand for (The Rust Reference, "Character escapes").
fn unescaped(written: &str) -> String {
    let (mut text, mut chars) = (String::new(), written.chars().peekable());
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('t') => text.push('\t'),
            Some('0') => text.push('\0'),
            Some('x') => {
                let digits: String = chars.by_ref().take(2).collect();
                text.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            Some('u') => {
                let digits: String = chars.by_ref().skip(1).take_while(|c| *c != '}').filter(|c| *c != '_').collect();
                text.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            Some('\n') => while chars.next_if(|c| c.is_whitespace()).is_some() {},
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

fn of_literal(written: &str, span: Span) -> Source {
    let (text, before) = content(written);
    let (line, column) = (span.start().line(), span.start().column());
    let (name, text) = match before {
        // Places are those of the Rust file.
        Some(before) if line > 0 => (span.file(), text::lead(line, column + before) + &text),
        _ => (format!("{}:{line}:{column}", span.file()), text),
    };
    Source { name, text, spans: Spans::Literal(span), file: None }
}

fn of_file(path: &str, span: Span) -> Result<Source, Refused> {
    let beside = |file: PathBuf| file.parent().map(Path::to_path_buf);
    let folder = span.local_file().and_then(beside).or_else(|| Span::call_site().local_file().and_then(beside));
    let folder = folder.or_else(|| std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)).unwrap_or_default();
    let path = folder.join(path);
    let name = path.display().to_string();
    let bytes = files::read_bytes(&path).map_err(|error| files::unreadable(&name, &error));
    match bytes.and_then(|bytes| files::source_text(&name, bytes)) {
        Ok(text) => Ok(Source { name, text, spans: Spans::Literal(span), file: Some(path) }),
        Err(problem) => Err(Refused { message: crate::message_text::whole(&problem, &kern_diag::SourceMap::new()), span }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_as_rust_reads_them() {
        assert_eq!(content(r###"r#"a "b" \n"#"###), ("a \"b\" \\n".into(), Some(3)));
        assert_eq!(content("\"a b\""), ("a b".into(), Some(1)));
        assert_eq!(content(r#""a\n\"\x41\u{e4}\\""#), ("a\n\"A\u{e4}\\".into(), None));
        assert_eq!(content("\"a\\\n   b\""), ("ab".into(), None));
    }
}
