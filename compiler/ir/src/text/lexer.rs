//! Tokens of the text form.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Identifiers, registers, labels, directives and mnemonics with their dots.
    Word,
    /// Starts with a digit: `12`, `0f3F800000`.
    Number,
    /// In quotes.
    Text,
    /// `//: …` up to the end of the line.
    Remark,
    /// One character.
    Mark(u8),
    /// The end of the text.
    End,
}

/// A token: bytes `start..end` of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%' | b'.')
}

/// All tokens; the last is [`Kind::End`]. Texts of 4 GiB and more are cut.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let bytes = &bytes[..bytes.len().min(u32::MAX as usize - 1)];
    let mut tokens = Vec::with_capacity(bytes.len() / 4);
    let mut at = 0;
    let run = |from: usize, while_true: fn(u8) -> bool| from + bytes[from..].iter().take_while(|b| while_true(**b)).count();
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let kind = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = run(at, |b| b != b'\n');
                if bytes.get(start + 2) != Some(&b':') {
                    continue;
                }
                Kind::Remark
            }
            b'"' => {
                at += 1;
                at = run(at, |b| b != b'"' && b != b'\n');
                at = (at + 1).min(bytes.len());
                Kind::Text
            }
            b'0'..=b'9' => {
                at = run(at, |b| b.is_ascii_alphanumeric());
                Kind::Number
            }
            _ if is_word_byte(byte) => {
                at = run(at, is_word_byte);
                Kind::Word
            }
            _ => {
                // A whole character, so that places are never inside one.
                at += 1;
                while at < bytes.len() && !text.is_char_boundary(at) {
                    at += 1;
                }
                Kind::Mark(byte)
            }
        };
        tokens.push(Token { kind, start: start as u32, end: at as u32 });
    }
    tokens.push(Token { kind: Kind::End, start: bytes.len() as u32, end: bytes.len() as u32 });
    tokens
}
