//! Accesses of host code to what was just accessed: `x[i] += 1` looks at its address once.
//!
//! *Before.* Each access is compared with its region, or with bounds. *After.* One whose bytes lie in those of an earlier access of the
//! segment, at the same address, takes that one's pointer; if there is none, for that one was left to the interpreter or had to be
//! searched for, its memory is looked up. Nothing in between frees memory.
//!
//! *Reads and writes.* Accesses of one region only: it may be written to if one of them writes.
//!
//! *Source.* Redundant checks: Gupta, PLDI 1990.

use super::*;
use crate::decode::code::{Access, OpKind};
use crate::decode::side::is_device;

/// See the module.
pub(super) fn find_repeated<const L: usize>(wir: &mut Wir, PassContext { plan, .. }: &mut PassContext<L>) {
    if is_device(L) {
        return;
    }
    let bounds = &wir.bounds;
    let region_of = |check: &Check| match *check {
        Check::Region { region, lanes: Lanes::Ends, .. } => Some(region),
        Check::Hoisted(number) => Some(bounds[number].region),
        _ => None,
    };
    for segment in plan.unit.clone() {
        // Accesses that were checked: operation, address, region, bytes.
        let mut checked: Vec<(usize, Value, usize, Range<i64>)> = Vec::new();
        let copy = &mut wir.segments[segment].full;
        for index in 0..copy.len().saturating_sub(1) {
            let pc = copy[index].pc;
            if !plan.keeps_regions(pc) {
                checked.clear();
            }
            let InstKind::Check(check) = &copy[index].kind else { continue };
            let (Some(region), Some(access), InstKind::Lookup(_)) = (region_of(check), access_of(plan, pc), &copy[index + 1].kind) else {
                continue;
            };
            let address = plan.inst(pc).args[0];
            let bytes = access.offset..access.offset + (access.element.size() * u64::from(access.count)) as i64;
            let is_inside = |earlier: &&(usize, Value, usize, Range<i64>)| {
                (earlier.1, earlier.2) == (address, region) && earlier.3.start <= bytes.start && bytes.end <= earlier.3.end
            };
            match checked.iter().find(is_inside) {
                Some(earlier) => copy[index].kind = InstKind::Check(Check::Repeated(earlier.0)),
                None => checked.push((pc, address, region, bytes)),
            }
        }
    }
}

/// The load or store of an operation.
fn access_of<'a, const L: usize>(plan: &Plan<'a, L>, pc: usize) -> Option<&'a Access> {
    let (OpKind::Load(access) | OpKind::Store(access)) = plan.code.ops[pc].kind else { return None };
    plan.code.accesses.get(access as usize).filter(|access| access.offset.unsigned_abs() < 1 << 40)
}
