//! Bounds checks: each access is opened by a comparison of its addresses with the memory of its root, and closed by the join
//! with the way that the interpreter goes for what does not pass.
//!
//! *Before.* Accesses are not checked. *After.* `check`, `perform`, `join`; a row of whole elements that the interpreter's
//! registers would hold as memory does is loaded behind the join, from wherever it is. An access that has no quick check is the
//! interpreter's.
//!
//! *Reads and writes.* Makes the list of the function's regions, in the order in which they are met.
//!
//! *Cost.* Accesses through one pointer, in a full copy, are checked together by the first.

use super::*;
use crate::decode::code::{Access, Element, OpKind, Root};
use crate::decode::side::is_host;
use crate::jit::runtime::abi::NO_REGION;
use crate::jit::runtime::regions::{Place, Source};
use kern_ir::{Payload, RegType, Space, ValueDef};

/// See the module.
pub(super) fn insert_checks<const L: usize>(wir: &mut Wir, PassContext { plan, regions, .. }: &mut PassContext<L>) {
    wir.for_each_copy(|is_full, copy| {
        let mut checks = Checks { plan, regions, is_full, groups: Vec::new() };
        let unchecked = std::mem::take(copy);
        for inst in unchecked {
            match inst.kind {
                InstKind::Access(kind) => checks.insert(copy, inst.pc, kind),
                _ => copy.push(inst),
            }
        }
    });
}

/// What a copy's accesses are checked against.
struct Checks<'p, 'a, const L: usize> {
    plan: &'p Plan<'a, L>,
    regions: &'p mut RegionList,
    is_full: bool,
    /// Groups that have been checked.
    groups: Vec<usize>,
}

impl<const L: usize> Checks<'_, '_, L> {
    fn insert(&mut self, copy: &mut Vec<Inst>, pc: usize, kind: AccessKind) {
        let (OpKind::Load(access) | OpKind::Store(access) | OpKind::Atomic(access, ..)) = self.plan.code.ops[pc].kind else { return };
        let access = &self.plan.code.accesses[access as usize];
        let mut push = |kind: InstKind| copy.push(Inst::new(pc, kind));
        if is_host(L) {
            let is_known = self.is_known(pc, access);
            let check = if is_known { Check::Known } else { self.check(pc, access, kind).unwrap_or(Check::Never) };
            push(InstKind::Check(check));
            if let Some(region) = self.lookup(pc, access, kind).filter(|_| !is_known) {
                push(InstKind::Lookup(region));
            }
            push(InstKind::Perform(kind));
            return push(InstKind::Join);
        }
        let Some(check) = self.check(pc, access, kind) else { return push(InstKind::Execute) };
        push(InstKind::Check(check));
        let is_row = kind == AccessKind::Load && self.may_lie_in_registers(pc, access);
        let (first, second) = if is_row { (InstKind::Join, InstKind::Perform(kind)) } else { (InstKind::Perform(kind), InstKind::Join) };
        push(first);
        push(second);
    }

    /// How the addresses of an access are checked; `None` if there is no quick way.
    fn check(&mut self, pc: usize, access: &Access, kind: AccessKind) -> Option<Check> {
        let plan = self.plan;
        let address = plan.inst(pc).args[0];
        let bytes = access.element.size() * u64::from(access.count);
        let (region, root) = match self.regions.place(plan, access, address, kind != AccessKind::Load)? {
            Place::Local { slot, is_generic } => {
                let fits = plan.code.locals[slot as usize].size >= bytes && !access.narrow_address;
                return fits.then_some(Check::Local { slot, is_generic });
            }
            Place::Region { region, root } => (region, root),
        };
        // The pointer it was computed from must be in the region that was found for it.
        let is_pointer = |root: Value| plan.shape(root).is_uniform() && plan.func.ty(root) == RegType::B64;
        if root.is_some_and(|root| !is_pointer(root)) {
            return None;
        }
        let shape = plan.shape(address);
        let lanes = if shape.is_affine() {
            // Steps so long that a row goes around the address space: its ends may be in the region and its middle not.
            if shape.stride() % bytes as i64 != 0 || shape.stride().unsigned_abs() >= 1 << 40 {
                return None;
            }
            self.ends(pc)
        } else if access.narrow_address {
            return None;
        } else if plan.wide_form(address).is_some_and(|form| form.scale >= bytes) {
            Lanes::Index
        } else {
            Lanes::Each
        };
        Some(Check::Region { region, root, lanes })
    }

    /// The ends of the rows, of one access or of a group.
    fn ends(&mut self, pc: usize) -> Lanes {
        let Some(group) = self.plan.groups.get(&pc).filter(|_| self.is_full) else { return Lanes::Ends };
        if self.groups.contains(&group.first) {
            return Lanes::InGroup { first: group.first };
        }
        self.groups.push(group.first);
        Lanes::Group { first: group.first, offsets: group.offsets }
    }

    /// Whether the interpreter's registers hold what is loaded as memory does: rows of whole elements, of a full warp. One
    /// address may mean memory of each lane's own: then there are many elements where memory has one.
    fn may_lie_in_registers(&self, pc: usize, access: &Access) -> bool {
        let data = self.plan.inst(pc);
        let &[result] = &data.results[..] else { return false };
        let shape = self.plan.shape(data.args[0]);
        let is_whole = matches!(access.element, Element::B32 | Element::B64);
        let is_local = matches!(access.root, Root::Slot(_)) || access.space == Space::Local;
        let is_held_so = match shape.stride() {
            0 => self.plan.shape(result).is_affine(),
            stride => stride == access.element.size() as i64,
        };
        self.is_full && is_whole && !is_local && shape.is_affine() && is_held_so
    }

    /// Whether host code's access is to a place in a variable of its frame that is known now.
    fn is_known(&self, pc: usize, access: &Access) -> bool {
        let Root::Slot(slot) = access.root else { return false };
        let ValueDef::Result(inst, _) = self.plan.func.def(self.plan.inst(pc).args[0]) else { return false };
        let is_start = self.plan.func.insts[inst.index()].payload == Payload::Slot(kern_ir::Slot(slot));
        let variable = &self.plan.code.locals[slot as usize];
        let bytes = access.element.size() * u64::from(access.count);
        let is_inside = u64::try_from(access.offset).ok().and_then(|at| at.checked_add(bytes)).is_some_and(|end| end <= variable.size);
        is_start && is_inside && !access.narrow_address
    }

    /// The region for which what host code accesses may be looked up.
    fn lookup(&mut self, pc: usize, access: &Access, kind: AccessKind) -> Option<u32> {
        if access.narrow_address || access.space != Space::Generic {
            return None;
        }
        match self.regions.place(self.plan, access, self.plan.inst(pc).args[0], kind != AccessKind::Load)? {
            Place::Local { .. } => Some(NO_REGION),
            Place::Region { region, .. } => matches!(self.regions.specs[region].source, Source::Site(_)).then_some(region as u32),
        }
    }
}
