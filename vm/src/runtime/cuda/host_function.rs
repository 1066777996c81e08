//! Functions of the host that streams call.
//!
//! **What.** What a stream was given before such a function is done when it runs: it may use the memory of that. The host, which goes on
//! beside it, knows nothing of it, until it waits or the function tells it. Until then it must not use the variables that the function
//! changes, either: of a function that tells nobody what it accesses each time it is called counts as used, by whole variables with a name
//! and through a pointer that it was given.
//! Such a function may not use the device: nearly all calls of the API answer `cudaErrorNotPermitted` in it (measured on an H200, of 44
//! calls; CUDA C++ Programming Guide, "Host Functions (Callbacks)"); nor may the destructor of a user object ("CUDA User Objects"). It runs in a thread of the driver's, with a last error of its own.
//! **May miss.** A function that may tell the host, by an atomic or volatile access, a fence or what threads wait for, counts as having
//! done so. One that sets a plain variable does not tell: that is a data race in C++. What it accesses under a condition, in a function that
//! is not inlined, or at addresses that are computed is not looked at.

use super::code::NOT_PERMITTED;
use super::error::refuse;
use crate::call::{Arg, Stop};
use crate::memory::{Access, Use};
use crate::runtime::CallContext;
use kern_ir::analysis::PostDominators;
use kern_ir::{Cfg, Function, FunctionKind, Module, Opcode, Payload, Sem, Value, ValueDef};
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
            return self.call_for_stream(function, args);
        }
        let suspended = self.with_device(|device, memory| device.suspend(memory, operations));
        let called = self.call_for_stream(function, args);
        self.with_device(|device, memory| device.take_up(memory, suspended));
        called
    }

    /// Calls a function that may not use the device.
    ///
    /// # Errors
    /// The program cannot go on.
    pub(super) fn call_for_stream(&mut self, function: u64, args: &[Arg]) -> Result<(), Stop> {
        let before = (std::mem::take(&mut self.state.cuda.last), self.state.cuda.called_in.replace(self.core.threads.current()));
        let called = self.call(function, args, None);
        (self.state.cuda.last, self.state.cuda.called_in) = before;
        called.map(|_| ())
    }

    /// What a function that tells nobody accesses of the host's memory whenever it is called so.
    pub(super) fn uses_of_call(&mut self, function: u64, args: &[Arg]) -> Vec<Use> {
        if self.tells(function) {
            return Vec::new();
        }
        let layout = &self.machine.host_layout;
        let Some(code) = layout.function_at(function).and_then(|id| layout.module.functions.get(id as usize)) else { return Vec::new() };
        let Some(&entry) = code.layout.first() else { return Vec::new() };
        let post = PostDominators::new(code, &Cfg::new(code));
        let is_sure = |block| block == entry || post.post_dominates(block, entry);
        let variable = |number: usize| layout.variables.get(number).map(|variable| variable.generic_address);
        let used = code.iter_insts().filter(|(block, ..)| is_sure(*block)).filter_map(|(_, _, data)| {
            let access = match data.op {
                Opcode::Ld => Access::Read,
                Opcode::St => Access::Write,
                _ => return None,
            };
            let start = place(code, *data.args.first()?, args, &variable)?.wrapping_add_signed(data.offset);
            let bytes = u64::from(data.ty.size()) * u64::from(data.attrs.vector.max(1));
            Some(Use { start, end: start.checked_add(bytes)?, access })
        });
        used.collect()
    }

    /// See [`may_tell`]; looked at once a function.
    fn tells(&mut self, function: u64) -> bool {
        let layout = &self.machine.host_layout;
        let Some(id) = layout.function_at(function) else { return true };
        *self.state.cuda.telling.entry(id).or_insert_with(|| may_tell(layout.module, id))
    }
}

/// Calls that a function of the host may make which a stream calls, beside those that name errors.
const PERMITTED: &[&str] = &[
    "cudaDriverGetVersion",
    "cudaEventElapsedTime",
    "cudaEventQuery",
    "cudaEventSynchronize",
    "cudaGetDeviceCount",
    "cudaGetDeviceProperties",
    "cudaRuntimeGetVersion",
];

/// Whether a call may be made where it is made.
///
/// # Errors
/// CUDA's error, which is explained.
pub(super) fn permit(host: &mut CallContext) -> Result<(), i32> {
    let name = host.function.split("_v").next().unwrap_or_default();
    if !is_called(host) || PERMITTED.contains(&name) {
        return Ok(());
    }
    Err(refuse(host, NOT_PERMITTED, REFUSED))
}

/// Why not.
pub(super) const REFUSED: &str = "a function that a stream calls, or a user object when it ends, may not use the CUDA API: have the host's \
                                  own thread do it, behind the stream";

/// Whether the host's thread is in a function which a stream calls, or a destructor of a user object.
pub(super) fn is_called(host: &CallContext) -> bool {
    host.state.cuda.called_in.is_some_and(|thread| host.thread.is_none() && thread == host.core.threads.current())
}

/// The address that a value is, if it is that of a variable or an argument.
fn place(code: &Function, mut value: Value, args: &[Arg], variable: &dyn Fn(usize) -> Option<u64>) -> Option<u64> {
    loop {
        match code.def(value) {
            ValueDef::Param(block, index) if code.layout.first() == Some(&block) => return args.get(index as usize).map(|arg| arg.bits),
            ValueDef::Result(inst, _) => {
                let data = &code.insts[inst.index()];
                match (data.op, &data.payload) {
                    (Opcode::Address, Payload::Global(id)) => return variable(id.index())?.checked_add_signed(data.offset),
                    (Opcode::Mov | Opcode::Cvta, _) => value = *data.args.first()?,
                    _ => return None,
                }
            }
            _ => return None,
        }
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
