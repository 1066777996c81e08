//! CUDA runtime API, "Error Handling": the last error, the error that loses the context, and the errors nobody sees.
//!
//! A call that fails tells it by its result. One whose result the program drops is reported at the end of the program,
//! unless the program asks for the last error after it. If it looks, and ends for that, it is told why the call failed. Calls that fail
//! because the context is lost say nothing: the launch that lost it was reported.

use super::super::{Args, HostFunction, Ret, Stop, system};
use super::Cuda;
use super::dynamic::{fail_thread, last_of_thread, note_unseen};
use super::{Failure, NullGiven, Why, code};
use crate::finding::Finding;
use crate::launch::error::is_sticky;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::memory::is_unset;
use crate::runtime::CallContext;
use kern_diag::Code;

pub(in super::super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("cudaGetLastError", |host, _| Ok(Ret::from(last(host, true)))),
    ("cudaPeekAtLastError", |host, _| Ok(Ret::from(last(host, false)))),
    ("cudaGetErrorName", |host, args| text(host, kern_stdlib::error_name(args.at(0).i32()))),
    ("cudaGetErrorString", |host, args| text(host, kern_stdlib::error_text(args.at(0).i32()))),
];

/// What the program wrote, where a header calls another function for it.
const PUBLIC_NAMES: &[(&str, &str)] = &[
    ("__kern_malloc_host", "cudaMallocHost"),
    ("__kern_graph_instantiate", "cudaGraphInstantiate"),
    ("__kern_bind_texture", "cudaBindTexture"),
    ("__kern_bind_texture_to_array", "cudaBindTextureToArray"),
    ("__kern_unbind_texture", "cudaUnbindTexture"),
    ("__kern_bind_surface_to_array", "cudaBindSurfaceToArray"),
];

/// The name that the program wrote for a function.
fn public_name(function: &str) -> &str {
    PUBLIC_NAMES.iter().find(|(own, _)| *own == function).map_or(function, |(_, public)| public)
}

/// Calls that gave no pointer which are remembered.
const MOST_NULLS: usize = 16;

fn text(host: &mut CallContext, text: &str) -> Result<Ret, Stop> {
    Ok(Ret::from(system::static_text(host, text)))
}

/// The last error. One that lost the context is forgotten, too, until another call fails for it (measured on an H200).
fn last(host: &mut CallContext, forget: bool) -> i32 {
    let is_device = host.thread.is_some();
    let cuda = &mut host.state.cuda;
    if is_device {
        return last_of_thread(host, forget);
    }
    cuda.unseen.clear();
    let last = cuda.last;
    if last != 0 {
        cuda.noticed = cuda.failure.clone();
    }
    if forget {
        cuda.last = 0;
    }
    last
}

/// Runs a call of the API: it fails at once when the context is lost, and its error becomes the last one.
pub(super) fn call(host: &mut CallContext, body: impl FnOnce(&mut CallContext) -> Result<i32, Stop>) -> Result<Ret, Stop> {
    answer(host, body, |host, error| host.note_failure(error))
}

/// Runs a call that only gives a hint: no result depends on whether it fails, so that a failure is a warning.
pub(super) fn hint(host: &mut CallContext, body: impl FnOnce(&mut CallContext) -> Result<i32, Stop>) -> Result<Ret, Stop> {
    answer(host, body, |host, error| {
        if let Some(finding) = reason_of(host).filter(|_| host.is_unread) {
            host.note_unseen(finding.warning(), error);
        }
    })
}

fn answer(
    host: &mut CallContext,
    body: impl FnOnce(&mut CallContext) -> Result<i32, Stop>,
    note: impl FnOnce(&mut CallContext, i32),
) -> Result<Ret, Stop> {
    if host.thread.is_none() {
        host.resume_waiting()?;
        if host.state.cuda.lost != 0 {
            return lost(host);
        }
    }
    host.state.cuda.why = None;
    let error = match super::host_function::permit(host).and_then(|()| super::graph::capture::permit(host)) {
        Ok(()) => body(host)?,
        Err(error) => error,
    };
    if std::mem::take(&mut host.state.cuda.lost_in_call) {
        return lost(host);
    }
    // That something is not over yet is an answer, not an error (measured on an H200).
    if error != 0 && error != code::NOT_READY {
        if host.thread.is_some() {
            fail_thread(host, error);
            let finding = finding_of(host, error).filter(|_| host.is_unread);
            finding.into_iter().for_each(|finding| note_unseen(host, unread(finding, error)));
        } else {
            host.state.cuda.last = error;
            note(host, error);
        }
    } else if host.state.cuda.noticed.is_some() && host.thread.is_none() && !ENDS_WITH.contains(&host.function) {
        host.state.cuda.noticed = None;
    }
    Ok(Ret::from(error))
}

/// What programs call between a failure and their end.
const ENDS_WITH: &[&str] = &["cudaFree", "cudaFreeHost", "cudaStreamDestroy", "cudaEventDestroy", "cudaDeviceReset"];

/// What every call answers once the context is lost.
fn lost(host: &mut CallContext) -> Result<Ret, Stop> {
    let cuda = &mut host.state.cuda;
    cuda.lost_shown = true;
    cuda.last = cuda.lost;
    let lost = cuda.lost;
    // What was printed before it was lost is shown (measured on an H200).
    host.wait_for_device()?;
    Ok(Ret::from(lost))
}

/// Says why the call that runs fails; the error it answers.
pub(super) fn refuse(host: &mut CallContext, error: i32, reason: impl Into<String>) -> i32 {
    let finding = failed(host, error).label(reason);
    because(host, error, finding)
}

/// Why the call that runs fails, taken from it.
pub(super) fn reason_of(host: &mut CallContext) -> Option<Finding> {
    match host.state.cuda.why.take()? {
        Why::Mistake(finding) => Some(*finding),
        Why::Follows => None,
    }
}

/// What is to be said of the call that fails, if the program does not look at its answer.
fn finding_of(host: &mut CallContext, error: i32) -> Option<Finding> {
    match host.state.cuda.why.take() {
        Some(Why::Mistake(finding)) => Some(*finding),
        Some(Why::Follows) => None,
        None => Some(failed(host, error)),
    }
}

/// As [`refuse`], with a finding of its own.
pub(super) fn because(host: &mut CallContext, error: i32, finding: Finding) -> i32 {
    host.state.cuda.why = Some(Why::Mistake(Box::new(finding)));
    error
}

/// Adds what came of a failure that the program does not look at.
fn unread(mut finding: Finding, error: i32) -> Finding {
    let name = kern_stdlib::error_name(error);
    if finding.code == Code::LAUNCH_FAILED_UNSEEN {
        finding.help.get_or_insert_with(|| "call `cudaGetLastError()` after the launch and check what it returns".to_string());
        return finding.note(format!("the launch failed with `{name}`, and the program never asks"));
    }
    finding.note(format!("it returned `{name}`, and the program does not look at what it returns"))
}

/// The call that runs fails.
fn failed(host: &CallContext, error: i32) -> Finding {
    let message = format!("`{}` failed: {}", public_name(host.function), kern_stdlib::error_text(error));
    Finding::new(Code::CALL_FAILED_UNSEEN, host.place(), message)
}

/// A call fails that was to write a pointer to `target`.
pub(super) fn refuse_pointer(host: &mut CallContext, error: i32, target: u64, reason: String) -> i32 {
    remember_null(host, target, format!("this `{}` failed, so that the pointer was not set: {reason}", public_name(host.function)));
    refuse(host, error, reason)
}

/// A call leaves null, or writes it, where a pointer is wanted: what to say of that when the pointer is used.
pub(super) fn remember_null(host: &mut CallContext, target: u64, text: String) {
    let given = NullGiven { function: public_name(host.function).to_string(), place: host.place(), target, unset: None, text };
    remember(host, given);
}

fn remember(host: &mut CallContext, given: NullGiven) {
    let list = &mut host.state.cuda.nulls_given;
    if list.len() >= MOST_NULLS {
        list.pop_front();
    }
    list.push_back(given);
}

/// How far from a pointer that was never set an access may be that is made through it.
const NEAR: u64 = 1 << 20;

/// The last call that refused the pointer, never set, by which `address` was made.
fn refused_unset(cuda: &Cuda, address: u64) -> Option<NullGiven> {
    let is_it = |given: &&NullGiven| given.unset.is_some_and(|unset| address.abs_diff(unset) <= NEAR);
    cuda.nulls_given.iter().rev().find(is_it).cloned()
}

/// The last call that gave no pointer, if the variable it was for is null still.
fn null_given(cuda: &Cuda, memory: &Memory) -> Option<NullGiven> {
    let is_still_null = |given: &&NullGiven| match memory.pointer(given.target, 8) {
        Some(pointer) => {
            // SAFETY: eight bytes are mapped at `pointer`, and nothing else runs meanwhile.
            let value = unsafe { pointer.cast::<u64>().read_unaligned() };
            value == 0 || is_unset(value)
        }
        None => true,
    };
    cuda.nulls_given.iter().rev().filter(|given| given.unset.is_none()).find(is_still_null).cloned()
}

/// A call is given a pointer that was never set.
pub(super) fn refuse_unset(host: &mut CallContext, error: i32, what: &str, pointer: u64) -> i32 {
    let text = format!("this `{}` failed too: {what}", public_name(host.function));
    let given = NullGiven { function: public_name(host.function).to_string(), place: host.place(), target: 0, unset: Some(pointer), text };
    remember(host, given);
    refuse_null(host, error, what)
}

/// A call is given a null pointer, which may be one that a failed call left: then it is told with that.
pub(super) fn refuse_null(host: &mut CallContext, error: i32, what: &str) -> i32 {
    let finding = Finding::new(Code::CALL_FAILED_UNSEEN, host.place(), format!("`{}` failed: {what}", public_name(host.function)))
        .label("points to no memory")
        .help("allocate the memory first: `cudaMalloc` on the device, `malloc` on the host");
    let Some(given) = null_given(&host.state.cuda, &host.machine.memory) else { return because(host, error, finding) };
    let cuda = &mut host.state.cuda;
    if cuda.unseen.iter().any(|failure| failure.finding.place == given.place) {
        cuda.why = Some(Why::Follows);
        return error;
    }
    because(host, error, name_call(finding, given))
}

fn name_call(finding: Finding, given: NullGiven) -> Finding {
    let help = format!("look at what `{}` returns, and at its size, before you use the pointer", given.function);
    finding.also(given.place, given.text).help(help)
}

/// Names the call that a null pointer may come from; a failure of it is told with that.
pub(in super::super) fn blame_null(cuda: &mut Cuda, memory: &Memory, finding: Finding) -> Finding {
    let address = finding.facts.access.as_ref().map_or(0, |access| access.address);
    if is_unset(address)
        && let Some(given) = refused_unset(cuda, address)
    {
        cuda.unseen.retain(|failure| failure.finding.place != given.place);
        return finding.also(given.place, given.text);
    }
    let Some(given) = null_given(cuda, memory) else { return finding };
    cuda.unseen.retain(|failure| failure.finding.place != given.place);
    name_call(finding, given)
}

impl CallContext<'_, '_> {
    /// This call failed, and the program looks at its answer or does not.
    fn note_failure(&mut self, error: i32) {
        let finding = finding_of(self, error);
        self.remember_failure(error, finding.as_ref());
        match finding {
            Some(finding) if self.is_unread => self.note_unseen(finding, error),
            _ => self.state.cuda.noticed = self.state.cuda.failure.clone(),
        }
    }

    /// What the last error is about.
    fn remember_failure(&mut self, error: i32, finding: Option<&Finding>) {
        let position = self.machine.findings.list().len();
        self.state.cuda.failure = finding.map(|finding| Failure { position, error, finding: finding.clone() });
    }

    fn note_unseen(&mut self, finding: Finding, error: i32) {
        let position = self.machine.findings.list().len();
        let unseen = &mut self.state.cuda.unseen;
        match unseen.iter_mut().find(|f| f.finding.code == finding.code && f.finding.place == finding.place) {
            Some(known) => known.finding.count += 1,
            None => unseen.push(Failure { position, error, finding }),
        }
    }

    /// Takes note of what a launch answered; what the call that launched answers.
    pub(crate) fn launched(&mut self, error: i32, reason: impl FnOnce() -> String) -> i32 {
        if error == 0 {
            return 0;
        }
        let cuda = &mut self.state.cuda;
        if is_sticky(error) {
            cuda.lost = error;
            return 0;
        }
        cuda.last = error;
        self.machine.launch_errors.was_refused = true;
        let text = kern_stdlib::error_text(error);
        let finding = Finding::new(Code::LAUNCH_FAILED_UNSEEN, self.place(), format!("a kernel did not run: {text}")).label(reason());
        self.state.cuda.why = Some(Why::Mistake(Box::new(finding)));
        error
    }

    /// What to do about the launch that has just failed, if more can be said than that it did.
    pub(super) fn advise(&mut self, advice: Option<String>) {
        if let (Some(Why::Mistake(finding)), Some(advice)) = (&mut self.state.cuda.why, advice) {
            finding.help = Some(advice);
        }
    }

    /// `<<<…>>>` has no result: only the last error tells.
    pub(crate) fn launched_unseen(&mut self, error: i32) {
        if error != 0
            && let Some(Why::Mistake(finding)) = self.state.cuda.why.take()
        {
            self.remember_failure(error, Some(&finding));
            self.note_unseen(*finding, error);
        }
    }
}

/// At the end of the program: what failed and nothing asked about; or why the last call failed, if the program noticed and ended with
/// another status than 0.
pub(in super::super) fn report_failures(cuda: &mut Cuda, machine: &mut Machine, status: Option<i32>) {
    let unseen = std::mem::take(&mut cuda.unseen).into_iter();
    let mut late: Vec<_> = unseen.map(|Failure { position, error, finding }| (position, unread(finding, error))).collect();
    if let (Some(failure), Some(status)) = (cuda.noticed.take(), status.filter(|&status| status != 0))
        && late.is_empty()
    {
        let mut finding = failure.finding.remark();
        if matches!(finding.code, Code::LAUNCH_FAILED_UNSEEN | Code::CALL_FAILED_UNSEEN) {
            finding.code = Code::CALL_FAILED_AT_END;
        }
        let name = kern_stdlib::error_name(failure.error);
        late.push((failure.position, finding.note(format!("the error is `{name}`; the program saw it, and ended with status {status}"))));
    }
    machine.findings.insert(late);
}
