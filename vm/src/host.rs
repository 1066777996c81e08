//! [`Host`]: what a runtime function sees of the machine.
//!
//! Addresses are the program's generic ones. A wrong access is reported as a finding at the call: outside an
//! allocation or after its end of life the bytes in question are dropped or read as zero and the call goes on, as a
//! real process would mostly do; a null, unmapped or device address ends the program as a real process would end.

use crate::device::Device;
use crate::finding::{Finding, Place};
use crate::launch::LaunchConfig;
use crate::machine::Machine;
use crate::memory::{Access, Allocation, AllocationKind, Free, Side, Trace, Violation, ViolationKind};
use crate::report;
use crate::runtime::{Arg, Ret, State, Stop};
use crate::world::{Stream, World};

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
pub struct Host<'m, 'p> {
    /// Everything.
    pub machine: &'m mut Machine<'p>,
    /// The outside.
    pub world: &'m mut dyn World,
    /// The thread that calls, in a kernel.
    pub thread: Option<Thread>,
    /// The call and its callers, innermost first.
    pub trace: Trace,
}

impl<'p> Host<'_, 'p> {
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

    /// The place of the call.
    pub fn place(&self) -> Option<Place> {
        self.machine.place(&self.trace)
    }

    /// Writes to the program's standard output or error.
    pub fn write_stream(&mut self, stream: Stream, bytes: &[u8]) {
        self.world.write(stream, bytes);
    }

    /// Reports a finding.
    pub fn report(&mut self, finding: Finding) {
        self.machine.findings.report(finding);
    }

    /// Checks `size` bytes at `address`, reports what is wrong; the number of bytes from the start that may be used.
    fn usable(&mut self, address: u64, size: u64, access: Access) -> Result<(*mut u8, u64), Stop> {
        if size == 0 {
            return Ok((std::ptr::NonNull::dangling().as_ptr(), 0));
        }
        let violation = match self.machine.memory.check(address, size, access, self.side()) {
            Ok(pointer) => return Ok((pointer, size)),
            Err(violation) => violation,
        };
        let inside = match &violation {
            Violation { kind: ViolationKind::OutOfBounds, allocation: Some(a), .. } if address >= a.base && address < a.end() => {
                a.end() - address
            }
            _ => 0,
        };
        self.violation(&violation)?;
        let pointer = self.machine.memory.pointer(address, inside).unwrap_or(std::ptr::NonNull::dangling().as_ptr());
        Ok((pointer, inside))
    }

    /// Reports a wrong access.
    ///
    /// # Errors
    /// The program cannot go on.
    pub fn violation(&mut self, violation: &Violation) -> Result<(), Stop> {
        let finding = report::violation(self.machine, violation, &self.trace, self.thread.as_ref());
        self.machine.findings.report(finding);
        match violation.kind {
            ViolationKind::OutOfBounds | ViolationKind::Freed | ViolationKind::Misaligned | ViolationKind::DeadStack => Ok(()),
            _ if self.thread.is_some() => Ok(()),
            _ => Err(Stop::Fault(139)),
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
    /// As [`Host::read_bytes`].
    pub fn read<const N: usize>(&mut self, address: u64) -> Result<[u8; N], Stop> {
        let bytes = self.read_bytes(address, N as u64)?;
        let mut array = [0; N];
        array.copy_from_slice(&bytes[..N]);
        Ok(array)
    }

    /// Writes bytes; those that have no place are dropped.
    ///
    /// # Errors
    /// As [`Host::read_bytes`].
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        let (pointer, usable) = self.usable(address, bytes.len() as u64, Access::Write)?;
        // SAFETY: `usable <= bytes.len()` bytes are mapped at `pointer`, and nothing else runs meanwhile.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), pointer, usable as usize) };
        Ok(())
    }

    /// Sets `size` bytes.
    ///
    /// # Errors
    /// As [`Host::read_bytes`].
    pub fn fill_bytes(&mut self, address: u64, byte: u8, size: u64) -> Result<(), Stop> {
        let (pointer, usable) = self.usable(address, size, Access::Write)?;
        // SAFETY: `usable` bytes are mapped at `pointer`, and nothing else runs meanwhile.
        unsafe { std::ptr::write_bytes(pointer, byte, usable as usize) };
        Ok(())
    }

    /// Copies `size` bytes, which may overlap (`memmove`).
    ///
    /// # Errors
    /// As [`Host::read_bytes`].
    pub fn copy_bytes(&mut self, to: u64, from: u64, size: u64) -> Result<(), Stop> {
        let (source, readable) = self.usable(from, size, Access::Read)?;
        let (target, writable) = self.usable(to, size, Access::Write)?;
        // SAFETY: both ranges are mapped that far, `copy` allows overlap, and nothing else runs meanwhile.
        unsafe { std::ptr::copy(source, target, readable.min(writable) as usize) };
        Ok(())
    }

    /// The bytes of a C string, without the zero.
    ///
    /// # Errors
    /// As [`Host::read_bytes`].
    pub fn read_c_string(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        self.read_c_string_up_to(address, u64::MAX)
    }

    /// The bytes of a C string, at most `limit` (`%.5s`, `strncpy`).
    ///
    /// # Errors
    /// As [`Host::read_bytes`].
    pub fn read_c_string_up_to(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < limit {
            let at = address.wrapping_add(bytes.len() as u64);
            let [byte] = match self.machine.memory.check(at, 1, Access::Read, self.side()) {
                // SAFETY: one byte is mapped at `pointer`, and nothing else runs meanwhile.
                Ok(pointer) => [unsafe { pointer.read() }],
                Err(_) => self.read::<1>(at)?,
            };
            if byte == 0 {
                break;
            }
            bytes.push(byte);
        }
        Ok(bytes)
    }

    /// Checks an access of the other side's memory, as `cudaMemcpy` makes it, without reporting.
    ///
    /// # Errors
    /// What is wrong; build the finding with [`Host::violation_finding`].
    pub fn check(&self, address: u64, size: u64, access: Access, side: Side) -> Result<(), Violation> {
        if size == 0 { Ok(()) } else { self.machine.memory.check(address, size, access, side).map(|_| ()) }
    }

    /// The finding for a wrong access at this call.
    pub fn violation_finding(&self, violation: &Violation) -> Finding {
        report::violation(self.machine, violation, &self.trace, self.thread.as_ref())
    }

    /// Copies `size` bytes between any two places, whichever side they belong to, `memmove`-like and **unchecked**
    /// against allocations (check both first); bytes outside every window are dropped. False if any were.
    pub fn copy_raw(&mut self, to: u64, from: u64, size: u64) -> bool {
        let memory = &self.machine.memory;
        match (memory.pointer(to, size), memory.pointer(from, size)) {
            (Some(target), Some(source)) => {
                // SAFETY: both ranges are mapped, `copy` allows overlap, and nothing else runs meanwhile.
                unsafe { std::ptr::copy(source, target, size as usize) };
                true
            }
            _ => false,
        }
    }

    /// Sets `size` bytes of either side, as [`Host::copy_raw`].
    pub fn fill_raw(&mut self, address: u64, byte: u8, size: u64) -> bool {
        match self.machine.memory.pointer(address, size) {
            Some(pointer) => {
                // SAFETY: the range is mapped, and nothing else runs meanwhile.
                unsafe { std::ptr::write_bytes(pointer, byte, size as usize) };
                true
            }
            None => false,
        }
    }

    /// Reads `size` bytes of either side, as [`Host::copy_raw`].
    pub fn read_raw(&self, address: u64, size: u64) -> Option<Vec<u8>> {
        let pointer = self.machine.memory.pointer(address, size)?;
        let mut bytes = vec![0; size as usize];
        // SAFETY: the range is mapped, and nothing else runs meanwhile.
        unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), size as usize) };
        Some(bytes)
    }

    /// Writes bytes of either side, as [`Host::copy_raw`].
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
        let trace = Some(self.trace.clone());
        // What caches hold lives on: a new allocation lies where none that lives does.
        let memory = &mut self.machine.memory;
        match kind {
            AllocationKind::Heap | AllocationKind::Pinned | AllocationKind::HostVariable | AllocationKind::StackVariable => {
                memory.host_heap.allocate(size, align, kind, trace)
            }
            _ => memory.device.allocate(size, align, kind, trace),
        }
    }

    /// Frees the allocation that starts at `address`, whichever heap it is on. Reports nothing.
    pub fn release(&mut self, address: u64) -> Free {
        let trace = Some(self.trace.clone());
        let memory = &mut self.machine.memory;
        memory.generation += 1;
        match crate::memory::Window::of(address) {
            crate::memory::Window::HostHeap => memory.host_heap.release(address, trace),
            crate::memory::Window::Device => memory.device.release(address, trace),
            _ => Free::Unknown,
        }
    }

    /// The allocation or variable, live or freed, that contains `address`.
    pub fn allocation(&self, address: u64) -> Option<&Allocation> {
        self.machine.memory.allocation(address)
    }

    /// Bytes of device memory that are free.
    pub fn device_memory_free(&self) -> u64 {
        let arena = &self.machine.memory.device;
        arena.capacity() - arena.used()
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

    /// Calls a host function of the program (a comparator, an `atexit` handler) by its address.
    ///
    /// # Errors
    /// It stopped the program.
    pub fn call(&mut self, function: u64, args: &[Arg]) -> Result<Ret, Stop> {
        Machine::call(self, function, args)
    }
}
