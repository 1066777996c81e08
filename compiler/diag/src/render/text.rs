//! Text for a person, drawn by ariadne. The only file that knows ariadne.

use std::collections::HashMap;
use std::fmt::Display;

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

use super::excerpt::Excerpt;
use super::{Place, places};
use crate::{Diagnostic, Family, FileId, Severity, SourceMap, lookup};

/// How text is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextStyle {
    /// Colours, for a terminal.
    pub color: bool,
    /// Frames of ASCII characters only.
    pub ascii: bool,
}

/// The first word of a report: whose fault it is, and how bad.
pub fn title(diagnostic: &Diagnostic) -> &'static str {
    let family = lookup(diagnostic.code.0).map_or(Family::Program, |row| row.family);
    match (diagnostic.severity, family) {
        (Severity::Warning, _) => "warning",
        (Severity::Note, _) => "note",
        (Severity::Error, Family::Program) => "error",
        (Severity::Error, Family::Unsupported) => "unsupported",
        (Severity::Error, Family::Resource) => "resource limit",
        (Severity::Error, Family::Internal) => "kern's own mistake",
    }
}

/// `diagnostic` as text, with a line end after the last line.
pub fn text(diagnostic: &Diagnostic, map: &SourceMap, style: TextStyle) -> String {
    let places = places(diagnostic, map);
    if places.is_empty() { without_place(diagnostic, style) } else { with_places(diagnostic, &places, map, style) }
}

fn color_of(severity: Severity) -> Color {
    match severity {
        Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
        Severity::Note => Color::Cyan,
    }
}

/// The first line: title, code, message.
fn heading(diagnostic: &Diagnostic, style: TextStyle) -> String {
    let mut out = String::new();
    let head = format!("{}[{}]:", title(diagnostic), diagnostic.code);
    if style.color {
        let code = match diagnostic.severity {
            Severity::Error => 31,
            Severity::Warning => 33,
            Severity::Note => 36,
        };
        out.push_str(&format!("\x1b[{code}m{head}\x1b[0m "));
    } else {
        out.push_str(&format!("{head} "));
    }
    out.push_str(&printable(&diagnostic.message));
    out.push('\n');
    out
}

/// Draws the facts by hand: ariadne needs a place.
fn without_place(diagnostic: &Diagnostic, style: TextStyle) -> String {
    let mut out = heading(diagnostic, style);
    if let Some(help) = &diagnostic.help {
        out.push_str(&format!("  Help: {}\n", printable(help)));
    }
    for note in &diagnostic.notes {
        out.push_str(&format!("  Note: {}\n", printable(note)));
    }
    out
}

fn with_places(diagnostic: &Diagnostic, places: &[Place], map: &SourceMap, style: TextStyle) -> String {
    // The file of the primary place comes first, the others in the order of their labels.
    let mut files: Vec<FileId> = Vec::new();
    for place in places {
        if !files.contains(&place.file) {
            files.push(place.file);
        }
    }
    let excerpts: Vec<Excerpt> =
        files.iter().map(|&file| Excerpt::new(file, &places.iter().filter(|p| p.file == file).collect::<Vec<_>>(), map)).collect();

    let config = Config::new()
        .with_color(style.color)
        .with_char_set(if style.ascii { CharSet::Ascii } else { CharSet::Unicode })
        // Excerpts count characters: bytes of the file mean nothing in them.
        .with_index_type(IndexType::Char);
    let mut report = Report::build(ReportKind::Error, (0, excerpts[0].spans[0].clone())).with_config(config);
    for (file_index, excerpt) in excerpts.iter().enumerate() {
        let of_file = places.iter().filter(|p| p.file == files[file_index]);
        for ((place, span), at) in of_file.zip(&excerpt.spans).zip(&excerpt.at) {
            // Labels of one file must come in the order of their lines, or ariadne opens a second frame.
            let order = file_index as i32 * (1 << 26) + at.0.min(1 << 25) as i32;
            let message = if place.message.is_empty() { "here" } else { &place.message };
            report = report.with_label(
                Label::new((file_index, span.clone()))
                    .with_message(printable(message))
                    .with_order(order)
                    .with_priority(i32::from(place.is_primary))
                    .with_color(if place.is_primary { color_of(diagnostic.severity) } else { Color::Blue }),
            );
        }
    }
    for note in &diagnostic.notes {
        report = report.with_note(printable(note));
    }
    if let Some(help) = &diagnostic.help {
        report = report.with_help(printable(help));
    }

    let mut bytes = Vec::new();
    if report.finish().write(Cache::new(&excerpts), &mut bytes).is_err() {
        return without_place(diagnostic, style);
    }
    let mut drawn = String::from_utf8_lossy(&bytes).into_owned();
    for (file_index, excerpt) in excerpts.iter().enumerate() {
        // Tabs and clipped lines move columns inside an excerpt; the frame's title must name the true place.
        let Some(of_title) = title_place(file_index, excerpt) else { continue };
        let (shown, at) = (excerpt.shown_at[of_title], excerpt.at[of_title]);
        if shown != at {
            let name = printable(&excerpt.name);
            let wrong = format!("{name}:{}:{} ", shown.0, shown.1);
            drawn = drawn.replacen(&wrong, &format!("{name}:{}:{} ", at.0, at.1), 1);
        }
    }
    // ariadne's own heading colours even what is not for a terminal: line one is ours.
    let mut out = heading(diagnostic, style);
    for line in drawn.lines().skip(1) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The place that ariadne names in the frame's title: the first of the first excerpt, which is the primary one, and
/// the first by line of the others.
fn title_place(file_index: usize, excerpt: &Excerpt) -> Option<usize> {
    if file_index == 0 { Some(0) } else { (0..excerpt.at.len()).min_by_key(|&i| excerpt.at[i].0) }
}

/// `text` without characters that would move the cursor; line ends stay.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

/// The excerpts by index, as ariadne wants them.
struct Cache {
    sources: HashMap<usize, Source<String>>,
    names: Vec<String>,
}

impl Cache {
    fn new(excerpts: &[Excerpt]) -> Cache {
        let sources = excerpts.iter().enumerate().map(|(i, e)| (i, Source::from(e.text.clone()))).collect();
        Cache { sources, names: excerpts.iter().map(|e| printable(&e.name)).collect() }
    }
}

impl ariadne::Cache<usize> for Cache {
    type Storage = String;

    fn fetch(&mut self, id: &usize) -> Result<&Source<String>, impl std::fmt::Debug> {
        self.sources.get(id).ok_or("no such excerpt")
    }

    fn display<'a>(&self, id: &'a usize) -> Option<impl Display + 'a> {
        self.names.get(*id).cloned()
    }
}
