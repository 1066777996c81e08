//! CUDA runtime API, "Error Handling": the last error, and the error that loses the context.

use super::super::{Args, HostFunction, Ret, Stop, system};
use super::Cuda;
use crate::Host;
use crate::finding::{Finding, Place};
use crate::launch::error::is_sticky;
use kern_diag::Code;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGetLastError", |host, _| Ok(Ret::from(last(host, true)))),
    ("cudaPeekAtLastError", |host, _| Ok(Ret::from(last(host, false)))),
    ("cudaGetErrorName", |host, args| text(host, kern_stdlib::error_name(args.at(0).i32()))),
    ("cudaGetErrorString", |host, args| text(host, kern_stdlib::error_text(args.at(0).i32()))),
];

fn text(host: &mut Host, text: &str) -> Result<Ret, Stop> {
    Ok(Ret::from(system::static_text(host, text)))
}

/// The last error. One that lost the context stays; before a call has shown it, the launch still counts as running.
fn last(host: &mut Host, forget: bool) -> i32 {
    let cuda = &mut host.state().cuda;
    cuda.unseen = None;
    if cuda.lost != 0 && cuda.lost_shown {
        return cuda.lost;
    }
    let last = cuda.last;
    if forget {
        cuda.last = 0;
    }
    last
}

/// Runs a call of the API: it fails at once when the context is lost, and its error becomes the last one.
pub(super) fn call(host: &mut Host, body: impl FnOnce(&mut Host) -> Result<i32, Stop>) -> Result<Ret, Stop> {
    if host.thread.is_none() {
        let cuda = &mut host.state().cuda;
        if cuda.lost != 0 {
            cuda.lost_shown = true;
            cuda.last = cuda.lost;
            return Ok(Ret::from(cuda.lost));
        }
    }
    let error = body(host)?;
    if error != 0 {
        host.state().cuda.last = error;
    }
    Ok(Ret::from(error))
}

impl Cuda {
    /// Takes note of what a launch answered; what the launch itself answers.
    pub(in super::super) fn launched(&mut self, error: i32, reason: impl FnOnce() -> String, place: Option<Place>) -> i32 {
        if error == 0 {
            return 0;
        }
        if is_sticky(error) {
            self.lost = error;
            return 0;
        }
        self.last = error;
        self.unseen = Some((error, reason(), place));
        error
    }
}

/// At the end of the program: a launch that never started and that nothing asked about.
pub(in super::super) fn report_unseen(host: &mut Host) {
    let Some((error, reason, place)) = host.state().cuda.unseen.take() else { return };
    let (name, text) = (kern_stdlib::error_name(error), kern_stdlib::error_text(error));
    let finding = Finding::new(Code::LAUNCH_FAILED_UNSEEN, place, format!("a kernel did not run: {text}"))
        .label(reason)
        .note(format!("the launch failed with `{name}`, and the program never asks"))
        .help("call `cudaGetLastError()` after the launch and check what it returns");
    host.report(finding);
}
