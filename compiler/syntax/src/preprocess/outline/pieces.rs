//! A header's text in pieces: what its scan tells from one another.

/// A piece of text that matters to the scan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Piece {
    Word(u32, u32),
    Punct(u8),
    /// `->`
    Arrow,
    /// A string, character or number.
    Literal,
    /// A directive, up to the end of its line.
    Directive,
    End,
}

/// Reads a text piece by piece.
pub(super) struct Pieces<'t> {
    pub(super) text: &'t [u8],
    /// Where the next piece starts, or white space before it.
    pub(super) position: usize,
}

impl<'t> Pieces<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Pieces { text: text.as_bytes(), position: 0 }
    }

    /// The next byte that is no white space, without reading it (no comment stands there).
    pub(super) fn peek(&self) -> u8 {
        self.text[self.position..].iter().copied().find(|b| !b.is_ascii_whitespace()).unwrap_or(0)
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.position + ahead).copied().unwrap_or(0)
    }

    pub(super) fn next(&mut self) -> Piece {
        loop {
            let start = self.position;
            match self.byte(0) {
                0 => return if start >= self.text.len() { Piece::End } else { self.single(0) },
                b' ' | b'\t' | b'\r' | b'\n' => self.position += 1,
                b'/' if self.byte(1) == b'/' => self.skip_line(),
                b'/' if self.byte(1) == b'*' => {
                    let rest = &self.text[start + 2..];
                    let end = rest.windows(2).position(|w| w == b"*/");
                    self.position = end.map_or(self.text.len(), |n| start + 2 + n + 2);
                }
                b'#' if self.starts_line() => {
                    self.skip_line();
                    return Piece::Directive;
                }
                quote @ (b'"' | b'\'') => {
                    self.position += 1;
                    while !matches!(self.byte(0), 0 | b'\n') && self.byte(0) != quote {
                        self.position += if self.byte(0) == b'\\' { 2 } else { 1 };
                    }
                    self.position = (self.position + 1).min(self.text.len());
                    return Piece::Literal;
                }
                b'0'..=b'9' => {
                    while matches!(self.byte(0), b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.')
                        || matches!(self.byte(0), b'+' | b'-') && matches!(self.text[self.position - 1], b'e' | b'E' | b'p' | b'P')
                    {
                        self.position += 1;
                    }
                    return Piece::Literal;
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => {
                    let length = self.text[start..].iter().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | 0x80..)));
                    self.position = length.map_or(self.text.len(), |n| start + n);
                    return Piece::Word(start as u32, self.position as u32);
                }
                b'-' if self.byte(1) == b'>' => {
                    self.position += 2;
                    return Piece::Arrow;
                }
                other => return self.single(other),
            }
        }
    }

    fn single(&mut self, byte: u8) -> Piece {
        self.position += 1;
        Piece::Punct(byte)
    }

    fn starts_line(&self) -> bool {
        self.text[..self.position].iter().rev().take_while(|b| **b != b'\n').all(|b| matches!(b, b' ' | b'\t'))
    }

    /// Skips the rest of the line, spliced lines included.
    fn skip_line(&mut self) {
        while self.position < self.text.len() {
            match self.byte(0) {
                b'\n' => return,
                b'\\' if self.byte(1) == b'\n' => self.position += 2,
                b'\\' if self.byte(1) == b'\r' && self.byte(2) == b'\n' => self.position += 3,
                _ => self.position += 1,
            }
        }
    }
}
