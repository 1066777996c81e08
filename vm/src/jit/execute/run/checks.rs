//! What guards and checks of the warp IR claim, seen to lane by lane.

use super::{LaneBits, Run};
use crate::call::Stop;
use crate::decode::code::{Access, OpKind};
use crate::jit::runtime::regions::Source;
use crate::jit::wir::{Check, Lanes, may_wrap};
use kern_ir::Opcode;

impl Run<'_, '_, '_> {
    /// Whether an operand of a guarded operation does not lie at its stride once it is wider.
    pub(super) fn wraps(&mut self, pc: usize) -> Result<bool, Stop> {
        let (plan, mask) = (&self.unit.plan, self.mask);
        let data = plan.inst(pc);
        let is_signed = if data.op == Opcode::Cvt { data.src_ty.is_signed() } else { data.ty.is_signed() };
        let widened = |bits: u64| if is_signed { i64::from(bits as u32 as i32) } else { i64::from(bits as u32) };
        let width = plan.geometry.width();
        let mut wraps = false;
        for &arg in data.args.iter().take(2).filter(|&&arg| may_wrap(plan, arg)) {
            let (lanes, stride) = (self.read(arg)?, plan.shape(arg).stride());
            let is_straight = |lane: usize| {
                let first = lane / width * width;
                let base = widened(lanes[lane].wrapping_sub((stride as u64).wrapping_mul((lane - first) as u64)));
                widened(lanes[lane]) == base.wrapping_add(stride.wrapping_mul((lane - first) as i64))
            };
            wraps |= (0..32).any(|lane| mask >> lane & 1 != 0 && !is_straight(lane));
        }
        Ok(wraps)
    }

    /// Whether the addresses of an access are in memory that is known.
    pub(super) fn passes_check(&mut self, pc: usize, check: &Check) -> bool {
        let unit = self.unit;
        let (OpKind::Load(number) | OpKind::Store(number) | OpKind::Atomic(number, ..)) = unit.code.ops[pc].kind else { return false };
        let access = &unit.code.accesses[number as usize];
        let bytes = access.element.size() * u64::from(access.count);
        match check {
            Check::Known | Check::Never | Check::Hoisted(_) | Check::Repeated(_) | Check::Walks(_) => {
                unreachable!("host code is not executed so")
            }
            // What is compared with is the interpreter's own frame: it looks for itself.
            Check::Local { .. } => false,
            Check::Region { region, root, lanes } => {
                let spec = unit.regions.specs[*region];
                let region = match spec.source {
                    Source::Site(site) => self.core.region_of_site(unit.code.id, site, spec.space, spec.is_written),
                    _ => self.core.region_of(&spec, self.barriers),
                };
                let is_inside = |address: u64| {
                    let distance = address.wrapping_sub(region.base);
                    region.size >= bytes && distance <= region.size - bytes && distance.is_multiple_of(bytes)
                };
                let first = self.mask.trailing_zeros() as usize;
                let Ok(root) = root.map(|root| self.read(root)).transpose() else { return false };
                if root.is_some_and(|root| root[first].wrapping_sub(region.base) > region.size) {
                    return false;
                }
                let Ok(addresses) = self.addresses(pc, access) else { return false };
                let passes = self.pass_lanes(lanes, &addresses, access.offset, &is_inside);
                let are_inside = (0..32)
                    .filter(|lane| self.mask >> lane & 1 != 0)
                    .all(|lane| is_inside(addresses[lane].wrapping_add(access.offset as u64)));
                assert!(!passes || are_inside, "operation {pc}: a check lets addresses pass that are elsewhere");
                passes
            }
        }
    }

    /// The lanes' addresses, without the offset.
    fn addresses(&mut self, pc: usize, access: &Access) -> Result<LaneBits, Stop> {
        let addresses = self.read(self.unit.plan.inst(pc).args[0])?;
        Ok(if access.narrow_address { addresses.map(|address| u64::from(address as u32)) } else { addresses })
    }

    fn pass_lanes(&mut self, lanes: &Lanes, addresses: &LaneBits, offset: i64, is_inside: &dyn Fn(u64) -> bool) -> bool {
        let width = self.unit.plan.geometry.width();
        let ends = |offset: i64| {
            let ends = (0..32).step_by(width).flat_map(|first| [first, first + width - 1]);
            ends.clone().all(|lane| is_inside(addresses[lane].wrapping_add(offset as u64)))
        };
        match *lanes {
            // Of some lanes the first and the last of a row may be others: what they would access is not looked at here.
            Lanes::Ends if !self.is_full => self.pass_lanes(&Lanes::Each, addresses, offset, is_inside),
            Lanes::Ends => ends(offset),
            Lanes::Group { first, offsets: (least, most) } => {
                let passes = ends(least) && ends(most);
                self.groups.insert(first, passes);
                passes
            }
            Lanes::InGroup { first } => self.groups[&first],
            Lanes::Index | Lanes::Each => {
                let mut active = (0..32).filter(|lane| self.mask >> lane & 1 != 0);
                active.all(|lane| is_inside(addresses[lane].wrapping_add(offset as u64)))
            }
        }
    }
}
