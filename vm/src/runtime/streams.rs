//! Which `FILE *` a function of `<stdio.h>` may be given: not the null pointer that a failed `fopen` answered, and none that was closed.
//!
//! A null one ends the program, as natively. One that was closed is told, and the function answers that it failed, as glibc mostly
//! does; only the second `fclose` ends the program.

use super::state::Handle;
use super::{Arg, Args, Stop};
use crate::finding::{Finding, Place};
use crate::memory::Trace;
use crate::runtime::CallContext;
use kern_diag::Code;
use std::collections::BTreeMap;

/// Closed files that are remembered: the last ones.
const MOST_CLOSED: usize = 64;

/// What of files is remembered for what may be said of them later.
#[derive(Default, Debug)]
pub(super) struct Remembered {
    /// The last call that opened no file: where it is, and what to say of it.
    refused: Option<(Option<Place>, String)>,
    /// Files that `fclose` closed: where.
    closed: BTreeMap<u64, Trace>,
}

/// A call answers null instead of a file, for the reason that `errno` has.
pub(super) fn remember_refused(host: &mut CallContext, path: &str) -> Result<(), Stop> {
    let reason = super::system::error_text(super::system::errno(host)?);
    let text = format!("this `{}` of `{path}` failed: {reason}", host.function);
    host.state.files.remembered.refused = Some((host.place(), text));
    Ok(())
}

/// A file that cannot be opened for a reason that a program's author cannot know.
pub(super) fn report_refusal(host: &mut CallContext, path: &str, error: &std::io::Error) {
    let place = host.place();
    let finding = match error.kind() {
        std::io::ErrorKind::NotFound if host.machine.config.is_sandboxed => {
            Finding::new(Code::SANDBOXED, place, format!("`{path}` is not there: a sandbox has no files but those the program writes"))
                .label("answered as if there were no such file")
                .help("without `--sandbox` the program may use the files of this machine")
        }
        std::io::ErrorKind::Unsupported => Finding::new(Code::NO_PLAIN_FILE, place, format!("`{path}` is not a plain file"))
            .label("not opened")
            .note("kern reads and writes whole files: a pipe, a socket or a device could block it, or have no end")
            .help("read standard input instead: `kern run FILE < pipe`"),
        _ => return,
    };
    host.report(finding.warning());
}

/// `fclose` closed a file.
pub(super) fn remember_closed(host: &mut CallContext, handle: u64) {
    let trace = host.trace();
    let closed = &mut host.state.files.remembered.closed;
    closed.insert(handle, trace);
    if closed.len() > MOST_CLOSED {
        closed.pop_first();
    }
}

/// The `FILE *` that is an argument of the function that runs.
///
/// # Errors
/// It is null, or closed a second time.
pub(super) fn given(host: &mut CallContext, args: &[Arg], argument: usize) -> Result<u64, Stop> {
    let handle = args.at(argument).u64();
    if handle == 0 {
        host.report_about(Code::NULL_POINTER, 0, |host| null_file(host));
        return Err(Stop::Fault(139));
    }
    if handle > Handle::STDERR
        && let Some(closed) = host.state.files.remembered.closed.get(&handle).cloned()
    {
        let is_close = host.function == "fclose";
        let code = if is_close { Code::BAD_FREE } else { Code::USE_AFTER_FREE };
        host.report_about(code, handle, |host| closed_file(host, code, &closed));
        if is_close {
            return Err(Stop::Fault(134));
        }
    }
    Ok(handle)
}

fn null_file(host: &CallContext) -> Finding {
    let message = format!("`{}` is given a null `FILE *`", host.function);
    let finding = Finding::new(Code::NULL_POINTER, host.place(), message);
    match &host.state.files.remembered.refused {
        Some((place, text)) => finding
            .also(place.clone(), text.clone())
            .help("check what `fopen` returns before you use it, as in `if (file == NULL) { perror(\"fopen\"); return 1; }`"),
        None => finding.help("open the file first: `FILE *file = fopen(path, mode)`"),
    }
}

fn closed_file(host: &CallContext, code: Code, closed: &Trace) -> Finding {
    let message = format!("`{}` of a file that was closed before", host.function);
    let finding = Finding::new(code, host.place(), message).also(host.machine.place(closed), "closed here");
    match code {
        Code::BAD_FREE => finding.label("closed again here").help("close it once"),
        _ => finding.help("close the file when nothing uses it any more"),
    }
}
