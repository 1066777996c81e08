//! Wording of findings about host threads.

use crate::finding::{Finding, HostThreadSite, HostWait};
use crate::machine::Machine;
use crate::memory::Site;
use kern_diag::Code;
use std::sync::Arc;

/// Threads that are named.
const MOST: usize = 8;

/// A thread and what it waits for.
type Waiting = (Option<Arc<HostThreadSite>>, HostWait);

/// Every host thread waits, and nobody is left to wake one.
pub(crate) fn deadlock(machine: &Machine, waiting: &[Waiting]) -> Finding {
    let message = match waiting {
        [(_, wait)] => format!("the program waits {}, and no other host thread is there to end that", wait.what),
        _ => format!("all {} host threads wait, and none is left to end that", waiting.len()),
    };
    name_all(machine, Finding::new(Code::HOST_DEADLOCK, waiting.first().and_then(|(_, wait)| machine.place(&wait.trace)), message), waiting)
        .help("look for a lock that is held by one that waits, and for a wait whose condition nobody makes true any more")
}

/// The threads that could go on are below one that waits in a function which the library called.
pub(crate) fn waits_in_callback(machine: &Machine, waiting: &[Waiting]) -> Finding {
    let place = waiting.last().and_then(|(_, wait)| machine.place(&wait.trace));
    let message = "kern cannot wait in a function that a library function called for a thread that is in one, too";
    name_all(machine, Finding::new(Code::UNSUPPORTED_EXECUTION, place, message), waiting)
}

/// A function that the library called spins, and whoever would end that is below it.
pub(crate) fn spins_in_callback(machine: &Machine, trace: &[Site]) -> Finding {
    let message = "kern cannot wait in a loop of a function that a library function called for a thread that is in one, too";
    Finding::new(Code::UNSUPPORTED_EXECUTION, machine.place(trace), message)
        .label("spins here, until somebody writes what it reads")
        .help("kern calls the host function of a stream while the stream is given it: write what it waits for before that")
}

fn name_all(machine: &Machine, mut finding: Finding, waiting: &[Waiting]) -> Finding {
    for (index, (site, wait)) in waiting.iter().take(MOST).enumerate() {
        let who = site.as_ref().map_or("`main`'s thread".to_string(), |site| format!("host thread {}", site.number));
        let text = format!("{who} waits here {}", wait.what);
        finding = if index == 0 { finding.label(text) } else { finding.also(machine.place(&wait.trace), text) };
    }
    match waiting.len().checked_sub(MOST) {
        None | Some(0) => finding,
        Some(more) => finding.note(format!("{more} more wait")),
    }
}
