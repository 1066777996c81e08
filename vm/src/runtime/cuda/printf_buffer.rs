//! What kernels print: a buffer on the device, which the host empties when it waits.
//!
//! **What.** `printf` in a kernel fills a circular buffer of `cudaLimitPrintfFifoSize` bytes (CUDA C++ Programming Guide,
//! "Formatted Output"). Its text reaches `stdout` when the host waits for the device: in the synchronisation of the device, of
//! an event, or of a stream that has work, in copies and fills that wait (but not in asynchronous ones, even where they
//! do), `cudaFree` and `cudaFreeHost`, `cudaDeviceReset`, and before a host function of a stream is called. Not at a launch, a
//! query or an allocation, and not at the end of the program.
//! **Invariant.** The records in the buffer take at most its size together; what is too much was the oldest.
//! **Source.** Measured on an H200 under CUDA 13 (November 2026): when text appears, that a record takes 256 bytes or a
//! multiple, that the buffer has 64 KiB for each multiprocessor unless it is set, and that the oldest records are lost. The
//! guide's "at a launch" is not seen there. A thread of the driver empties the buffer some 50 ms after a kernel too, which a
//! program sees that sleeps ([`DRAIN`]); while a kernel runs it may do so as well, which is not modelled.

use super::Cuda;
use crate::call::Stop;
use crate::finding::{Finding, LaunchSite};
use crate::limits::Limit;
use crate::machine::Machine;
use crate::runtime::CallContext;
use crate::world::Stream;
use kern_diag::Code;
use std::collections::VecDeque;
use std::sync::Arc;

/// Bytes that a record takes at least, and a multiple of.
const RECORD: u64 = 256;
/// Bytes of a record besides its arguments: 16 of 8 bytes take one unit, 17 two.
const HEAD: u64 = 128;
/// Bytes of a record besides its strings: 200 take one unit, 240 two, 500 three, 1000 five.
const STRING_HEAD: u64 = 48;
/// Bytes of the buffer for each multiprocessor.
const EACH_SM: u64 = 64 << 10;
/// Fewest bytes of the buffer.
const LEAST: u64 = 512 << 10;
/// Lost records after which the driver has emptied the buffer of a kernel that prints and prints.
const MOST_LOST: u64 = 1 << 20;
/// Nanoseconds of sleep after which the driver has emptied the buffer.
const DRAIN: u64 = 100_000_000;

/// The buffer.
#[derive(Clone, Default, Debug)]
pub(super) struct PrintfBuffer {
    records: VecDeque<Record>,
    /// Bytes that they take.
    held: u64,
    /// Bytes printed since the host last looked, lost ones too.
    produced: u64,
    /// Records that were lost since the host last looked, and the launch of the last one.
    lost: u64,
    lost_by: Option<Arc<LaunchSite>>,
}

/// What one call printed.
#[derive(Clone, Debug)]
struct Record {
    text: Vec<u8>,
    bytes: u64,
    launch: Option<Arc<LaunchSite>>,
}

/// Bytes of the buffer of a device with that many multiprocessors, if the program sets none.
pub(super) fn default_size(sm_count: u32) -> u64 {
    (EACH_SM * u64::from(sm_count)).max(LEAST)
}

/// Bytes of the buffer when the program asks for `bytes`.
pub(super) fn size_for(bytes: u64) -> u64 {
    bytes.max(LEAST).checked_next_multiple_of(RECORD).unwrap_or(u64::MAX)
}

impl CallContext<'_, '_> {
    /// A thread prints `text`; its call has `arguments` arguments, and strings of `strings` bytes among them.
    ///
    /// # Errors
    /// The program prints more than it may; or it prints without an end, and nobody reads it any more.
    pub(in super::super) fn device_prints(&mut self, text: Vec<u8>, arguments: u64, strings: u64) -> Result<(), Stop> {
        let size = super::device_limits::printf_limit(self);
        let launch = self.machine.findings.launch();
        let bytes = (HEAD + 8 * arguments).max(STRING_HEAD + strings).next_multiple_of(RECORD);
        let buffer = &mut self.state.cuda.printed;
        buffer.held += bytes;
        buffer.produced += text.len() as u64;
        buffer.records.push_back(Record { text, bytes, launch });
        while buffer.held > size {
            let Some(oldest) = buffer.records.pop_front() else { break };
            buffer.held -= oldest.bytes;
            buffer.lost += 1;
            buffer.lost_by = oldest.launch;
        }
        let (produced, lost) = (buffer.produced, buffer.lost);
        let is_too_much = self.machine.written.saturating_add(produced) > self.machine.config.max_output;
        if is_too_much {
            // The program ends for what it printed; what was lost of that does not matter.
            self.state.cuda.printed.lost = 0;
        }
        if is_too_much || lost >= MOST_LOST {
            self.drain()?;
        }
        if is_too_much { Err(Stop::Limit(Limit::Output)) } else { Ok(()) }
    }

    /// The host waits for the device: what was printed appears.
    ///
    /// # Errors
    /// Nobody reads `stdout` any more, or the program may not write more.
    pub(crate) fn show_printed(&mut self) -> Result<(), Stop> {
        if self.thread.is_some() || self.state.cuda.printed.records.is_empty() { Ok(()) } else { self.drain() }
    }

    /// Empties the buffer.
    fn drain(&mut self) -> Result<(), Stop> {
        let size = super::device_limits::printf_limit(self);
        let PrintfBuffer { records, lost, lost_by, .. } = std::mem::take(&mut self.state.cuda.printed);
        let kept = records.len();
        let text: Vec<u8> = records.into_iter().flat_map(|record| record.text).collect();
        self.note_printed(text.len() as u64);
        let written = self.write_stream(Stream::Stdout, &text);
        // Who does not read misses nothing.
        if lost > 0 && written != Err(Stop::Limit(Limit::Closed)) {
            let finding = overflowed(size, kept, lost, lost_by.as_deref());
            self.report(finding);
        }
        written
    }

    /// The host slept for `nanoseconds`.
    ///
    /// # Errors
    /// As for [`CallContext::show_printed`].
    pub(crate) fn show_printed_after(&mut self, nanoseconds: u64) -> Result<(), Stop> {
        if nanoseconds < DRAIN { Ok(()) } else { self.show_printed() }
    }
}

fn overflowed(size: u64, kept: usize, lost: u64, launch: Option<&LaunchSite>) -> Finding {
    let kernel = launch.map_or(String::new(), |launch| format!(" `{}`", launch.kernel));
    let message = format!("the kernel{kernel} prints more than the buffer for `printf` holds");
    let calls = if lost == 1 { "what 1 call printed is".to_string() } else { format!("what {lost} calls printed is") };
    Finding::new(Code::PRINTF_BUFFER_FULL, launch.and_then(|launch| launch.place.clone()), message)
        .label(format!("{calls} lost: the first ones"))
        .note(format!("the buffer has {size} bytes, where the last {kept} calls are; a call takes {RECORD} bytes or more"))
        .help("print less (from one thread, or one of many elements), wait for the device between launches, or ask for a larger buffer first: `cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes)`")
        .warning()
}

/// The program has ended, and what is in the buffer is lost.
pub(in super::super) fn report_unshown(cuda: &mut Cuda, machine: &mut Machine) {
    let printed = std::mem::take(&mut cuda.printed);
    let Some(first) = printed.records.front() else { return };
    let kernel = first.launch.as_ref().map_or(String::new(), |launch| format!("`{}` ", launch.kernel));
    let calls = if printed.records.len() == 1 { "1 call".to_string() } else { format!("{} calls", printed.records.len()) };
    let place = first.launch.as_ref().and_then(|launch| launch.place.clone());
    let finding = Finding::new(Code::PRINTED_NEVER_SHOWN, place, format!("what the kernel {kernel}prints is never shown"))
        .label("nothing waits for this launch before the program ends")
        .note(format!("{calls} of `printf` in all: the device's output appears when the host waits for the device"))
        .help("call `cudaDeviceSynchronize();` after the launch")
        .warning();
    machine.findings.report(finding);
}
