//! [`CallContext`]: what a runtime function sees of the machine.
//!
//! Addresses are the program's generic ones. A wrong access is reported as a finding at the call: outside an
//! allocation or after its end of life the bytes in question are dropped or read as zero and the call goes on, as a
//! real process would mostly do; a null, unmapped or device address ends the program as a real process would end.

use crate::device::Device;
use crate::finding::{Finding, Place};
use crate::launch::LaunchConfig;
use crate::limits::Limit;
use crate::machine::Machine;
use crate::memory::{Access, Allocation, AllocationKind, CallChain, Free, Side, Site, Trace, Violation, ViolationKind};
use crate::report::{self, Circumstances, Element};
use crate::runtime::{Arg, Ret, State, Stop};
use crate::world::{Closed, Stream, World};
use kern_diag::Code;
use kern_ir::RegType;

/// A thread of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    /// `blockIdx`
    pub block: [u32; 3],
    /// `threadIdx`
    pub thread: [u32; 3],
    /// `threadIdx` in one number divided by 32.
    pub warp: u32,
    /// Lane of the warp.
    pub lane: u32,
}

/// A device variable or kernel behind an address that host code holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The name in the source.
    pub name: String,
    /// Generic address of the variable on the device.
    pub address: u64,
    /// Bytes.
    pub size: u64,
    /// It is `__constant__`.
    pub is_const: bool,
}

/// What `cudaFuncGetAttributes` and the occupancy functions ask of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelInfo {
    /// The name a user reads.
    pub name: String,
    /// Bytes of static shared memory.
    pub static_shared: u64,
    /// Bytes of local memory a thread.
    pub local: u64,
    /// Bytes of constants it may name.
    pub constant: u64,
    /// Estimate of the 32-bit registers a thread.
    pub registers: u32,
    /// From `__launch_bounds__`.
    pub max_threads: Option<u32>,
    /// Bytes of its parameter buffer and of each parameter: offset, size.
    pub params: Vec<(u32, u32)>,
}

/// The machine as seen by a runtime function during one call.
pub struct CallContext<'m, 'p> {
    /// Everything.
    pub machine: &'m mut Machine<'p>,
    /// The outside.
    pub world: &'m mut dyn World,
    /// The thread that calls, in a kernel.
    pub thread: Option<Thread>,
    /// The call and its callers.
    pub calls: CallChain<'m>,
    /// The name of the function that is called.
    pub function: &'m str,
    /// Nobody looks at what the call returns.
    pub is_unread: bool,
}

/// Bytes that are moved or set between two looks at the fuel.
const PIECE: u64 = 16 << 20;

/// Bytes of text that are looked at at once.
const TEXT_PIECE: u64 = 4096;

/// More bytes than an allocation takes besides its own.
const NEAR: u64 = 4096;

/// Most bytes of text that one function looks at: more than that in one piece is no text.
const MOST_TEXT: u64 = 1 << 30;

/// Bytes that count as much as an instruction, where a function without a body looks at them or moves them.
pub const BYTES_AN_INSTRUCTION: u64 = 16;

impl<'p> CallContext<'_, 'p> {
    /// Which side calls.
    pub fn side(&self) -> Side {
        if self.thread.is_some() { Side::Device } else { Side::Host }
    }

    /// What the runtime functions remember.
    pub fn state(&mut self) -> &mut State {
        &mut self.machine.runtime
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.machine.device
    }

    /// The call and its callers, innermost first.
    pub fn trace(&mut self) -> Trace {
        match &self.calls {
            CallChain::Known(trace) => trace.clone(),
            CallChain::Walk(walk) => {
                let path = walk();
                self.machine.intern(&path)
            }
        }
    }

    /// Does something with the sites of the call and its callers.
    pub(crate) fn with_sites<R>(&self, body: impl FnOnce(&[Site]) -> R) -> R {
        match &self.calls {
            CallChain::Known(trace) => body(trace),
            CallChain::Walk(walk) => body(&walk()),
        }
    }

    /// The place of the call.
    pub fn place(&self) -> Option<Place> {
        self.with_sites(|sites| self.machine.place(sites))
    }

    /// Writes to the program's standard output or error.
    ///
    /// # Errors
    /// It has written as much as it may, or nobody reads it.
    pub fn write_stream(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Stop> {
        let room = self.machine.config.max_output.saturating_sub(self.machine.written);
        let allowed = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        self.machine.written += allowed as u64;
        self.world.write(stream, &bytes[..allowed]).map_err(|Closed| Stop::Limit(Limit::Closed))?;
        if allowed < bytes.len() { Err(Stop::Limit(Limit::Output)) } else { Ok(()) }
    }

    /// Counts work of the function that runs, in instructions; false if it must stop what it does and return, whatever it
    /// answers: the engine that called it ends the program or the launch.
    pub fn work(&mut self, instructions: u64) -> bool {
        self.machine.work(instructions)
    }

    /// Does something with `size` bytes piece by piece: offset and bytes of each. Looks at the fuel between them.
    fn by_pieces(&mut self, size: u64, mut body: impl FnMut(u64, usize)) {
        let mut done = 0;
        while done < size {
            let piece = (size - done).min(PIECE);
            body(done, piece as usize);
            done += piece;
            if !self.work(piece / BYTES_AN_INSTRUCTION) {
                return;
            }
        }
    }

    /// Reports a finding.
    pub fn report(&mut self, finding: Finding) {
        if !self.follows_assertion(finding.code) {
            self.machine.findings.report(finding);
        }
    }

    /// Whether a mistake of a thread whose assertion has failed comes from that.
    fn follows_assertion(&self, code: Code) -> bool {
        self.thread.is_some() && self.machine.runtime.has_failed_assertion() && code != Code::ASSERTION
    }

    /// Reports a mistake about the allocation at `thing`; what was said of this call before is only counted.
    pub(crate) fn report_about(&mut self, code: Code, thing: u64, build: impl FnOnce(&mut Self) -> Finding) {
        let trace = self.trace();
        if !self.follows_assertion(code) && !self.machine.findings.repeat(code, &trace, thing) {
            let finding = build(self);
            self.machine.findings.report_call(trace, thing, finding);
        }
    }

    /// Checks `size` bytes at `address`, reports what is wrong; the number of bytes from the start that may be used.
    fn usable(&mut self, address: u64, size: u64, access: Access) -> Result<(*mut u8, u64), Stop> {
        if size == 0 {
            return Ok((std::ptr::NonNull::dangling().as_ptr(), 0));
        }
        let violation = match self.machine.memory.check(address, size, access, self.side()) {
            Ok(pointer) => {
                self.look_for_conflict(address, size, access);
                return Ok((pointer, size));
            }
            Err(violation) => violation,
        };
        let inside = match &violation {
            Violation { kind: ViolationKind::OutOfBounds, allocation: Some(a), .. } if address >= a.base && address < a.end() => {
                a.end() - address
            }
            _ => 0,
        };
        self.violation(&violation)?;
        Ok(match self.machine.memory.pointer(address, inside) {
            Some(pointer) => (pointer, inside),
            None => (std::ptr::NonNull::dangling().as_ptr(), 0),
        })
    }

    /// Reports a use of memory by host code that unfinished work of the device uses.
    fn look_for_conflict(&mut self, address: u64, size: u64, access: Access) {
        if self.thread.is_none() && self.machine.memory.is_in_use(address, size) {
            let place = self.place();
            self.machine.report_conflict(address, size, access, place);
        }
    }

    /// What a report says of a wrong access by a runtime function, besides the rule it breaks.
    fn circumstances(&self, violation: &Violation) -> Circumstances {
        // One byte is counted as such: functions of strings go byte by byte.
        let element = (violation.size == 1).then(|| Element { name: "byte".to_string(), bytes: 1 });
        Circumstances { thread: self.thread, element, ..Circumstances::default() }
    }

    /// Reports a wrong access.
    ///
    /// # Errors
    /// The program cannot go on.
    pub fn violation(&mut self, violation: &Violation) -> Result<(), Stop> {
        // Allocations lie at even addresses.
        let thing = violation.allocation.as_ref().map_or(0, |a| a.base) | u64::from(violation.access != Access::Read);
        self.report_about(report::violation_code(violation, self.side()), thing, |host| {
            let finding = host.violation_finding(violation);
            match violation.kind {
                ViolationKind::Null | ViolationKind::Unset => crate::runtime::blame_null(host.machine, finding),
                _ => finding,
            }
        });
        self.fail_launch(report::violation_error(violation));
        match violation.kind {
            ViolationKind::OutOfBounds | ViolationKind::Freed | ViolationKind::Misaligned | ViolationKind::DeadStack => Ok(()),
            _ if self.thread.is_some() => Ok(()),
            _ => Err(Stop::Fault(139)),
        }
    }

    /// A thread did what makes its launch fail.
    pub(crate) fn fail_launch(&mut self, error: i32) {
        if self.thread.is_some() {
            self.machine.runtime.fail_launch(error);
        }
    }

    /// Reads bytes; missing ones are zero.
    ///
    /// # Errors
    /// The address is such that a process would die of it.
    pub fn read_bytes(&mut self, address: u64, size: u64) -> Result<Vec<u8>, Stop> {
        let (pointer, usable) = self.usable(address, size, Access::Read)?;
        let mut bytes = vec![0; usable as usize];
        // SAFETY: `usable` bytes are mapped at `pointer` (checked by `usable`), and nothing else runs meanwhile.
        unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), usable as usize) };
        // A size that no allocation has would exhaust the process: what is beyond reads as zero, up to a limit.
        bytes.resize(size.min(usable.max(1 << 24)) as usize, 0);
        Ok(bytes)
    }

    /// Reads `N` bytes.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn read<const N: usize>(&mut self, address: u64) -> Result<[u8; N], Stop> {
        let bytes = self.read_bytes(address, N as u64)?;
        let mut array = [0; N];
        array.copy_from_slice(&bytes[..N]);
        Ok(array)
    }

    /// Writes bytes; those that have no place are dropped.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        let (pointer, usable) = self.usable(address, bytes.len() as u64, Access::Write)?;
        // SAFETY: `usable <= bytes.len()` bytes are mapped at `pointer`, and nothing else runs meanwhile.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), pointer, usable as usize) };
        Ok(())
    }

    /// Sets `size` bytes.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn fill_bytes(&mut self, address: u64, byte: u8, size: u64) -> Result<(), Stop> {
        let (pointer, usable) = self.usable(address, size, Access::Write)?;
        // SAFETY: `usable` bytes are mapped at `pointer`, and nothing else runs meanwhile.
        self.by_pieces(usable, |offset, size| unsafe { std::ptr::write_bytes(pointer.add(offset as usize), byte, size) });
        Ok(())
    }

    /// Copies `size` bytes, which may overlap (`memmove`).
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn copy_bytes(&mut self, to: u64, from: u64, size: u64) -> Result<(), Stop> {
        let (source, readable) = self.usable(from, size, Access::Read)?;
        let (target, writable) = self.usable(to, size, Access::Write)?;
        self.move_bytes(target, source, readable.min(writable));
        Ok(())
    }

    /// Copies `size` bytes, which may overlap, that are mapped at both pointers.
    fn move_bytes(&mut self, target: *mut u8, source: *mut u8, size: u64) {
        // Pieces of what overlaps are moved in the order that keeps those to come.
        let backwards = target > source && (target as u64) - (source as u64) < size;
        self.by_pieces(size, |offset, piece| {
            let offset = if backwards { size as usize - offset as usize - piece } else { offset as usize };
            // SAFETY: both ranges are mapped that far (the callers'), `copy` allows overlap, and nothing else runs meanwhile.
            unsafe { std::ptr::copy(source.add(offset), target.add(offset), piece) };
        });
    }

    /// How many of `size` bytes may be used; those that may not are reported.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn look_at(&mut self, address: u64, size: u64, access: Access) -> Result<u64, Stop> {
        self.usable(address, size, access).map(|(_, usable)| usable)
    }

    /// A few bytes that host code may plainly read, as they lie in memory.
    pub(crate) fn plain_bytes(&self, address: u64, size: u64) -> Option<&[u8]> {
        if size == 0 || size > TEXT_PIECE || self.thread.is_some() || self.machine.memory.is_any_in_use() {
            return None;
        }
        let pointer = self.machine.memory.check(address, size, Access::Read, Side::Host).ok()?;
        // SAFETY: `size` bytes are mapped at `pointer`; nobody writes to them as long as the machine is borrowed.
        Some(unsafe { std::slice::from_raw_parts(pointer, size as usize) })
    }

    /// A C string, without its zero, that host code may plainly read, as it lies in memory; if it is short.
    pub(crate) fn plain_text(&self, address: u64) -> Option<&[u8]> {
        let memory = &self.machine.memory;
        let range = memory.allocation(address).map(|a| (a.base, a.size)).or_else(|| memory.stack_range(address));
        let (base, size) = range.filter(|&(base, size)| address - base < size)?;
        let bytes = self.plain_bytes(address, (base + size - address).min(TEXT_PIECE))?;
        bytes.iter().position(|&byte| byte == 0).map(|end| &bytes[..end])
    }

    /// The next bytes at an address, at least one and at most `most`: as many as are at hand. One that cannot be read is
    /// reported, and zero.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn piece(&mut self, address: u64, most: u64) -> Result<Vec<u8>, Stop> {
        let memory = &self.machine.memory;
        let end = memory.allocation(address).map(|a| a.end()).or_else(|| memory.stack_range(address).map(|(base, size)| base + size));
        let size = most.min(end.map_or(1, |end| end.saturating_sub(address))).clamp(1, TEXT_PIECE);
        if let Ok(pointer) = memory.check(address, size, Access::Read, self.side()) {
            let mut bytes = vec![0; size as usize];
            // SAFETY: `size` bytes are mapped at `pointer`, and nothing else runs meanwhile.
            unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), bytes.len()) };
            self.look_for_conflict(address, size, Access::Read);
            self.work(size / BYTES_AN_INSTRUCTION);
            return Ok(bytes);
        }
        Ok(self.read::<1>(address)?.to_vec())
    }

    /// The bytes from an address on up to one for which `is_last` holds, without that one, at most `limit`; whether there was
    /// one.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn read_until(&mut self, address: u64, limit: u64, is_last: impl Fn(u8) -> bool) -> Result<(Vec<u8>, bool), Stop> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < limit {
            let length = bytes.len() as u64;
            // Most texts are short.
            let most = if bytes.is_empty() { 64 } else { TEXT_PIECE };
            let piece = self.piece(address.wrapping_add(length), most.min(limit - length))?;
            if let Some(end) = piece.iter().position(|&byte| is_last(byte)) {
                bytes.extend_from_slice(&piece[..end]);
                return Ok((bytes, true));
            }
            bytes.extend_from_slice(&piece);
            if bytes.len() as u64 > MOST_TEXT || !self.work(1) {
                break;
            }
        }
        Ok((bytes, false))
    }

    /// The bytes of a C string, without the zero.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn read_c_string(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        self.read_c_string_up_to(address, u64::MAX)
    }

    /// The bytes of a C string, at most `limit` (`%.5s`, `strncpy`).
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn read_c_string_up_to(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Stop> {
        self.read_until(address, limit, |byte| byte == 0).map(|(bytes, _)| bytes)
    }

    /// Checks an access of the other side's memory, as `cudaMemcpy` makes it, without reporting.
    ///
    /// # Errors
    /// What is wrong; build the finding with [`CallContext::violation_finding`].
    pub fn check(&self, address: u64, size: u64, access: Access, side: Side) -> Result<(), Violation> {
        if size == 0 { Ok(()) } else { self.machine.memory.check(address, size, access, side).map(|_| ()) }
    }

    /// The finding for a wrong access at this call.
    pub fn violation_finding(&self, violation: &Violation) -> Finding {
        self.with_sites(|sites| report::violation(self.machine, violation, sites, &self.circumstances(violation)))
    }

    /// Copies `size` bytes between any two places, whichever side they belong to, `memmove`-like and **unchecked**
    /// against allocations (check both first); bytes outside every window are dropped. False if any were.
    pub fn copy_raw(&mut self, to: u64, from: u64, size: u64) -> bool {
        let memory = &self.machine.memory;
        match (memory.pointer(to, size), memory.pointer(from, size)) {
            (Some(target), Some(source)) => {
                self.move_bytes(target, source, size);
                true
            }
            _ => false,
        }
    }

    /// Sets `size` bytes of either side, as [`CallContext::copy_raw`].
    pub fn fill_raw(&mut self, address: u64, byte: u8, size: u64) -> bool {
        match self.machine.memory.pointer(address, size) {
            Some(pointer) => {
                // SAFETY: the range is mapped, and nothing else runs meanwhile.
                self.by_pieces(size, |offset, size| unsafe { std::ptr::write_bytes(pointer.add(offset as usize), byte, size) });
                true
            }
            None => false,
        }
    }

    /// Reads `size` bytes of either side, as [`CallContext::copy_raw`].
    pub fn read_raw(&self, address: u64, size: u64) -> Option<Vec<u8>> {
        let pointer = self.machine.memory.pointer(address, size)?;
        let mut bytes = vec![0; size as usize];
        // SAFETY: the range is mapped, and nothing else runs meanwhile.
        unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), size as usize) };
        Some(bytes)
    }

    /// Writes bytes of either side, as [`CallContext::copy_raw`].
    pub fn write_raw(&mut self, address: u64, bytes: &[u8]) -> bool {
        match self.machine.memory.pointer(address, bytes.len() as u64) {
            Some(pointer) => {
                // SAFETY: the range is mapped, and nothing else runs meanwhile.
                unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), pointer, bytes.len()) };
                true
            }
            None => false,
        }
    }

    /// Allocates zeroed memory of a kind: `Heap` and `Pinned` on the host heap, the others on the device.
    /// `None` when memory is exhausted.
    pub fn allocate(&mut self, size: u64, align: u64, kind: AllocationKind) -> Option<u64> {
        let trace = Some(self.trace());
        // What caches hold lives on: a new allocation lies where none that lives does.
        let address = self.machine.memory.allocate(size, align, kind, trace);
        if address.is_none() {
            self.report_refusal(size);
        }
        address
    }

    /// Takes memory that is in no window of addresses, such as a file's content; false if there is no room.
    pub(crate) fn take_memory(&mut self, bytes: u64) -> bool {
        let fits = self.machine.memory.take(bytes);
        if !fits {
            self.report_refusal(bytes);
        }
        fits
    }

    /// The limit on memory, if there is one that is near, refuses something.
    fn report_refusal(&mut self, bytes: u64) {
        let memory = &self.machine.memory;
        if memory.limit < u64::MAX && bytes.saturating_add(NEAR) >= memory.room() {
            let finding = report::limits::no_memory(self.machine, self.place(), &format!("{bytes} bytes"));
            self.report(finding.label("answered as by a machine whose memory is full"));
        }
    }

    /// Frees the allocation that starts at `address`, whichever heap it is on. Reports nothing.
    pub fn release(&mut self, address: u64) -> Free {
        let trace = Some(self.trace());
        self.machine.memory.release(address, trace)
    }

    /// The allocation or variable, live or freed, that contains `address`.
    pub fn allocation(&self, address: u64) -> Option<&Allocation> {
        self.machine.memory.allocation(address)
    }

    /// Bytes of device memory that are free.
    pub fn device_memory_free(&self) -> u64 {
        let memory = &self.machine.memory;
        // What an allocation takes besides its bytes is not free.
        (memory.device.capacity() - memory.device.used()).min(memory.room().saturating_sub(NEAR))
    }

    /// The device variable whose stand-in host code holds the address of.
    pub fn symbol(&self, address: u64) -> Option<Symbol> {
        self.machine.symbol(address)
    }

    /// The kernel whose address host code holds.
    pub fn kernel(&self, address: u64) -> Option<KernelInfo> {
        self.machine.kernel_info(address)
    }

    /// Launches the kernel at a code address and runs it to its end; CUDA's error code (0 when all went well,
    /// 9 and the like when it did not start; see [`crate::launch::error::is_sticky`]).
    ///
    /// # Errors
    /// The program cannot go on.
    pub fn launch(&mut self, kernel: u64, config: &LaunchConfig, params: &[u8]) -> Result<i32, Stop> {
        Machine::launch(self, kernel, config, params)
    }

    /// Calls a host function of the program (a comparator, an `atexit` handler) by its address. One that takes other arguments
    /// or gives another result is a finding.
    ///
    /// # Errors
    /// It stopped the program.
    pub fn call(&mut self, function: u64, args: &[Arg], result: Option<RegType>) -> Result<Ret, Stop> {
        Machine::call(self, function, args, result)
    }
}
