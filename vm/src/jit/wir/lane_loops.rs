//! Lane loops: loops that the lanes of a warp which has diverged may run one after the other, as scalar code.
//!
//! *Before.* Lanes that have diverged visit the loop's segments in order, each visit for the lanes that are there; an access to an array
//! of each thread goes from lane to lane in each. *After.* Of an innermost loop in which no lane can learn of another, as it stores to
//! variables of its own frame only, has no calls, and waits for nobody, it is known what code for one lane needs (`clif::lane_loop`).
//!
//! *Invariant.* The counters are those of the visits in order. Lanes that go back to the header from a segment leave those behind that are
//! further on, and meet them there again. So a visit of a segment is told by how often each segment that leads back and does not lie
//! before it has done so since one further on did: these numbers, the outermost first, are the visit's *key*. Lanes that
//! come to a segment with the same key are there together; each leaves the edge that it takes in a table under the key, and what the
//! warp has executed is counted from the table.
//!
//! *May miss.* Loops with more than three segments that lead back, with atomic operations, stores to memory that others see, lane
//! functions, divisions; kernels whose divergences are noted, launches that are profiled, told of, or may be paused.
//!
//! *Reads and writes.* Fills [`Wir::lane_loops`] from the masked copies. Comes last.
//!
//! *Source.* Loop serialisation in CPU implementations of OpenCL: Karrenberg and Hack, CC 2012; POCL's work-item loops.

use super::coverage::has_code;
use super::*;
use crate::decode::code::OpKind;
use crate::decode::side::is_host;
use kern_ir::Sem;

/// Edges of a loop: bits of a word of the table.
const MOST_EDGES: usize = 32;

/// Bytes of a thread's variables that are stored to: they are copied before the loop runs.
const MOST_STORED: u64 = 512;

/// Operations besides an access for each whose lanes have addresses of their own; if there are more, vectors are better.
const OPERATIONS_AN_ACCESS: usize = 12;

/// Bits of the numbers in a key, the innermost first.
const WIDTHS: [&[u32]; 3] = [&[12], &[5, 8], &[4, 2, 7]];

/// Bits of the longest key.
pub(crate) const KEY_BITS: u32 = 13;

/// See the module.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct LaneLoop {
    pub(crate) range: Range<usize>,
    /// Segments that lead back to the header, in order.
    pub(crate) latches: Vec<usize>,
    /// Variables of the frame that are stored to.
    pub(crate) stored: Vec<u32>,
}

impl LaneLoop {
    /// How many segments that lead back lie before one.
    pub(crate) fn level(&self, segment: usize) -> usize {
        self.latches.iter().filter(|&&latch| latch < segment).count()
    }

    /// Where a level's number begins in a key; of the level behind the last, where the key ends.
    pub(crate) fn shift(&self, level: usize) -> u32 {
        WIDTHS[self.latches.len() - 1][..level].iter().sum()
    }

    /// The ways of its segments, in the order of their bits: the segment, its instruction that moves lanes, the first bit.
    pub(crate) fn ways<'w>(&self, wir: &'w Wir) -> impl Iterator<Item = (usize, &'w Inst, usize)> {
        let mut bit = 0;
        self.range.clone().filter_map(move |segment| {
            let last = wir.segments[segment].masked.as_ref()?.body.last()?;
            bit += last.edges().len();
            Some((segment, last, bit - last.edges().len()))
        })
    }

    /// The first bit of a segment's edges.
    pub(crate) fn first_bit(&self, wir: &Wir, segment: usize) -> usize {
        self.ways(wir).find(|way| way.0 == segment).map_or(0, |way| way.2)
    }
}

/// See the module.
pub(super) fn find_lane_loops<const L: usize>(wir: &mut Wir, PassContext { plan, .. }: &mut PassContext<L>) {
    let is_watched = plan.is_observed || plan.told.is_some() || plan.is_pausable || plan.may_miss_lanes();
    if is_host(L) || is_watched || !plan.may_diverge {
        return;
    }
    let mut one_lane = None;
    for header in plan.unit.clone() {
        let range = plan.loop_from(header);
        let is_loop = plan.segments[range.clone()].iter().any(|segment| segment.next.contains(&header));
        if !is_loop || range.end > plan.unit.end {
            continue;
        }
        let Some(found) = lane_loop(wir, plan, range) else { continue };
        let one_lane = one_lane.get_or_insert_with(|| plan.of_one_lane());
        if has_scalar_code(wir, plan, one_lane, &found) {
            wir.lane_loops.push(found);
        }
    }
}

/// A loop, as far as its ways and accesses go.
fn lane_loop<const L: usize>(wir: &Wir, plan: &Plan<L>, range: Range<usize>) -> Option<LaneLoop> {
    let header = range.start;
    let mut found = LaneLoop { range: range.clone(), ..LaneLoop::default() };
    let is_side_entry = |from: usize, to: usize| range.contains(&to) && to != header && !range.contains(&from);
    if (0..plan.segments.len()).any(|from| plan.segments[from].next.iter().any(|&to| is_side_entry(from, to))) {
        return None;
    }
    let (mut edges, mut varying, mut in_frame, mut operations) = (0, 0, 0, 0);
    for segment in range.clone() {
        let body = &wir.segments[segment].masked.as_ref()?.body;
        let last = body.last()?;
        if !matches!(last.kind, InstKind::Jump(_) | InstKind::Branch { .. }) {
            return None;
        }
        edges += last.edges().len();
        for edge in last.edges() {
            let is_back = edge.target <= segment;
            if (is_back && edge.target != header) || (is_back && plan.code.edges[edge.number as usize].spins) {
                return None;
            }
        }
        if last.edges().iter().any(|edge| edge.target == header) {
            found.latches.push(segment);
        }
        for inst in body {
            operations += 1;
            let InstKind::Check(check) = &inst.kind else { continue };
            let is_varying = !plan.shape(plan.inst(inst.pc).args[0]).is_affine();
            varying += usize::from(is_varying);
            in_frame += usize::from(is_varying && matches!(check, Check::Local { .. }));
            if let OpKind::Store(access) = plan.code.ops[inst.pc].kind {
                let Check::Local { slot, .. } = *check else { return None };
                if plan.code.accesses[access as usize].count != 1 {
                    return None;
                }
                if !found.stored.contains(&slot) {
                    found.stored.push(slot);
                }
            }
        }
    }
    let bytes: u64 = found.stored.iter().map(|&slot| plan.code.locals[slot as usize].size).sum();
    let is_worth_it = varying > 0 && in_frame > 0 && operations <= OPERATIONS_AN_ACCESS * varying;
    let fits = (1..=WIDTHS.len()).contains(&found.latches.len()) && edges <= MOST_EDGES && bytes <= MOST_STORED;
    (is_worth_it && fits).then_some(found)
}

/// Whether all that is done in a loop has code for one lane, and its values leave the loop in a form that lanes can write.
fn has_scalar_code<const L: usize>(wir: &Wir, plan: &Plan<L>, one_lane: &Plan<L>, found: &LaneLoop) -> bool {
    let has_lanes = |value: Value| !plan.shape(value).is_affine() || plan.shape(value).is_uniform();
    let in_order = |sem: Option<Sem>| matches!(sem, None | Some(Sem::Weak));
    found.range.clone().all(|segment| {
        let body = wir.segments[segment].masked.as_ref().map_or(&[][..], |masked| &masked.body);
        let leaves = plan.segments[segment].next.iter().filter(|next| !found.range.contains(next) || **next == found.range.start);
        let mut leaves_with = leaves.flat_map(|&next| plan.segments[next].params.iter().copied());
        let results = body.iter().flat_map(|inst| plan.inst(inst.pc).results.iter().copied());
        let mut all = results.chain(plan.segments[segment].params.iter().copied());
        leaves_with.all(has_lanes)
            && all.all(|value| has_lanes(value) || !is_needed_behind(plan, found, value))
            && body.iter().all(|inst| match &inst.kind {
                InstKind::Compute | InstKind::OnDemand => {
                    let kind = plan.code.ops[inst.pc].kind;
                    !matches!(kind, OpKind::Divide(_) | OpKind::Sreg(_)) && has_code(one_lane, inst.pc)
                }
                InstKind::Check(Check::Local { .. } | Check::Region { .. }) => in_order(plan.inst(inst.pc).attrs.sem),
                InstKind::Perform(AccessKind::Load | AccessKind::Store) | InstKind::Guard(_) | InstKind::Join => true,
                InstKind::Jump(_) | InstKind::Branch { .. } => true,
                _ => false,
            })
    })
}

/// Whether a value that a loop assigns is read behind it.
fn is_needed_behind<const L: usize>(plan: &Plan<L>, found: &LaneLoop, value: Value) -> bool {
    let ends = found.range.clone().flat_map(|segment| plan.segments[segment].next.iter().filter(|next| !found.range.contains(next)));
    ends.into_iter().any(|&next| plan.live_in[next].contains(value.index()))
}
