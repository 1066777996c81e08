//! What is not a matter of one kernel on one thread: host threads, the compiler, the whole command.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use kern::{Options, Program, RunConfig};

use super::{Contender, one_thread};
use crate::cases::Case;

pub(crate) type Turn<'a> = Box<dyn Fn() -> Result<f64, String> + 'a>;

/// A figure, what it is, and what is to reach.
pub(crate) struct Figure<'a> {
    pub(crate) what: String,
    to_reach: &'static str,
    /// What it is made of, each in seconds.
    turns: Vec<Turn<'a>>,
    /// The best of each.
    best: Vec<f64>,
    found: fn(&[f64]) -> String,
}

impl<'a> Figure<'a> {
    pub(crate) fn new(what: String, to_reach: &'static str, turns: Vec<Turn<'a>>, found: fn(&[f64]) -> String) -> Figure<'a> {
        Figure { what, to_reach, best: vec![f64::INFINITY; turns.len()], turns, found }
    }

    /// Gives each a turn.
    ///
    /// # Errors
    /// What one did wrong.
    pub(crate) fn round(&mut self) -> Result<(), String> {
        for (best, turn) in self.best.iter_mut().zip(&self.turns) {
            *best = best.min(turn()?);
        }
        Ok(())
    }

    pub(crate) fn line(&self) -> String {
        format!("| {} | {} | {} |", self.what, (self.found)(&self.best), self.to_reach)
    }
}

fn in_ms(best: &[f64]) -> String {
    format!("{:.1}", best[0] * 1e3)
}

/// How many times as fast two host threads are.
///
/// # Errors
/// What a run did wrong.
pub(crate) fn two_threads(case: &Case) -> Result<Figure<'_>, String> {
    let [one, two] = [Contender::new(case, one_thread())?, Contender::new(case, RunConfig { threads: 2, ..one_thread() })?];
    let what = format!("{}, two host threads to one: times as fast", case.name);
    let to_reach = if case.name.starts_with("matmul") { "1.7" } else { "" };
    let turns: Vec<Turn> = vec![Box::new(move || one.time()), Box::new(move || two.time())];
    Ok(Figure::new(what, to_reach, turns, |best| format!("{:.2} ({:.2} ms to {:.2})", best[0] / best[1], best[0] * 1e3, best[1] * 1e3)))
}

/// From the source of the largest test case to machine code of all its kernels.
///
/// # Errors
/// It cannot be read.
pub(crate) fn compiler() -> Result<Figure<'static>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/h200");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten();
    let size = |path: &PathBuf| path.metadata().map_or(0, |m| m.len());
    let cases = entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "cu"));
    let path = cases.max_by_key(size).ok_or("there are no cases")?;
    let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let what = format!("{}, the largest case: source to machine code, ms", path.file_name().unwrap_or_default().display());
    let turn = move || {
        let start = Instant::now();
        let program = Program::compile("case.cu", &text, &Options::default()).map_err(|e| e.to_string())?;
        let kernels = program.ir().device.functions.iter().filter(|f| f.kind == kern_ir::FunctionKind::Kernel);
        let names: Vec<&str> = kernels.map(|kernel| kernel.name.as_str()).collect();
        kern_vm::code_bytes(program.ir(), &names, [256, 1, 1])?;
        Ok(start.elapsed().as_secs_f64())
    };
    Ok(Figure::new(what, "100", vec![Box::new(turn)], in_ms))
}

/// The command, if it has been built.
///
/// # Errors
/// It is not there.
pub(crate) fn kern() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    let kern = here.ancestors().nth(2).map(|folder| folder.join("kern")).filter(|path| path.exists());
    kern.ok_or("`cargo build --release` has not made the command".into())
}

/// `kern run` of a sum of two vectors of 64 K elements, from start to exit, if the command has been built.
///
/// # Errors
/// It is not there.
pub(crate) fn command() -> Result<Figure<'static>, String> {
    let kern = kern()?;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/vector_add.kern");
    let turn = move || {
        let start = Instant::now();
        let status = Command::new(&kern).arg("run").arg(&file).stdout(Stdio::null()).status().map_err(|e| e.to_string())?;
        if status.success() { Ok(start.elapsed().as_secs_f64()) } else { Err(format!("{status}")) }
    };
    Ok(Figure::new("`kern run` of a 64 K vector add, start to exit, ms".into(), "50", vec![Box::new(turn)], in_ms))
}
