//! Lines that a backslash joins.

use crate::lexeme::Lexeme;
use logos::Logos;

/// How much of the joined lines is looked at for one token: more only where it may go on.
const WINDOWS: [usize; 3] = [256, 4096, 65536];

/// The token at `start` if the splice right behind `end` cuts it: its cleaned text, kind, and end in the raw text.
pub(crate) fn read_across_splice(text: &str, start: usize, end: usize) -> Option<(String, Lexeme, usize)> {
    if splice_length(&text.as_bytes()[end..]) == 0 {
        return None;
    }
    for window in WINDOWS {
        let (mut cleaned, ends, is_all) = joined(text, start, window);
        let mut lexer = Lexeme::lexer(&cleaned);
        let raw = lexer.next()?;
        let length = lexer.span().end;
        if !is_all && length == cleaned.len() && window != WINDOWS[2] {
            continue;
        }
        let raw = raw.ok()?;
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
        return Some((cleaned, raw, raw_end));
    }
    None
}

/// The text from `start` on without splices, to the end of the line or, if that is not all of it, about `most` bytes; and where each byte of it ends.
fn joined(text: &str, start: usize, most: usize) -> (String, Vec<usize>, bool) {
    let (mut cleaned, mut ends, mut i) = (String::new(), Vec::new(), start);
    let bytes = text.as_bytes();
    while i < bytes.len() && bytes[i] != b'\n' {
        let n = splice_length(&bytes[i..]);
        if n > 0 {
            i += n;
            continue;
        }
        if cleaned.len() >= most {
            return (cleaned, ends, false);
        }
        let Some(c) = text[i..].chars().next() else { break };
        i += c.len_utf8();
        cleaned.push(c);
        ends.extend(std::iter::repeat_n(i, c.len_utf8()));
    }
    (cleaned, ends, true)
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
