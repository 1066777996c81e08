//! The part of a file that a report shows.
//!
//! A report never hands a whole file to the drawing library: only the lines with labels are copied, long lines are
//! clipped around their labels, tabs and control characters are replaced, and all other lines are left empty so that
//! line numbers stay right. Positions are in characters of the excerpt.

use std::ops::Range;

use super::Place;
use crate::{FileId, SourceMap};

/// Longest line shown whole, in characters.
const LONG_LINE: usize = 160;
/// Characters kept before the first label of a longer line.
const KEEP_BEFORE: usize = 40;
/// A span of more lines than this is shown by its first line only.
const LONG_SPAN: u32 = 8;
const TAB: usize = 4;

/// One file's excerpt with its labels.
pub(crate) struct Excerpt {
    /// The file's name.
    pub(crate) name: String,
    /// Empty lines up to the first label, then the lines with labels.
    pub(crate) text: String,
    /// For each place of the file, in the order given: its characters in `text`.
    pub(crate) spans: Vec<Range<usize>>,
    /// True `line:column` of each place.
    pub(crate) at: Vec<(u32, u32)>,
    /// `line:column` of each place as the drawing library will count it.
    pub(crate) shown_at: Vec<(u32, u32)>,
}

/// A place as lines and byte columns of the file.
struct LinePlace {
    first: u32,
    last: u32,
    /// Byte column in the first line, and in the last line.
    from: usize,
    to: usize,
}

impl Excerpt {
    /// The excerpt of `file` that shows `places`, all of which lie in it.
    pub(crate) fn new(file: FileId, places: &[&Place], map: &SourceMap) -> Excerpt {
        let source = map.file(file);
        let line_places: Vec<LinePlace> = places.iter().map(|p| line_place(file, p, map)).collect();
        let mut wanted: Vec<u32> = line_places.iter().flat_map(|p| [p.first, p.last]).collect();
        wanted.sort_unstable();
        wanted.dedup();

        let mut text = String::new();
        let mut char_len = 0;
        let mut line = 1;
        let mut drawn: Vec<(u32, usize, DrawnLine)> = Vec::new();
        for &number in &wanted {
            while line < number {
                text.push('\n');
                char_len += 1;
                line += 1;
            }
            let marks = line_places.iter().flat_map(|p| {
                let from = (p.first == number).then_some(p.from);
                let to = (p.last == number).then_some(p.to);
                from.into_iter().chain(to)
            });
            let shown = draw_line(source.line(number), marks);
            drawn.push((number, char_len, shown));
            let (_, _, shown) = drawn.last().expect("just pushed");
            text.push_str(&shown.text);
            char_len += shown.text.chars().count();
            text.push('\n');
            char_len += 1;
            line += 1;
        }

        let position = |number: u32, byte: usize| -> (usize, usize) {
            let found = drawn.iter().find(|(n, _, _)| *n == number);
            found.map_or((0, 0), |(_, start, shown)| {
                let column = shown.column(byte);
                (start + column, column)
            })
        };
        let mut excerpt = Excerpt { name: source.name.clone(), text, spans: Vec::new(), at: Vec::new(), shown_at: Vec::new() };
        for (place, lines) in places.iter().zip(&line_places) {
            let (start, column) = position(lines.first, lines.from);
            let (end, _) = position(lines.last, lines.to);
            excerpt.spans.push(start..end.max(start + 1));
            let at = map.line_column(file, place.start as u32);
            excerpt.at.push((at.line, at.column));
            excerpt.shown_at.push((lines.first, column as u32 + 1));
        }
        excerpt
    }
}

fn line_place(file: FileId, place: &Place, map: &SourceMap) -> LinePlace {
    let source = map.file(file);
    let first = map.line_column(file, place.start as u32).line;
    // A span that ends just past a line end belongs to the line it closes.
    let end = if place.end > place.start && source.text.as_bytes()[place.end - 1] == b'\n' { place.end - 1 } else { place.end };
    let mut last = map.line_column(file, end as u32).line.max(first);
    let start_of = |line: u32| source.line_start(line) as usize;
    let from = (place.start - start_of(first)).min(source.line(first).len());
    let mut to = end.saturating_sub(start_of(last)).min(source.line(last).len());
    if last - first > LONG_SPAN {
        last = first;
        to = source.line(first).len();
    }
    LinePlace { first, last, from, to }
}

/// A line as shown, and where its bytes went.
struct DrawnLine {
    text: String,
    /// First byte that is shown, and one past the last.
    shown: Range<usize>,
    /// (byte in the line, column in `text`) wherever the two stop running in step; ascending.
    steps: Vec<(usize, usize)>,
    /// Column just past the last shown character of the line.
    end_column: usize,
}

impl DrawnLine {
    /// The column of byte `byte` of the line.
    fn column(&self, byte: usize) -> usize {
        if byte >= self.shown.end {
            return self.end_column;
        }
        let byte = byte.max(self.shown.start);
        let index = self.steps.partition_point(|(b, _)| *b <= byte);
        index.checked_sub(1).map_or(0, |i| self.steps[i].1)
    }
}

/// Draws `line` so that the byte columns `marks` are visible.
fn draw_line(line: &str, marks: impl Iterator<Item = usize>) -> DrawnLine {
    let shown = visible_part(line, marks);
    let mut text = String::new();
    let mut column = 0;
    if shown.start > 0 {
        text.push_str("… ");
        column = 2;
    }
    let mut steps = Vec::new();
    for (offset, c) in line[shown.clone()].char_indices() {
        steps.push((shown.start + offset, column));
        match c {
            '\t' => {
                let width = TAB - column % TAB;
                text.extend(std::iter::repeat_n(' ', width));
                column += width;
            }
            c if c.is_control() || is_invisible(c) => {
                text.push('\u{fffd}');
                column += 1;
            }
            c => {
                text.push(c);
                column += 1;
            }
        }
    }
    let end_column = column;
    // The character past the end exists, so that "expected `;`" after the last token can be underlined.
    text.push(' ');
    if shown.end < line.len() {
        text.push('…');
    }
    DrawnLine { text, shown, steps, end_column }
}

/// Characters that end a line for the drawing library, or that reorder or hide text on a terminal.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The bytes of `line` to show: all of a short line, else a window that starts a little before the first mark.
fn visible_part(line: &str, marks: impl Iterator<Item = usize>) -> Range<usize> {
    // Bytes bound characters from above, and spare counting a line of megabytes.
    if line.len() <= LONG_LINE {
        return 0..line.len();
    }
    let first = marks.min().unwrap_or(0).min(line.len());
    let mut start = if first <= LONG_LINE - KEEP_BEFORE { 0 } else { first - KEEP_BEFORE };
    while !line.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (start + LONG_LINE).min(line.len());
    while !line.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
