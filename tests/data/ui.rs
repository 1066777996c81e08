//! Wrong programs: the text of every diagnostic is pinned by a snapshot that shows the program above it.
//!
//! A changed text fails and leaves a `.snap.new` file to be read and accepted (`cargo insta accept`, or by moving it).

use std::path::Path;

use kern_tests::command::kern;
use kern_tests::{files_below, root, shown};
use libtest_mimic::Trial;

use crate::{read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let paths = files_below(&root().join("tests/ui"), &["kern", "cu", "c", "ptx"]);
    let name = |path: &Path| shown(path).trim_start_matches("tests/").to_string();
    paths.into_iter().map(|path| trial(name(&path), move || check(&path))).collect()
}

fn check(path: &Path) -> Result<(), String> {
    let source = read(path)?;
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let file = shown(path);
    let outcome = kern(&["check", &file], b"");
    if outcome.stdout_text() != "" {
        return Err("`kern check` wrote to standard output".into());
    }
    let numbered: String = source.lines().enumerate().map(|(i, line)| format!("{:>3} {line}\n", i + 1)).collect();
    let pinned = format!("{numbered}\nexit status {}\n\n{}", outcome.status, outcome.stderr);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("tests/ui/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    // Each snapshot is its own reason to be read: the first difference ends the test, nothing is written over.
    settings.bind(|| insta::assert_snapshot!(name, pinned));
    Ok(())
}
