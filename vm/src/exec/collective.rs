//! What warp-level operations compute for the lanes that execute them together: shuffles, votes, matches, reductions.

use crate::decode::code::{Op, OpKind};
use crate::decode::registers::lanes;
use crate::decode::registers::{Lane, Mask, Registers};
use kern_ir::{MatchMode, ReduxOp, ShflMode, VoteMode};

/// Lanes that execute an operation at one place of the program, perhaps together with others at other places.
pub(crate) struct Party<'a, const L: usize> {
    pub(crate) registers: Registers<L>,
    pub(crate) op: &'a Op<L>,
    pub(crate) lanes: Mask,
}

/// Executes an operation for `mask` if all lanes it waits for, of those that are `live`, are here; the usual case.
pub(crate) fn collective_at_once<const L: usize>(live: Mask, registers: Registers<L>, op: &Op<L>, mask: Mask) -> bool {
    let masks = registers.read::<u32>(mask_slot(op));
    let named = masks[mask.trailing_zeros() as usize % L];
    if lanes::<L>(mask).any(|lane| masks[lane] != named) {
        return false;
    }
    if named & live & !mask != 0 || mask & !named != 0 {
        return false;
    }
    execute(&[Party { registers, op, lanes: mask }]);
    true
}

/// The slot of an operation's mask.
pub(crate) fn mask_slot<const L: usize>(op: &Op<L>) -> u32 {
    match op.kind {
        OpKind::BarWarp => op.a,
        OpKind::Shfl(..) => op.e,
        _ => op.b,
    }
}

/// Whether lanes may execute the two operations as one.
pub(crate) fn is_same(one: OpKind, other: OpKind) -> bool {
    match (one, other) {
        (OpKind::BarWarp, OpKind::BarWarp) => true,
        (OpKind::Shfl(one, _), OpKind::Shfl(other, _)) => one == other,
        (OpKind::Vote(one), OpKind::Vote(other)) => one == other,
        (OpKind::Match(one, _, wide), OpKind::Match(other, _, other_wide)) => one == other && wide == other_wide,
        (OpKind::Redux(one, signed), OpKind::Redux(other, other_signed)) => {
            one == other && (signed == other_signed || !matches!(one, ReduxOp::Min | ReduxOp::Max))
        }
        _ => false,
    }
}

/// Executes an operation for all parties together.
pub(crate) fn execute<const L: usize>(parties: &[Party<L>]) {
    let Some(first) = parties.first() else { return };
    let group = parties.iter().fold(0, |group, party| group | party.lanes);
    match first.op.kind {
        OpKind::Shfl(mode, _) => shuffle(parties, mode, group),
        OpKind::Vote(mode) => vote(parties, mode, group),
        OpKind::Match(mode, _, wide) => find_equal(parties, mode, wide, group),
        OpKind::Redux(redux, signed) => reduce(parties, redux, signed, group),
        _ => {}
    }
}

/// An operand of each lane.
fn gather<T: Lane + Default, const L: usize>(parties: &[Party<L>], slot: impl Fn(&Op<L>) -> u32) -> [T; L] {
    if let [only] = parties {
        return only.registers.read(slot(only.op));
    }
    let mut values = [T::default(); L];
    for party in parties {
        let own = party.registers.read::<T>(slot(party.op));
        lanes::<L>(party.lanes).for_each(|lane| values[lane] = own[lane]);
    }
    values
}

/// Gives each lane its second result, a predicate.
fn set_second<const L: usize>(parties: &[Party<L>], bits: u32) {
    for party in parties {
        if let OpKind::Shfl(_, second) | OpKind::Match(_, second, _) = party.op.kind
            && second != u32::MAX
        {
            party.registers.set_predicate(second, bits, party.lanes);
        }
    }
}

fn set<const L: usize>(parties: &[Party<L>], result: &[u32; L]) {
    parties.iter().for_each(|party| party.registers.write(party.op.d, result, party.lanes));
}

fn vote<const L: usize>(parties: &[Party<L>], mode: VoteMode, group: Mask) {
    let yes = parties.iter().fold(0, |yes, party| yes | party.registers.predicate(party.op.a) & party.lanes);
    let answer = match mode {
        VoteMode::All => yes == group,
        VoteMode::Any => yes != 0,
        VoteMode::Uni => yes == 0 || yes == group,
        VoteMode::Ballot => return set(parties, &[yes; L]),
    };
    for party in parties {
        party.registers.set_predicate(party.op.d, if answer { u32::MAX } else { 0 }, party.lanes);
    }
}

fn find_equal<const L: usize>(parties: &[Party<L>], mode: MatchMode, wide: bool, group: Mask) {
    let values: [u64; L] = if wide { gather::<u64, L>(parties, |op| op.a) } else { gather::<u32, L>(parties, |op| op.a).map(u64::from) };
    let mut result = [0u32; L];
    for lane in lanes::<L>(group) {
        result[lane] = lanes::<L>(group).filter(|&other| values[other] == values[lane]).fold(0, |m, other| m | 1 << other);
    }
    if mode == MatchMode::All {
        let all = lanes::<L>(group).all(|lane| result[lane] == group);
        result = [if all { group } else { 0 }; L];
        set_second(parties, if all { u32::MAX } else { 0 });
    }
    set(parties, &result);
}

fn reduce<const L: usize>(parties: &[Party<L>], redux: ReduxOp, signed: bool, group: Mask) {
    let values = gather::<u32, L>(parties, |op| op.a);
    let total = lanes::<L>(group).map(|lane| values[lane]).reduce(|x, y| match (redux, signed) {
        (ReduxOp::Add, _) => x.wrapping_add(y),
        (ReduxOp::Min, true) => (x as i32).min(y as i32) as u32,
        (ReduxOp::Max, true) => (x as i32).max(y as i32) as u32,
        (ReduxOp::Min, false) => x.min(y),
        (ReduxOp::Max, false) => x.max(y),
        (ReduxOp::And, _) => x & y,
        (ReduxOp::Or, _) => x | y,
        (ReduxOp::Xor, _) => x ^ y,
    });
    set(parties, &[total.unwrap_or(0); L]);
}

/// PTX ISA 9.7.9.6. A lane keeps its own value where there is no source in its segment. A source that is not in the group, because it
/// has ended or is elsewhere, gives 0: undefined by the PTX ISA, and what an H200 does (November 2026).
fn shuffle<const L: usize>(parties: &[Party<L>], mode: ShflMode, group: Mask) {
    let values = gather::<u32, L>(parties, |op| op.a);
    let (lane_operand, control) = (gather::<u32, L>(parties, |op| op.b), gather::<u32, L>(parties, |op| op.c));
    let mut result = values;
    let mut in_range = 0;
    for lane in 0..L {
        let (b, c, own) = ((lane_operand[lane] & 31) as i32, (control[lane] & 31) as i32, lane as i32);
        let segment = (control[lane] >> 8 & 31) as i32;
        let max = (own & segment) | (c & !segment);
        let min = own & segment;
        let source = match mode {
            ShflMode::Up => own - b,
            ShflMode::Down => own + b,
            ShflMode::Bfly => own ^ b,
            ShflMode::Idx => min | (b & !segment),
        };
        let is_inside = if mode == ShflMode::Up { source >= max } else { source <= max };
        in_range |= (is_inside as u32) << lane;
        if is_inside {
            let gives = group >> (source & 31) & 1 != 0;
            result[lane] = values.get(source as usize).copied().filter(|_| gives).unwrap_or(0);
        }
    }
    set(parties, &result);
    set_second(parties, in_range);
}
