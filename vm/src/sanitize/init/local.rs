//! Variables in a thread's local memory: which of their bytes each thread has written. Looked at are those of the kernel whose accesses
//! are all known (`proof::locals`); a variable that is declared in a loop keeps what an earlier round wrote.

use super::missing::Missing;
use super::uses::{Use, Uses};
use crate::decode::local_offsets;
use crate::instrument::observe::MemoryEvent;
use crate::memory::LOCAL;
use crate::sanitize::constant::Memory;
use crate::sanitize::proof::Proof;
use kern_ir::{Function, Inst, Opcode};
use rustc_hash::FxHashMap;

/// An access of a variable.
struct Access {
    /// Which one.
    slot: u32,
    /// How the results are used, if it is a load.
    uses: Vec<Use>,
}

/// What is looked at of a kernel.
#[derive(Default)]
struct Plan {
    accesses: FxHashMap<u32, Access>,
    /// First byte in the frame, and bytes, of each variable.
    ranges: FxHashMap<u32, (u64, u64)>,
}

/// Bytes of a variable, each with the lanes that have written it.
type Lanes = Vec<u32>;

/// The variables of the kernel that is launched.
#[derive(Default)]
pub(super) struct Locals {
    plans: FxHashMap<u32, Plan>,
    kernel: u32,
    written: FxHashMap<(u32, u32, u32), Lanes>,
}

impl Locals {
    pub(super) fn start(&mut self, kernel: u32, func: Option<&Function>, proof: &Proof) {
        self.kernel = kernel;
        self.written.clear();
        let Some(func) = func.filter(|_| !self.plans.contains_key(&kernel)) else { return };
        let mut plan = Plan::default();
        let (offsets, uses) = (local_offsets(func).0, Uses::new(func, None));
        let of = |op: Opcode| {
            proof.accesses.iter().filter_map(move |access| match access {
                (inst, found, Some(Memory::Local(slot))) if *found == op => Some((*inst as u32, *slot)),
                _ => None,
            })
        };
        for (inst, slot) in of(Opcode::Ld).filter(|(_, slot)| proof.plain_locals.contains(slot)) {
            plan.accesses.insert(inst, Access { slot, uses: uses.of_load(Inst(inst), true).how });
            plan.ranges.insert(slot, (offsets[slot as usize], func.slots[slot as usize].size));
        }
        for (inst, slot) in of(Opcode::St).filter(|(_, slot)| plan.ranges.contains_key(slot)) {
            plan.accesses.insert(inst, Access { slot, uses: Vec::new() });
        }
        self.plans.insert(kernel, plan);
    }

    /// Whether somebody must be told of an access of the kernel.
    pub(super) fn is_tracked(&self, inst: usize) -> bool {
        self.plans.get(&self.kernel).is_some_and(|plan| plan.accesses.contains_key(&(inst as u32)))
    }

    /// Whether something of a variable is stored again as it was loaded.
    pub(super) fn are_copied(&self) -> bool {
        self.plans
            .get(&self.kernel)
            .is_some_and(|plan| plan.accesses.values().any(|access| access.uses.iter().any(|how| *how != Use::Used)))
    }

    pub(super) fn end_block(&mut self, block: u32) {
        if !self.written.is_empty() {
            self.written.retain(|key, _| key.0 != block);
        }
    }

    /// The access of an event, its variable's first byte, and who has written what of it.
    fn of(&mut self, event: &MemoryEvent) -> Option<(&Access, u64, &mut Lanes)> {
        let plan = self.plans.get(&self.kernel).filter(|_| event.site.function == self.kernel)?;
        let access = plan.accesses.get(&event.inst)?;
        let &(start, bytes) = plan.ranges.get(&access.slot)?;
        let key = (event.warp.block_number as u32, event.warp.warp, access.slot);
        Some((access, LOCAL + start, self.written.entry(key).or_insert_with(|| vec![0; bytes as usize])))
    }

    /// What a load finds unwritten, each once where it is used, and whether it is.
    pub(super) fn load(&mut self, event: &MemoryEvent) -> Vec<(Missing, bool)> {
        let mut missing = Vec::new();
        let Some((access, start, lanes)) = self.of(event) else { return missing };
        let parts = access.uses.len().max(1) as u64;
        let each = u64::from(event.bytes) / parts;
        for lane in (0..32u32).filter(|lane| event.mask >> lane & 1 != 0) {
            for part in 0..parts {
                let address = event.addresses[lane as usize] + part * each;
                let Some(from) = address.checked_sub(start).map(|from| from as usize) else { continue };
                let Some(bytes) = lanes.get_mut(from..from + each as usize) else { continue };
                if bytes.iter().all(|written| written >> lane & 1 != 0) {
                    continue;
                }
                let is_used = access.uses.get(part as usize).is_none_or(|u| *u == Use::Used);
                let has = |written: &u32| written >> lane & 1 != 0;
                // What is only copied is not told of.
                let is_untouched = is_used && !lanes.iter().any(has);
                let before = if is_used { lanes.iter().take_while(|written| has(written)).count() as u64 } else { 0 };
                if is_used {
                    lanes[from..from + each as usize].iter_mut().for_each(|written| *written |= 1 << lane);
                }
                missing.push((Missing { is_untouched, before, ..Missing::of(event, lane, (address, each)) }, is_used));
            }
        }
        missing
    }

    /// A store, of something unwritten in those lanes, by byte of it.
    pub(super) fn store(&mut self, event: &MemoryEvent, unwritten: Option<&[u32]>) {
        let Some((_, start, lanes)) = self.of(event) else { return };
        for lane in (0..32).filter(|lane| event.mask >> lane & 1 != 0) {
            let Some(from) = event.addresses[lane].checked_sub(start).map(|from| from as usize) else { continue };
            for (byte, written) in lanes.iter_mut().skip(from).take(event.bytes as usize).enumerate() {
                let unwritten = unwritten.map_or(0, |bytes| bytes[byte]);
                *written = *written & !(1 << lane) | (!unwritten & 1 << lane);
            }
        }
    }
}
