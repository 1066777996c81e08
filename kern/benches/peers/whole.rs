//! What is not a matter of one kernel on one thread: host threads, the compiler, the whole command.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use kern::{Options, Program};

use super::{Contender, ROUNDS};
use crate::cases::Case;

/// A figure, what it is, and what is to reach.
pub(crate) struct Figure {
    what: String,
    found: String,
    to_reach: &'static str,
}

impl Figure {
    pub(crate) fn line(&self) -> String {
        format!("| {} | {} | {} |", self.what, self.found, self.to_reach)
    }
}

/// The best of some turns, in seconds.
fn best(mut turn: impl FnMut() -> Result<f64, String>) -> Result<f64, String> {
    (0..ROUNDS).try_fold(f64::INFINITY, |best, _| Ok(best.min(turn()?)))
}

/// How many times as fast two host threads are.
///
/// # Errors
/// What a run did wrong.
pub(crate) fn two_threads(case: &Case) -> Result<Figure, String> {
    let contenders = [Contender::new(case, false, 1)?, Contender::new(case, false, 2)?];
    let mut best = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (best, contender) in best.iter_mut().zip(&contenders) {
            *best = best.min(contender.time()?);
        }
    }
    let what = format!("{}, two host threads to one: times as fast", case.name);
    Ok(Figure { what, found: format!("{:.2}", best[0] / best[1]), to_reach: if case.name.starts_with("matmul") { "1.7" } else { "" } })
}

/// From the source of the largest test case to machine code of all its kernels.
///
/// # Errors
/// It does not compile.
pub(crate) fn compiler() -> Result<Figure, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/h200");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten();
    let size = |path: &PathBuf| path.metadata().map_or(0, |m| m.len());
    let cases = entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "cu"));
    let path = cases.max_by_key(size).ok_or("there are no cases")?;
    let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let seconds = best(|| {
        let start = Instant::now();
        let program = Program::compile("case.cu", &text, &Options::default()).map_err(|e| e.to_string())?;
        let kernels = program.ir().device.functions.iter().filter(|f| f.kind == kern_ir::FunctionKind::Kernel);
        for kernel in kernels {
            kern_vm::code_bytes(program.ir(), &kernel.name, [256, 1, 1])?;
        }
        Ok(start.elapsed().as_secs_f64())
    })?;
    let name = path.file_name().unwrap_or_default().display();
    Ok(Figure {
        what: format!("{name}, the largest case: source to machine code, ms"),
        found: format!("{:.1}", seconds * 1e3),
        to_reach: "100",
    })
}

/// `kern run` of a sum of two vectors of 64 K elements, from start to exit, if the command has been built.
///
/// # Errors
/// It is not there, or failed.
pub(crate) fn command() -> Result<Figure, String> {
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    let kern = here.ancestors().nth(2).map(|folder| folder.join("kern")).filter(|path| path.exists());
    let kern = kern.ok_or("`cargo build --release` has not made the command")?;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/vector_add.kern");
    let seconds = best(|| {
        let start = Instant::now();
        let status = Command::new(&kern).arg("run").arg(&file).stdout(Stdio::null()).status().map_err(|e| e.to_string())?;
        if status.success() { Ok(start.elapsed().as_secs_f64()) } else { Err(format!("{status}")) }
    })?;
    Ok(Figure { what: "`kern run` of a 64 K vector add, start to exit, ms".into(), found: format!("{:.1}", seconds * 1e3), to_reach: "50" })
}
