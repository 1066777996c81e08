//! Copies the headers of `include/` without the lines that are comments, and with one space where lines are indented: the programs
//! that carry them are smaller, and there is less to read. Lines keep their numbers.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=include");
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    copy(Path::new("include"), &PathBuf::from(out).join("include"))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::write(to, without_white(&fs::read_to_string(from)?))?;
        }
    }
    Ok(())
}

/// `text` with the lines emptied that are comments and do not stand for something (`//@rows` and its kin), and one space for
/// the indentation of the others.
fn without_white(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut goes_on = false;
    for line in text.lines() {
        let is_comment = line.trim_start().starts_with("//") && !line.starts_with("//@");
        if goes_on || !is_comment || line.ends_with('\\') {
            out.push_str(if line.starts_with(' ') { " " } else { "" });
            out.push_str(line.trim_start());
        }
        out.push('\n');
        goes_on = line.ends_with('\\');
    }
    out
}
