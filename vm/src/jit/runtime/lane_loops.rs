//! Lanes that run a loop one after the other, see `wir::lane_loops`: their memory is kept until all have gone through, and what the warp
//! has executed is counted from the table that they leave.

use super::abi::{Context, TABLE_AT, records_at};
use super::caller::Caller;
use super::compiled::Compiled;
use super::lane_loop_counts::LaneLoopCounts;
use super::time_slice::time_slice_over;
use crate::jit::wir::lane_loops::KEY_BITS;

/// Words of the table: one a key.
const TABLE: usize = 1 << KEY_BITS;

/// Visits of a header for which lanes run together after they could not go through one after the other.
const PAUSE: u32 = 64;

/// How often lanes may fail to go through before nobody tries again.
const MOST_FAILURES: u32 = 8;

/// Warp instructions, at most, until fuel is looked at again.
const MOST_AT_ONCE: u64 = 1 << 26;

impl Compiled {
    /// Bytes that lane loops need behind the masks.
    pub(super) fn lane_loop_bytes(&self) -> usize {
        let stored = self.lane_loops.iter().map(LaneLoopCounts::stored_bytes).max();
        stored.map_or(0, |stored| TABLE_AT + 4 * TABLE + stored)
    }

    /// Where that begins.
    fn lane_loops_of(&self, context: *mut Context) -> *mut u8 {
        context.cast::<u8>().wrapping_add(records_at(self.regions.capacity(), self.segments.len()))
    }

    fn lane_table<'a>(&self, context: *mut Context) -> &'a mut [u32] {
        // SAFETY: an instance of a function with lane loops has room for the table, and nothing else refers to it.
        unsafe { std::slice::from_raw_parts_mut(self.lane_loops_of(context).add(TABLE_AT).cast(), TABLE) }
    }

    /// For how many visits lanes run together, and how often they could not go through.
    fn lane_pauses<'a>(&self, context: *mut Context) -> &'a mut [u32; 2] {
        // SAFETY: as above.
        unsafe { &mut *self.lane_loops_of(context).cast() }
    }
}

/// Copies what lanes store to, to or from where it is kept.
fn copy(caller: &mut Caller, number: u32, lanes: u32, is_restored: bool) {
    let (compiled, context) = (caller.compiled(), caller.pointer());
    let mut kept = compiled.lane_loops_of(context).wrapping_add(TABLE_AT + 4 * TABLE);
    let run = &caller.context().run;
    for lane in (0..32).filter(|lane| lanes >> lane & 1 != 0) {
        let frame = run.local.wrapping_add((lane * run.local_stride + run.local_base) as usize);
        for &(offset, size) in &compiled.lane_loops[number as usize].stored {
            let place = frame.wrapping_add(offset);
            let (from, to) = if is_restored { (kept, place) } else { (place, kept) };
            // SAFETY: each lane of the warp has the activation's frame, with its variables; an instance has room for a copy of those that
            // a loop stores to.
            unsafe { std::ptr::copy_nonoverlapping(from, to, size) };
            kept = kept.wrapping_add(size);
        }
    }
}

/// Lanes are at the header: whether they may go through one after the other, then what they store to has been kept.
pub(super) fn begin_lanes(mut caller: Caller, number: u32, lanes: u32) {
    let (compiled, context) = (caller.compiled(), caller.pointer());
    let counts = &caller.context().counts;
    let pending = (counts.full & 0xffff_ffff) + counts.partial + MOST_AT_ONCE;
    // Where fuel may end before it is looked at again, all is done in order.
    let idle = caller.warp::<32>().idle + pending;
    let is_near = match caller.link() {
        Some(link) => idle >= link.idle_fuel(),
        None => {
            let is_near = |engine: &crate::exec::engine::Engine<32>| {
                idle >= engine.machine.config.idle_fuel || engine.counters.warp_instructions + pending >= engine.fuel
            };
            caller.with_core_uncounted(|p| is_near(p.engine)).unwrap_or(true)
        }
    };
    if is_near {
        compiled.lane_pauses(context)[0] = PAUSE;
    } else {
        copy(&mut caller, number, lanes, false);
    }
    caller.answer(!is_near);
}

/// Lanes have gone through, as far as the key `last`: counts what the warp has executed.
pub(super) fn end_lanes(mut caller: Caller, number: u32, last: u32) {
    let (compiled, context) = (caller.compiled(), caller.pointer());
    let counts = &compiled.lane_loops[number as usize];
    let table = compiled.lane_table(context);
    let most = table.len();
    let executed = counts.take(&mut table[..most.min(last as usize + 1)]);
    let c = caller.context();
    c.counts.partial += executed.instructions;
    c.counts.branches += executed.branches;
    c.counts.divergent += executed.divergent;
    c.counts.effects |= u64::from(executed.stores);
    let mut left = executed.back_edges;
    loop {
        let (time_slice, lanes) = (u64::from(caller.context().run.time_slice), caller.context().run.owned);
        if left < time_slice {
            caller.context().run.time_slice -= left as u32;
            return;
        }
        left -= time_slice;
        caller.context().run.time_slice = 0;
        // SAFETY: it is the same call of the same context.
        time_slice_over(unsafe { Caller::new(context) }, counts.header, lanes);
        if caller.context().outcome.stopped != 0 || caller.context().run.time_slice == 0 {
            return;
        }
    }
}

/// A lane could not go through: all is as it was at the header.
pub(super) fn undo_lanes(mut caller: Caller, number: u32, lanes: u32) {
    let (compiled, context) = (caller.compiled(), caller.pointer());
    compiled.lane_table(context).fill(0);
    copy(&mut caller, number, lanes, true);
    let [pause, failures] = compiled.lane_pauses(context);
    *failures += 1;
    *pause = if *failures > MOST_FAILURES { u32::MAX } else { PAUSE };
}
