//! Source files on disk: reading them, saying clearly why one cannot be read, and finding what they include.

use std::cell::RefCell;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use kern_diag::{Code, Diagnostic};
use kern_syntax::{LoadedFile, Loader};

/// Most bytes of a source file.
pub const MOST_BYTES: usize = 64 << 20;
/// Reads at most one byte more than is allowed, and never from a folder.
///
/// # Errors
/// Those of the file system.
pub fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(std::io::ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of a source file as text.
///
/// # Errors
/// A diagnostic when they are too many, not text, or UTF-16.
pub fn source_text(name: &str, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    if bytes.len() > MOST_BYTES {
        return Err(Box::new(too_large(name, bytes.len())));
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Box::new(not_utf8(name)));
    }
    if looks_binary(&bytes) {
        return Err(Box::new(binary(name)));
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|error| with_foreign_bytes(error.as_bytes()));
    // A byte order mark belongs to the file, not to the program.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_string(),
        None => text,
    })
}

/// Text in which bytes of another encoding, such as Latin-1, stand as characters of their own, one for each.
fn with_foreign_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| kern_syntax::foreign_byte(*byte)));
    }
    text
}

/// Zero bytes or many control characters in the first bytes: no text in any encoding this command knows.
fn looks_binary(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let odd = head.iter().filter(|b| matches!(b, 0..=8 | 14..=26 | 28..=31 | 127)).count();
    head.contains(&0) || odd * 10 > head.len()
}

/// A file that cannot be read.
pub fn unreadable(name: &str, error: &std::io::Error) -> Box<Diagnostic> {
    Box::new(Diagnostic::without_place(Code::UNREADABLE_FILE, format!("cannot read `{name}`")).note(system_says(error)))
}

/// What the operating system says, in our voice.
pub fn system_says(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    let text: String = chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default();
    format!("the system says: {text}")
}

fn too_large(name: &str, size: usize) -> Diagnostic {
    let size = if size > MOST_BYTES { format!("more than {MOST_BYTES}") } else { size.to_string() };
    Diagnostic::without_place(Code::FILE_TOO_LARGE, format!("`{name}` has {size} bytes, which is the most a source file may have"))
}

/// A file that a sandbox may not include.
pub fn outside_include(name: &str) -> Diagnostic {
    Diagnostic::without_place(Code::OUTSIDE_INCLUDE, format!("`{name}` is outside the program's folder, and a sandbox has nothing of that"))
        .help("put it beside the program, name its folder with `-I`, or leave out `--sandbox`")
}

/// `/a/c` for `/a/b/../c`, without a look at the files.
fn without_parents(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(short.pop()),
            part => short.push(part),
        }
    }
    short
}

fn binary(name: &str) -> Diagnostic {
    Diagnostic::without_place(Code::BINARY_FILE, format!("`{name}` is not text"))
        .help("name the source file, not what a compiler made of it")
}

fn not_utf8(name: &str) -> Diagnostic {
    Diagnostic::without_place(Code::NOT_UTF8, format!("`{name}` is UTF-16 text"))
        .note("it starts with the byte order mark of UTF-16, in which every character takes two bytes or four")
        .help(format!("convert it: `iconv -f UTF-16 -t UTF-8 {name}`"))
}

/// Files for the compiler: the program itself, which is already read, and what it includes, from disk.
///
/// `"name"` is looked for beside the file that includes it, then in the `-I` folders; `<name>` in the folders only.
pub struct DiskLoader {
    root: LoadedFile,
    folders: Vec<PathBuf>,
    /// Only files below these folders may be read, if there is such a list.
    confines: Option<Vec<PathBuf>>,
    /// Why included files that exist could not be used.
    problems: RefCell<Vec<Diagnostic>>,
}

impl DiskLoader {
    /// A loader whose program is called `name`.
    pub fn new(name: String, text: String, folders: Vec<PathBuf>) -> DiskLoader {
        let root = LoadedFile { name, text: text.into(), is_system: false };
        DiskLoader { root, folders, confines: None, problems: RefCell::default() }
    }

    /// The same, which reads nothing but files of the program's folder and of the `-I` folders, and of those below them.
    #[must_use]
    pub fn confined(mut self) -> DiskLoader {
        let name = Path::new(&self.root.name);
        let own = name.is_file().then(|| match name.parent() {
            Some(folder) if folder != Path::new("") => folder.to_path_buf(),
            _ => PathBuf::from("."),
        });
        self.confines = Some(own.iter().chain(&self.folders).filter_map(|folder| folder.canonicalize().ok()).collect());
        self
    }

    /// Whether a file may be read. One that may not is answered alike whether it is there or not.
    fn may_read(&self, path: &Path) -> bool {
        let Some(confines) = &self.confines else { return true };
        let is_within = |path: &Path| confines.iter().any(|folder| path.starts_with(folder));
        let absolute = std::path::absolute(path).map(|path| without_parents(&path));
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        // The folder may itself have been reached by a link.
        let is_named_within = absolute.is_ok_and(|path| is_within(&path)) || folder.canonicalize().is_ok_and(|folder| is_within(&folder));
        is_named_within && path.canonicalize().map_or(true, |path| is_within(&path))
    }

    /// The problems met so far, each once.
    pub fn take_problems(&self) -> Vec<Diagnostic> {
        let mut problems = self.problems.take();
        problems.dedup();
        problems
    }
}

/// `a/c.h` for `a/b/../c.h`, so that one file has one name; left alone where `b` is a link that leads elsewhere.
fn without_detours(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(short.components().next_back(), Some(Component::Normal(_))) => {
                short.pop();
            }
            part => short.push(part),
        }
    }
    let is_same = path == short || matches!((path.canonicalize(), short.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if is_same { short } else { path.to_path_buf() }
}

impl Loader for DiskLoader {
    fn load(&self, name: &str, from: Option<&str>, is_angled: bool) -> Option<LoadedFile> {
        let from = match from {
            None if !is_angled => return Some(self.root.clone()),
            from => from.unwrap_or(&self.root.name),
        };
        // `#include __FILE__` of a program that is no file, such as standard input.
        if name == self.root.name && !Path::new(name).exists() {
            return Some(self.root.clone());
        }
        let beside = if is_angled { None } else { Some(Path::new(from).parent().unwrap_or(Path::new("")).to_path_buf()) };
        let candidates = || beside.iter().chain(&self.folders).map(|folder| folder.join(name));
        let Some(path) = candidates().find(|path| self.may_read(path) && path.is_file()) else {
            if candidates().any(|path| !self.may_read(&path)) {
                self.problems.borrow_mut().push(outside_include(name));
            }
            return None;
        };
        let path = without_detours(&path);
        let shown = path.display().to_string();
        let text = read_bytes(&path).map_err(|error| unreadable(&shown, &error)).and_then(|bytes| source_text(&shown, bytes));
        match text {
            Ok(text) => Some(LoadedFile { name: shown, text: Arc::from(text), is_system: false }),
            Err(problem) => {
                self.problems.borrow_mut().push(*problem);
                None
            }
        }
    }
}
