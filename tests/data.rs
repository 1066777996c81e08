//! Every test program on disk as one named test: `cargo test -p kern-tests --test data -- ui/` runs one area.

mod data {
    pub(super) mod contraction;
    pub(super) mod counters;
    pub(super) mod documents;
    pub(super) mod engines;
    pub(super) mod findings;
    pub(super) mod formats;
    pub(super) mod hostile;
    pub(super) mod imports;
    pub(super) mod litmus;
    pub(super) mod programs;
    pub(super) mod sanitize;
    pub(super) mod several;
    pub(super) mod sizes;
    pub(super) mod targets;
    pub(super) mod threads;
    pub(super) mod traces;
    pub(super) mod ui;
    pub(super) mod words;
}

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    // Diagnostics name files as the command line does: keep that the same wherever the tests start.
    std::env::set_current_dir(kern_tests::root()).expect("the repository is there");
    let mut trials = Vec::new();
    trials.extend(data::programs::trials());
    trials.extend(data::several::trials());
    trials.extend(data::findings::trials());
    trials.extend(data::sanitize::trials());
    trials.extend(data::litmus::trials());
    trials.extend(data::formats::trials());
    trials.extend(data::hostile::trials());
    trials.extend(data::counters::trials());
    trials.extend(data::contraction::trials());
    trials.extend(data::ui::trials());
    trials.extend(data::documents::trials());
    trials.extend(data::engines::trials());
    trials.extend(data::threads::trials());
    trials.extend(data::traces::trials());
    trials.extend(data::sizes::trials());
    trials.extend(data::words::trials());
    trials.extend(data::imports::trials());
    trials.extend(data::targets::trials());
    libtest_mimic::run(&arguments, trials).exit();
}

/// A test called `name`, on a thread with a stack as large as a process's first one.
///
/// A test that `tests/known_failures.txt` names must fail, until what it shows is mended and its line deleted.
fn trial(name: String, test: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    let must_fail = include_str!("known_failures.txt").lines().any(|line| line == name);
    let verdict = move |result: Result<(), Failed>| match (must_fail, result) {
        (false, result) => result,
        (true, Err(_)) => Ok(()),
        (true, Ok(())) => Err(Failed::from("passes now: delete its line from tests/known_failures.txt")),
    };
    Trial::test(name, move || verdict(run_on_thread(test)))
}

fn run_on_thread(test: impl FnOnce() -> Result<(), String> + Send + 'static) -> Result<(), Failed> {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test).map_err(|e| Failed::from(e.to_string()))?;
    match thread.join() {
        Ok(result) => result.map_err(Failed::from),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(Failed::from(format!("panicked: {}", text.unwrap_or("?"))))
        }
    }
}

/// The text of the file at `path`.
fn read(path: &std::path::Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// An error that shows the first difference unless the texts are equal.
fn expect_equal(what: &str, found: &str, expected: &str) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let same = found.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| -> String { text.lines().skip(same).take(8).map(|line| format!("  {line}\n")).collect() };
    Err(format!("{what} differs from line {} on\n--- expected\n{}--- found\n{}---", same + 1, part(expected), part(found)))
}
