//! Runs a kernel on all engines at all levels and compares all they say; makes a kernel that differs small.

use std::fmt::Write;

use kern::{MemoryWorld, Options, Program, RunConfig, RunReport};
use kern_core::pass::PassOptions;
use kern_vm::EngineKind;

use crate::engines::without_panic;
use crate::kernels::Kernel;

/// Levels of optimisation; 3 is 2.
const LEVELS: [u8; 3] = [0, 1, 2];

/// The engines beside the interpreter, with host threads.
const OTHERS: [(EngineKind, u32); 4] = [(EngineKind::WarpIr, 1), (EngineKind::Jit, 1), (EngineKind::Jit, 2), (EngineKind::Jit, 4)];

/// Compares the engines on `kernel` at every level: the interpreter, the warp IR executed, and machine code on one, two and four host
/// threads.
///
/// # Errors
/// What differs; what is wrong with a kernel that does not compile.
pub fn compare(kernel: &Kernel) -> Result<(), String> {
    let source = kernel.source();
    for opt_level in LEVELS {
        let passes = PassOptions { opt_level, ..PassOptions::default() };
        let program = Program::compile("soak.cu", &source, &Options { passes, ..Options::default() });
        let program = program.map_err(|e| format!("-O{opt_level}: does not compile\n{e}"))?;
        let wanted = run(&program, EngineKind::Interp, 1).map_err(|e| format!("-O{opt_level}, interpreter: {e}"))?;
        for (engine, threads) in OTHERS {
            let way = format!("-O{opt_level}, {engine:?} on {threads} threads");
            let found = run(&program, engine, threads).map_err(|e| format!("{way}: {e}"))?;
            let differences = differences(&wanted, &found);
            if !differences.is_empty() {
                return Err(format!("{way}: {differences}"));
            }
        }
    }
    Ok(())
}

/// What a run says otherwise than the wanted one.
fn differences((first, memory): &(RunReport, Vec<u8>), (second, other): &(RunReport, Vec<u8>)) -> String {
    let mut differences = String::new();
    if memory != other {
        let at = memory.iter().zip(other).position(|(a, b)| a != b).unwrap_or(memory.len().min(other.len()));
        let _ = writeln!(differences, "memory differs at byte {at} of the output");
    }
    if first.exit_status != second.exit_status {
        let _ = writeln!(differences, "exit status {} and {}", first.exit_status, second.exit_status);
    }
    if first.findings != second.findings {
        let _ = writeln!(differences, "findings\n{:#?}\nand\n{:#?}", first.findings, second.findings);
    }
    if first.launches.len() != second.launches.len() {
        let _ = writeln!(differences, "{} launches and {}", first.launches.len(), second.launches.len());
    }
    for (a, b) in first.launches.iter().zip(&second.launches) {
        if (a.counters, a.error) != (b.counters, b.error) {
            let _ = writeln!(differences, "error {}, {:?}\nand {}, {:?}", a.error, a.counters, b.error, b.counters);
        }
    }
    differences
}

/// A run, and what it wrote. The engine survives when its code generator panics, by interpreting: here that counts.
fn run(program: &Program, engine: EngineKind, threads: u32) -> Result<(RunReport, Vec<u8>), String> {
    let config = RunConfig { engine, threads, threads_worth: 0, idle_fuel: 10_000_000, ..RunConfig::default() };
    let mut world = MemoryWorld::default();
    let report = without_panic(|| program.run(&config, &mut world))?;
    Ok((report, world.stdout))
}

/// What kind of difference: a kernel is made small only as long as it stays the same.
fn kind(difference: &str) -> String {
    difference.split_once(": ").map_or(difference, |(_, rest)| rest).split(' ').next().unwrap_or("").into()
}

/// The smallest kernel found that differs as `kernel` does, and how.
pub fn shrink(kernel: Kernel, difference: String) -> (Kernel, String) {
    let wanted = kind(&difference);
    let (mut best, mut how) = (kernel, difference);
    let accepts = |candidate: &Kernel| compare(candidate).err().filter(|e| kind(e) == wanted);
    loop {
        let mut candidates: Vec<Kernel> = best.smaller().into_iter().filter(|k| k.source() != best.source()).collect();
        for index in 0..best.statements() {
            candidates.extend([best.without(index, false), best.without(index, true)]);
        }
        let size = best.statements();
        candidates.retain(|k| k.statements() < size || k.source().len() <= best.source().len());
        candidates.retain(|k| k.source() != best.source());
        let Some((smaller, error)) = candidates.into_iter().find_map(|k| accepts(&k).map(|e| (k, e))) else { return (best, how) };
        (best, how) = (smaller, error);
    }
}
