//! Lanes that run a loop one after the other, see `wir::lane_loops`: their memory is kept until all have gone through, and what the warp
//! has executed is counted from the table that they leave.

use super::abi::{Context, records_at};
use super::caller::Caller;
use super::compiled::Compiled;
use super::helpers::time_slice_over;
use crate::decode::code::OpKind;
use crate::jit::analysis::Plan;
use crate::jit::wir::lane_loops::KEY_BITS;
use crate::jit::wir::{InstKind, LaneLoop, Wir};

/// Words of the table: one a key.
const TABLE: usize = 1 << KEY_BITS;

/// Where the table lies behind the number of visits for which lanes run together, and how often lanes could not go through.
pub(crate) const TABLE_AT: usize = 64;

/// Visits of a header for which lanes run together after they could not go through one after the other.
const PAUSE: u32 = 64;

/// How often lanes may fail to go through before nobody tries again.
const MOST_FAILURES: u32 = 8;

/// Warp instructions, at most, until fuel is looked at again.
const MOST_AT_ONCE: u64 = 1 << 26;

/// What counts a lane loop.
pub(crate) struct LaneLoopCounts {
    /// The first operation of the header.
    header: u32,
    /// By segment.
    ways: Vec<Way>,
    /// First bits of branches.
    branches: u32,
    /// Place in the frame and bytes of the variables that are stored to.
    stored: Vec<(usize, usize)>,
}

/// How lanes leave a segment.
struct Way {
    bit: usize,
    /// Of each edge, what its target costs, and whether it leads back.
    edges: Vec<(u64, bool)>,
    stores: bool,
}

/// What a warp has executed.
#[derive(Default)]
struct Executed {
    instructions: u64,
    branches: u64,
    divergent: u64,
    back_edges: u64,
    stores: bool,
}

impl LaneLoopCounts {
    pub(crate) fn new<const L: usize>(plan: &Plan<L>, wir: &Wir, lane_loop: &LaneLoop) -> LaneLoopCounts {
        let mut branches = 0;
        let way = |(segment, last, bit): (usize, &crate::jit::wir::Inst, usize)| {
            if matches!(last.kind, InstKind::Branch { .. }) {
                branches |= 1 << bit;
            }
            let cost = |target: usize| (u64::from(plan.segments[target].cost), target == lane_loop.range.start);
            let mut operations = plan.code.ops[plan.segments[segment].start..plan.segments[segment].end].iter();
            let stores = operations.any(|op| matches!(op.kind, OpKind::Store(_)));
            Way { bit, edges: last.edges().iter().map(|edge| cost(edge.target)).collect(), stores }
        };
        let ways = lane_loop.ways(wir).map(way).collect();
        let place = |&slot: &u32| {
            let variable = &plan.code.locals[slot as usize];
            (variable.offset as usize, variable.size as usize)
        };
        let header = plan.segments[lane_loop.range.start].start as u32;
        LaneLoopCounts { header, ways, branches, stored: lane_loop.stored.iter().map(place).collect() }
    }

    /// Bytes of what all lanes store to.
    fn stored_bytes(&self) -> usize {
        32 * self.stored.iter().map(|variable| variable.1).sum::<usize>()
    }

    /// What a table says; it is empty then.
    fn take(&self, table: &mut [u32]) -> Executed {
        // How many words have each bit, in columns: the lower half of the edges, the upper of branches whose edges are both taken.
        let mut columns = [0u64; KEY_BITS as usize + 1];
        // Most keys are nobody's.
        let some = table.chunks_mut(16).filter(|words| words.iter().fold(0, |all, &word| all | word) != 0);
        for word in some.flatten().filter(|word| **word != 0) {
            let taken = std::mem::take(word);
            let both = taken & taken >> 1 & self.branches;
            let mut carry = u64::from(taken) | u64::from(both) << 32;
            for column in &mut columns {
                (*column, carry) = (*column ^ carry, *column & carry);
                if carry == 0 {
                    break;
                }
            }
        }
        let number = |bit: usize| columns.iter().enumerate().map(|(i, column)| (column >> bit & 1) << i).sum::<u64>();
        let mut executed = Executed::default();
        for Way { bit, edges, stores } in &self.ways {
            let taken: Vec<u64> = (0..edges.len()).map(|edge| number(bit + edge)).collect();
            let both = number(32 + bit);
            let visits = taken.iter().sum::<u64>() - both;
            executed.instructions += taken.iter().zip(edges).map(|(&taken, edge)| taken * edge.0).sum::<u64>();
            executed.stores |= *stores && visits > 0;
            let back = taken.iter().zip(edges).filter(|(_, edge)| edge.1);
            executed.back_edges += if edges.len() == 2 && edges[0].1 && edges[1].1 { visits } else { back.map(|(&taken, _)| taken).sum() };
            if self.branches >> bit & 1 != 0 {
                executed.branches += visits;
                executed.divergent += both;
            }
        }
        executed
    }
}

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
