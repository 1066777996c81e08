//! Bytes of the program's memory as runtime functions read and write them.

use super::*;
use crate::memory::{Window, fresh};

/// Bytes that are moved or set between two looks at the fuel.
const PIECE: u64 = 16 << 20;

/// Bytes of text that are looked at at once.
const TEXT_PIECE: u64 = 4096;

/// Most bytes of text that one function looks at: more than that in one piece is no text.
const MOST_TEXT: u64 = 1 << 30;

impl CallContext<'_, '_> {
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

    /// Checks `size` bytes at `address`, reports what is wrong; the number of bytes from the start that may be used.
    fn usable(&mut self, address: u64, size: u64, access: Access) -> Result<(*mut u8, u64), Stop> {
        if size == 0 {
            return Ok((std::ptr::NonNull::dangling().as_ptr(), 0));
        }
        let violation = match self.machine.memory.check(address, size, access, self.side()) {
            Ok(pointer) => {
                self.look_for_conflict(address, size, access);
                if access != Access::Read {
                    self.machine.memory.mark(address, size, false);
                }
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
            self.state.report_conflict(self.machine, address, size, access, place);
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
        let shadow = self.machine.memory.shadow_of(from, readable);
        let (target, writable) = self.usable(to, size, Access::Write)?;
        self.move_bytes(target, source, readable.min(writable));
        self.machine.memory.set_shadow(to, shadow.as_deref().unwrap_or_default(), readable.min(writable));
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

    /// Bytes at an address that are at hand, at least one and at most `most`.
    fn at_hand(&self, address: u64, most: u64) -> u64 {
        let memory = &self.machine.memory;
        let end = memory.allocation(address).map(|a| a.end()).or_else(|| memory.stack_range(address).map(|(base, size)| base + size));
        most.min(end.map_or(1, |end| end.saturating_sub(address))).clamp(1, TEXT_PIECE)
    }

    /// The next bytes at an address, at least one and at most `most`: as many as are at hand. One that cannot be read is
    /// reported, and zero.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn piece(&mut self, address: u64, most: u64) -> Result<Vec<u8>, Stop> {
        let size = self.at_hand(address, most);
        if let Ok(pointer) = self.machine.memory.check(address, size, Access::Read, self.side()) {
            let mut bytes = vec![0; size as usize];
            // SAFETY: `size` bytes are mapped at `pointer`, and nothing else runs meanwhile.
            unsafe { std::ptr::copy_nonoverlapping(pointer, bytes.as_mut_ptr(), bytes.len()) };
            self.look_for_conflict(address, size, Access::Read);
            self.work(size / BYTES_AN_INSTRUCTION);
            return Ok(bytes);
        }
        Ok(self.read::<1>(address)?.to_vec())
    }

    /// The same, as they lie in memory, if host code may plainly read them.
    fn plain_piece(&mut self, address: u64, most: u64) -> Option<&[u8]> {
        if self.thread.is_some() || self.machine.memory.is_any_in_use() {
            return None;
        }
        let size = self.at_hand(address, most);
        let pointer = self.machine.memory.check(address, size, Access::Read, Side::Host).ok()?;
        self.work(size / BYTES_AN_INSTRUCTION);
        // SAFETY: `size` bytes are mapped at `pointer`; nobody writes to them as long as the machine is borrowed.
        Some(unsafe { std::slice::from_raw_parts(pointer, size as usize) })
    }

    /// Looks at the bytes from an address on, at most `limit`, up to one for which `is_last` holds: how many come before it, and that
    /// one. `look` gets the others, piece by piece.
    fn look_until(
        &mut self,
        address: u64,
        limit: u64,
        is_last: impl Fn(u8) -> bool,
        mut look: impl FnMut(&[u8]),
    ) -> Result<(u64, Option<u8>), Stop> {
        let mut length = 0;
        let mut found = None;
        while found.is_none() && length < limit {
            let at = address.wrapping_add(length);
            // Most texts are short.
            let most = if length == 0 { 64 } else { TEXT_PIECE }.min(limit - length);
            let mut up_to_last = |piece: &[u8]| {
                let end = piece.iter().position(|&byte| is_last(byte));
                look(&piece[..end.unwrap_or(piece.len())]);
                length += end.unwrap_or(piece.len()) as u64;
                end.map(|end| piece[end])
            };
            let last = match self.plain_piece(at, most) {
                Some(piece) => up_to_last(piece),
                None => up_to_last(&self.piece(at, most)?),
            };
            found = last;
            if length > MOST_TEXT || !self.work(1) {
                break;
            }
        }
        if let Some(first) = self.machine.memory.unwritten(address, length + u64::from(found.is_some())).first() {
            self.report_unwritten(address + first.start, first.end - first.start);
        }
        Ok((length, found))
    }

    /// How many bytes come before the first for which `is_last` holds, from an address on, and that one.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn find_last(&mut self, address: u64, is_last: impl Fn(u8) -> bool) -> Result<(u64, Option<u8>), Stop> {
        self.look_until(address, u64::MAX, is_last, |_| {})
    }

    /// The bytes from an address on up to one for which `is_last` holds, without that one, at most `limit`; whether there was
    /// one.
    ///
    /// # Errors
    /// As [`CallContext::read_bytes`].
    pub fn read_until(&mut self, address: u64, limit: u64, is_last: impl Fn(u8) -> bool) -> Result<(Vec<u8>, bool), Stop> {
        let mut bytes = Vec::new();
        let (_, last) = self.look_until(address, limit, is_last, |piece| bytes.extend_from_slice(piece))?;
        Ok((bytes, last.is_some()))
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

    /// Copies `size` bytes between any two places, whichever side they belong to, `memmove`-like and **unchecked**
    /// against allocations (check both first); bytes outside every window are dropped. False if any were.
    pub fn copy_raw(&mut self, to: u64, from: u64, size: u64) -> bool {
        let memory = &self.machine.memory;
        match (memory.pointer(to, size), memory.pointer(from, size)) {
            (Some(target), Some(source)) => {
                let shadow = memory.shadow_of(from, size);
                self.move_bytes(target, source, size);
                self.machine.memory.set_shadow(to, shadow.as_deref().unwrap_or_default(), size);
                self.note_copy(to, from, size);
                if !self.machine.sinks.is_empty() {
                    self.machine.tell_copied(from, size);
                    self.machine.sinks.tell(|observer| observer.copied(to, from, size));
                    self.tell_fresh(to, from, size);
                    let place = self.place();
                    let state = &self.state.cuda;
                    if !crate::report::init::report_copies(self.machine, place.as_ref(), &|base| state.pitch_of(base)) {
                        self.mark_unwritten(to, from, size);
                    }
                }
                true
            }
            _ => false,
        }
    }

    /// Says which of the bytes that were copied to a device nothing on the host was written to.
    fn tell_fresh(&mut self, to: u64, from: u64, size: u64) {
        let machine = &mut *self.machine;
        if !machine.config.check_init || Window::of(to) != Window::Device {
            return;
        }
        let source = machine.memory.allocation(from);
        let is_known = Window::of(from) == Window::HostStack || source.is_some_and(|source| source.kind == AllocationKind::Heap);
        let pieces = if is_known && machine.memory.has_shadows() {
            machine.memory.unwritten(from, size)
        } else {
            let (Some(source), Some(pointer)) = (source, machine.memory.pointer(from, size)) else { return };
            if !matches!(source.kind, AllocationKind::Heap | AllocationKind::Pinned) || source.size > fresh::MOST {
                return;
            }
            // SAFETY: the range is mapped, and nothing else runs meanwhile.
            fresh::pieces(unsafe { std::slice::from_raw_parts(pointer, size as usize) }, from - source.base)
        };
        for piece in pieces {
            machine.sinks.tell(|observer| observer.copied_unwritten(to + piece.start, piece.end - piece.start));
        }
    }

    /// What nothing was written to on the device is unwritten on the host, to which it was copied.
    fn mark_unwritten(&mut self, to: u64, from: u64, size: u64) {
        let machine = &mut *self.machine;
        let is_of_host = Window::of(to).is_host() || machine.memory.is_managed(to);
        if machine.memory.has_shadows() && is_of_host && Window::of(from) == Window::Device {
            for piece in machine.sinks.unwritten_of(from, size) {
                machine.memory.mark_copied(to + (piece.start - from), piece);
            }
        }
    }

    /// Has new memory of the host known again by what it holds, where reads of unwritten memory are looked for.
    pub(crate) fn make_fresh(&mut self, address: u64, size: u64) {
        if !self.machine.config.check_init || size > fresh::MOST {
            return;
        }
        if let Some(pointer) = self.machine.memory.pointer(address, size) {
            // SAFETY: the range is mapped, and nothing else runs meanwhile.
            fresh::fill(unsafe { std::slice::from_raw_parts_mut(pointer, size as usize) });
        }
    }

    /// Reports that host code uses what it read of memory that nothing was written to.
    pub(crate) fn report_unwritten(&mut self, address: u64, bytes: u64) {
        let memory = &self.machine.memory;
        let is_managed = memory.is_managed(address);
        if !memory.has_shadows() || !is_managed && memory.for_device(address).is_some_and(|found| found.kind.is_for_device()) {
            // What kernels may write to counts as written.
            return;
        }
        if is_managed && self.was_written_by_device(address, bytes) {
            return;
        }
        let memory = &self.machine.memory;
        let thing = memory.allocation(address).map_or(address | 1, |allocation| allocation.base);
        let did_not_run = self.machine.launch_errors.was_refused && memory.copied_from(address).is_some();
        if did_not_run || self.state.has_lost_context() {
            // What calls, and a kernel that did not run, did not set.
            return;
        }
        self.report_about(Code::UNWRITTEN_ON_HOST, thing, |host| report::init::host_read(host.machine, host.place(), address, bytes));
        // Said once of each place.
        self.machine.memory.mark(address, bytes, false);
    }

    /// Sets `size` bytes of either side, as [`CallContext::copy_raw`].
    pub fn fill_raw(&mut self, address: u64, byte: u8, size: u64) -> bool {
        match self.machine.memory.pointer(address, size) {
            Some(pointer) => {
                // SAFETY: the range is mapped, and nothing else runs meanwhile.
                self.by_pieces(size, |offset, size| unsafe { std::ptr::write_bytes(pointer.add(offset as usize), byte, size) });
                self.machine.memory.mark(address, size, false);
                self.machine.sinks.tell(|observer| observer.filled(address, size));
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
                self.machine.memory.mark(address, bytes.len() as u64, false);
                self.machine.sinks.tell(|observer| observer.filled(address, bytes.len() as u64));
                true
            }
            None => false,
        }
    }
}
