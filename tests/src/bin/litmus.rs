//! Runs the litmus tests of the memory model as programs under all orders of their threads: `cargo run --release -p kern-tests --bin
//! litmus`; words name parts of tests to run only those. Ends with status 1 if one prints what the model forbids, or not all that it
//! allows.

use std::collections::BTreeSet;
use std::process::ExitCode;

use kern_tests::command::kern;
use kern_tests::litmus::{Litmus, litmus_tests};
use kern_tests::root;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(root().join("tests/litmus/ptx.txt")).map_err(|error| error.to_string());
    let tests = match text.and_then(|text| litmus_tests(&text)) {
        Ok(tests) => tests,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(3);
        }
    };
    let mut wrong = 0;
    // Two devices in one launch there are not: the machine's own tests have these.
    for test in tests.iter().filter(|test| test.has_one_device()) {
        if !words.is_empty() && !words.iter().any(|word| test.name.contains(word.as_str())) {
            continue;
        }
        match check(test) {
            Ok(()) => println!("{}: as the model has it", test.name),
            Err(problem) => {
                wrong += 1;
                println!("{}: WRONG\n{problem}", test.name);
            }
        }
    }
    ExitCode::from(u8::from(wrong > 0))
}

fn check(test: &Litmus) -> Result<(), String> {
    let program = test.program();
    let outcome = kern(&["sanitize", "--exhaustive", "--checks", "weak", "--json", "-"], program.as_bytes());
    let diagnostics = outcome.diagnostics();
    if let Some(other) =
        diagnostics.iter().find(|d| d["code"] != "R0308" && !d["code"].as_str().is_some_and(|code| code.starts_with("R07")))
    {
        return Err(format!("{other}\n{program}"));
    }
    let mut reached: BTreeSet<String> = BTreeSet::from([outcome.stdout_text().trim_end().to_string()]);
    for diagnostic in diagnostics.iter().filter(|d| d["code"] == "R0308") {
        let notes = diagnostic["notes"].as_array().cloned().unwrap_or_default();
        let lines = notes.iter().filter_map(|note| note.as_str()).skip_while(|note| !note.contains("different outputs")).skip(1);
        reached.extend(lines.map(String::from));
    }
    let forbidden: Vec<&String> = reached.difference(&test.outcomes).collect();
    let missed: Vec<&String> = test.outcomes.difference(&reached).collect();
    if forbidden.is_empty() && missed.is_empty() {
        return Ok(());
    }
    Err(format!("forbidden: {forbidden:?}\nnot reached: {missed:?}\n{program}\n{}", outcome.stderr))
}
