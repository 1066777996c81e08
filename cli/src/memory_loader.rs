//! Files for the compiler that are in memory: a program that came over a wire, in a folder that is on no disk.

use std::cell::RefCell;
use std::sync::Arc;

use kern::files::outside_include;
use kern_diag::Diagnostic;
use kern_syntax::{LoadedFile, Loader};

/// The program itself, and what it includes.
///
/// All files lie in one folder: `"name"` is looked for there, `<name>` nowhere, as without `-I`.
pub(crate) struct MemoryLoader {
    root: LoadedFile,
    files: Arc<[(String, String)]>,
    problems: RefCell<Vec<Diagnostic>>,
}

impl MemoryLoader {
    /// A loader whose program is called `name`.
    pub(crate) fn new(name: String, text: String, files: Arc<[(String, String)]>) -> MemoryLoader {
        MemoryLoader { root: LoadedFile { name, text: text.into(), is_system: false }, files, problems: RefCell::default() }
    }

    /// The problems met so far, each once.
    pub(crate) fn take_problems(&self) -> Vec<Diagnostic> {
        let mut problems = self.problems.take();
        problems.dedup();
        problems
    }
}

/// `b.h` for `./a/../b.h`; `None` for what is outside of the folder.
fn within(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            "" => return None,
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

impl Loader for MemoryLoader {
    fn load(&self, name: &str, from: Option<&str>, is_angled: bool) -> Option<LoadedFile> {
        if from.is_none() && !is_angled {
            return Some(self.root.clone());
        }
        if is_angled {
            return None;
        }
        let Some(path) = within(name) else {
            self.problems.borrow_mut().push(outside_include(name));
            return None;
        };
        if path == self.root.name {
            return Some(self.root.clone());
        }
        let (name, text) = self.files.iter().find(|file| file.0 == path)?;
        Some(LoadedFile { name: name.clone(), text: text.as_str().into(), is_system: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_folder_and_nothing_else() {
        let files: Arc<[(String, String)]> = [("a.cu".to_string(), "1".to_string()), ("b.h".into(), "2".into())].into();
        let loader = MemoryLoader::new("a.cu".into(), "1".into(), files);
        let text = |name: &str, is_angled| loader.load(name, Some("a.cu"), is_angled).map(|file| file.text.to_string());
        assert_eq!(text("./b.h", false).as_deref(), Some("2"));
        assert_eq!(text("x/../a.cu", false).as_deref(), Some("1"));
        assert_eq!((text("b.h", true), text("c.h", false)), (None, None));
        assert!(loader.take_problems().is_empty());
        assert_eq!((text("../b.h", false), text("/etc/passwd", false)), (None, None));
        assert_eq!(loader.take_problems().len(), 2);
    }
}
