//! The expectations that a test program states in comments.
//!
//! ```text
//! //@ args: -DN=3          options of `kern` for this program (split at blanks)
//! //@ devices: 2         how many devices a run has
//! //@ argv: 1 two          arguments of the program
//! //@ runs: 3               run so often, with the number of the run (from 0) as argument (tests/hostile)
//! //@ stdin: hello         a line of standard input (may repeat)
//! //@ exit: 1              exit status of `kern run` (default: 0, or 1 when a run-time ERROR is expected, or 2 for another)
//! //@ stdout: 42           a line of standard output (may repeat); or the file NAME.out beside the program
//! x = y;   //~ ERROR[K0301] expected `float`
//! f(x);    //~ REMARK[R0308] 1
//! y = x;   //~ WARNING[K0601]
//!          //~^ NOTE declared here          one line up for each `^`
//! ```
//! `ERROR`, `WARNING` and `REMARK`, which is a diagnostic that is only a note, are met by a diagnostic whose primary place is on the line; every diagnostic must be expected
//! by one. `NOTE` is met by another place of any diagnostic. The text, if any, must occur in the message, in a label, a
//! note or the help. Several words groups separated by ` | ` must all occur.

use serde_json::Value;

/// What is expected on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// Line, from 1.
    pub line: u32,
    /// `error`, `warning`, `note` or `remark`.
    pub severity: String,
    /// The code, if it is part of the expectation.
    pub code: Option<String>,
    /// Words that the report must contain.
    pub words: Vec<String>,
}

/// All that a program says about its test.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Annotations {
    /// Options of `kern`.
    pub args: Vec<String>,
    /// How many devices a run has, if not one.
    pub devices: Option<u32>,
    /// Arguments of the program.
    pub argv: Vec<String>,
    /// Standard input.
    pub stdin: String,
    /// How often to run.
    pub runs: u32,
    /// Exit status.
    pub exit: Option<i32>,
    /// Lines of standard output.
    pub stdout: Option<String>,
    /// Expected diagnostics.
    pub expected: Vec<Expectation>,
}

impl Annotations {
    /// Options that only runs know.
    pub fn device_args(&self) -> Vec<String> {
        self.devices.map_or(Vec::new(), |count| vec!["--devices".to_string(), count.to_string()])
    }

    /// Options of `kern run` for this program: those for all commands, and what only runs know.
    pub fn run_args(&self) -> Vec<String> {
        [self.args.clone(), self.device_args()].concat()
    }

    /// Reads the comments of `source`.
    ///
    /// # Errors
    /// A comment that starts like an expectation and is none.
    pub fn parse(source: &str) -> Result<Annotations, String> {
        let mut result = Annotations { runs: 1, ..Annotations::default() };
        for (index, line) in source.lines().enumerate() {
            let number = index as u32 + 1;
            if let Some(rest) = line.trim_start().strip_prefix("//@") {
                let (key, value) = rest.trim().split_once(':').ok_or(format!("line {number}: no `:` in `//@`"))?;
                let value = value.strip_prefix(' ').unwrap_or(value);
                match key.trim() {
                    "args" => result.args.extend(value.split_whitespace().map(String::from)),
                    "devices" => result.devices = Some(value.trim().parse().map_err(|_| format!("line {number}: bad number of devices"))?),
                    "runs" => result.runs = value.trim().parse().map_err(|_| format!("line {number}: bad number of runs"))?,
                    "argv" => result.argv.extend(value.split_whitespace().map(String::from)),
                    "stdin" => result.stdin.push_str(&format!("{value}\n")),
                    "exit" => result.exit = Some(value.trim().parse().map_err(|_| format!("line {number}: bad status"))?),
                    "stdout" => result.stdout.get_or_insert_default().push_str(&format!("{value}\n")),
                    key => return Err(format!("line {number}: unknown key `{key}`")),
                }
            }
            if let Some((_, rest)) = line.split_once("//~") {
                result.expected.push(expectation(rest, number)?);
            }
        }
        Ok(result)
    }

    /// The exit status that `kern run` must have.
    pub fn exit_status(&self) -> i32 {
        let is_at_run_time = |e: &Expectation| e.code.as_deref().is_some_and(|c| c.starts_with('R'));
        let mut errors = self.expected.iter().filter(|e| e.severity == "error");
        match (self.exit, errors.next()) {
            (Some(status), _) => status,
            (None, None) => 0,
            (None, Some(first)) if is_at_run_time(first) && errors.all(is_at_run_time) => 1,
            (None, Some(_)) => 2,
        }
    }
}

fn expectation(rest: &str, number: u32) -> Result<Expectation, String> {
    let carets = rest.chars().take_while(|&c| c == '^').count();
    let rest = rest[carets..].trim();
    let word_end = rest.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(rest.len());
    let (severity, rest) = rest.split_at(word_end);
    if !["ERROR", "WARNING", "NOTE", "REMARK"].contains(&severity) {
        return Err(format!("line {number}: expected `ERROR`, `WARNING`, `NOTE` or `REMARK` after `//~`"));
    }
    let (code, rest) = match rest.strip_prefix('[') {
        Some(rest) => {
            let (code, rest) = rest.split_once(']').ok_or(format!("line {number}: no `]`"))?;
            (Some(code.to_string()), rest)
        }
        None => (None, rest),
    };
    let words = rest.split(" | ").map(|w| w.trim().to_string()).filter(|w| !w.is_empty()).collect();
    Ok(Expectation { line: number - carets as u32, severity: severity.to_lowercase(), code, words })
}

/// What `found` (JSON diagnostics) lacks of `expected` and has beyond it; empty if they agree.
pub fn compare(expected: &[Expectation], found: &[Value], file: &str) -> String {
    let mut problems = String::new();
    let mut used = vec![false; found.len()];
    for want in expected {
        let matches = |d: &Value| {
            let code_fits = want.code.as_ref().is_none_or(|c| d["code"] == c.as_str());
            code_fits && is_on_line(d, want, file) && want.words.iter().all(|w| all_text(d).contains(w.as_str()))
        };
        let index = (0..found.len()).find(|&i| (!used[i] || want.severity == "note") && matches(&found[i]));
        match index {
            Some(index) if want.severity != "note" => used[index] = true,
            Some(_) => {}
            None => problems.push_str(&format!(
                "expected {}{} at line {} with the words {:?}\n",
                want.severity,
                want.code.as_ref().map_or(String::new(), |c| format!("[{c}]")),
                want.line,
                want.words
            )),
        }
    }
    for (diagnostic, _) in found.iter().zip(&used).filter(|(_, used)| !**used) {
        problems.push_str(&format!("unexpected {}\n", summary(diagnostic)));
    }
    if !problems.is_empty() {
        problems.push_str("found:\n");
        found.iter().for_each(|d| problems.push_str(&format!("  {}\n", summary(d))));
    }
    problems
}

/// One line about a diagnostic.
fn summary(d: &Value) -> String {
    let mut text = format!("{}[{}]: {}", d["severity"].as_str().unwrap_or(""), d["code"].as_str().unwrap_or(""), d["message"]);
    for place in d["places"].as_array().into_iter().flatten() {
        text.push_str(&format!(" @{}:{}:{} {}", place["file"].as_str().unwrap_or(""), place["line"], place["column"], place["label"]));
    }
    for note in d["notes"].as_array().into_iter().flatten() {
        text.push_str(&format!(" note: {note}"));
    }
    text
}

fn is_on_line(d: &Value, want: &Expectation, file: &str) -> bool {
    let on_line = |p: &Value| p["line"] == want.line && p["file"] == file;
    let places = d["places"].as_array().map(Vec::as_slice).unwrap_or_default();
    if want.severity == "note" {
        places.iter().any(|p| p["primary"] == false && on_line(p))
    } else {
        let severity = if want.severity == "remark" { "note" } else { want.severity.as_str() };
        d["severity"] == severity && places.first().is_some_and(|p| p["primary"] == true && on_line(p))
    }
}

fn all_text(d: &Value) -> String {
    let mut text = d["message"].as_str().unwrap_or("").to_string();
    let labels = d["places"].as_array().into_iter().flatten().filter_map(|p| p["label"].as_str());
    let notes = d["notes"].as_array().into_iter().flatten().filter_map(|n| n.as_str());
    for part in labels.chain(notes).chain(d["help"].as_str()) {
        text.push('\n');
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_expectations() {
        let source = "//@ args: -O0 -DX\n//@ stdout: a\nint x; //~ ERROR[K0301] one | two\n//~^ NOTE here\n//@ stdout:\n";
        let parsed = Annotations::parse(source).expect("well-formed");
        assert_eq!(parsed.args, ["-O0", "-DX"]);
        assert_eq!(parsed.stdout.as_deref(), Some("a\n\n"));
        assert_eq!(parsed.exit_status(), 2);
        assert_eq!(parsed.expected[0].words, ["one", "two"]);
        assert_eq!((parsed.expected[1].line, parsed.expected[1].severity.as_str()), (3, "note"));
        assert!(Annotations::parse("//~ WRONG").is_err());
        assert!(Annotations::parse("//@ what: 3").is_err());
    }
}
