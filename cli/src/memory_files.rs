//! The files of a sandbox: those that the program wrote, in memory, gone at its end.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Error, ErrorKind, Result};

/// Files by path.
pub(crate) struct MemoryFiles {
    /// Where relative paths start: what lies below goes by its path from there.
    home: String,
    files: BTreeMap<String, Vec<u8>>,
    directories: BTreeSet<String>,
    bytes: u64,
    /// Most bytes of all files.
    most: u64,
}

/// The directory that relative paths start at in a sandbox.
pub(crate) const HOME: &str = "/home";

/// Files that there may be at once.
const MOST_FILES: usize = 1 << 16;

impl MemoryFiles {
    /// No files; `most` bytes of them may come. Relative paths start at `home`.
    pub(crate) fn new(home: &str, most: u64) -> MemoryFiles {
        MemoryFiles { home: home.trim_end_matches('/').to_string(), files: BTreeMap::new(), directories: BTreeSet::new(), bytes: 0, most }
    }

    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>> {
        let name = self.one_name(path);
        if name.is_empty() && !path.is_empty() || self.directories.contains(&name) {
            return Err(ErrorKind::IsADirectory.into());
        }
        self.files.get(&name).cloned().ok_or_else(|| ErrorKind::NotFound.into())
    }

    pub(crate) fn write(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        let name = self.one_name(path);
        if name.is_empty() || path.ends_with('/') || self.directories.contains(&name) {
            return Err(ErrorKind::IsADirectory.into());
        }
        let old = self.files.get(&name).map(Vec::len);
        let others = self.bytes - old.unwrap_or(0) as u64;
        if others + bytes.len() as u64 > self.most || old.is_none() && self.files.len() >= MOST_FILES {
            return Err(ErrorKind::StorageFull.into());
        }
        self.bytes = others + bytes.len() as u64;
        self.files.insert(name, bytes.to_vec());
        Ok(())
    }

    /// Gives a file another name, in place of the file that has that name.
    pub(crate) fn rename(&mut self, from: &str, to: &str) -> Result<()> {
        let bytes = self.read(from)?;
        let (name, old) = (self.one_name(to), self.one_name(from));
        if let Some((folder, _)) = name.rsplit_once('/')
            && folder != "/tmp"
            && self.list(folder).is_err()
        {
            return Err(ErrorKind::NotFound.into());
        }
        if name == old {
            return Ok(());
        }
        if name.is_empty() || to.ends_with('/') || self.directories.contains(&name) {
            return Err(ErrorKind::IsADirectory.into());
        }
        self.remove(from)?;
        self.write(to, &bytes)
    }

    pub(crate) fn create_directory(&mut self, path: &str) -> Result<()> {
        let name = self.one_name(path);
        if name.is_empty() || self.files.contains_key(&name) || self.directories.contains(&name) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        if self.directories.len() >= MOST_FILES || self.bytes + name.len() as u64 > self.most {
            return Err(ErrorKind::StorageFull.into());
        }
        self.bytes += name.len() as u64;
        self.directories.insert(name);
        Ok(())
    }

    pub(crate) fn list(&self, path: &str) -> Result<Vec<(String, bool)>> {
        let name = self.one_name(path);
        let prefix = if name.is_empty() { String::new() } else { format!("{name}/") };
        let inside = |all: &str| all.strip_prefix(&prefix).filter(|rest| !rest.is_empty()).map(str::to_string);
        let mut found: Vec<(String, bool)> = Vec::new();
        let files = self.files.keys().filter_map(|file| inside(file)).map(|rest| (rest, false));
        for (rest, is_directory) in files.chain(self.directories.iter().filter_map(|one| inside(one)).map(|rest| (rest, true))) {
            let one = match rest.split_once('/') {
                Some((first, _)) => (first.to_string(), true),
                None => (rest, is_directory),
            };
            if !found.contains(&one) {
                found.push(one);
            }
        }
        match () {
            () if self.files.contains_key(&name) => Err(ErrorKind::NotADirectory.into()),
            () if found.is_empty() && !name.is_empty() && !self.directories.contains(&name) => Err(ErrorKind::NotFound.into()),
            () => Ok(found),
        }
    }

    pub(crate) fn remove_directory(&mut self, path: &str) -> Result<()> {
        if !self.list(path)?.is_empty() {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
        let name = self.one_name(path);
        if self.directories.remove(&name) {
            self.bytes -= name.len() as u64;
        }
        Ok(())
    }

    pub(crate) fn remove(&mut self, path: &str) -> Result<()> {
        let name = self.one_name(path);
        if self.directories.contains(&name) {
            return Err(ErrorKind::IsADirectory.into());
        }
        let gone = self.files.remove(&name).ok_or_else(|| Error::from(ErrorKind::NotFound))?;
        self.bytes -= gone.len() as u64;
        Ok(())
    }

    /// The directory at a path, named from the root.
    pub(crate) fn find_directory(&self, path: &str) -> Result<String> {
        let name = self.one_name(path);
        if path.is_empty() {
            return Err(ErrorKind::NotFound.into());
        }
        if name != "/tmp" {
            self.list(path)?;
        }
        Ok(match name.as_str() {
            "" if path.starts_with('/') && parts(path).is_empty() => "/".to_string(),
            "" => self.home.clone(),
            name if name.starts_with('/') => name.to_string(),
            name => format!("{}/{name}", self.home),
        })
    }

    /// `a/c` for `./a/b/../c`: one file has one name.
    fn one_name(&self, path: &str) -> String {
        let parts = parts(path);
        let name = parts.join("/");
        if !path.starts_with('/') || parts.is_empty() {
            return name;
        }
        let full = format!("/{name}");
        match full.strip_prefix(&self.home) {
            Some(below) if below.is_empty() || below.starts_with('/') => below.trim_start_matches('/').to_string(),
            _ => full,
        }
    }
}

/// The names of a path, without `.` and `..`.
fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_get_other_names() {
        let mut files = MemoryFiles::new(HOME, 16);
        files.write("a", b"hello, you").unwrap();
        assert_eq!(files.rename("b", "c").unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(files.rename("a", "d/a").unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(files.rename("a", "/nowhere/a").unwrap_err().kind(), ErrorKind::NotFound);
        files.rename("a", "./a").unwrap();
        files.rename("a", "/home/b").unwrap();
        assert_eq!(files.read("a").unwrap_err().kind(), ErrorKind::NotFound);
        files.create_directory("d").unwrap();
        assert_eq!(files.rename("b", "d").unwrap_err().kind(), ErrorKind::IsADirectory);
        files.rename("b", "d/b").unwrap();
        files.rename("d/b", "/home/d/c").unwrap();
        files.write("/x/e", b"").unwrap();
        files.rename("/x/e", "/x/f").unwrap();
        assert_eq!(files.read("d/c").unwrap(), b"hello, you");
    }

    #[test]
    fn what_was_written_is_read_back() {
        let mut files = MemoryFiles::new(HOME, 10);
        assert_eq!(files.read("a").unwrap_err().kind(), ErrorKind::NotFound);
        files.write("./d/../a", b"hello").unwrap();
        assert_eq!(files.read("a").unwrap(), b"hello");
        assert_eq!(files.read("/a").unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(files.write("b", b"world!").unwrap_err().kind(), ErrorKind::StorageFull);
        files.write("a", b"hello, you").unwrap();
        assert_eq!(files.write("d/", b"").unwrap_err().kind(), ErrorKind::IsADirectory);
        files.remove("a").unwrap();
        files.write("/home/b", b"world!").unwrap();
        assert_eq!(files.read("b").unwrap(), b"world!");
        assert_eq!(files.remove("a").unwrap_err().kind(), ErrorKind::NotFound);
        files.remove("b").unwrap();
        files.create_directory("d").unwrap();
        files.write("d/e", b"").unwrap();
        assert_eq!(files.remove("d").unwrap_err().kind(), ErrorKind::IsADirectory);
        assert_eq!(files.remove_directory("d").unwrap_err().kind(), ErrorKind::DirectoryNotEmpty);
        files.remove("d/e").unwrap();
        files.remove_directory("d").unwrap();
        assert_eq!(files.remove_directory("d").unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(files.read("/").unwrap_err().kind(), ErrorKind::IsADirectory);
        assert_eq!(files.read("").unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn directories_are_named_from_the_root() {
        let mut files = MemoryFiles::new("/a/b", 100);
        files.create_directory("d").unwrap();
        files.write("/a/b/d/e", b"1").unwrap();
        assert_eq!(files.read("d/../d/e").unwrap(), b"1");
        for (path, name) in [("d", "/a/b/d"), ("/a/b/d/", "/a/b/d"), ("/a/b/d/..", "/a/b"), (".", "/a/b"), ("/", "/"), ("/tmp", "/tmp")] {
            assert_eq!(files.find_directory(path).unwrap(), name, "{path}");
        }
        assert_eq!(files.find_directory("d/e").unwrap_err().kind(), ErrorKind::NotADirectory);
        assert_eq!(files.find_directory("x").unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(files.find_directory("").unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(files.read("/a/bc").unwrap_err().kind(), ErrorKind::NotFound);
    }
}
