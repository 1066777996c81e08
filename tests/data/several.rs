//! Programs of several files, a folder each: `files.txt` has their names in order, `stdout.txt` what they print when they are run, or
//! `stderr.txt` why they cannot be linked. They are compiled together, and one by one to objects that are linked then.

use std::path::{Path, PathBuf};

use kern_tests::command::{Outcome, kern};
use kern_tests::{root, shown};
use libtest_mimic::Trial;

use super::programs::WAYS;
use crate::{expect_equal, read, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let Ok(entries) = std::fs::read_dir(root().join("tests/several")) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    let named = folders.into_iter().map(|folder| (format!("several/{}", folder.file_name().unwrap_or_default().display()), folder));
    named.map(|(name, folder)| trial(name, move || check(&folder))).collect()
}

fn check(folder: &Path) -> Result<(), String> {
    let files: Vec<String> = read(&folder.join("files.txt"))?.split_whitespace().map(|name| shown(&folder.join(name))).collect();
    if let Ok(wanted) = read(&folder.join("stderr.txt")) {
        let outcome = run(&[&["check".to_string()][..], &files].concat());
        expect_equal("standard error", &outcome.stderr, &wanted)?;
        return expect_equal("the status", &outcome.status.to_string(), "2");
    }
    let wanted = read(&folder.join("stdout.txt"))?;
    for way in WAYS.as_flattened() {
        let options: Vec<String> = std::iter::once("run").chain(way.iter().copied()).map(String::from).collect();
        expect_equal(&way.join(" "), &printed(&[&options[..], &files, &["--".into(), "an.argument".into()]].concat())?, &wanted)?;
    }
    one_by_one(folder, &files, &wanted)
}

/// Objects, and a program made of them.
fn one_by_one(folder: &Path, files: &[String], wanted: &str) -> Result<(), String> {
    let name = folder.file_name().unwrap_or_default().display().to_string();
    let scratch = std::env::temp_dir().join(format!("kern-several-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let in_scratch = |name: String| scratch.join(name).display().to_string();
    let made = (|| {
        let mut link = vec!["nvcc".to_string(), "-o".into(), in_scratch("program".into())];
        for (number, file) in files.iter().enumerate() {
            let object = in_scratch(format!("{number}.o"));
            printed(&["nvcc".into(), "-rdc=true".into(), "-c".into(), "-o".into(), object.clone(), file.clone()])?;
            link.push(object);
        }
        printed(&link)?;
        expect_equal("the linked program", &printed(&["run".into(), in_scratch("program".into())])?, wanted)
    })();
    let _ = std::fs::remove_dir_all(&scratch);
    made
}

fn printed(args: &[String]) -> Result<String, String> {
    let outcome = run(args);
    if outcome.status != 0 || !outcome.stderr.is_empty() {
        return Err(format!("`kern {}` ended with {}: {}", args.join(" "), outcome.status, outcome.stderr));
    }
    Ok(outcome.stdout_text())
}

fn run(args: &[String]) -> Outcome {
    kern(args, &[])
}
