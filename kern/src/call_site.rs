//! Where the Rust program calls: the second place of a diagnostic about a launch.
//!
//! `Location::caller` names file, line and column of the method's name. If the file can be read and has that name there,
//! the call's arguments are found by their brackets and commas; otherwise the place is only named.

use std::panic::Location;
use std::path::Path;

use kern_diag::{Diagnostic, Label, SourceMap, Span};

/// A call in a Rust program; nothing where another language's program calls, whose binding knows the place.
#[derive(Clone, Copy)]
pub(crate) struct CallSite(Option<&'static Location<'static>>);

/// What of a call a diagnostic is about.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// The method's name.
    Name,
    /// Argument number n, from 0.
    Argument(usize),
    /// Element number n of `of` in the tuple that is argument number n.
    Element { argument: usize, index: usize, of: usize },
}

impl CallSite {
    /// Whoever called the function that calls this, as far as `#[track_caller]` goes.
    #[track_caller]
    pub(crate) fn caller() -> CallSite {
        CallSite(Some(Location::caller()))
    }

    /// No place in a Rust program.
    pub(crate) fn elsewhere() -> CallSite {
        CallSite(None)
    }

    /// Makes the call the primary place of `diagnostic`; what was primary comes after it. If there is no text to show,
    /// a note names it.
    pub(crate) fn blame(self, mut diagnostic: Diagnostic, part: Part, label: &str, sources: &mut SourceMap) -> Diagnostic {
        let Some(location) = self.0 else { return diagnostic };
        match span(location, part, sources) {
            Some(span) => {
                let label = Label { span, message: label.to_string() };
                diagnostic.secondary.splice(0..0, diagnostic.primary.replace(label));
                diagnostic
            }
            None => diagnostic.note(format!("{location}: {label}")),
        }
    }
}

fn span(location: &Location<'_>, part: Part, sources: &mut SourceMap) -> Option<Span> {
    let text = read(location.file())?;
    let line = text.split_inclusive('\n').nth(location.line() as usize - 1)?;
    let line_start = line.as_ptr() as usize - text.as_ptr() as usize;
    let column = line.char_indices().nth(location.column() as usize - 1)?.0;
    let start = line_start + column;
    let name = path_length(&text[start..]);
    let after = text[start + name..].trim_start();
    // A macro's call, or a file that has changed.
    if name == 0 || !(after.starts_with('(') || after.starts_with("::<")) {
        return None;
    }
    let range = range_of(&text, start, start + name, part).unwrap_or((start, start + name));
    // The text of kernels in a Rust file has the file's name, and is not all of it.
    let file = sources.files().find(|(_, f)| f.name == location.file() && *f.text == *text).map(|(id, _)| id);
    let file = file.unwrap_or_else(|| sources.add(location.file(), text, false));
    Some(Span::new(file, range.0 as u32, range.1 as u32))
}

/// Bytes of the path that a call starts with: of `kernels::saxpy(…)`, and of the method's name in `kernel.launch(…)`.
fn path_length(text: &str) -> usize {
    let word = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0);
    let mut end = word(text);
    while let Some(rest) = text[end..].strip_prefix("::").or(text[end..].strip_prefix('#'))
        && word(rest) > 0
    {
        end = text.len() - rest.len() + word(rest);
    }
    end
}

/// The file of a location: relative to where the compiler ran, which mostly is a folder above this process's.
fn read(file: &str) -> Option<String> {
    let direct = std::fs::read_to_string(file).ok();
    direct.or_else(|| {
        let here = std::env::current_dir().ok()?;
        let relative = Path::new(file).is_relative();
        here.ancestors().skip(1).filter(|_| relative).find_map(|above| std::fs::read_to_string(above.join(file)).ok())
    })
}

fn range_of(text: &str, start: usize, name_end: usize, part: Part) -> Option<(usize, usize)> {
    let arguments = |open: usize| list(text, open);
    let open = name_end + text[name_end..].find('(')?;
    match part {
        Part::Name => Some((start, name_end)),
        Part::Argument(index) => arguments(open)?.get(index).copied(),
        Part::Element { argument, index, of } => {
            let whole = arguments(open)?.get(argument).copied()?;
            let elements = if text[whole.0..].starts_with('(') { list(text, whole.0)? } else { return Some(whole) };
            Some(if elements.len() == of { elements[index] } else { whole })
        }
    }
}

/// The trimmed ranges between the commas of the list whose bracket opens at `open`; an empty last one is left out.
fn list(text: &str, open: usize) -> Option<Vec<(usize, usize)>> {
    let bytes = text.as_bytes();
    let (mut items, mut depth, mut from, mut at) = (Vec::new(), 0usize, open + 1, open);
    let trimmed = |from: usize, to: usize| {
        let part = &text[from..to];
        let begin = from + part.len() - part.trim_start().len();
        (begin, begin + part.trim().len())
    };
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    items.push(trimmed(from, at));
                    items.retain(|item| item.0 < item.1);
                    return Some(items);
                }
            }
            b',' if depth == 1 => {
                items.push(trimmed(from, at));
                from = at + 1;
            }
            b'"' => at = string_end(bytes, at)?,
            // A lifetime has no closing quote near; a character literal has.
            b'\'' if bytes.get(at + 1) == Some(&b'\\') => at += 2 + bytes[at + 2..].iter().position(|&b| b == b'\'')?,
            b'\'' => {
                at += text[at + 1..]
                    .chars()
                    .next()
                    .filter(|c| text[at + 1 + c.len_utf8()..].starts_with('\''))
                    .map_or(0, |c| 1 + c.len_utf8())
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => at += text[at..].find('\n')?,
            b'/' if bytes.get(at + 1) == Some(&b'*') => at += 1 + text[at..].find("*/")?,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The closing quote of the string that opens at `at`; a raw one has as many `#` before as behind.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let hashes = bytes[..at].iter().rev().take_while(|&&b| b == b'#').count();
    let is_raw = at > hashes && bytes[at - hashes - 1] == b'r';
    let mut next = at + 1;
    while next < bytes.len() {
        match bytes[next] {
            b'\\' if !is_raw => next += 1,
            b'"' if !is_raw => return Some(next),
            b'"' if bytes[next + 1..].iter().take(hashes).filter(|&&b| b == b'#').count() == hashes => return Some(next),
            _ => {}
        }
        next += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<&str> {
        list(text, text.find('(').unwrap()).unwrap_or_default().into_iter().map(|(a, b)| &text[a..b]).collect()
    }

    #[test]
    fn arguments_are_found_by_brackets_and_commas() {
        assert_eq!(
            items("launch(&mut gpu, grid((1, 2)).block(3), (n as i32, &x))?"),
            ["&mut gpu", "grid((1, 2)).block(3)", "(n as i32, &x)"]
        );
        assert_eq!(items("(a, b,)"), ["a", "b"]);
        assert_eq!(items("()"), [""; 0]);
        assert_eq!(items("(',', \"),(\", r#\"\")\"#, f::<'a>(x)) // )"), ["','", "\"),(\"", "r#\"\")\"#", "f::<'a>(x)"]);
        assert_eq!(items("(x /* , ) */, // ,\n y)"), ["x /* , ) */", "// ,\n y"]);
        assert_eq!(items("('\\'', '\u{e4}', [1, 2])"), ["'\\''", "'\u{e4}'", "[1, 2]"]);
        assert_eq!(items("(a, b"), [""; 0], "a call that is not closed");
    }

    #[test]
    fn the_text_of_a_call_is_found_or_it_is_named() {
        #[track_caller]
        fn launch(_gpu: u8, _arguments: (u8, char)) -> CallSite {
            CallSite::caller()
        }
        let site = launch(1, (2, ','));
        let mut sources = SourceMap::new();
        let mut text = |part: Part| span(site.0.unwrap(), part, &mut sources).map(|span| sources.text(span).to_string());
        assert_eq!(text(Part::Name).as_deref(), Some("launch"));
        assert_eq!(text(Part::Argument(0)).as_deref(), Some("1"));
        assert_eq!(text(Part::Element { argument: 1, index: 1, of: 2 }).as_deref(), Some("','"));
        assert_eq!(text(Part::Element { argument: 1, index: 1, of: 3 }).as_deref(), Some("(2, ',')"));
        assert_eq!(text(Part::Argument(7)).as_deref(), Some("launch"));
        assert_eq!(sources.files().count(), 1);
    }
}
