//! Programs with one mistake, which must be found where it is, and correct programs near the border, which must stay
//! silent.

use kern_tests::command::kern;
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::data::programs::check_program;
use crate::trial;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in files_below(&root().join("tests/findings"), &["kern", "cu"]) {
        let name = shown(&path);
        let name = name.trim_start_matches("tests/").to_string();
        trials.push(trial(name.clone(), move || {
            check_program(&path)?;
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
