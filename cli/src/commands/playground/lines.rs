//! Bytes of a process as text, piece by piece: no character is cut, and what `kern` says is told from what the program does.

use serde_json::Value;

/// Most bytes of an unfinished line that are kept.
const MOST_KEPT: usize = 64 << 10;

/// Bytes as text, in pieces.
#[derive(Default)]
pub(super) struct Text {
    rest: Vec<u8>,
}

impl Text {
    /// More bytes: the text that is complete.
    pub(super) fn add(&mut self, bytes: &[u8]) -> String {
        self.rest.extend_from_slice(bytes);
        let end = complete(&self.rest);
        let text = String::from_utf8_lossy(&self.rest[..end]).into_owned();
        self.rest.drain(..end);
        text
    }

    /// The end: what is left.
    pub(super) fn end(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.rest)).into_owned()
    }
}

/// Where the last character starts if bytes of it are still to come; else the end.
fn complete(bytes: &[u8]) -> usize {
    let from = bytes.len().saturating_sub(3);
    let is_unfinished = |at: &usize| {
        let after = std::str::from_utf8(&bytes[*at..]);
        after.is_err_and(|error| error.error_len().is_none() && error.valid_up_to() == 0)
    };
    (from..bytes.len()).find(is_unfinished).unwrap_or(bytes.len())
}

/// Standard error: lines of the program, and diagnostics of `kern`.
#[derive(Default)]
pub(super) struct Said {
    text: Text,
    line: String,
    /// The diagnostics, in order.
    pub(super) diagnostics: Vec<Value>,
    /// What a lesson's job wrote: an object.
    pub(super) grade: Vec<u8>,
}

impl Said {
    /// More bytes: what the program said.
    pub(super) fn add(&mut self, bytes: &[u8]) -> String {
        let text = self.text.add(bytes);
        self.line.push_str(&text);
        let mut theirs = String::new();
        while let Some(end) = self.line.find('\n') {
            let line: String = self.line.drain(..=end).collect();
            self.one(&line, &mut theirs);
        }
        if self.line.len() > MOST_KEPT {
            theirs.push_str(&std::mem::take(&mut self.line));
        }
        theirs
    }

    /// The end: what is left.
    pub(super) fn end(&mut self) -> String {
        let mut theirs = String::new();
        let line = std::mem::take(&mut self.line) + &self.text.end();
        self.one(&line, &mut theirs);
        theirs
    }

    fn one(&mut self, line: &str, theirs: &mut String) {
        // The program may have ended in the middle of a line.
        let start = line.find("{\"code\":\"").unwrap_or(line.len());
        match serde_json::from_str::<Value>(&line[start..]) {
            Ok(value) if value["severity"].is_string() => {
                theirs.push_str(&line[..start]);
                self.diagnostics.push(value);
            }
            _ => theirs.push_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_is_cut() {
        let bytes = "aä€😀b".as_bytes();
        let mut text = Text::default();
        let mut all: String = bytes.iter().map(|&byte| text.add(&[byte])).collect();
        all.push_str(&text.end());
        assert_eq!(all, "aä€😀b");
        let mut text = Text::default();
        let wrong: String = [0xff, 0xc3, 0xa4, 0xe2].iter().map(|&byte| text.add(&[byte])).collect();
        assert_eq!(wrong + &text.end(), "\u{fffd}ä\u{fffd}");
    }

    #[test]
    fn diagnostics_are_told_from_the_program() {
        let mut said = Said::default();
        let mut theirs = said.add(b"hello\n{\"code\":\"R0101\",\"sever");
        theirs += &said.add(b"ity\":\"error\"}\n{\"code\":\"mine\"}\nrest{\"code\":\"K0001\",\"severity\":\"note\"}\n");
        theirs += &said.end();
        assert_eq!(theirs, "hello\n{\"code\":\"mine\"}\nrest");
        assert_eq!(said.diagnostics.len(), 2);
    }
}
