//! Plan → WIR: one instruction of an operation, with what the analyses say of its result's shape.
//!
//! *Before.* A plan. *After.* The full copy of each segment of the unit, the masked copies that lanes may need; what has no
//! machine code is a lane function's or left to the interpreter; accesses are neither checked nor counted.

use super::coverage::{has_code, has_direct_exchange, has_lane_function};
use super::*;
use crate::decode::code::OpKind;
use crate::decode::side::is_host;
use kern_ir::{FunctionKind, Opcode};

pub(super) fn build<const L: usize>(plan: &Plan<L>) -> Wir {
    let mut wir = Wir { segments: vec![Segment::default(); plan.segments.len()], ..Wir::default() };
    for segment in plan.unit.clone() {
        wir.segments[segment].full = copy(plan, segment, true);
    }
    for segment in (0..plan.segments.len()).filter(|_| plan.may_diverge) {
        wir.segments[segment].masked = masked_copy(plan, segment);
    }
    wir
}

fn masked_copy<const L: usize>(plan: &Plan<L>, segment: usize) -> Option<MaskedCopy> {
    plan.sought[segment].iter().next()?;
    let is_masked = plan.is_masked[segment];
    let ways = plan.segments.iter().map(|n| n.next.iter().filter(|&&next| next == segment).count()).sum::<usize>();
    Some(MaskedCopy { rejoins: !is_masked || ways > 1, body: if is_masked { copy(plan, segment, false) } else { Vec::new() } })
}

fn copy<const L: usize>(plan: &Plan<L>, segment: usize, is_full: bool) -> Vec<Inst> {
    let (start, end) = (plan.segments[segment].start, plan.segments[segment].end);
    let straight = (start..end - 1).filter_map(|pc| Some(Inst::new(pc, straight(plan, pc)?)));
    let last = Inst::new(end - 1, last(plan, segment, end - 1, is_full));
    straight.chain([last]).collect()
}

/// One operation that does not move lanes.
fn straight<const L: usize>(plan: &Plan<L>, pc: usize) -> Option<InstKind> {
    Some(match plan.code.ops[pc].kind {
        OpKind::Nothing if plan.told.is_some() && plan.inst(pc).op != Opcode::Prefetch => InstKind::Tell,
        OpKind::Nothing => return None,
        OpKind::Load(_) => InstKind::Access(AccessKind::Load),
        OpKind::Store(_) => InstKind::Access(AccessKind::Store),
        OpKind::Atomic(..) if has_code(plan, pc) => InstKind::Access(AccessKind::Atomic),
        _ if has_code(plan, pc) => InstKind::Compute,
        _ if has_lane_function(plan, pc) => InstKind::Lanes,
        _ => InstKind::Execute,
    })
}

/// The operation at a segment's end.
fn last<const L: usize>(plan: &Plan<L>, segment: usize, pc: usize, is_full: bool) -> InstKind {
    let edge = |number: u32, index: usize| edge(plan, pc, number, index);
    match plan.code.ops[pc].kind {
        OpKind::Jump(to) => InstKind::Jump(edge(to, 0)),
        OpKind::Branch(..) if plan.is_left_in_order(segment) => InstKind::Exit(deoptimise()),
        OpKind::Branch(then, otherwise) => {
            InstKind::Branch { by: decision(plan, pc, is_full), counter: None, edges: [edge(then, 0), edge(otherwise, 1)] }
        }
        OpKind::Switch(first, count) if is_host(L) => InstKind::Switch((0..count).map(|i| edge(first + i, i as usize)).collect()),
        OpKind::Call(..) | OpKind::CallIndirect(_) if is_host(L) => InstKind::Call,
        OpKind::Ret if is_host(L) => InstKind::Return,
        _ if is_host(L) => InstKind::Exit(deoptimise()),
        OpKind::Ret if plan.func.kind == FunctionKind::Kernel => InstKind::End,
        OpKind::Exit => InstKind::End,
        OpKind::Bar(kind, _, has_count) => {
            let is_region = is_full && kind == kern_ir::BarKind::Sync && !has_count;
            let reason = if is_region { Reason::BarrierRegion } else { Reason::Barrier };
            InstKind::Exit(Exit { reason, resume: Some(segment + 1), reads: Vec::new(), spill: Vec::new() })
        }
        OpKind::BarWarp | OpKind::Shfl(..) | OpKind::Vote(_) | OpKind::Match(..) | OpKind::Redux(..) => {
            InstKind::Exchange(match is_full && plan.names_all(pc) {
                true if has_direct_exchange(plan, pc) => Exchange::Direct,
                true => Exchange::Helper,
                // Who is told of meetings hears of it from the helper.
                false if plan.told.is_some() && plan.code.ops[pc].kind == OpKind::BarWarp => Exchange::Waits,
                false if has_direct_exchange(plan, pc) => Exchange::DirectIfNamed,
                false => Exchange::Waits,
            })
        }
        _ => InstKind::Exit(deoptimise()),
    }
}

/// The interpreter goes on; what that needs is not known yet.
pub(super) fn deoptimise() -> Exit {
    Exit { reason: Reason::Deoptimise, resume: None, reads: Vec::new(), spill: Vec::new() }
}

fn decision<const L: usize>(plan: &Plan<L>, pc: usize, is_full: bool) -> Decision {
    let condition = plan.inst(pc).args[0];
    match plan.end_lane_tests.get(&condition) {
        _ if plan.shape(condition).is_uniform() => Decision::Uniform,
        Some(&test) if is_full => Decision::EndLanes(test),
        _ => Decision::Lanes,
    }
}

fn edge<const L: usize>(plan: &Plan<L>, pc: usize, number: u32, index: usize) -> Edge {
    let target = plan.code.edges[number as usize].block as usize;
    let targets = plan.inst(pc).targets();
    let args = targets.get(index).map_or(&[][..], |target| &target.args);
    let move_to =
        |(&param, &arg): (&Value, &Value)| Move { param, arg, is_dead: !plan.live_in[target].contains(param.index()), is_canonical: false };
    Edge { number, target, moves: plan.segments[target].params.iter().zip(args).map(move_to).collect() }
}
