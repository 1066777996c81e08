//! Lines that a backslash joins.

use crate::token::Lexeme;
use logos::Logos;

/// The token at `start` if the splice right behind `end` cuts it: its cleaned text, kind, and end in the raw text.
pub(crate) fn read_across_splice(text: &str, start: usize, end: usize) -> Option<(String, Lexeme, usize)> {
    if splice_length(&text.as_bytes()[end..]) == 0 {
        return None;
    }
    let mut cleaned = String::new();
    let mut ends = Vec::new();
    let mut i = start;
    let bytes = text.as_bytes();
    while i < bytes.len() && bytes[i] != b'\n' && cleaned.len() < 65536 {
        let n = splice_length(&bytes[i..]);
        if n > 0 {
            i += n;
            continue;
        }
        let c = text[i..].chars().next()?;
        i += c.len_utf8();
        cleaned.push(c);
        ends.extend(std::iter::repeat_n(i, c.len_utf8()));
    }
    let mut lexer = Lexeme::lexer(&cleaned);
    let raw = lexer.next()?.ok()?;
    let length = lexer.span().end;
    if length <= end - start || matches!(raw, Lexeme::Space | Lexeme::Newline | Lexeme::Splice) {
        return None;
    }
    let raw_end = ends.get(length - 1).copied()?;
    if let Lexeme::BlockComment(false) = raw {
        // The comment goes on past this line: let the raw text say where it ends.
        let close = text[raw_end..].find("*/").map_or(text.len(), |n| raw_end + n + 2);
        return Some((String::new(), Lexeme::BlockComment(close < text.len()), close));
    }
    cleaned.truncate(length);
    Some((cleaned, raw, raw_end))
}

/// Length of the line splice that `bytes` starts with, else 0.
pub(crate) fn splice_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'\\', b'\n', ..] => 2,
        [b'\\', b'\r', b'\n', ..] => 3,
        _ => 0,
    }
}

pub(crate) fn remove_splices(text: &str) -> String {
    text.replace("\\\r\n", "").replace("\\\n", "")
}
