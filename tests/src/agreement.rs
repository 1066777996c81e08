//! What compute-sanitizer said of programs of this folder, held against what `kern sanitize` says: the rows of
//! `sanitize/compute_sanitizer.txt`, their check, and the page of the book that they make.

use std::fmt::Write;

use serde_json::Value;

use crate::annotations::Annotations;
use crate::silent::sanitize;
use crate::{MADE, root};

/// Who says something of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    Nobody,
    /// Both, and the tool names these lines.
    Both(Vec<u64>),
    /// The tool alone.
    Tool,
    Kern,
}

/// A program, who finds races in it, who reads of memory that was never written, and why they differ.
#[derive(Clone, Debug)]
pub struct Row {
    pub program: &'static str,
    pub races: Who,
    pub uninitialised: Who,
    pub reason: &'static str,
}

/// The rows of the file; a line that is none, and one that does not give its reason, is an error.
pub fn rows() -> Result<Vec<Row>, String> {
    let lines = include_str!("../sanitize/compute_sanitizer.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| row(line).ok_or(format!("no row: {line}"))).collect()
}

fn row(line: &'static str) -> Option<Row> {
    let mut cells = line.split('|').map(str::trim);
    let row = Row { program: cells.next()?, races: who(cells.next()?)?, uninitialised: who(cells.next()?)?, reason: cells.next()? };
    (row.differs() != row.reason.is_empty()).then_some(row)
}

fn who(cell: &str) -> Option<Who> {
    let (name, lines) = cell.split_once(':').unwrap_or((cell, ""));
    let lines = lines.split(',').filter(|line| !line.is_empty()).map(|line| line.parse().ok());
    match name {
        "none" => Some(Who::Nobody),
        "both" => Some(Who::Both(lines.collect::<Option<_>>()?)),
        "tool" => Some(Who::Tool),
        "kern" => Some(Who::Kern),
        _ => None,
    }
}

impl Row {
    /// Whether one says something where the other does not.
    pub fn differs(&self) -> bool {
        [&self.races, &self.uninitialised].iter().any(|who| matches!(who, Who::Tool | Who::Kern))
    }

    /// Runs it.
    ///
    /// # Errors
    /// `kern sanitize` says what the row does not, or not what it does.
    pub fn check(&self) -> Result<(), String> {
        let path = root().join("tests").join(self.program);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", self.program))?;
        // As it was measured: in the fixed order, whatever seeds its comments ask for.
        let plain = Annotations { args: Vec::new(), ..Annotations::parse(&text)? };
        let outcome = sanitize(&path, &plain, &[]);
        let found = outcome.diagnostics();
        agree("races", &self.races, &found, "R03")?;
        agree("uninitialised memory", &self.uninitialised, &found, "R06")
    }
}

/// What the tools do not look at: what host code reads.
const OF_HOST: &str = "R0603";

/// Findings of a family are there exactly if they should be, and name the lines that the tool names.
fn agree(what: &str, who: &Who, found: &[Value], family: &str) -> Result<(), String> {
    let is_of_family = |code: &str| code.starts_with(family) && code != OF_HOST;
    // What follows from another mistake is told with that one.
    let follows = if family == "R03" { "so there is a race" } else { "so thread" };
    let labels = |d: &Value| {
        d["places"].as_array().into_iter().flatten().filter_map(|place| place["label"].as_str().map(str::to_string)).collect::<Vec<_>>()
    };
    let is_told = |d: &&Value| d["code"].as_str().is_some_and(is_of_family) || labels(d).iter().any(|label| label.starts_with(follows));
    let found: Vec<&Value> = found.iter().filter(is_told).collect();
    let are_wanted = matches!(who, Who::Both(_) | Who::Kern);
    if found.is_empty() == are_wanted {
        return Err(format!("{what}: {} findings, and the row says {who:?}", found.len()));
    }
    let Who::Both(lines) = who else { return Ok(()) };
    let places = found.iter().flat_map(|d| d["places"].as_array().into_iter().flatten());
    let named: Vec<u64> = places.filter_map(|place| place["line"].as_u64()).collect();
    let missing: Vec<&u64> = lines.iter().filter(|line| !named.contains(line)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("{what}: lines {missing:?} are not named, but {named:?}")) }
}

/// The page of the book.
///
/// # Panics
/// The file has a line that is no row: a test says so.
pub fn page() -> String {
    let rows = rows().expect("a test reads the rows");
    let mut page = format!("# Beside compute-sanitizer\n\n{}\n", MADE);
    page.push_str(
        "What NVIDIA's racecheck and initcheck (CUDA 13.0, on an H100) say of this project's test programs, beside what `kern \
         sanitize` says. A test runs every row; where both find something, kern names all lines that the tool names. What host code reads of unwritten memory is \
         left out: the tools look at kernels and copies. The rows are in \
         `tests/sanitize/compute_sanitizer.txt`.\n\n",
    );
    let count = |of: fn(&Row) -> &Who, wanted: fn(&Who) -> bool| rows.iter().filter(|row| wanted(of(row))).count();
    page.push_str("| programs | both silent | both find it | the tool alone | kern alone |\n|---|---:|---:|---:|---:|\n");
    for (name, of) in [("races", (|r| &r.races) as fn(&Row) -> &Who), ("uninitialised memory", |r| &r.uninitialised)] {
        let counts: [usize; 4] = [
            count(of, |w| *w == Who::Nobody),
            count(of, |w| matches!(w, Who::Both(_))),
            count(of, |w| *w == Who::Tool),
            count(of, |w| *w == Who::Kern),
        ];
        let _ = writeln!(page, "| {} for {name} | {} | {} | {} | {} |", rows.len(), counts[0], counts[1], counts[2], counts[3]);
    }
    page.push_str("\n## Where they differ\n\n| program | races | uninitialised memory | why |\n|---|---|---|---|\n");
    for row in rows.iter().filter(|row| row.differs()) {
        let [races, uninitialised] = [&row.races, &row.uninitialised].map(|who| match who {
            Who::Nobody => "",
            Who::Both(_) => "both",
            Who::Tool => "the tool",
            Who::Kern => "kern",
        });
        let _ = writeln!(page, "| `{}` | {races} | {uninitialised} | {} |", row.program, row.reason);
    }
    page
}
