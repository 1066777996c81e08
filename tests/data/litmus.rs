//! The litmus tests of the memory model as programs, under all orders of their threads: they print what the model allows, each of it,
//! and nothing else.

use std::collections::BTreeSet;

use kern_tests::command::kern;
use kern_tests::litmus::{Litmus, litmus_tests};
use kern_tests::root;
use libtest_mimic::Trial;

use crate::{read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let of_file = |file: &str| match read(&root().join("tests/litmus").join(file)).and_then(|text| litmus_tests(&text)) {
        // Two devices in one launch there are not: the machine's own tests have these.
        Ok(tests) => tests
            .into_iter()
            .filter(Litmus::has_one_device)
            .map(|test| trial(format!("litmus/{}", test.name), move || check(&test)))
            .collect(),
        Err(problem) => vec![trial(format!("litmus/{file}"), || Err(problem))],
    };
    ["ptx.txt", "dat3m.txt"].into_iter().flat_map(of_file).collect()
}

fn check(test: &Litmus) -> Result<(), String> {
    let program = test.program();
    let outcome = kern(&["sanitize", "--exhaustive", "--checks", "weak", "--json", "-"], program.as_bytes());
    let diagnostics = outcome.diagnostics();
    // A limit would be one of them.
    let is_expected = |code: Option<&str>| code.is_some_and(|code| code == "R0308" || code.starts_with("R07"));
    if let Some(other) = diagnostics.iter().find(|d| !is_expected(d["code"].as_str())) {
        return Err(format!("{other}\n{program}"));
    }
    let mut reached: BTreeSet<String> = BTreeSet::from([outcome.stdout_text().trim_end().to_string()]);
    for diagnostic in diagnostics.iter().filter(|d| d["code"] == "R0308") {
        let notes = diagnostic["notes"].as_array().cloned().unwrap_or_default();
        let lines = notes.iter().filter_map(|note| note.as_str()).skip_while(|note| !note.contains("different outputs")).skip(1);
        reached.extend(lines.map(String::from));
    }
    let forbidden: Vec<&String> = reached.difference(&test.outcomes).collect();
    let expected: BTreeSet<String> = test.outcomes.difference(&test.unreached).cloned().collect();
    let missed: Vec<&String> = expected.difference(&reached).collect();
    let newly: Vec<&String> = test.unreached.intersection(&reached).collect();
    let is_wrong = test.question.as_ref().is_some_and(|(is_allowed, _)| *is_allowed != reached.iter().any(|one| test.is_in_question(one)));
    if forbidden.is_empty() && missed.is_empty() && newly.is_empty() && !is_wrong {
        return Ok(());
    }
    let question = test.question.as_ref().filter(|_| is_wrong);
    Err(format!(
        "forbidden: {forbidden:?}\nnot reached: {missed:?}\nreached now: {newly:?}\nwrong: {question:?}\n{program}\n{}",
        outcome.stderr
    ))
}
