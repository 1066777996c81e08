//! The checklist for warp IR. A copy that fails is a mistake of the passes.
//!
//! 1. A copy's operations are those of its segment, in order; its last instruction, and no other, moves lanes.
//! 2. An access is opened by a check, performed once, closed by a join; nothing else happens in between but lookups, counting,
//!    telling and prefetching.
//! 3. Behind a join comes a load, or its deferral, of a row that was not performed before it.
//! 4. The masked copy has no prefetch, no deferral, no spill, no group of checks, no decision by end lanes, no barrier region.
//! 5. Who passes with a group comes behind the check of that group.
//! 6. What becomes canonical is an operand or a result of the operation.
//! 7. A way assigns each parameter of its segment at most once, and no others; segments exist.
//! 8. What is guarded is computed next.
//! 9. Bounds that were read where a loop is entered are compared with in the loop, of host code.
//! 10. Pointers that are compared by their ends are affine, those by index or each by each vary.
//! 11. An access that repeats another comes behind that one's check, in a full copy of host code.
//! 12. A stretch has a copy of each segment of its loop, which walks where the stretch has walks; no other copy walks.
//! 13. A lane loop is a loop of a kernel, with the segments that lead back to its header.

use super::*;
use crate::decode::side::is_device;

/// Looks at a unit; the first mistake.
///
/// # Errors
/// What is wrong, and where.
pub(crate) fn verify<const L: usize>(wir: &Wir, plan: &Plan<L>) -> Result<(), String> {
    for (number, segment) in wir.segments.iter().enumerate() {
        let mut copies = vec![(true, &segment.full)];
        copies.extend(segment.masked.as_ref().map(|masked| (false, &masked.body)));
        for (is_full, copy) in copies.into_iter().filter(|(_, copy)| !copy.is_empty()) {
            let copy = CopyCheck { plan, bounds: &wir.bounds, walks: 0, segment: number, is_full, insts: copy };
            copy.check().map_err(|mistake| format!("segment {number}, {}: {mistake}", if is_full { "full" } else { "masked" }))?;
        }
    }
    let has_latches = |found: &LaneLoop| {
        let goes_back = |segment: &usize| plan.segments[*segment].next.contains(&found.range.start);
        found.range.end <= plan.segments.len() && found.range.clone().filter(goes_back).eq(found.latches.iter().copied())
    };
    if !wir.lane_loops.iter().all(|found| is_device(L) && has_latches(found)) {
        return Err("a lane loop is no loop of a kernel".into());
    }
    wir.stretches.iter().try_for_each(|stretch| verify_stretch(wir, plan, stretch))
}

fn verify_stretch<const L: usize>(wir: &Wir, plan: &Plan<L>, stretch: &Stretch) -> Result<(), String> {
    if is_device(L) || stretch.segments.len() != stretch.range.len() {
        return Err("a stretch has other segments than its loop".into());
    }
    for (segment, insts) in stretch.range.clone().zip(&stretch.segments) {
        let copy = CopyCheck { plan, bounds: &wir.bounds, walks: stretch.walks.len(), segment, is_full: true, insts };
        copy.check().map_err(|mistake| format!("segment {segment}, stretch: {mistake}"))?;
    }
    Ok(())
}

struct CopyCheck<'p, 'a, const L: usize> {
    plan: &'p Plan<'a, L>,
    bounds: &'p [Bounds],
    /// That accesses may be on.
    walks: usize,
    segment: usize,
    is_full: bool,
    insts: &'p [Inst],
}

impl<const L: usize> CopyCheck<'_, '_, L> {
    fn check(&self) -> Result<(), String> {
        self.check_order()?;
        self.check_accesses()?;
        self.insts.iter().try_for_each(|inst| self.check_inst(inst).map_err(|mistake| format!("operation {}: {mistake}", inst.pc)))
    }

    fn check_order(&self) -> Result<(), String> {
        let segment = &self.plan.segments[self.segment];
        if self.insts.windows(2).any(|pair| pair[0].pc > pair[1].pc) {
            return Err("operations are out of order".into());
        }
        if let Some(inst) = self.insts.iter().find(|inst| !(segment.start..segment.end).contains(&inst.pc)) {
            return Err(format!("operation {} is elsewhere", inst.pc));
        }
        let is_alone =
            |pair: &[Inst]| matches!(pair[0].kind, InstKind::Guard(_)) && (pair[1].pc, &pair[1].kind) != (pair[0].pc, &InstKind::Compute);
        if let Some(pair) = self.insts.windows(2).find(|pair| is_alone(pair)) {
            return Err(format!("operation {} is guarded and not computed", pair[0].pc));
        }
        let moving = self.insts.iter().position(Inst::moves_lanes);
        if moving == Some(self.insts.len() - 1) { Ok(()) } else { Err("lanes move elsewhere than at the end".into()) }
    }

    fn check_accesses(&self) -> Result<(), String> {
        // The operation of the open access, whether it was performed, whether the ways have met.
        let mut open: Option<(usize, bool, bool)> = None;
        for inst in self.insts {
            let pc = inst.pc;
            open = match (&inst.kind, open) {
                (InstKind::Access(_), _) => return Err(format!("operation {pc}: an access is not checked")),
                (InstKind::Check(_), None) => Some((pc, false, false)),
                (InstKind::Lookup(_) | InstKind::Count(_) | InstKind::Tell | InstKind::Prefetch(_), Some((of, false, false)))
                    if of == pc =>
                {
                    open
                }
                (InstKind::Perform(_), Some((of, false, is_joined))) if of == pc => (!is_joined).then_some((of, true, false)),
                (InstKind::Defer, Some((of, false, true))) if of == pc => None,
                (InstKind::Join, Some((of, is_done, false))) if of == pc => (!is_done).then_some((of, false, true)),
                (kind, None) if !is_part_of_access(kind) => None,
                (_, Some((of, ..))) => return Err(format!("operation {pc}: the access of operation {of} is open")),
                _ => return Err(format!("operation {pc}: no access is open")),
            };
        }
        Ok(())
    }

    fn check_inst(&self, inst: &Inst) -> Result<(), String> {
        let data = self.plan.inst(inst.pc);
        if !self.is_full && is_for_all_lanes(&inst.kind) {
            return Err("only full copies do this".into());
        }
        if inst.canonical.iter().any(|value| !data.args.contains(value) && !data.results.contains(value)) {
            return Err("what becomes canonical is not there".into());
        }
        if let InstKind::Check(Check::Region { lanes, .. }) = &inst.kind {
            self.check_lanes(inst.pc, lanes)?;
        }
        if let InstKind::Check(Check::Hoisted(number)) = &inst.kind
            && (is_device(L) || !self.bounds.get(*number).is_some_and(|bounds| bounds.range.contains(&self.segment)))
        {
            return Err("there are no such bounds in this loop".into());
        }
        if let InstKind::Check(Check::Repeated(of)) = &inst.kind
            && (is_device(L)
                || !self.insts.iter().any(|other| other.pc == *of && other.pc < inst.pc && matches!(other.kind, InstKind::Check(_))))
        {
            return Err("what it repeats was not checked".into());
        }
        if matches!(&inst.kind, InstKind::Check(Check::Walks(walk)) if *walk >= self.walks) {
            return Err("there is no such walk here".into());
        }
        inst.edges().iter().try_for_each(|edge| self.check_edge(edge))
    }

    fn check_lanes(&self, pc: usize, lanes: &Lanes) -> Result<(), String> {
        let is_affine = self.plan.shape(self.plan.inst(pc).args[0]).is_affine();
        let is_group = |inst: &&Inst, of: usize| match &inst.kind {
            InstKind::Check(Check::Region { lanes: Lanes::Group { first, .. }, .. }) => *first == of && inst.pc < pc,
            _ => false,
        };
        match lanes {
            Lanes::Index | Lanes::Each if is_affine => Err("an affine address is checked lane by lane".into()),
            Lanes::Ends | Lanes::Group { .. } | Lanes::InGroup { .. } if !is_affine => {
                Err("the ends of a varying address say nothing".into())
            }
            &Lanes::InGroup { first } if !self.insts.iter().any(|inst| is_group(&inst, first)) => Err("its group was not checked".into()),
            _ => Ok(()),
        }
    }

    fn check_edge(&self, edge: &Edge) -> Result<(), String> {
        let Some(target) = self.plan.segments.get(edge.target) else { return Err(format!("there is no segment {}", edge.target)) };
        let mut params = target.params.iter();
        let is_in_order = edge.moves.iter().all(|way| params.any(|&param| param == way.param));
        if is_in_order { Ok(()) } else { Err(format!("segment {} has no such parameters", edge.target)) }
    }
}

/// Whether an instruction stands between a check and what closes its access.
fn is_part_of_access(kind: &InstKind) -> bool {
    use InstKind::*;
    matches!(kind, Lookup(_) | Count(_) | Prefetch(_) | Perform(_) | Join | Defer)
}

/// Whether an instruction makes sense only if all lanes are there.
fn is_for_all_lanes(kind: &InstKind) -> bool {
    match kind {
        InstKind::Prefetch(_) | InstKind::Defer | InstKind::Spill(_) => true,
        InstKind::Check(Check::Region { lanes: Lanes::Group { .. } | Lanes::InGroup { .. }, .. }) => true,
        InstKind::Count(Count::Affine { .. } | Count::Pattern { .. }) | InstKind::Exchange(Exchange::Direct | Exchange::Helper) => true,
        InstKind::Branch { by: Decision::EndLanes(_), .. } => true,
        InstKind::Exit(exit) => exit.reason == Reason::BarrierRegion,
        _ => false,
    }
}
