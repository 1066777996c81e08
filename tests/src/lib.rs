//! What the tests share: running the command inside this process, and reading the expectations that test programs
//! state in comments.

pub mod agreement;
pub mod annotations;
pub mod command;
pub mod edits;
pub mod engines;
pub mod kernels;
pub mod litmus;
pub mod markdown;
pub mod mutate;
pub mod ordered;
pub mod pages;
pub mod silent;
pub mod sizes;
pub mod soak;
pub mod sums;
pub mod trials;

use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ has a parent")
}

/// All files below `dir` whose extension is one of `extensions`, sorted; none if there is no such folder.
pub fn files_below(dir: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().and_then(|e| e.to_str()).is_some_and(|e| extensions.contains(&e)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// `path` relative to the repository, with `/` on every system.
pub fn shown(path: &Path) -> String {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    relative.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// What stands at the head of each page.
pub(crate) const MADE: &str = "<!-- Made by `cargo run -p kern-tests --bin pages`; the tables are in the code. -->\n";
