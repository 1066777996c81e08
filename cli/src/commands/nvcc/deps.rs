//! Dependency files for `make`: what a file includes.

use std::path::Path;

use kern_diag::SourceMap;

use super::job::Job;

/// The rule that says what `object` is made of. Headers that come with kern are left out.
pub(super) fn rule(job: &Job, source: &Path, object: &Path, sources: &SourceMap) -> String {
    let targets = match job.depend_targets.is_empty() {
        true => escaped(&object.display().to_string()),
        false => job.depend_targets.join(" "),
    };
    let source = source.display().to_string();
    let mut files = vec![source.clone()];
    for (_, file) in sources.files().filter(|(_, file)| !file.is_system && file.name != source) {
        if !files.contains(&file.name) {
            files.push(file.name.clone());
        }
    }
    let list: Vec<String> = files.iter().map(|file| escaped(file)).collect();
    let mut text = format!("{targets}: {}\n", list.join(" \\\n  "));
    if job.has_phony_targets {
        for file in &list[1..] {
            text.push_str(&format!("\n{file}:\n"));
        }
    }
    text
}

/// A file name as make reads it.
fn escaped(name: &str) -> String {
    name.replace(' ', "\\ ").replace('#', "\\#").replace('$', "$$")
}
