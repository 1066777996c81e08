//! One diagnostic as one line of JSON.
//!
//! The schema is stable: fields are added, never renamed or removed.

use serde::Serialize;

use super::{places, text::title};
use crate::{Diagnostic, Severity, SourceMap};

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    code: &'a str,
    severity: &'static str,
    /// Whose fault, in the words of the text form.
    title: &'static str,
    message: &'a str,
    /// The primary place first.
    places: Vec<JsonPlace<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
}

/// Lines and columns count from 1, columns in characters; bytes count from 0, `end` is one past the last.
#[derive(Serialize)]
struct JsonPlace<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start: usize,
    end: usize,
    primary: bool,
    label: String,
}

/// `diagnostic` as one line of JSON, without a line end.
pub fn json_line(diagnostic: &Diagnostic, map: &SourceMap) -> String {
    let places = places(diagnostic, map)
        .into_iter()
        .map(|place| {
            let from = map.line_column(place.file, place.start as u32);
            let to = map.line_column(place.file, place.end as u32);
            JsonPlace {
                file: &map.file(place.file).name,
                line: from.line,
                column: from.column,
                end_line: to.line,
                end_column: to.column,
                start: place.start,
                end: place.end,
                primary: place.is_primary,
                label: place.message,
            }
        })
        .collect();
    let json = JsonDiagnostic {
        code: diagnostic.code.0,
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        title: title(diagnostic),
        message: &diagnostic.message,
        places,
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
    };
    serde_json::to_string(&json).unwrap_or_else(|_| String::from("{}"))
}
