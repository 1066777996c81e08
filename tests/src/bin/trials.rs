//! Runs the trials and prints one table: `cargo build --release && cargo run --release -p kern-tests --bin trials`.
//!
//! The trials are whole programs in `tests/trials/` (wrong ones, right ones, hostile ones, what an H200 printed) with
//! what must come of each in `expected.txt`, and the programs of `tests/h200/`. Words name parts of programs to run
//! only those; `--kern FILE` runs another `kern` than the one beside this command. Ends with status 1 if a row is not
//! as it must be.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use kern_tests::annotations::Annotations;
use kern_tests::trials::{Outcome, Row, rows, run};
use kern_tests::{files_below, root};

fn main() -> ExitCode {
    let mut kern = std::env::current_exe().ok().and_then(|p| p.parent().map(|p| p.join("kern"))).unwrap_or_default();
    let mut words = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--kern" => kern = args.next().map(PathBuf::from).unwrap_or_default(),
            _ => words.push(arg),
        }
    }
    match table(&kern, &words) {
        Ok(bad) => ExitCode::from(u8::from(bad > 0)),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(3)
        }
    }
}

/// Prints the table; the number of rows that are not as they must be.
fn table(kern: &Path, words: &[String]) -> Result<usize, String> {
    let trials = root().join("tests/trials");
    let text = std::fs::read_to_string(trials.join("expected.txt")).map_err(|e| e.to_string())?;
    let mut all: Vec<(PathBuf, Row)> = rows(&text)?.into_iter().map(|row| (trials.clone(), row)).collect();
    for path in files_below(&root().join("tests/h200"), &["cu"]) {
        let name = format!("h200/{}", path.file_name().unwrap_or_default().to_string_lossy());
        // A program that stands in both is run the same way, but for its output.
        let known = all.iter().map(|(_, row)| row).find(|row| row.program == name).cloned();
        let row = known.map_or_else(|| rows(&name), |row| Ok(vec![Row { out: None, ..row }]))?;
        let own = Annotations::parse(&std::fs::read_to_string(&path).map_err(|e| e.to_string())?)?.args;
        let row = row.into_iter().map(|row| Row { args: [row.args.clone(), own.clone()].concat(), ..row });
        all.extend(row.map(|row| (root().join("tests"), row)));
    }
    let mut counts: Vec<(String, usize, usize)> = Vec::new();
    for (folder, row) in all.iter().filter(|(_, r)| words.is_empty() || words.iter().any(|w| r.program.contains(w.as_str()))) {
        let is_right = check(kern, folder, row)?;
        let area = row.program.split('/').next().unwrap_or_default();
        if counts.last().is_none_or(|(name, ..)| name != area) {
            counts.push((area.to_string(), 0, 0));
        }
        let count = counts.last_mut().expect("just pushed");
        if is_right { count.1 += 1 } else { count.2 += 1 }
    }
    println!();
    for (area, right, wrong) in &counts {
        println!("{area:<10} {right:>4} as they must be, {wrong} not");
    }
    let (right, wrong) = counts.iter().fold((0, 0), |(r, w), c| (r + c.1, w + c.2));
    println!("{right} passed, {wrong} failed");
    Ok(wrong)
}

/// Runs all variants of a row and prints its line; whether all are as they must be.
fn check(kern: &Path, folder: &Path, row: &Row) -> Result<bool, String> {
    let expected = row.expected_output(folder)?;
    let (mut worst, mut problems): (Option<Outcome>, Vec<String>) = (None, Vec::new());
    for options in row.variants() {
        let outcome = run(kern, folder, row, &options)?;
        if let Some(problem) = row.problem(&outcome, expected.as_deref()) {
            problems.push(if options.is_empty() { problem } else { format!("{}: {problem}", options[1..].join(" ")) });
        }
        if worst.as_ref().is_none_or(|w| outcome.time > w.time) {
            worst = Some(outcome);
        }
    }
    let worst = worst.expect("a row has a run");
    let verdict = if problems.is_empty() { "ok" } else { "NOT" };
    let exit = worst.exit.map_or("-".to_string(), |e| e.to_string());
    let said = if worst.says.is_empty() { "-".to_string() } else { shortened(&worst.says) };
    let options = row.args.join(" ");
    let name = if options.is_empty() { row.program.clone() } else { format!("{} {options}", row.program) };
    let seconds = worst.time.as_secs_f64();
    let remark = if problems.is_empty() { row.remark.clone() } else { problems.join("; ") };
    println!("{verdict:<3} {name:<52} {exit:>4} {seconds:>6.2} s {:>5} MB  {said:<18} {remark}", worst.memory / 1_000_000);
    Ok(problems.is_empty())
}

/// At most three codes.
fn shortened(codes: &[String]) -> String {
    let shown = codes.iter().take(3).cloned().collect::<Vec<_>>().join(",");
    if codes.len() > 3 { format!("{shown},…{}", codes.len()) } else { shown }
}
