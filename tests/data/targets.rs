//! Other systems than this one: that compiler and interpreter need nothing that a browser has not, and that all type-checks for
//! Windows. Nothing is run there.

use std::process::Command;

use libtest_mimic::Trial;

use crate::trial;

const BROWSER: &str = "wasm32-unknown-unknown";
const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// Compiler and interpreter, as a page uses them.
const IN_A_PAGE: &[&str] = &["-p", "kern", "--no-default-features", "--features", "kern/compile", "--target", BROWSER];

/// Crates that give mappings, signals, terminals or machine code.
const NOT_IN_A_PAGE: &[&str] = &["clap", "cranelift-codegen", "cranelift-jit", "indicatif", "libloading", "libmimalloc-sys", "memmap2"];

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial(format!("targets/{BROWSER}/dependencies"), dependencies),
        trial(format!("targets/{BROWSER}/checks"), || check(BROWSER, IN_A_PAGE)),
        trial(format!("targets/{WINDOWS}/checks"), || check(WINDOWS, &["-p", "kern-cli", "--target", WINDOWS])),
    ]
}

fn dependencies() -> Result<(), String> {
    let tree = cargo(&[&["tree", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"], IN_A_PAGE].concat())?;
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    if !["kern", "kern-core", "kern-vm"].iter().all(|name| names.contains(name)) {
        return Err(format!("this is not the tree of dependencies:\n{tree}"));
    }
    let wrong: Vec<_> = NOT_IN_A_PAGE.iter().filter(|name| names.contains(name)).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("compiler and interpreter depend on {wrong:?}")) }
}

/// Type-checks for a target, if its standard library is here.
fn check(target: &str, arguments: &[&str]) -> Result<(), String> {
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output().map_err(|e| e.to_string())?;
    if !std::path::Path::new(String::from_utf8_lossy(&libraries.stdout).trim()).is_dir() {
        println!("targets/{target}/checks skipped: needs `rustup target add {target}`");
        return Ok(());
    }
    cargo(&[&["check", "--offline"], arguments].concat()).map(|_| ())
}

/// What cargo prints. It makes nothing for the target that is linked, so C code in dependencies is not compiled for it.
fn cargo(arguments: &[&str]) -> Result<String, String> {
    let target = WINDOWS.replace('-', "_");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(arguments).env(format!("CC_{target}"), "true").env(format!("AR_{target}"), "true");
    let output = cargo.output().map_err(|e| format!("cargo does not run: {e}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(String::from_utf8_lossy(&output.stdout).into()) } else { Err(said.into()) }
}
