//! Text to text: each file of a pass's folder holds a module, `//= expected`, and the bodies that the pass leaves.
//!
//! The first lines may name passes to run before and after, `//@ after: mem2reg dce`, `//@ then: simplify_cfg`, and say
//! `//@ host`. The verifier runs before and after each.

use kern_core::pass;
use kern_diag::FileId;
use std::path::{Path, PathBuf};

/// The bodies of a module's functions: a heading, then the instructions; register declarations are left out.
fn bodies(module: &kern_ir::Module) -> String {
    let text = kern_ir::text::print(module);
    let mut out = String::new();
    let (mut name, mut inside) = (String::new(), false);
    for line in text.lines() {
        match line.trim() {
            // Calls have braces of their own.
            "{" if !inside => {
                out += &format!("{name}:\n");
                inside = true;
            }
            "}" if line == "}" => inside = false,
            l if inside && l.starts_with(".reg") => {}
            _ if inside => out += &format!("{line}\n"),
            l if l.contains(".entry") || l.contains(".func") => {
                let after = l.rsplit(' ').next().unwrap_or(l);
                name = after.trim_end_matches(['(', ')', ';']).to_owned();
            }
            _ => {}
        }
    }
    out
}

fn run_file(pass_name: &str, path: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let (input, expected) = source.split_once("//= expected\n").ok_or("no `//= expected`")?;
    let (mut before, mut then, mut target, mut input) = ("", "", "sm_90", input);
    while let Some((line, rest)) = input.split_once('\n').filter(|(line, _)| line.starts_with("//@")) {
        input = rest;
        match line.split_once(':').unwrap_or((line, "")) {
            ("//@ after", names) => before = names,
            ("//@ then", names) => then = names,
            ("//@ host", _) => target = "host",
            _ => return Err(format!("unknown `{line}`")),
        }
    }
    let text = format!(".version 8.3\n.target {target}\n.address_size 64\n{input}");
    let mut module = kern_ir::text::parse(FileId(0), &text).map_err(|d| format!("input: {d:?}"))?;
    for name in before.split_whitespace().chain([pass_name]).chain(then.split_whitespace()) {
        pass::run_named(name, &mut module).ok_or_else(|| format!("no pass `{name}`"))?;
        if let Some(error) = kern_ir::verify(&module).first() {
            return Err(format!("after `{name}`: {error}"));
        }
    }
    pass::run_named("compact", &mut module);
    let found = bodies(&module);
    if found.trim() == expected.trim() { Ok(()) } else { Err(format!("found\n{found}")) }
}

#[test]
fn each_pass_does_what_its_files_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let list = |folder: &Path| -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("it can be read").path()).collect();
        paths.sort();
        paths
    };
    let (mut wrong, mut count) = (String::new(), 0);
    for folder in list(&root).into_iter().filter(|p| p.is_dir()) {
        let pass_name = folder.file_name().and_then(|n| n.to_str()).expect("a pass is named in ASCII").to_owned();
        for path in list(&folder) {
            count += 1;
            if let Err(message) = run_file(&pass_name, &path) {
                wrong += &format!("---- {}\n{message}\n", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(count > 20, "only {count} files");
}
