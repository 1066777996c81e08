//! What compiled code has counted goes to the engine's, or a worker's, counters, and to the warps whose it is.

use super::abi::Context;
use crate::decode::code::DecodedFunction;
use crate::exec::warp::Warp;

/// Warps of a block at most.
const MOST_WARPS: usize = 32;

/// The warp at hand.
///
/// # Safety
/// The context's pointers are those of a run, of groups of `L` lanes, that has just stopped or is in a helper; nothing else uses what
/// they point to meanwhile.
pub(super) unsafe fn current_warp<'a, const L: usize>(context: *mut Context) -> &'a mut Warp<L> {
    // SAFETY: as the caller says; the warp is one of the block that runs.
    unsafe {
        let number = ((*context).run.warp_index - (*context).run.first_warp) as usize;
        &mut *(*context).core.warps.get::<Warp<L>>().add(number)
    }
}

/// Adds what compiled code counted to the engine's counters, and tells the warps what they did.
///
/// # Safety
/// As for `current_warp`.
pub(crate) unsafe fn flush<const L: usize>(context: *mut Context) {
    // SAFETY: see above; the context's counters are its engine's or its worker's.
    let (warp, core, c) = unsafe {
        let context = &mut *context;
        (current_warp::<L>(context), context.core, context)
    };
    // SAFETY: as above.
    let (counters, total_effects) = unsafe { (&mut *core.counters, &mut *core.total_effects) };
    let counts = &mut c.counts;
    let full = counts.full & 0xffff_ffff;
    let instructions = full + counts.partial;
    counters.warp_instructions += instructions;
    counters.thread_instructions += L as u64 * full + counts.threads;
    counters.branches += counts.branches + (counts.full >> 32);
    counters.divergent_branches += counts.divergent;
    counters.barriers += counts.barriers;
    warp.idle += instructions - counts.since;
    if counts.effects != 0 {
        warp.is_active = true;
    }
    if counts.effects | counts.earlier != 0 {
        *total_effects += 1;
    }
    (counts.full, counts.partial, counts.threads, counts.since) = (0, 0, 0, 0);
    (counts.branches, counts.divergent, counts.barriers, counts.effects, counts.earlier) = (0, 0, 0, 0, 0);
    if c.records.diverged != 0 {
        // A worker may not touch the number of the code's owners, who are the engine's.
        let code: *const DecodedFunction<L> = &raw const *warp.activation(c.run.activation).code;
        // SAFETY: the activation keeps its code.
        let code = unsafe { &*code };
        // Of each lane the last counts.
        let mut noted = [0u32; MOST_WARPS];
        for &[at, mask] in c.records.divergences[..c.records.diverged as usize].iter().rev() {
            let number = ((at >> 16) - c.run.first_warp) as usize;
            let earlier = mask & !noted[number % MOST_WARPS];
            if earlier != 0 {
                noted[number % MOST_WARPS] |= earlier;
                // SAFETY: the warp is one of this run.
                let warp = unsafe { &mut *core.warps.get::<Warp<L>>().add(number) };
                warp.note_divergence(earlier, (code.id, code.ops[(at & 0xffff) as usize].inst));
            }
        }
        c.records.diverged = 0;
    }
}
