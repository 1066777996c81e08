//! What `kern` says on standard error: diagnostics, findings and the closing line.
//!
//! Every format but the text starts from the objects that docs/json.md describes.

mod fields;
mod fixes;
mod github;
pub(crate) mod junit;
#[cfg(feature = "pages")]
mod sarif;

use std::io::Write;
use std::rc::Rc;

use kern::places::diagnostic_of;
use kern_diag::render::{TextStyle, json_line, text};
use kern_diag::{Code, Diagnostic, Severity, SourceMap};
use kern_vm::instrument::LaunchReport;
use kern_vm::{Finding, Place};
use serde_json::Value;

use crate::Outside;
use crate::args::{CompileArgs, Format};

/// Most diagnostics drawn as text in one run, and most errors: the rest are counted. The other formats have all.
const MOST_DRAWN: usize = 50;
/// Most findings of a run that are drawn with their source; of those behind them there is a line each.
const MOST_WHOLE: usize = 10;

/// Warnings of mistakes that a run tells of too, and better: the compiler's code and the run's, and words of the run's message.
const TOLD_BY_RUN: &[(Code, Code, &str)] = &[
    (Code::COPY_DIRECTION_WARNING, Code::COPY_DIRECTION, ""),
    (Code::FORMAT, Code::PRINTF_ARGUMENT, ""),
    (Code::USED_UNSET, Code::CALL_FAILED_UNSEEN, "never set"),
    (Code::USED_UNSET, Code::WILD_POINTER, "never set"),
    (Code::USED_UNSET, Code::UNWRITTEN_READ, ""),
];

/// A finding as an object of docs/json.md.
pub fn finding_object(finding: &Finding, map: &mut SourceMap) -> Value {
    line_object(&diagnostic_of(finding, map), &fields::of(finding, fixes::of(finding, map)), map)
}

/// A diagnostic as an object of docs/json.md.
pub fn diagnostic_object(diagnostic: &Diagnostic, map: &SourceMap) -> Value {
    line_object(diagnostic, "", map)
}

/// `fields`: more fields of the object, as JSON text with a comma before each.
fn line_object(diagnostic: &Diagnostic, fields: &str, map: &SourceMap) -> Value {
    object(&line(diagnostic, fields, map))
}

fn line(diagnostic: &Diagnostic, fields: &str, map: &SourceMap) -> String {
    let line = json_line(diagnostic, map);
    format!("{}{fields}}}", line.strip_suffix('}').unwrap_or(&line))
}

/// Writes diagnostics to standard error and counts them.
pub(crate) struct Reporter {
    format: Format,
    /// Nothing is written: what is told is kept.
    is_silent: bool,
    style: TextStyle,
    /// The program's file, for documents about the whole run.
    program: String,
    drawn: usize,
    suppressed: usize,
    errors: usize,
    warnings: usize,
    first_code: Option<Code>,
    /// The objects of a document that is written at the end.
    objects: Vec<Value>,
    /// The launches of such a document.
    launches: Vec<junit::Launched>,
    /// All of them as data, for `--report`.
    kept: Option<Vec<Value>>,
    /// What the run that follows may tell of, if one does; with the files it is of where they are not those of the whole program.
    held: Option<Vec<(Diagnostic, Option<Rc<SourceMap>>)>>,
}

impl Reporter {
    pub(crate) fn new(args: &CompileArgs, outside: &Outside) -> Reporter {
        Reporter::of(args.format(), args.file.display().to_string(), outside)
    }

    /// One that writes in a format, of a program if there is one.
    pub(crate) fn of(format: Format, program: String, outside: &Outside) -> Reporter {
        Reporter {
            format,
            is_silent: false,
            style: TextStyle { color: outside.stderr_is_terminal, ascii: false },
            program,
            drawn: 0,
            suppressed: 0,
            errors: 0,
            warnings: 0,
            first_code: None,
            objects: Vec::new(),
            launches: Vec::new(),
            kept: None,
            held: None,
        }
    }

    /// One that writes nothing, and keeps all.
    pub(crate) fn silent(args: &CompileArgs, outside: &Outside) -> Reporter {
        Reporter { is_silent: true, kept: Some(Vec::new()), ..Reporter::new(args, outside) }
    }

    /// From now on keeps the warnings of mistakes that the run will tell of, until [`Reporter::release`].
    pub(crate) fn hold(&mut self) {
        self.held = Some(Vec::new());
    }

    /// What was kept so far and not sealed yet is of one file of several, whose own sources are `map`.
    pub(crate) fn seal(&mut self, map: &SourceMap) {
        let unsealed = self.held.iter_mut().flatten().filter(|(_, own)| own.is_none());
        let mut own = None;
        for (_, place) in unsealed {
            *place = Some(own.get_or_insert_with(|| Rc::new(map.clone())).clone());
        }
    }

    /// Shows what was kept, but for the calls where the run found the same.
    pub(crate) fn release(&mut self, findings: &[Finding], map: &SourceMap, outside: &mut Outside) {
        for (diagnostic, own) in self.held.take().unwrap_or_default() {
            let map = own.as_deref().unwrap_or(map);
            // A variable is known by where it is declared, too.
            let declared = diagnostic.secondary.first().filter(|_| diagnostic.code == Code::USED_UNSET);
            let at = [diagnostic.primary.as_ref(), declared].map(|label| label.map(|label| map.call_site(label.span)));
            let is_there = |place: &Place| {
                at.iter().flatten().any(|span| {
                    let is_same = match place.end {
                        0 => place.line == map.line_column(span.file, span.start).line,
                        end => span.start < end && place.start < span.end,
                    };
                    is_same && map.file(span.file).name == place.file
                })
            };
            let is_same = |finding: &Finding| {
                let is_told = |told: &&(Code, Code, &str)| told.0 == diagnostic.code && told.1 == finding.code;
                TOLD_BY_RUN.iter().find(is_told).is_some_and(|told| finding.message.contains(told.2))
            };
            let is_told = |finding: &Finding| {
                is_same(finding) && finding.place.iter().chain(finding.related.iter().map(|other| &other.0)).any(is_there)
            };
            let is_told = findings.iter().any(is_told);
            if !is_told {
                self.diagnostic(&diagnostic, map, outside);
            }
        }
    }

    /// Keeps all that is shown from here on.
    pub(crate) fn keep(&mut self) {
        self.kept = Some(Vec::new());
    }

    /// What was kept.
    pub(crate) fn kept(&self) -> &[Value] {
        self.kept.as_deref().unwrap_or(&[])
    }

    /// Shows one diagnostic.
    pub(crate) fn diagnostic(&mut self, diagnostic: &Diagnostic, map: &SourceMap, outside: &mut Outside) {
        if let Some(held) = &mut self.held
            && TOLD_BY_RUN.iter().any(|told| told.0 == diagnostic.code)
        {
            held.push((diagnostic.clone(), None));
            return;
        }
        self.show(diagnostic, "", map, outside, MOST_DRAWN);
    }

    /// Shows one finding.
    pub(crate) fn finding(&mut self, finding: &Finding, map: &mut SourceMap, outside: &mut Outside) {
        let diagnostic = diagnostic_of(finding, map);
        let fixes = if self.format == Format::Text && self.kept.is_none() { Vec::new() } else { fixes::of(finding, map) };
        self.show(&diagnostic, &fields::of(finding, fixes), map, outside, MOST_WHOLE);
    }

    /// `fields`: more fields of its object, as JSON text with a comma before each. From `whole` on, text is a line each.
    fn show(&mut self, diagnostic: &Diagnostic, fields: &str, map: &SourceMap, outside: &mut Outside, whole: usize) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        self.first_code.get_or_insert(diagnostic.code);
        let is_error = diagnostic.severity == Severity::Error;
        let line = || line(diagnostic, fields, map);
        if let Some(kept) = &mut self.kept {
            kept.push(object(&line()));
        }
        if self.is_silent {
            return;
        }
        match self.format {
            // Many warnings do not keep an error from being seen.
            Format::Text if self.drawn < MOST_DRAWN || is_error && self.errors <= MOST_DRAWN => {
                self.drawn += 1;
                let text = if self.drawn <= whole { text(diagnostic, map, self.style) } else { one_line(diagnostic, map, self.style) };
                let _ = outside.stderr.write_all(text.as_bytes());
            }
            Format::Text => {}
            Format::Json => _ = writeln!(outside.stderr, "{}", line()),
            Format::Github => _ = writeln!(outside.stderr, "{}", github::command(&object(&line()))),
            #[cfg(feature = "pages")]
            Format::Sarif => self.objects.push(object(&line())),
            Format::Junit => self.objects.push(object(&line())),
        }
    }

    /// The launches of the run, for formats that list what went well.
    pub(crate) fn launches(&mut self, launches: &[LaunchReport]) {
        if self.format == Format::Junit {
            self.launches = launches.iter().map(junit::Launched::new).collect();
        }
    }

    /// Says on standard error what is wrong after all else was said; not into a document, which has ended.
    pub(crate) fn alone(&self, problem: &Diagnostic, outside: &mut Outside) {
        let map = SourceMap::new();
        let text = match self.format {
            Format::Json => json_line(problem, &map) + "\n",
            Format::Github => github::command(&diagnostic_object(problem, &map)) + "\n",
            #[cfg(feature = "pages")]
            Format::Sarif => text(problem, &map, self.style),
            Format::Text | Format::Junit => text(problem, &map, self.style),
        };
        let _ = outside.stderr.write_all(text.as_bytes());
    }

    /// The end of what is said: how many, and where to read more; or the document.
    pub(crate) fn close(&self, outside: &mut Outside) {
        let text = match self.format {
            _ if self.is_silent => return,
            Format::Text => self.closing_line(),
            Format::Json | Format::Github => String::new(),
            #[cfg(feature = "pages")]
            Format::Sarif => sarif::document(&self.objects),
            Format::Junit => junit::document(&self.program, &self.objects, &self.launches),
        };
        let _ = outside.stderr.write_all(text.as_bytes());
    }

    /// So many findings are not told, because the program's author knows of them.
    pub(crate) fn suppressed(&mut self, count: usize) {
        self.suppressed = count;
    }

    fn closing_line(&self) -> String {
        let silenced = match self.suppressed {
            0 => String::new(),
            count => format!("{count} more known and left out\n"),
        };
        format!("{}{silenced}", self.counts())
    }

    fn counts(&self) -> String {
        let Some(code) = self.first_code else { return String::new() };
        let plural = |n: usize, what: &str| match n {
            0 => None,
            1 => Some(format!("1 {what}")),
            n => Some(format!("{n} {what}s")),
        };
        let counts: Vec<String> = [plural(self.errors, "error"), plural(self.warnings, "warning")].into_iter().flatten().collect();
        if counts.is_empty() {
            return String::new();
        }
        let all = self.errors + self.warnings;
        let hidden = match self.drawn {
            drawn if drawn >= all => String::new(),
            drawn if drawn > MOST_DRAWN => format!(" ({drawn} are shown)"),
            drawn => format!(" (the first {drawn} are shown)"),
        };
        format!("{}{hidden}; `kern explain {code}` tells more\n", counts.join(", "))
    }
}

/// A diagnostic as one line of text, behind its place as gcc writes it.
fn one_line(diagnostic: &Diagnostic, map: &SourceMap, style: TextStyle) -> String {
    let place = diagnostic.primary.as_ref().map_or(String::new(), |label| {
        let at = map.line_column(label.span.file, label.span.start);
        format!("{}:{}:{}: ", map.file(label.span.file).name, at.line, at.column)
    });
    format!("{place}{}\n", text(diagnostic, map, style).lines().next().unwrap_or_default())
}

fn object(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_default()
}

/// A string in an object, empty if it is not there.
fn string<'a>(object: &'a Value, field: &str) -> &'a str {
    object[field].as_str().unwrap_or_default()
}

/// All that an object says, as lines of plain text: the message, labels of other places, notes, help.
fn plain_text(object: &Value) -> String {
    let mut text = string(object, "message").to_string();
    for place in object["places"].as_array().into_iter().flatten() {
        let label = string(place, "label");
        if !label.is_empty() {
            text.push_str(&format!("\n{}:{}:{}: {label}", string(place, "file"), place["line"], place["column"]));
        }
    }
    for note in object["notes"].as_array().into_iter().flatten() {
        text.push_str(&format!("\nnote: {}", note.as_str().unwrap_or_default()));
    }
    if let Some(help) = object["help"].as_str() {
        text.push_str(&format!("\nhelp: {help}"));
    }
    text
}
