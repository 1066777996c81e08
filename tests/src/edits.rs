//! The edits that findings suggest, made: the finding is gone, and nothing else came.

use std::path::Path;

use serde_json::Value;

use crate::annotations::Annotations;
use crate::command::Outcome;
use crate::silent::sanitize;

/// Makes each edit that is suggested for a program by itself, in a file beside others of `folder`, and runs it again.
///
/// # Errors
/// What an edit left, or brought.
pub fn try_all(path: &Path, wanted: &Annotations, folder: &Path) -> Result<usize, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let before = sanitize(path, wanted, &[]);
    let known = keys(&before, &text);
    let mut count = 0;
    let found = before.diagnostics().into_iter().filter(|finding| finding["severity"] != "note");
    for (finding, key) in found.zip(&known) {
        for fix in finding["fixes"].as_array().into_iter().flatten() {
            let edited = made(&text, fix).ok_or_else(|| format!("no edit of the program: {fix}"))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let target = folder.join(format!("{count}_{name}"));
            std::fs::write(&target, &edited).map_err(|error| error.to_string())?;
            let after = sanitize(&target, wanted, &[]);
            std::fs::remove_file(&target).map_err(|error| error.to_string())?;
            let left = keys(&after, &edited);
            let said = || format!("{}: {}\n{}", fix["description"], finding["message"], after.stderr);
            if left.contains(key) {
                return Err(format!("the finding is still there, {}", said()));
            }
            if left.iter().any(|one| !known.contains(one)) {
                return Err(format!("something new is found, {}", said()));
            }
            count += 1;
        }
    }
    Ok(count)
}

/// A program after an edit.
fn made(text: &str, fix: &Value) -> Option<String> {
    let mut edited = text.to_string();
    for replacement in fix["replacements"].as_array()?.iter().rev() {
        let at = |name: &str| replacement[name].as_u64().map(|at| at as usize);
        edited.get(at("start")?..at("end")?)?;
        edited.replace_range(at("start")?..at("end")?, replacement["text"].as_str()?);
    }
    Some(edited)
}

/// What is found, by code and the lines that it is about: their numbers change.
fn keys(outcome: &Outcome, text: &str) -> Vec<(String, Vec<String>)> {
    let line = |place: &Value| text.lines().nth(place["line"].as_u64().unwrap_or(1) as usize - 1).unwrap_or_default().trim().to_string();
    let key = |finding: &Value| {
        let places = finding["places"].as_array().into_iter().flatten();
        (finding["code"].as_str().unwrap_or_default().to_string(), places.map(line).collect())
    };
    // Notes are told where nothing worse was found.
    outcome.diagnostics().iter().filter(|finding| finding["severity"] != "note").map(key).collect()
}
