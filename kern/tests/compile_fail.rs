//! What the Rust compiler says of wrong kernels: each file of `compile_fail/` is compiled, its messages are in the file of its name that ends in
//! `.stderr`; `INSTA_UPDATE=always` writes those anew.
#![cfg(feature = "macros")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

/// Compiles `source`, which may use the crate in `library`.
fn rustc(library: &Path, source: &Path) -> Output {
    rustc_to("metadata", library, source)
}

/// The same, with what it is to write.
fn rustc_to(emit: &str, library: &Path, source: &Path) -> Output {
    let folder = library.parent().unwrap();
    let out = Path::new(env!("CARGO_TARGET_TMPDIR"));
    Command::new("rustc")
        .arg(format!("--emit={emit}"))
        .args(["--edition=2024", "--crate-type=bin", "--color=never", "--error-format=human", "--diagnostic-width=120"])
        .arg(format!("--extern=kern={}", library.display()))
        .arg(format!("-Ldependency={}", folder.display()))
        .arg("--out-dir")
        .arg(out)
        .arg(source)
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap_or_else(|error| panic!("rustc cannot be run: {error}"))
}

/// The crate as Cargo has built it for these tests: the newest one that has the macros.
fn library() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_path_buf();
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libkern-") && name.ends_with(".rlib")
    };
    let paths = std::fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path());
    let mut libraries: Vec<PathBuf> = paths.filter(is_library).collect();
    libraries.sort_by_key(|path| path.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH));
    let probe = Path::new(env!("CARGO_TARGET_TMPDIR")).join("probe.rs");
    std::fs::write(&probe, "mod k { kern::kernels! { __global__ void k(int *x) { *x = 1; } } }\nfn main() {}\n").unwrap();
    let works = |path: &PathBuf| rustc(path, &probe).status.success();
    libraries.into_iter().rev().find(works).unwrap_or_else(|| panic!("no library of kern in {}", folder.display()))
}

/// Without places in kern itself and in Rust's library, which move; of the latter the lines are shown where its source is installed.
fn plain(text: &str) -> String {
    let starts = |line: &str, with: &[&str]| with.iter().any(|with| line.trim_start().starts_with(with));
    let (mut out, mut is_in_library) = (String::new(), false);
    for line in text.lines() {
        let is_of_library =
            line.trim_start().starts_with("--> ") && ["/rustc/", "/lib/rustlib/src/rust/"].iter().any(|at| line.contains(at));
        is_in_library = is_of_library || is_in_library && !line.is_empty() && !starts(line, &["= ", "::: "]);
        if !is_in_library && !line.starts_with("note: inside `") && !starts(line, &["--> kern/", "--> embed/"]) {
            out += &format!("{line}\n");
        }
    }
    out
}

#[test]
fn messages_are_at_the_tokens() {
    let library = library();
    let here = std::env::current_dir().unwrap();
    let files = std::fs::read_dir("tests/compile_fail").unwrap().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect();
    files.sort();
    assert!(files.len() > 8, "{files:?}");
    let mut differ = Vec::new();
    for path in files {
        let output = rustc(&library, &path);
        assert!(!output.status.success(), "{} compiles", path.display());
        let text = plain(&String::from_utf8_lossy(&output.stderr).replace(&format!("{}/", here.display()), ""));
        let expected = path.with_extension("stderr");
        if std::fs::read_to_string(&expected).unwrap_or_default() != text {
            println!("{}:\n{text}", expected.display());
            differ.push(expected.clone());
            if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
                std::fs::write(expected, text).unwrap();
            }
        }
    }
    assert!(differ.is_empty(), "INSTA_UPDATE=always writes anew: {differ:?}");
}

/// So that Cargo compiles the program anew when one of them changes.
#[test]
fn files_of_kernels_and_their_headers_are_tracked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tracked");
    std::fs::create_dir_all(folder.join("parts")).unwrap();
    for (name, text) in [
        ("tracked.rs", "mod kernels {\n    kern::kernels!(file = \"tracked.cu\");\n}\nfn main() {}\n"),
        ("tracked.cu", "#include <cstdio>\n#include \"parts/tracked.h\"\n__global__ void k(Pair *x) { x->a = 1; }\n"),
        ("parts/tracked.h", "#include \"second.h\"\nstruct Pair { int a; second b; };\n"),
        ("parts/second.h", "typedef float second;\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let program = folder.join("tracked.rs");
    std::fs::write(&program, std::fs::read_to_string(&program).unwrap().replace("mod kernels {", STRUCTURE)).unwrap();
    let output = rustc_to(&format!("metadata,dep-info={}", folder.join("tracked.d").display()), &library(), &program);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tracked = std::fs::read_to_string(folder.join("tracked.d")).unwrap();
    let files: Vec<&str> = tracked.lines().next().unwrap_or_default().split(' ').skip(1).collect();
    for name in ["tracked.rs", "tracked.cu", "parts/tracked.h", "parts/second.h"] {
        let path = folder.join(name).display().to_string();
        assert!(files.contains(&path.as_str()), "{name} is not among them:\n{tracked}");
    }
}

/// The structure of the header in Rust.
const STRUCTURE: &str = "mod kernels {
    #[repr(C)] #[derive(Clone, Copy, kern::Argument)] pub struct Pair { a: i32, b: f32 }";
