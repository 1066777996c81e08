//! Spills: what is written to the interpreter's registers, where.
//!
//! *Before.* Exits say why and where lanes resume. *After.* They also say what the interpreter reads of the operation and what
//! lanes need to resume; in full copies, what a loop with barriers would spill again and again is spilled once, where it is
//! computed.
//!
//! *Invariant.* What is live where lanes resume is spilled, unless the registers have it already.

use super::*;
use crate::decode::code::OpKind;
use crate::decode::code::Root;
use crate::jit::analysis::Set;

/// See the module.
pub(super) fn insert_spills<const L: usize>(wir: &mut Wir, &mut PassContext { plan, .. }: &mut PassContext<L>) {
    for segment in 0..wir.segments.len() {
        let Segment { full, masked } = &mut wir.segments[segment];
        spill_at_definition(plan, full);
        fill_exits(plan, segment, true, full);
        if let Some(masked) = masked {
            fill_exits(plan, segment, false, &mut masked.body);
        }
    }
}

/// Spills behind the instructions that compute what is spilled at its definition.
fn spill_at_definition<const L: usize>(plan: &Plan<L>, copy: &mut Vec<Inst>) {
    if !plan.is_spilled_at_definition.contains(&true) {
        return;
    }
    let insts = std::mem::take(copy);
    let mut rest = insts.into_iter().peekable();
    while let Some(inst) = rest.next() {
        let (pc, moves_lanes) = (inst.pc, inst.moves_lanes());
        copy.push(inst);
        if moves_lanes || rest.peek().is_some_and(|next| next.pc == pc) {
            continue;
        }
        let spilled: Vec<Value> =
            plan.inst(pc).results.iter().copied().filter(|result| plan.is_spilled_at_definition[result.index()]).collect();
        if !spilled.is_empty() {
            copy.push(Inst::new(pc, InstKind::Spill(spilled)));
        }
    }
}

/// Says what the exits of a copy spill.
fn fill_exits<const L: usize>(plan: &Plan<L>, segment: usize, is_full: bool, copy: &mut [Inst]) {
    for inst in copy {
        let (pc, results) = (inst.pc, &plan.inst(inst.pc).results);
        let (InstKind::Exit(exit) | InstKind::Guard(exit)) = &mut inst.kind else { continue };
        exit.reads = match exit.reason {
            Reason::Deoptimise => live_at(plan, segment, pc),
            Reason::Barrier | Reason::BarrierRegion => operands(plan, pc),
        };
        exit.spill = match exit.reason {
            Reason::BarrierRegion => live_packed(plan, segment, segment + 1, &[]),
            Reason::Barrier if is_full => live_packed(plan, segment, segment + 1, results),
            Reason::Barrier | Reason::Deoptimise => live_of_lanes(plan, (segment, is_full), exit.resume, results),
        };
    }
}

/// The operands of an operation, as the interpreter reads them.
pub(crate) fn operands<const L: usize>(plan: &Plan<L>, pc: usize) -> Vec<Value> {
    let mut operands = plan.inst(pc).args.clone();
    if let OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..) = plan.code.ops[pc].kind
        && let Root::Register(slot) = plan.code.accesses[access as usize].root
    {
        operands.extend(plan.value_in[slot as usize]);
    }
    operands.sort_unstable();
    operands.dedup();
    operands.retain(|&value| plan.constant(value).is_none());
    operands
}

/// Values needed at an operation of a segment or after it.
pub(crate) fn live_at<const L: usize>(plan: &Plan<L>, segment: usize, pc: usize) -> Vec<Value> {
    let mut live = plan.live_out(segment);
    for at in (pc..plan.segments[segment].end).rev() {
        plan.inst(at).results.iter().for_each(|result| live.remove(result.index()));
        plan.uses(at).iter().for_each(|value| live.insert(value.index()));
    }
    listed(plan, &live)
}

/// What a full warp that stops in `segment` needs at `next`, `without` some, and the interpreter's registers lack.
pub(crate) fn live_packed<const L: usize>(plan: &Plan<L>, segment: usize, next: usize, without: &[Value]) -> Vec<Value> {
    let mut missing = listed(plan, &plan.live_in[next]);
    missing.retain(|value| !without.contains(value) && !plan.is_written_after(segment, next, *value));
    missing
}

/// What lanes of a copy of `segment` need where they resume, and all waiting lanes where they are. The operation's `results` are
/// not there yet; but those who are elsewhere may have them of an earlier iteration of a loop.
pub(crate) fn live_of_lanes<const L: usize>(
    plan: &Plan<L>,
    (segment, is_full): (usize, bool),
    resume: Option<usize>,
    results: &[Value],
) -> Vec<Value> {
    let mut live = Set::new(plan.func.values.len());
    let add = |segments: &mut dyn Iterator<Item = usize>, live: &mut Set| {
        segments.for_each(|segment| {
            live.add(&plan.live_in[segment]);
        });
    };
    add(&mut resume.into_iter(), &mut live);
    if !is_full {
        add(&mut plan.segments[segment].next.iter().copied(), &mut live);
    }
    results.iter().for_each(|result| live.remove(result.index()));
    if !is_full {
        add(&mut plan.waiting[segment].iter(), &mut live);
    }
    listed(plan, &live)
}

fn listed<const L: usize>(plan: &Plan<L>, live: &Set) -> Vec<Value> {
    live.iter().map(|value| Value(value as u32)).filter(|&value| plan.constant(value).is_none()).collect()
}
