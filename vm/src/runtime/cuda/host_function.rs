//! Functions of the host that streams call.
//!
//! **What.** What a stream was given before such a function is done when it runs: it may use the memory of that. The host, which goes on
//! beside it, knows nothing of it, until it waits or the function tells it.
//! **May miss.** A function that may tell the host, by an atomic or volatile access, a fence or what threads wait for, counts as having
//! done so. One that sets a plain variable does not tell: that is a data race in C++.

use crate::call::{Arg, Stop};
use crate::runtime::CallContext;
use kern_ir::{FunctionKind, Module, Opcode, Payload, Sem};
use std::collections::HashSet;

/// Mutexes and the like are made of functions whose names begin so.
const OF_THREADS: &str = "__kern_thread";

impl CallContext<'_, '_> {
    /// Calls a function of the host behind operations.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn call_behind(&mut self, operations: &[u64], function: u64, args: &[Arg]) -> Result<(), Stop> {
        if self.tells(function) {
            self.with_device(|device, memory| device.finish_all(memory, operations));
            return self.call(function, args, None).map(|_| ());
        }
        let suspended = self.with_device(|device, memory| device.suspend(memory, operations));
        let called = self.call(function, args, None);
        self.with_device(|device, memory| device.take_up(memory, suspended));
        called.map(|_| ())
    }

    /// See [`may_tell`]; looked at once a function.
    fn tells(&mut self, function: u64) -> bool {
        let layout = &self.machine.host_layout;
        let Some(id) = layout.function_at(function) else { return true };
        *self.state.cuda.telling.entry(id).or_insert_with(|| may_tell(layout.module, id))
    }
}

/// Whether a function, or what it calls, may tell other threads of the host that it runs.
fn may_tell(module: &Module, function: u32) -> bool {
    let (mut known, mut open) = (HashSet::from([function]), vec![function]);
    while let Some(function) = open.pop().and_then(|id| module.functions.get(id as usize)) {
        if function.kind == FunctionKind::Extern && function.name.starts_with(OF_THREADS) {
            return true;
        }
        for (_, _, data) in function.iter_insts() {
            let is_weak = matches!(data.attrs.sem, None | Some(Sem::Weak));
            if !is_weak || matches!(data.op, Opcode::Atom | Opcode::Red | Opcode::Fence) {
                return true;
            }
            match data.payload {
                Payload::CallIndirect(_) => return true,
                Payload::Call(callee) | Payload::FuncAddr(callee) if known.insert(callee.0) => open.push(callee.0),
                _ => {}
            }
        }
    }
    false
}
