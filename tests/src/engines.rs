//! Runs of a program on both engines with little fuel, and what they say otherwise.
//!
//! Everything is compared: output, exit status, findings with their places, counts and notes, and of each launch its error and
//! its counters. Nothing is left out, whatever the program does: both engines run lanes, warps and blocks in one order, so they
//! must agree also where threads race, after a finding (lanes missing at a warp-level operation, wrong accesses), on memory that
//! a launch left half written when its fuel was used up, and on the instruction at which that was. Only the number of host
//! instructions is not told of where something else differs.

use std::cell::RefCell;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use kern_ir::Program;
use kern_vm::{EngineKind, MemoryWorld, RunConfig, RunReport};

/// How a mutant is run besides the engine.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Host threads for blocks.
    pub threads: u32,
    /// Accesses are counted.
    pub account: bool,
}

/// A run: its report, standard output, standard error.
pub type Outcome = (RunReport, Vec<u8>, Vec<u8>);

/// Runs `program` with fuel for a fraction of a second.
///
/// # Errors
/// A panic. The engine survives when its code generator panics, by interpreting: here that counts.
pub fn run(program: &Program, engine: EngineKind, way: Way) -> Result<Outcome, String> {
    let config = RunConfig {
        engine,
        threads: way.threads,
        threads_worth: 0,
        profile: way.account,
        launch_fuel: 50_000,
        idle_fuel: 30_000,
        host_fuel: 150_000,
        args: vec!["program".into(), "1".into()],
        ..RunConfig::default()
    };
    let mut world = MemoryWorld::default();
    let report = without_panic(|| kern_vm::run(program, &config, &mut world))?;
    Ok((report, world.stdout, world.stderr))
}

/// Compares the engines on `program`.
///
/// # Errors
/// What differs, or a panic.
pub fn compare(program: &Program, way: Way) -> Result<(), String> {
    // One host thread is all that the interpreter uses.
    let wanted = run(program, EngineKind::Interp, way).map_err(|e| format!("interpreter: {e}"))?;
    let found = run(program, EngineKind::Jit, way).map_err(|e| format!("compiled: {e}"))?;
    let differences = differences(&wanted, &found);
    if differences.is_empty() { Ok(()) } else { Err(format!("{way:?}: {differences}")) }
}

/// What two runs say otherwise.
pub fn differences((first, stdout, stderr): &Outcome, (second, other_out, other_err): &Outcome) -> String {
    let mut text = String::new();
    for (name, a, b) in [("output", stdout, other_out), ("error output", stderr, other_err)] {
        if a != b {
            let at = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
            let shown = |bytes: &[u8]| String::from_utf8_lossy(&bytes[at.saturating_sub(40)..bytes.len().min(at + 80)]).into_owned();
            let _ = writeln!(text, "{name} differs at byte {at}: {:?} and {:?}", shown(a), shown(b));
        }
    }
    if first.exit_status != second.exit_status {
        let _ = writeln!(text, "exit status {} and {}", first.exit_status, second.exit_status);
    }
    if first.findings != second.findings {
        let missing = |from: &RunReport, other: &RunReport| {
            let only = from.findings.iter().filter(|f| !other.findings.contains(f));
            only.map(|f| format!("  {} {} ({}x) {:?}\n", f.code, f.message, f.count, f.notes)).collect::<String>()
        };
        let _ = writeln!(text, "findings\n{}and\n{}", missing(first, second), missing(second, first));
    }
    if first.launches.len() != second.launches.len() {
        let _ = writeln!(text, "{} launches and {}", first.launches.len(), second.launches.len());
    }
    for (number, (a, b)) in first.launches.iter().zip(&second.launches).enumerate() {
        if (a.counters, a.error) != (b.counters, b.error) {
            let _ = writeln!(text, "launch {number}: error {}, {:?}\nand {}, {:?}", a.error, a.counters, b.error, b.counters);
        }
        if a.profile != b.profile {
            let _ = writeln!(text, "launch {number}: accounts\n{:?}\nand\n{:?}", a.profile, b.profile);
        }
    }
    if text.is_empty() && first.stats.host_instructions != second.stats.host_instructions {
        let _ = writeln!(text, "{} host instructions and {}", first.stats.host_instructions, second.stats.host_instructions);
    }
    text
}

thread_local! {
    /// The last panic of this thread.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What `body` gives.
///
/// # Errors
/// A panic, also one that was caught inside.
pub fn without_panic<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANIC.set(Some(info.to_string()));
            before(info);
        }));
    });
    PANIC.set(None);
    let result = catch_unwind(AssertUnwindSafe(body));
    match (PANIC.take(), result) {
        (None, Ok(value)) => Ok(value),
        (panic, _) => Err(format!("panic {}", panic.unwrap_or_default())),
    }
}
