//! What the headers of host threads (`<pthread.h>`, `<thread>`, `<mutex>`, `<omp.h>`, …) are made of: to make a thread, to wait, to wake.

use super::{Arg, Args, HostFunction, Ret, Stop};
use crate::decode::code::is_harmless;
use crate::finding::HostWait;
use crate::report;
use crate::runtime::CallContext;
use kern_ir::{FunctionKind, RegType};

pub(super) const FUNCTIONS: &[(&str, HostFunction)] = &[
    ("__kern_thread_create", create),
    ("__kern_thread_self", |host, _| Ok(Ret::from(host.core.threads.current()))),
    ("__kern_thread_exit", |host, _| match host.core.threads.current() {
        0 => Err(Stop::Exit(0)),
        _ => {
            host.core.threads.end();
            Ok(Ret::VOID)
        }
    }),
    ("__kern_thread_wait", wait),
    ("__kern_thread_timed_out", |host, _| Ok(Ret::from(host.core.threads.has_timed_out()))),
    ("__kern_thread_wake", wake),
    ("sched_yield", |host, _| {
        host.resume_waiting()?;
        Ok(Ret::from(0))
    }),
    ("__kern_thread_local", thread_local),
];

impl CallContext<'_, '_> {
    /// The host thread that calls waits until somebody wakes those who wait on `on`, or so many nanoseconds have passed on the modelled
    /// clock. It goes on to the end of the call.
    pub(crate) fn wait(&mut self, on: u64, nanoseconds: Option<u64>, what: &str) {
        let until = nanoseconds.map(|nanoseconds| self.machine.passed_ns().saturating_add(nanoseconds));
        let trace = self.trace();
        self.core.threads.wait(HostWait { on, until, what: what.to_string(), trace });
    }
}

/// Makes a thread that calls `void *f(void *)`; its number, from 1, or 0 if there is no room for it.
fn create(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let address = args.at(0).address();
    let layout = host.machine.host_layout.clone();
    let is_right = |id: &u32| {
        let function = &layout.module.functions[*id as usize];
        function.kind == FunctionKind::Func && is_harmless(function, [RegType::B64].into_iter(), Some(RegType::B64))
    };
    let Some(id) = layout.function_at(address).filter(is_right) else {
        let finding = host.with_sites(|sites| report::bad_function(host.machine, sites, address));
        host.report(finding);
        return Err(Stop::Fault(139));
    };
    let place = host.place();
    Ok(Ret::from(host.core.threads.make(host.machine, id, args.at(1).bits, place).unwrap_or(0)))
}

/// Waits on an address, for a number of nanoseconds at most unless that is negative; the text says for what.
fn wait(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let nanoseconds = u64::try_from(args.at(1).i64()).ok();
    let what = String::from_utf8_lossy(&host.read_c_string(args.at(2).address())?).into_owned();
    host.wait(args.at(0).address(), nanoseconds, &what);
    Ok(Ret::VOID)
}

/// Wakes threads that wait on an address, that many at most; how many.
fn wake(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let most = usize::try_from(args.at(1).i32()).unwrap_or(0);
    Ok(Ret::from(host.core.threads.wake(args.at(0).address(), most) as i32))
}

/// Where the calling thread has the variable that `main`'s has at an address: a copy with the variable's first value.
fn thread_local(host: &mut CallContext, args: &[Arg]) -> Result<Ret, Stop> {
    let (address, size) = (args.at(0).address(), args.at(1).u64());
    let number = host.core.threads.current();
    if number == 0 {
        return Ok(Ret::from(address));
    }
    let name = format!("{address:x} of host thread {number}");
    let is_known = host.state.statics.contains_key(&name);
    let own = super::system::static_memory(host, &name, size);
    if !is_known {
        let bytes = host.machine.host_layout.first_bytes_at(address);
        host.write_raw(own, &bytes);
    }
    Ok(Ret::from(own))
}
