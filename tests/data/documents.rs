//! Documents and examples are executed: pages of codes, the book's code blocks and console sessions, the examples.
//!
//! Code blocks: ```` ```cuda wrong ```` and ```` ```cuda right ```` on a code's page; elsewhere ```` ```cuda ```` must
//! compile, ```` ```cuda run ```` must run and print the ```` ```text output ```` block that follows it, and a
//! ```` ```console ```` block of `$ kern …` lines must print what stands below each, started in the repository's root.

use std::path::Path;

use kern_tests::command::{Outcome, kern};
use kern_tests::markdown::{Block, blocks};
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::{expect_equal, read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for row in kern_diag::CODES {
        trials.push(trial(format!("codes/{}", row.code), move || check_page(row)));
    }
    trials.push(trial("codes/no_page_without_a_row".into(), check_no_stray_pages));
    let mut pages = files_below(&root().join("docs"), &["md"]);
    pages.retain(|p| !p.starts_with(root().join("docs/codes")));
    pages.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    for path in pages {
        trials.push(trial(format!("book/{}", shown(&path)), move || check_document(&path)));
    }
    for (path, text) in kern_tests::pages::pages() {
        trials.push(trial(format!("book/fresh/{path}"), move || {
            let problem = format!("{path} is stale: run `cargo run -p kern-tests --bin pages`");
            if read(&root().join(path))? == text { Ok(()) } else { Err(problem) }
        }));
    }
    for path in files_below(&root().join("examples"), &["kern", "cu"]) {
        trials.push(trial(shown(&path), move || check_example(&path)));
    }
    trials
}

/// Codes whose page shows a command or a Rust program (a documentation test of the façade) instead of a CUDA program.
fn is_about_commands(code: &str) -> bool {
    ["K0391", "K0392", "K0592", "K0593", "K07", "K08", "K09", "K10"].iter().any(|family| code.starts_with(family))
}

fn check_page(row: &kern_diag::CodeRow) -> Result<(), String> {
    let title = format!("# {}: {}\n", row.code, row.title);
    if !row.page().starts_with(&title) {
        return Err(format!("the page must start with `{}`", title.trim_end()));
    }
    let blocks = blocks(row.page());
    if is_about_commands(row.code.0) {
        return Ok(());
    }
    let program = |word: &str| blocks.iter().find(|b| b.is("cuda", word)).ok_or(format!("no ```cuda {word}``` block"));
    let (wrong, right) = (program("wrong")?, program("right")?);
    let (wrong, right) = (codes_of(row.code.0, wrong), codes_of(row.code.0, right));
    if !wrong.0.contains(&row.code.to_string()) {
        return Err(format!("the wrong program gives {:?}\n{}", wrong.0, wrong.1.stderr));
    }
    if !right.0.is_empty() {
        return Err(format!("the right program gives {:?}\n{}", right.0, right.1.stderr));
    }
    Ok(())
}

/// The codes that a program gives: when compiled, or when run for run-time codes.
fn codes_of(code: &str, program: &Block) -> (Vec<String>, Outcome) {
    let command = match code.starts_with('R') {
        true if program.info.iter().any(|word| word == "sanitize") => "sanitize",
        true => "run",
        false => "check",
    };
    let options = program.info.iter().filter(|w| w.starts_with('-')).map(String::as_str);
    let args: Vec<&str> = [command, "--json"].into_iter().chain(options).chain(["-"]).collect();
    let outcome = kern(&args, program.text.as_bytes());
    // Short programs do not read what their kernels write, and are told so.
    let is_shown = |found: &String| found == code || found != "R0802";
    let codes = outcome.diagnostics().iter().filter_map(|d| d["code"].as_str().map(String::from)).filter(is_shown).collect();
    (codes, outcome)
}

fn check_no_stray_pages() -> Result<(), String> {
    for path in files_below(&root().join("docs/codes"), &["md"]) {
        let code = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        if code != "README" && kern_diag::lookup(&code).is_none() {
            return Err(format!("docs/codes/{code}.md has no row in the table of codes"));
        }
    }
    Ok(())
}

fn check_document(path: &Path) -> Result<(), String> {
    let blocks = blocks(&read(path)?);
    for (index, block) in blocks.iter().enumerate() {
        let here = |e: String| format!("block at line {}: {e}", block.line);
        match block.info.first().map(String::as_str) {
            Some("cuda") if block.is("cuda", "run") => {
                let next = blocks.get(index + 1).filter(|b| b.is("text", "output"));
                let expected = next.ok_or_else(|| here("no ```text output``` block follows".into()))?;
                let outcome = kern(&["run", "-"], block.text.as_bytes());
                expect_equal("output", &format!("{}{}", outcome.stdout_text(), outcome.stderr), &expected.text).map_err(here)?;
            }
            Some("cuda") => {
                let outcome = kern(&["check", "-"], block.text.as_bytes());
                if outcome.status != 0 {
                    return Err(here(outcome.stderr));
                }
            }
            Some("console") => check_console(&block.text).map_err(here)?,
            _ => {}
        }
    }
    Ok(())
}

/// Runs each `$ kern …` of a session and compares what it prints, standard output first.
fn check_console(session: &str) -> Result<(), String> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in session.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_string(), String::new())),
            (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
            (None, None) => return Err("a session starts with `$ `".into()),
        }
    }
    for (command, expected) in commands {
        let command = command.replace("cargo run --release -- ", "kern ");
        let Some(arguments) = command.strip_prefix("kern ") else { continue };
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let outcome = kern(&arguments, b"");
        let found = format!("{}{}", outcome.stdout_text(), outcome.stderr);
        // A line `…` stands for any lines.
        if !matches_with_gaps(&found, &expected) {
            expect_equal(&format!("output of `{command}`"), &found, &expected)?;
        }
    }
    Ok(())
}

/// Whether `found` is `expected`, in which a line `…` stands for any lines.
fn matches_with_gaps(found: &str, expected: &str) -> bool {
    let parts: Vec<&str> = expected.split("…\n").collect();
    let [first, middle @ .., last] = parts.as_slice() else { return found == expected };
    let Some(mut rest) = found.strip_prefix(first) else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// `examples/NAME/main.kern` prints `expected.txt`, nothing is found in it, and it has a README; a picture `NAME.svg` is what it
/// writes to the file of its argument. Beside a program with a mistake to find stands `solution.kern`, of which all that is true.
fn check_example(path: &Path) -> Result<(), String> {
    let (folder, program) = (path.parent().unwrap_or(path), shown(path));
    if path.file_name().is_some_and(|name| name != "solution.kern") {
        check_document(&folder.join("README.md"))?;
        if folder.join("solution.kern").exists() {
            let outcome = kern(&["sanitize", "--json", &program], b"");
            return if outcome.diagnostics().is_empty() { Err("nothing is found".into()) } else { Ok(()) };
        }
    }
    let expected = read(&folder.join("expected.txt"))?;
    for options in [&["run", "-O0"][..], &["run", "-O2"], &["run", "--engine", "interp"], &["sanitize", "--checks", "all"]] {
        let outcome = kern(&[options, &[&program]].concat(), b"");
        let options = options.join(" ");
        expect_equal(&format!("output of `kern {options}`"), &outcome.stdout_text(), &expected)?;
        if outcome.status != 0 || !outcome.stderr.is_empty() {
            return Err(format!("`kern {options}` ends with {}\n{}", outcome.status, outcome.stderr));
        }
    }
    for picture in files_below(folder, &["svg"]) {
        let name = picture.file_name().unwrap_or_default().to_string_lossy();
        let written = std::env::temp_dir().join(format!("kern-{}-{name}", std::process::id()));
        kern(&["run", &program, "--", &written.to_string_lossy()], b"");
        let found = read(&written)?;
        std::fs::remove_file(&written).map_err(|error| error.to_string())?;
        expect_equal(&format!("picture {name}"), &found, &read(&picture)?)?;
    }
    Ok(())
}
