//! Whether lanes that resume together may do so in compiled code.
//!
//! Code holds what is affine in the lanes that come to its instruction together as a base and a stride. Lanes that wait, for
//! others or at a barrier, let the rest of their warp go on, which may come to the same place in another iteration of a loop, or
//! after memory has changed. There they meet, and from there on they go together: what each group holds alike may differ
//! between the groups. So values that depend on when they were computed are looked at where lanes resume that have not
//! been spilled together; and 64-bit ones, which are affine only as long as the 32-bit number that they were widened from
//! did not wrap. Lanes of which one is not affine are for the interpreter until they wait again.

use super::Plan;
use super::shape::LaneShape;
use crate::decode::registers::{Registers, Width};
use crate::decode::side::is_host;
use kern_ir::{Effects, Opcode, RegType, Space, Value};

/// A value that code holds as bases and a stride.
pub(crate) struct Affine {
    slot: u32,
    held: Width,
    stride: i64,
    /// Lanes of a row: a power of 2.
    width: usize,
    per_row: bool,
}

/// By segment, what is to be looked at before lanes resume there.
pub(crate) fn at_entries<const L: usize>(plan: &Plan<L>, full: &[Option<u32>]) -> Vec<Vec<Affine>> {
    if is_host(L) {
        return (0..plan.segments.len()).map(|_| Vec::new()).collect();
    }
    let is_timeless = timeless(plan);
    let affine = |index: usize| {
        let (value, slot) = (Value(index as u32), plan.code.value_slots[index]);
        let LaneShape::Affine { stride, per_row } = plan.shape(value) else { return None };
        let may_wrap = stride != 0 && plan.func.ty(value) == RegType::B64;
        let is_doubtful = slot != u32::MAX && plan.constant(value).is_none() && (may_wrap || !is_timeless[index]);
        is_doubtful.then(|| Affine { slot, held: Width::of(plan.func.ty(value)), stride, width: plan.geometry.width(), per_row })
    };
    let is_entry = |segment: usize| plan.is_entry[segment] || full[segment].is_some();
    (0..plan.segments.len())
        .map(|segment| if is_entry(segment) { plan.live_in[segment].iter().filter_map(affine).collect() } else { Vec::new() })
        .collect()
}

/// Values that are the same whenever they are computed: of parameters, constants and numbers of threads.
fn timeless<const L: usize>(plan: &Plan<L>) -> Vec<bool> {
    let mut is_timeless = vec![false; plan.func.values.len()];
    // Operations come after those that compute their operands, but for what edges pass.
    for pc in 0..plan.code.ops.len() {
        if plan.code.ops[pc].inst as usize >= plan.func.insts.len() {
            continue;
        }
        let data = plan.inst(pc);
        let is_same = match data.op {
            Opcode::Ld => matches!(data.attrs.space, Some(Space::Param | Space::Const)),
            op => matches!(op.row().effects, Effects::Pure | Effects::PureNotSpeculatable),
        };
        let is_same = is_same && data.args.iter().all(|&arg| plan.constant(arg).is_some() || is_timeless[arg.index()]);
        data.results.iter().for_each(|result| is_timeless[result.index()] = is_same);
    }
    is_timeless
}

impl Affine {
    /// Whether it is affine in the lanes of `mask`.
    pub(crate) fn holds(&self, registers: Registers<32>, mask: u32) -> bool {
        match self.held {
            Width::Predicate => {
                let bits = registers.predicate(self.slot) & mask;
                self.lane_rows(mask).all(|row| bits & row == 0 || bits & row == row)
            }
            Width::Word => {
                let lanes = registers.read::<u32>(self.slot);
                self.is_affine(mask, |lane| lanes[lane].wrapping_sub((self.stride as u32).wrapping_mul(self.in_row(lane) as u32)))
            }
            Width::Double => {
                let lanes = registers.read::<u64>(self.slot);
                self.is_affine(mask, |lane| lanes[lane].wrapping_sub((self.stride as u64).wrapping_mul(self.in_row(lane) as u64)))
            }
        }
    }

    fn is_affine<T: PartialEq>(&self, mask: u32, base: impl Fn(usize) -> T) -> bool {
        self.lane_rows(mask).filter(|&row| row != 0).all(|row| {
            let first = base(row.trailing_zeros() as usize);
            let differ = (0..32).fold(0, |differ, lane| differ | u32::from(base(lane) != first) << lane);
            differ & row == 0
        })
    }

    /// Which lane of its row a lane is.
    fn in_row(&self, lane: usize) -> usize {
        lane & (self.width - 1)
    }

    /// The lanes of `mask` that have one base.
    fn lane_rows(&self, mask: u32) -> impl Iterator<Item = u32> {
        let (width, rows) = if self.per_row { (self.width, 32 / self.width) } else { (32, 1) };
        (0..rows).map(move |row| mask & (((1u64 << width) - 1) << (row * width)) as u32)
    }
}
