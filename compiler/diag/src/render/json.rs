//! One diagnostic as one line of JSON.
//!
//! The schema is stable: fields are added, never renamed or removed. It is written by hand: the macros are built with this crate, and a
//! library for it would take longer to build than all of it.

use std::fmt::Write;

use super::{Place, places, text::title};
use crate::{Diagnostic, Severity, SourceMap};

/// `diagnostic` as one line of JSON, without a line end.
pub fn json_line(diagnostic: &Diagnostic, map: &SourceMap) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    // Whose fault, in the words of the text form.
    let [code, title, message] = [diagnostic.code.0, title(diagnostic), &diagnostic.message].map(string);
    // The primary place first.
    let places = list(places(diagnostic, map).iter().map(|found| place(found, map)));
    let notes = list(diagnostic.notes.iter().map(|note| string(note)));
    let help = diagnostic.help.as_deref().map_or("null".into(), string);
    format!(
        r#"{{"code":{code},"severity":"{severity}","title":{title},"message":{message},"places":{places},"notes":{notes},"help":{help}}}"#
    )
}

/// Lines and columns count from 1, columns in characters; bytes count from 0, `end` is one past the last.
fn place(place: &Place, map: &SourceMap) -> String {
    let from = map.line_column(place.file, place.start as u32);
    let to = map.line_column(place.file, place.end as u32);
    let file = string(&map.file(place.file).name);
    let (line, column, end_line, end_column) = (from.line, from.column, to.line, to.column);
    let Place { start, end, is_primary, message, .. } = place;
    let label = string(message);
    format!(
        r#"{{"file":{file},"line":{line},"column":{column},"end_line":{end_line},"end_column":{end_column},"start":{start},"end":{end},"primary":{is_primary},"label":{label}}}"#
    )
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// A string as JSON writes it (RFC 8259, section 7).
fn string(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => _ = write!(out, "\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
