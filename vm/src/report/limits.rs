//! Wording of findings about limits: fuel, time, output, memory, the sandbox.

use super::{OUT_OF_FUEL, lanes_text, plural};
use crate::config::RunConfig;
use crate::finding::{Finding, Place};
use crate::limits::{Interruption, LaunchState, Limit};
use crate::machine::Machine;
use crate::memory::{Side, Site};
use kern_diag::Code;

/// What used up the fuel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spent {
    /// A loop.
    Loop,
    /// Functions that call one another.
    Calls,
    /// A function without a body.
    Extern,
}

/// The instruction budget is used up.
pub(crate) fn out_of_fuel(machine: &Machine, trace: &[Site], budget: u64, threads: Option<(u32, u32)>, how: Spent) -> Finding {
    let (within, label, cause) = match how {
        Spent::Loop => ("in this loop", "this loop does not end", "the loop does"),
        Spent::Calls => ("in these calls", "these calls do not end", "the calls do"),
        Spent::Extern => ("in this call", "this call does not end", "the call does"),
    };
    let message = match threads {
        Some((warp, lanes)) => format!(
            "the launch exceeds its instruction budget {within}: {} of warp {warp} executed more than {budget} instructions without an end",
            lanes_text(lanes)
        ),
        None => format!("host code exceeds its instruction budget {within}: more than {budget} instructions"),
    };
    Finding::new(OUT_OF_FUEL, machine.place(trace), message).label(label).help(format!("if {cause} end, allow more with `--fuel`"))
}

/// The instruction budget is used up by the number of blocks.
pub(crate) fn too_many_blocks(machine: &Machine, kernel: u32, spent: u64, ended: u64, blocks: u64) -> Finding {
    let function = machine.program.device.functions.get(kernel as usize);
    let (name, loc) = function.map_or(("", kern_ir::LocId::NONE), |f| (&f.display_name, f.loc));
    let message = format!(
        "the launch of `{name}` exceeds its instruction budget: {ended} of {} had ended after {spent} instructions",
        plural(blocks, "block")
    );
    let place = machine.place(&[Site { side: Side::Device, function: kernel, loc }]);
    Finding::new(OUT_OF_FUEL, place, message)
        .label("too many blocks for the budget")
        .help("launch fewer blocks, or allow more with `--fuel`")
}

/// A limit of the whole program ended it; nothing is said where nobody reads.
pub(crate) fn ended(config: &RunConfig, limit: Limit, place: Option<Place>, launch: Option<&LaunchState>) -> Option<Finding> {
    let during = match (launch, &place) {
        (Some(launch), _) => {
            let LaunchState { kernel, ended, blocks, .. } = launch;
            format!("while `{kernel}` ran: {ended} of {} had ended", plural(*blocks, "block"))
        }
        (None, Some(place)) if !place.function.is_empty() => format!("while host code ran, in `{}`", place.function),
        (None, _) => "while host code ran".to_string(),
    };
    let (code, what, help) = match limit {
        Limit::Closed => return None,
        Limit::Fuel => (
            Code::PROGRAM_FUEL,
            format!("the program used up its budget of {}", plural(config.total_fuel, "instruction")),
            "if it does end, allow more with `--host-fuel`",
        ),
        Limit::Output => (
            Code::OUTPUT_LIMIT,
            format!("the program wrote more than the {} it may", plural(config.max_output, "byte")),
            "if it does end, allow more with `--max-output`",
        ),
        Limit::Interrupted(Interruption::Timeout) => {
            (Code::TIME_LIMIT, "the program's time was over".to_string(), "if it does end, allow more with `--timeout`")
        }
        Limit::Interrupted(Interruption::Memory) => {
            let limit =
                if config.max_memory == u64::MAX { String::new() } else { format!("the {} that ", plural(config.max_memory, "byte")) };
            (Code::MEMORY_LIMIT, format!("the process took more memory than {limit}it may"), "allow more with `--max-memory`")
        }
        Limit::Interrupted(Interruption::Terminate) => (Code::TOLD_TO_END, "told to terminate (SIGTERM)".to_string(), ""),
        Limit::Interrupted(Interruption::Interrupt) => (Code::TOLD_TO_END, "interrupted (SIGINT)".to_string(), ""),
    };
    let finding = Finding::new(code, place, format!("{what} {during}")).label("it was here");
    Some(if help.is_empty() { finding } else { finding.help(help) })
}

/// Functions without a body that call the program, which calls them, and so on.
pub(crate) fn callbacks_too_deep(machine: &Machine, trace: &[Site], function: &str, depth: u32) -> Finding {
    let message = format!("host stack overflow in `{function}`: {depth} calls from library functions back into the program are nested");
    Finding::new(Code::CALLBACKS_TOO_DEEP, machine.place(trace), message)
        .label("the call that no longer fits")
        .note("a function that `atexit` or a stream calls should not call it again for the same data")
        .help("check that the recursion ends")
}

/// The variables of a program alone take more memory than it may have.
pub(crate) fn no_room_for_variables(bytes: u64, limit: u64) -> Finding {
    Finding::new(Code::MEMORY_LIMIT, None, format!("the program's variables take {bytes} bytes of memory, and it may take {limit}"))
        .help("allow more with `--max-memory`")
}

/// The limit on memory refuses something.
pub(crate) fn no_memory(machine: &Machine, place: Option<Place>, what: &str) -> Finding {
    let (held, limit) = (machine.memory.held(), machine.memory.limit);
    Finding::new(Code::MEMORY_LIMIT, place, format!("no memory is left for {what}: {held} of {limit} bytes are taken"))
        .help("allow more with `--max-memory`")
        .warning()
}
