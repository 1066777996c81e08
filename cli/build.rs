//! Tells the command what it was built from, for `kern --version`: the features, and the commit that the environment variable
//! `KERN_COMMIT` names, or of a release build the one that is checked out. Other builds are not made anew with each commit.
//!
//! Makes JSON of the lessons' `exercise.toml`, for the page's own compiler reads no TOML.
//!
//! Takes the page's own compiler into the command, where the environment variable `KERN_WASM` names it: `playground/wasm/build.sh` makes
//! one. Without it `kern playground --export` is told by `--wasm` where it is.

use std::path::PathBuf;

const LESSONS: &str = "../lessons";

fn main() {
    println!("cargo:rerun-if-env-changed=KERN_WASM");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(has_wasm)");
    println!("cargo:rustc-env=KERN_COMMIT={}", commit().map_or(String::new(), |commit| format!(" ({commit})")));
    let features = ["jit", "pages", "playground"].into_iter().filter(|name| {
        let variable = format!("CARGO_FEATURE_{}", name.to_uppercase());
        std::env::var_os(variable).is_some()
    });
    let features: Vec<&str> = features.collect();
    println!("cargo:rustc-env=KERN_FEATURES={}", if features.is_empty() { "none".into() } else { features.join(", ") });
    exercises();
    let Some(path) = std::env::var_os("KERN_WASM").filter(|path| !path.is_empty()).map(PathBuf::from) else { return };
    println!("cargo:rerun-if-changed={}", path.display());
    let out = out_dir().join("kern.wasm");
    match std::fs::copy(&path, &out) {
        Ok(_) => println!("cargo:rustc-cfg=has_wasm"),
        Err(error) => panic!("KERN_WASM names {}, which cannot be read: {error}", path.display()),
    }
}

fn out_dir() -> PathBuf {
    std::env::var_os("OUT_DIR").expect("cargo sets it").into()
}

/// Writes `exercises/NAME.json` of each lesson.
fn exercises() {
    println!("cargo:rerun-if-changed={LESSONS}");
    let out = out_dir().join("exercises");
    std::fs::create_dir_all(&out).expect("cargo's folder can be written");
    for lesson in std::fs::read_dir(LESSONS).expect("the lessons are there").flatten() {
        let path = lesson.path().join("exercise.toml");
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let exercise: toml::Table = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let json = serde_json::to_string(&exercise).expect("tables have names");
        std::fs::write(out.join(lesson.file_name()).with_extension("json"), json).expect("cargo's folder can be written");
    }
}

/// The commit.
fn commit() -> Option<String> {
    println!("cargo:rerun-if-env-changed=KERN_COMMIT");
    if let Some(commit) = std::env::var("KERN_COMMIT").ok().filter(|commit| !commit.is_empty()) {
        return Some(commit);
    }
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return None;
    }
    println!("cargo:rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// What git prints.
fn git(args: &[&str]) -> Option<String> {
    let output = std::process::Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
