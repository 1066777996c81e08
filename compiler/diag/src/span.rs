//! Places in source text: files, byte ranges, and the macro expansions that a token went through.

use std::sync::{Arc, OnceLock};

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u32);

/// One macro expansion of a [`SourceMap`]; [`ExpansionId::NONE`] is text written where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ExpansionId(pub u32);

impl ExpansionId {
    /// Text that no macro produced.
    pub const NONE: ExpansionId = ExpansionId(0);
}

/// A byte range of one file, with the macro expansion that put the text where it is used.
///
/// `file`, `start..end` say where the text is *spelled*: for a token of a macro body that is inside the
/// `#define`. [`SourceMap::call_site`] says where it is *used*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The file that spells the text.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The innermost macro expansion the text went through.
    pub expansion: ExpansionId,
}

impl Span {
    /// The span `start..end` of `file`, not produced by a macro.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end, expansion: ExpansionId::NONE }
    }

    /// A number that grows with the file and the first byte.
    pub fn place(self) -> i64 {
        i64::from(self.file.0) << 32 | i64::from(self.start)
    }

    /// The smallest span that covers `self` and `other`.
    ///
    /// Spans of different files or expansions cannot be joined: the answer is then `self`
    /// ([`SourceMap::join`] knows the expansions and does better).
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file == other.file && self.expansion == other.expansion {
            Span { start: self.start.min(other.start), end: self.end.max(other.end), ..self }
        } else {
            self
        }
    }
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// One source text and its name.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name as given on the command line or in `#include`.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// Whether the text came with `kern` (a header of `stdlib/include`) and not from the user.
    pub is_system: bool,
    line_starts: OnceLock<Vec<u32>>,
    /// Characters before byte `n * MARK`; empty where every byte is one.
    marks: Vec<u32>,
}

/// Bytes from one mark of [`SourceFile`] to the next: what finding a column costs at most, however long the line.
const MARK: usize = 1024;

impl SourceFile {
    fn new(name: String, text: Arc<str>, is_system: bool) -> SourceFile {
        let mut marks = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for chunk in text.as_bytes().chunks(MARK) {
                marks.push(count);
                count += starts_of_characters(chunk);
            }
            marks.push(count);
        }
        SourceFile { name, text, is_system, line_starts: OnceLock::new(), marks }
    }

    /// The first byte of each line. Of most headers nobody asks.
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let behind = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
            std::iter::once(0).chain(behind).collect()
        })
    }

    /// Characters before byte `offset`.
    fn characters_before(&self, offset: usize) -> u32 {
        match self.marks.get(offset / MARK) {
            Some(mark) => mark + starts_of_characters(&self.text.as_bytes()[offset / MARK * MARK..offset]),
            None => offset as u32,
        }
    }

    /// Number of lines.
    pub fn line_count(&self) -> u32 {
        self.line_starts().len() as u32
    }

    /// First byte of line `line` (from 1); the text's length past the last line.
    pub fn line_start(&self, line: u32) -> u32 {
        let start = self.line_starts().get(line.wrapping_sub(1) as usize);
        start.copied().unwrap_or(self.text.len() as u32)
    }

    /// The text of line `line` (from 1), without its line end; empty past the end.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = self.line_starts().get(line.wrapping_sub(1) as usize) else { return "" };
        let end = self.line_starts().get(line as usize).map_or(self.text.len(), |&e| e as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// Bytes of UTF-8 text that start a character.
fn starts_of_characters(bytes: &[u8]) -> u32 {
    bytes.iter().map(|b| u32::from(*b & 0xc0 != 0x80)).sum()
}

/// One macro expansion: where the macro was called and where it was defined.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The macro's name.
    pub name: String,
    /// The call, in terms of the text that contains it (itself perhaps inside an expansion).
    pub call: Span,
    /// The name in the `#define`.
    pub definition: Span,
}

/// All files and macro expansions of one compilation.
#[derive(Clone, Debug)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
}

impl Default for SourceMap {
    fn default() -> SourceMap {
        let nothing = Expansion { name: String::new(), call: Span::default(), definition: Span::default() };
        SourceMap { files: Vec::new(), expansions: vec![nothing] }
    }
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a file. Text past 4 GiB − 1 is the caller's error to report before.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>, is_system: bool) -> FileId {
        self.files.push(SourceFile::new(name.into(), text.into(), is_system));
        FileId(self.files.len() as u32 - 1)
    }

    /// The file `id`, which must be of this map.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The file `id`, if this map has it.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// Every file in the order it was added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// Records an expansion.
    pub fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        self.expansions.push(expansion);
        ExpansionId(self.expansions.len() as u32 - 1)
    }

    /// The expansion `id`, or `None` for [`ExpansionId::NONE`].
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        if id == ExpansionId::NONE { None } else { self.expansions.get(id.0 as usize) }
    }

    /// Where the text of `span` is used: the outermost macro call that contains it, or `span` itself.
    pub fn call_site(&self, mut span: Span) -> Span {
        while let Some(expansion) = self.expansion(span.expansion) {
            span = expansion.call;
        }
        span
    }

    /// The smallest span that covers both, in the innermost text that contains both.
    pub fn join(&self, a: Span, b: Span) -> Span {
        if a.file == b.file && a.expansion == b.expansion {
            return a.to(b);
        }
        let (a, b) = (self.call_site(a), self.call_site(b));
        a.to(b)
    }

    /// Line and column of byte `offset` of `file`.
    pub fn line_column(&self, file: FileId, offset: u32) -> LineColumn {
        self.line_column_near(file, offset, 0)
    }

    /// [`SourceMap::line_column`], found at once where it is on line `line` (from 1; any number is right) or the next one.
    pub fn line_column_near(&self, file: FileId, offset: u32, line: u32) -> LineColumn {
        let f = self.file(file);
        let starts = f.line_starts();
        let is_on = |line: &usize| {
            *line > 0 && starts.get(line - 1).is_some_and(|&start| start <= offset) && starts.get(*line).is_none_or(|&next| next > offset)
        };
        let line = line as usize;
        let line = [line, line + 1].into_iter().find(is_on).unwrap_or_else(|| starts.partition_point(|&start| start <= offset));
        let start = starts[line - 1] as usize;
        let end = (offset as usize).min(f.text.len());
        let column = if f.text.is_char_boundary(end) { f.characters_before(end) - f.characters_before(start) + 1 } else { 1 };
        LineColumn { line: line as u32, column }
    }

    /// The text that `span` spells.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}
