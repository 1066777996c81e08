//! Bytes of a program as text, piece by piece: no character is cut.

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
}
