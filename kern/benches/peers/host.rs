//! Host code against `g++ -O2`, where that is installed: ten loops as programs have them around their kernels, sizes from the
//! command line. What starting takes is not counted on either side.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::whole::{Figure, Turn, kern};

/// A program with what makes it run for a fraction of a second: compiled by `g++` too, so that what counts is not how it starts.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("initialise", &["1000000", "8"]),
    ("matrix_product", &["512"]),
    ("sort", &["1500000"]),
    ("histogram", &["1000000", "150"]),
    ("csv", &["200000"]),
    ("strings", &["1000000"]),
    ("structs", &["20000", "3000"]),
    ("twister", &["6000000"]),
    ("prefix_sum", &["1000000", "60"]),
    ("stencil", &["1000", "100"]),
];

/// A figure for each program.
///
/// # Errors
/// There is no `g++`, or the command has not been built.
pub(crate) fn figures() -> Result<Vec<Figure<'static>>, String> {
    let kern = kern()?;
    PROGRAMS.iter().map(|&(name, args)| figure(&kern, name, args)).collect()
}

fn figure(kern: &Path, name: &str, args: &'static [&'static str]) -> Result<Figure<'static>, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/host").join(format!("{name}.cu"));
    let native = std::env::temp_dir().join(format!("kern-bench-{}-{name}", std::process::id()));
    let compiler = Command::new("g++").args(["-O2", "-x", "c++"]).arg(&source).arg("-o").arg(&native).status();
    if !compiler.map_err(|e| format!("g++: {e}"))?.success() {
        return Err(format!("g++ refuses {}", source.display()));
    }
    let expected = output(&native, &[], args)?;
    let run = [PathBuf::from("run"), source];
    if output(kern, &run, args)? != expected {
        return Err(format!("{name} prints something else"));
    }
    let kern = kern.to_path_buf();
    let program = Binary(native);
    // Of the native program starting takes next to nothing.
    let by_native = move || time(&program.0, &[], args);
    let (command, words) = (kern.clone(), run.clone());
    let by_kern = move || time(&command, &words, args);
    let start = move || time(&kern, &run, &[]);
    let turns: Vec<Turn> = vec![Box::new(by_native), Box::new(by_kern), Box::new(start)];
    let found =
        |best: &[f64]| format!("{:.1} ({:.0} ms to {:.0})", (best[1] - best[2]) / best[0], (best[1] - best[2]) * 1e3, best[0] * 1e3);
    Ok(Figure::new(format!("host code, {name}: times what g++ -O2 takes"), "3", turns, found))
}

/// A file that goes when nobody runs it any more.
struct Binary(PathBuf);

impl Drop for Binary {
    fn drop(&mut self) {
        // What is left lies among the system's temporary files.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn command(program: &Path, words: &[PathBuf], args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words);
    if !words.is_empty() {
        command.arg("--");
    }
    command.args(args);
    command
}

fn output(program: &Path, words: &[PathBuf], args: &[&str]) -> Result<Vec<u8>, String> {
    let output = command(program, words, args).output().map_err(|e| format!("{}: {e}", program.display()))?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("{}: {}", program.display(), output.status)) }
}

fn time(program: &Path, words: &[PathBuf], args: &[&str]) -> Result<f64, String> {
    let start = Instant::now();
    let status = command(program, words, args).stdout(Stdio::null()).status().map_err(|e| format!("{}: {e}", program.display()))?;
    if status.success() { Ok(start.elapsed().as_secs_f64()) } else { Err(format!("{}: {status}", program.display())) }
}
