//! Rendering of diagnostics: text for a person, JSON lines for a program.
//!
//! Both start from the same [`Place`]s: byte spans are clamped to their file, moved to character borders and
//! taken out of macro expansions here, so that no span, however odd, can make a renderer panic.

mod excerpt;
mod json;
mod text;

pub use json::json_line;
pub use text::{TextStyle, text, title};

use crate::{Diagnostic, FileId, SourceMap, Span};

/// Most labels that one diagnostic shows for the macros its place went through.
const MACRO_LABELS: usize = 4;

/// A label resolved to a byte range that exists in its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) file: FileId,
    /// First byte, on a character border.
    pub(crate) start: usize,
    /// One past the last byte, on a character border, not before `start`.
    pub(crate) end: usize,
    pub(crate) message: String,
    pub(crate) is_primary: bool,
}

/// The places of `diagnostic`, the primary one first; labels whose file the map does not know are left out.
pub(crate) fn places(diagnostic: &Diagnostic, map: &SourceMap) -> Vec<Place> {
    let mut places = Vec::new();
    let mut push = |span: Span, message: String, is_primary: bool| {
        if let Some(place) = clamp(span, message, is_primary, map)
            && !places.contains(&place)
        {
            places.push(place);
        }
    };
    if let Some(primary) = &diagnostic.primary {
        let (outermost, bodies) = unexpand(primary.span, map);
        push(outermost, primary.message.clone(), true);
        for (body, name) in bodies {
            push(body, format!("in this macro `{name}`"), false);
        }
    }
    for label in &diagnostic.secondary {
        push(unexpand(label.span, map).0, label.message.clone(), false);
    }
    places
}

/// Where `span` stands in text that no macro produced, and the places inside macro bodies it went through,
/// innermost first, with the names of the macros.
///
/// A token of a macro *body* is used at the call; a token of a macro *argument* is where the user wrote it.
pub fn unexpand(mut span: Span, map: &SourceMap) -> (Span, Vec<(Span, String)>) {
    let mut bodies: Vec<(Span, String)> = Vec::new();
    while let Some(expansion) = map.expansion(span.expansion) {
        let outer = expansion.call.expansion;
        // Each expansion is recorded after the one that contains its call; anything else would never end.
        if outer.0 >= span.expansion.0 {
            span = Span { expansion: Default::default(), ..span };
            break;
        }
        if is_in_body(span, expansion.definition, map) {
            let is_user_text = map.get(span.file).is_some_and(|f| !f.is_system);
            if bodies.len() < MACRO_LABELS && is_user_text {
                bodies.push((span, expansion.name.clone()));
            }
            span = expansion.call;
        } else {
            span.expansion = outer;
        }
    }
    (span, bodies)
}

/// Whether `span` is spelled in the replacement list of the `#define` whose name is at `definition`: on the same
/// logical line, after the name.
fn is_in_body(span: Span, definition: Span, map: &SourceMap) -> bool {
    let Some(file) = map.get(span.file) else { return true };
    if span.file != definition.file || span.start < definition.end {
        return false;
    }
    let between = file.text.as_bytes().get(definition.end as usize..span.start as usize).unwrap_or(&[]);
    between.iter().enumerate().filter(|(_, b)| **b == b'\n').all(|(i, _)| {
        let before = &between[..i];
        let before = before.strip_suffix(b"\r").unwrap_or(before);
        before.ends_with(b"\\")
    })
}

fn clamp(span: Span, message: String, is_primary: bool, map: &SourceMap) -> Option<Place> {
    let text = &map.get(span.file)?.text;
    let mut start = (span.start as usize).min(text.len());
    let mut end = (span.end as usize).clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    Some(Place { file: span.file, start, end, message, is_primary })
}
