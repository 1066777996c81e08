//! Programs with one mistake, which must be found where it is, and correct programs near the border, which must stay
//! silent.

use std::path::Path;

use kern_tests::annotations::Annotations;
use kern_tests::command::kern;
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;
use serde_json::Value;

use crate::data::programs::check_program;
use crate::{expect_equal, read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in files_below(&root().join("tests/findings"), &["kern", "cu"]) {
        let name = shown(&path);
        let name = name.trim_start_matches("tests/").to_string();
        trials.push(trial(name.clone(), move || {
            check_program(&path)?;
            if name.contains("/bad/") {
                check_levels(&path)?;
            }
            for level in ["-O0", "-O2"].iter().filter(|_| name.contains("/good/")) {
                let outcome = kern(&["run", level, &shown(&path)], b"");
                if !outcome.stderr.is_empty() {
                    return Err(format!("{level}: a correct program was reported:\n{}", outcome.stderr));
                }
            }
            Ok(())
        }));
    }
    trials
}

/// The same mistakes are found at every level, in the same order, and are told in the same words. Only how often they happened
/// may differ: an access whose result is known is left out.
fn check_levels(path: &Path) -> Result<(), String> {
    let wanted = Annotations::parse(&read(path)?)?;
    let report = |level: &str| {
        let mut args = vec!["run".to_string(), "--json".into(), level.into()];
        args.extend(wanted.run_args().into_iter().chain([shown(path), "--".into()]).chain(wanted.argv.iter().cloned()));
        let mut found = kern(&args, wanted.stdin.as_bytes()).diagnostics();
        for finding in &mut found {
            finding["count"] = Value::Null;
            if let Some(notes) = finding["notes"].as_array_mut() {
                notes.retain(|note| !note.as_str().is_some_and(|note| note.starts_with("this happened")));
            }
        }
        found.iter().map(|finding| format!("{finding}\n")).collect::<String>()
    };
    let first = report("-O0");
    ["-O1", "-O2", "-O3"].iter().try_for_each(|level| expect_equal(&format!("the report at {level}"), &report(level), &first))
}
