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

/// The bytes that go on a word.
static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'$' | 0x80..);
        byte += 1;
    }
    table
};

/// The bytes that matter between brackets.
static PAIRED_OR_OPAQUE: [bool; 256] = {
    let set = b"([{)]}\"'/#";
    let mut table = [false; 256];
    let mut i = 0;
    while i < set.len() {
        table[set[i] as usize] = true;
        i += 1;
    }
    table
};

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
                    self.position = self.find(|b| !IN_WORD[b as usize]);
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

    /// The next piece that is a bracket, a directive, or text in which brackets mean nothing; what stands before it is skipped.
    pub(super) fn next_paired_or_opaque(&mut self) -> Piece {
        self.position = self.find(|b| PAIRED_OR_OPAQUE[b as usize]);
        self.next()
    }

    /// Where the next byte stands of which `holds` says so, or the end.
    fn find(&self, holds: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text[self.position..];
        self.position + rest.iter().position(|&b| holds(b)).unwrap_or(rest.len())
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
        loop {
            self.position = self.find(|b| matches!(b, b'\n' | b'\\'));
            match self.byte(0) {
                b'\\' if self.byte(1) == b'\n' => self.position += 2,
                b'\\' if self.byte(1) == b'\r' && self.byte(2) == b'\n' => self.position += 3,
                b'\\' => self.position += 1,
                _ => return,
            }
        }
    }
}
