//! One diagnostic as one line of JSON.
//!
//! The schema is stable: fields are added, never renamed or removed. Objects are put together by hand: the macros are
//! built with this crate, and to derive them takes longer to build than all of it.

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

/// A string as JSON writes it.
fn string(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_else(|_| r#""""#.to_string())
}
