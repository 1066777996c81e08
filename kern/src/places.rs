//! The places of findings, which are data, in the files of a [`SourceMap`].

use kern_diag::{Diagnostic, FileId, Severity, SourceMap, Span};
use kern_vm::finding::ordinal;
use kern_vm::{Finding, LaunchSite, Level, Place};

/// Most places of an inlining chain that are drawn.
const MOST_CALLS: usize = 4;

/// A finding as a diagnostic, its places as spans of `map`; files that the map lacks are read from disk.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[threadIdx.x] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let error = kernel.launch(&mut gpu, kern::grid(1).block(3), (&x,)).unwrap_err();
/// let mut sources = kernel.program().sources().clone();
/// let diagnostic = kern::places::diagnostic_of(&error.findings()[0], &mut sources);
/// assert_eq!(diagnostic.code.0, "R0101");
/// # Ok::<(), kern::Error>(())
/// ```
pub fn diagnostic_of(finding: &Finding, map: &mut SourceMap) -> Diagnostic {
    let mut diagnostic = Diagnostic::without_place(finding.code, finding.message.clone());
    diagnostic.severity = match finding.level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Note,
    };
    if let Some(place) = &finding.place {
        match span_of(place, map) {
            Some(span) => {
                diagnostic.primary = Some(kern_diag::Label { span, message: finding.label.clone() });
                add_calls(&mut diagnostic, place, map);
            }
            None => {
                diagnostic = diagnostic.note(without_text(place));
                if !finding.label.is_empty() {
                    diagnostic = diagnostic.note(finding.label.clone());
                }
            }
        }
    }
    for (place, message) in &finding.related {
        match span_of(place, map) {
            Some(span) => diagnostic = diagnostic.also(span, message.clone()),
            None => diagnostic = diagnostic.note(format!("{message}: {}", without_text(place))),
        }
    }
    if let Some(launch) = &finding.facts.launch {
        add_launch(&mut diagnostic, launch, finding.launches_in_all, map);
    }
    diagnostic.notes.extend(finding.notes.iter().cloned());
    if finding.count > 1 {
        let launches = if finding.launches > 1 { format!(" in {} launches", finding.launches) } else { String::new() };
        let ended = if finding.is_count_ended { ", and was then no longer counted: the launch was ended" } else { "" };
        diagnostic.notes.push(format!("this happened {} times{launches}{ended}", finding.count));
    }
    diagnostic.help = finding.help.clone();
    diagnostic
}

/// Says which launch it was: "`fill<<<1, 128>>>` launched here, the 2nd of 3 launches".
fn add_launch(diagnostic: &mut Diagnostic, launch: &LaunchSite, in_all: u64, map: &mut SourceMap) {
    let text = format!("`{}{}`", launch.kernel, launch.config.text());
    let which = if in_all > 1 { format!(", the {} of {in_all} launches", ordinal(launch.number + 1)) } else { String::new() };
    match launch.place.as_ref().map(|place| (place, span_of(place, map))) {
        Some((_, Some(span))) => {
            diagnostic.secondary.push(kern_diag::Label { span, message: format!("{text} launched here{which}") });
        }
        Some((place, None)) => diagnostic.notes.push(format!("{text} launched{which}: {}", without_text(place))),
        None => diagnostic.notes.push(format!("in {text}{which}")),
    }
}

fn add_calls(diagnostic: &mut Diagnostic, place: &Place, map: &mut SourceMap) {
    let mut callee = &place.function;
    for call in place.inlined_at.iter().take(MOST_CALLS) {
        if let Some(span) = span_of(call, map) {
            let message = if callee.is_empty() { String::from("called from here") } else { format!("`{callee}` is called from here") };
            diagnostic.secondary.push(kern_diag::Label { span, message });
        }
        callee = &call.function;
    }
}

fn without_text(place: &Place) -> String {
    let function = if place.function.is_empty() { String::new() } else { format!(" in `{}`", place.function) };
    format!("at {}:{}:{}{function}", place.file, place.line, place.column)
}

/// The file of `place`, if it can be read.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[threadIdx.x] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let error = kernel.launch(&mut gpu, kern::grid(1).block(3), (&x,)).unwrap_err();
/// let mut sources = kernel.program().sources().clone();
/// let place = error.findings()[0].place.clone().unwrap();
/// assert!(kern::places::file_of(&place, &mut sources).is_some());
/// # Ok::<(), kern::Error>(())
/// ```
pub fn file_of(place: &Place, map: &mut SourceMap) -> Option<FileId> {
    let known = map.files().find(|(_, f)| f.name == place.file).map(|(id, _)| id);
    known.or_else(|| read_source(place, map))
}

/// The span of `place`, if its file can be read and still has the line.
pub(crate) fn span_of(place: &Place, map: &mut SourceMap) -> Option<Span> {
    let file = file_of(place, map)?;
    let source = map.file(file);
    if place.line == 0 || place.line > source.line_count() {
        return None;
    }
    let line_start = source.line_start(place.line);
    if place.end > place.start && place.end as usize <= source.text.len() {
        return Some(Span::new(file, place.start, place.end));
    }
    let line = source.line(place.line);
    let indent = line.len() - line.trim_start().len();
    Some(Span::new(file, line_start + indent as u32, line_start + line.trim_end().len() as u32))
}

/// A program that was loaded as bytecode or PTX names its source files: show them if they are there.
fn read_source(place: &Place, map: &mut SourceMap) -> Option<FileId> {
    let text = if place.is_system { header_text(&place.file)? } else { std::fs::read_to_string(&place.file).ok()? };
    Some(map.add(place.file.clone(), text, place.is_system))
}

/// The text of a header that came with `kern`.
#[cfg(feature = "compile")]
fn header_text(name: &str) -> Option<String> {
    kern_core::driver::header_text(name).map(|text| text.into_owned())
}

/// The compiler has them.
#[cfg(not(feature = "compile"))]
fn header_text(_: &str) -> Option<String> {
    None
}
