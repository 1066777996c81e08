//! What a program is linked to that has only `kernels!`, and how long it takes to start.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    cargo
}

#[test]
fn a_program_of_compiled_kernels_has_no_compiler() {
    let output = cargo().args(["tree", "--offline", "-p", "life", "-e", "normal,no-proc-macro", "--prefix", "none"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8_lossy(&output.stdout);
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(&"kern") && names.contains(&"kern-vm"), "{tree}");
    for compiler in ["kern-core", "kern-syntax", "kern-macros", "logos", "lalrpop-util", "syn"] {
        assert!(!names.contains(&compiler), "{compiler} is linked:\n{tree}");
    }
}

/// A release build of the example that starts, does something and ends.
fn example() -> PathBuf {
    let built = cargo().args(["build", "--offline", "--release", "-p", "life", "--example", "start"]).status().unwrap();
    assert!(built.success());
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../release/examples/start");
    target.with_extension(std::env::consts::EXE_EXTENSION)
}

/// Prints milliseconds, of which docs/embedding.md has those of one machine: `cargo test -p kern --test linked -- --ignored --nocapture`.
#[test]
#[ignore = "measures, and builds for release"]
fn a_program_of_compiled_kernels_starts_at_once() {
    let program = example();
    let fastest = |words: &[&str]| {
        let run = |_| {
            let begun = Instant::now();
            assert!(Command::new(&program).args(words).status().unwrap().success());
            begun.elapsed()
        };
        (0..200).map(run).min().unwrap_or(Duration::MAX)
    };
    for (what, words) in [
        ("nothing", &["nothing"][..]),
        ("memory of a device", &["ready"]),
        ("its first launch, interpreted", &["interpreted"]),
        ("its first launch, of machine code", &[]),
    ] {
        println!("a process with {what}: {:.2} ms", fastest(words).as_secs_f64() * 1e3);
    }
}
