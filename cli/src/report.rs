//! What `kern` says on standard error: diagnostics, findings and the closing line.

use std::io::Write;

use kern::places::diagnostic_of;
use kern_diag::render::{TextStyle, json_line, text};
use kern_diag::{Code, Diagnostic, Severity, SourceMap};
use kern_vm::Finding;

use crate::Outside;

/// Most diagnostics drawn as text in one run; the rest are counted. JSON has all.
const MOST_DRAWN: usize = 50;

/// Draws diagnostics on standard error and counts them.
pub(crate) struct Reporter {
    json: bool,
    style: TextStyle,
    drawn: usize,
    errors: usize,
    warnings: usize,
    first_code: Option<Code>,
}

impl Reporter {
    pub(crate) fn new(json: bool, outside: &Outside) -> Reporter {
        let style = TextStyle { color: outside.stderr_is_terminal, ascii: false };
        Reporter { json, style, drawn: 0, errors: 0, warnings: 0, first_code: None }
    }

    /// Shows one diagnostic.
    pub(crate) fn diagnostic(&mut self, diagnostic: &Diagnostic, map: &SourceMap, outside: &mut Outside) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        self.first_code.get_or_insert(diagnostic.code);
        if self.json {
            let _ = writeln!(outside.stderr, "{}", json_line(diagnostic, map));
        } else if self.drawn < MOST_DRAWN {
            self.drawn += 1;
            let _ = outside.stderr.write_all(text(diagnostic, map, self.style).as_bytes());
        }
    }

    /// Shows one finding.
    pub(crate) fn finding(&mut self, finding: &Finding, map: &mut SourceMap, outside: &mut Outside) {
        let diagnostic = diagnostic_of(finding, map);
        self.diagnostic(&diagnostic, map, outside);
    }

    /// The closing line: how many, and where to read more.
    pub(crate) fn close(&self, outside: &mut Outside) {
        let Some(code) = self.first_code.filter(|_| !self.json) else { return };
        let plural = |n: usize, what: &str| match n {
            0 => None,
            1 => Some(format!("1 {what}")),
            n => Some(format!("{n} {what}s")),
        };
        let counts: Vec<String> = [plural(self.errors, "error"), plural(self.warnings, "warning")].into_iter().flatten().collect();
        if counts.is_empty() {
            return;
        }
        let all = self.errors + self.warnings;
        let hidden = if all > self.drawn { format!(" (the first {} are shown)", self.drawn) } else { String::new() };
        let _ = writeln!(outside.stderr, "{}{hidden}; `kern explain {code}` tells more", counts.join(", "));
    }
}
