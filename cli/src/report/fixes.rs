//! The edit that a finding suggests, as bytes of a file: the program's text says where a statement ends, and a loop.

use kern::places::file_of;
use kern_diag::{FileId, SourceMap};
use kern_vm::Finding;
use kern_vm::finding::Added;
use serde::Serialize;

/// Changes that are made together.
#[derive(Serialize)]
pub(super) struct Fix {
    description: String,
    replacements: Vec<Replacement>,
}

/// Bytes, none for an insertion, and what is to stand there. Lines and columns count from 1, columns in characters, bytes from 0.
#[derive(Serialize)]
struct Replacement {
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start: u32,
    end: u32,
    text: String,
}

/// Those of a finding: none where the text is not as it would have to be.
pub(super) fn of(finding: &Finding, map: &mut SourceMap) -> Vec<Fix> {
    let Some(edit) = &finding.edit else { return Vec::new() };
    let place = finding.place.iter().chain(finding.related.iter().map(|other| &other.0)).find(|place| place.file == edit.file);
    let Some(file) = place.and_then(|place| file_of(place, map)) else { return Vec::new() };
    let text = map.file(file).text.clone();
    let code = Code::new(&text);
    let (line, insertions) = match edit.place {
        Added::AfterLine(line) => {
            let all = finding.place.iter().chain(finding.related.iter().map(|other| &other.0));
            let next = all.filter(|place| place.file == edit.file && place.line > line).map(|place| place.line).min();
            // A statement that goes on to the next place may have both accesses in it.
            let is_between = |at: usize| next.is_none_or(|next| map.line_column(file, at as u32).line < next);
            let insertions = code.after_line(line, &edit.text);
            (line, insertions.filter(|insertions| insertions.iter().all(|insertion| is_between(insertion.0))))
        }
        Added::EndOfLoop(line) => (line, code.end_of_loop(line, &edit.text)),
    };
    let Some(insertions) = insertions.filter(|_| line > 0) else { return Vec::new() };
    let description = match edit.place {
        Added::AfterLine(line) => format!("add `{}` after line {line}", edit.text),
        Added::EndOfLoop(line) => format!("add `{}` at the end of the body of the loop at line {line}", edit.text),
    };
    let replacements = insertions.into_iter().map(|(at, text)| insertion(file, at as u32, text, map)).collect();
    vec![Fix { description, replacements }]
}

fn insertion(file: FileId, at: u32, text: String, map: &SourceMap) -> Replacement {
    let place = map.line_column(file, at);
    let (line, column) = (place.line, place.column);
    Replacement { file: map.file(file).name.to_string(), line, column, end_line: line, end_column: column, start: at, end: at, text }
}

/// Whether an apostrophe behind this text stands between digits: what is before it is one, and no prefix of a literal.
fn is_separator(before: &[u8]) -> bool {
    match before {
        [.., b'u', b'8'] => false,
        [.., last] => last.is_ascii_hexdigit(),
        [] => false,
    }
}

/// A program's text, and the same with blanks in place of comments and literals.
struct Code<'a> {
    text: &'a str,
    bare: Vec<u8>,
}

impl<'a> Code<'a> {
    fn new(text: &'a str) -> Code<'a> {
        let (mut bare, bytes) = (text.as_bytes().to_vec(), text.as_bytes());
        let mut at = 0;
        while at < bytes.len() {
            let end_of = |end: &[u8], from: usize| {
                let found = bytes.get(from..).and_then(|rest| rest.windows(end.len()).position(|bytes| bytes == end));
                found.map_or(bytes.len(), |found| from + found)
            };
            let end = match &bytes[at..] {
                [b'/', b'/', ..] => end_of(b"\n", at),
                [b'/', b'*', ..] => (end_of(b"*/", at + 2) + 2).min(bytes.len()),
                [b'R', b'"', ..] if !bytes[..at].last().is_some_and(|last| last.is_ascii_alphanumeric() && !b"uUL8".contains(last)) => {
                    let open = end_of(b"(", at);
                    let close = [b")", bytes.get(at + 2..open).unwrap_or_default(), b"\""].concat();
                    (end_of(&close, open) + close.len()).min(bytes.len())
                }
                // Not one between digits.
                [quote @ (b'"' | b'\''), ..] if *quote == b'"' || !is_separator(&bytes[..at]) => {
                    let mut end = at + 1;
                    while end < bytes.len() && bytes[end] != *quote && bytes[end] != b'\n' {
                        end += if bytes[end] == b'\\' { 2 } else { 1 };
                    }
                    (end + 1).min(bytes.len())
                }
                _ => {
                    at += 1;
                    continue;
                }
            };
            bare[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            at = end;
        }
        Code { text, bare }
    }

    /// The first byte of a line.
    fn start_of(&self, line: u32) -> Option<usize> {
        let mut starts = std::iter::once(0).chain(self.bare.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
        starts.nth(line.checked_sub(1)? as usize)
    }

    /// The byte behind the last of the line that `at` is in.
    fn end_of_line(&self, at: usize) -> usize {
        self.bare[at..].iter().position(|byte| *byte == b'\n').map_or(self.bare.len(), |length| at + length)
    }

    /// The blanks at the begin of the line that `at` is in.
    fn indent(&self, at: usize) -> &'a str {
        let start = self.bare[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |line| line + 1);
        let line = &self.text[start..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// The first byte from `at` on that is no blank.
    fn next(&self, at: usize) -> Option<usize> {
        self.bare.get(at..)?.iter().position(|byte| !byte.is_ascii_whitespace()).map(|found| at + found)
    }

    fn has_word(&self, at: usize, word: &str) -> bool {
        let is_part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        self.bare[at..].starts_with(word.as_bytes())
            && !is_part(self.bare.get(at + word.len()))
            && !is_part(at.checked_sub(1).and_then(|before| self.bare.get(before)))
    }

    /// The bracket that closes the one at `at`.
    fn closing(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        for (place, byte) in self.bare.iter().enumerate().skip(at) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(place);
            }
        }
        None
    }

    /// Where the statement begins whose only statement, without brackets, is the one at `at`.
    fn head_of(&self, at: usize) -> usize {
        let last = |end: usize| self.bare[..end].iter().rposition(|byte| !byte.is_ascii_whitespace());
        let Some(before) = last(at) else { return at };
        if self.bare[before] == b')' {
            let mut depth = 0;
            let open = (0..=before).rev().find(|&place| {
                depth += i32::from(self.bare[place] == b')') - i32::from(self.bare[place] == b'(');
                depth == 0
            });
            let end = open.and_then(last).map_or(0, |end| end + 1);
            let head = ["if", "for", "while"].iter().filter_map(|word| end.checked_sub(word.len()).filter(|&at| self.has_word(at, word)));
            return head.max().map_or(at, |head| self.head_of(head));
        }
        let head = before.checked_sub(3).filter(|&head| self.has_word(head, "else"));
        head.map_or(at, |head| self.head_of(head))
    }

    /// Follows the blocks of a piece of text: `None` if the one closes that the text stands in, or the body of a function that it holds.
    fn closes_in(&self, start: usize, end: usize, open: &mut Vec<usize>) -> Option<()> {
        for at in start..end {
            match self.bare[at] {
                b'{' => open.push(at),
                b'}' => {
                    let begin = open.pop()?;
                    let has_statements = self.bare[begin..at].contains(&b';');
                    (!has_statements || self.is_of_statement(begin)).then_some(())?;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Whether the block that begins there belongs to a statement, or is one.
    fn is_of_statement(&self, begin: usize) -> bool {
        let Some(before) = self.bare[..begin].iter().rposition(|byte| !byte.is_ascii_whitespace()) else { return false };
        match self.bare[before] {
            b';' | b'{' | b'}' => true,
            b')' => self.head_of(begin) != begin,
            _ => ["else", "do"].iter().any(|word| (before + 1).checked_sub(word.len()).is_some_and(|at| self.has_word(at, word))),
        }
    }

    /// Behind the line, or the one in which its statement ends.
    fn after_line(&self, line: u32, statement: &str) -> Option<Vec<(usize, String)>> {
        let start = self.start_of(line)?;
        let (mut end, mut depth, mut open) = (start, 0, Vec::new());
        loop {
            let next = self.end_of_line(end);
            for byte in &self.bare[end..next] {
                match byte {
                    b'(' | b'[' => depth += 1,
                    b')' | b']' => depth -= 1,
                    _ => {}
                }
            }
            self.closes_in(end, next, &mut open)?;
            let last = self.bare[end..next].iter().rposition(|byte| !byte.is_ascii_whitespace()).map(|last| self.bare[end + last]);
            end = next;
            if depth <= 0 && matches!(last, Some(b';' | b'}' | b'{')) {
                break;
            }
            if end >= self.bare.len() {
                return None;
            }
            end += 1;
        }
        let is_inside = self.next(end).is_some_and(|next| self.has_word(next, "else"));
        (!is_inside).then(|| vec![(end, format!("\n{}{statement}", self.indent(self.head_of(self.next(start).unwrap_or(start)))))])
    }

    /// Ahead of the bracket that closes the body of the loop whose head is in a line; brackets, if it has none.
    fn end_of_loop(&self, line: u32, statement: &str) -> Option<Vec<(usize, String)>> {
        let start = self.start_of(line)?;
        let mut heads = (start..self.end_of_line(start)).filter(|&at| self.has_word(at, "for") || self.has_word(at, "while"));
        // Of two it is not known which is meant.
        let head = heads.next().filter(|_| heads.next().is_none())?;
        let open = (head..self.bare.len()).find(|&at| self.bare[at] == b'(')?;
        let behind = self.closing(open)? + 1;
        let body = self.next(behind)?;
        let indent = self.indent(head);
        match self.bare[body] {
            // The end of `do { } while (…);`, or a loop that does nothing else than wait.
            b';' => None,
            b'{' => {
                let end = self.closing(body)?;
                let line = self.bare[..end].iter().rposition(|byte| *byte == b'\n').map_or(0, |line| line + 1);
                let is_alone = self.bare[line..end].iter().all(u8::is_ascii_whitespace);
                let text = if is_alone { format!("    {statement}\n{indent}") } else { format!("{statement} ") };
                Some(vec![(end, text)])
            }
            _ => {
                let is_compound = ["for", "while", "do", "if", "switch", "else"].iter().any(|word| self.has_word(body, word));
                let end = (body..self.bare.len()).find(|&at| self.bare[at] == b';').filter(|_| !is_compound)? + 1;
                let end = if self.next(end) >= Some(self.end_of_line(end)) { self.end_of_line(end) } else { end };
                Some(vec![(behind, " {".to_string()), (end, format!("\n{indent}    {statement}\n{indent}}}"))])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str, insertions: Option<Vec<(usize, String)>>) -> Option<String> {
        let mut text = text.to_string();
        insertions?.into_iter().rev().for_each(|(at, added)| text.insert_str(at, &added));
        Some(text)
    }

    #[test]
    fn statements_end_where_their_brackets_do() {
        let text = "{\n    s[t] = f(1, // ;\n        ';');\n    b();\n    if (x)\n        c();\n    else\n        d();\n}\n";
        let code = Code::new(text);
        let after = |line| applied(text, code.after_line(line, "B;"));
        assert_eq!(after(2), Some(text.replace("';');\n", "';');\n    B;\n")));
        assert_eq!(after(4), Some(text.replace("b();\n", "b();\n    B;\n")));
        assert_eq!(after(6), None);
        assert_eq!(after(8), Some(text.replace("d();\n", "d();\n    B;\n")));
    }

    #[test]
    fn bodies_of_functions_are_not_left() {
        let text = "__device__ void put(int *s) { s[0] = 1; }\n{\n    if (t < 3) { s[t] = 1; }\n    auto f = [&](int i) { s[i] = 1; };\n    for (;;) {\n        g(); }\n    int a[] = {1, 2};\n}\n";
        let code = Code::new(text);
        let after = |line| applied(text, code.after_line(line, "B;"));
        assert_eq!([1, 4, 6].map(after), [None, None, None]);
        assert_eq!(after(3), Some(text.replace("= 1; }\n    auto", "= 1; }\n    B;\n    auto")));
        assert_eq!(after(7), Some(text.replace("2};\n", "2};\n    B;\n")));
    }

    #[test]
    fn what_is_quoted_is_blank() {
        let bare = |text: &str| String::from_utf8(Code::new(text).bare).unwrap_or_default();
        assert_eq!(bare("a = R\"x(\");{)x\"; b"), format!("a = {}; b", " ".repeat(11)));
        assert_eq!((bare("1'000 + L'\"'"), bare("x(\"'{\")")), ("1'000 + L   ".to_string(), "x(    )".to_string()));
    }

    #[test]
    fn loops_get_brackets() {
        let text =
            "  for (int i = 0; i < n(); i++)\n    s[t] += i; // {\n  for (;;) {\n    f();\n  }\n  while (g()) ;\n  while (g()) { h(); }\n";
        let code = Code::new(text);
        let end = |line| applied(text, code.end_of_loop(line, "B;"));
        assert_eq!(end(1), Some(text.replace("i++)\n    s[t] += i; // {\n", "i++) {\n    s[t] += i; // {\n      B;\n  }\n")));
        assert_eq!(end(3), Some(text.replace("f();\n  }", "f();\n      B;\n  }")));
        assert_eq!((end(6), end(2)), (None, None));
        assert_eq!(end(7), Some(text.replace("h(); }", "h(); B; }")));
    }
}
