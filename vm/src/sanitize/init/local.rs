//! Variables in a thread's local memory: which of their bytes each thread has written. Looked at are those of the kernel whose accesses
//! are all known (`proof::locals`), and those to which nothing is stored; a variable that is declared in a loop keeps what an earlier round wrote.

use super::missing::Missing;
use super::uses::{Use, Uses};
use super::variables::unset_loads;
use crate::decode::local_offsets;
use crate::instrument::observe::MemoryEvent;
use crate::memory::LOCAL;
use crate::sanitize::constant::Memory;
use crate::sanitize::lanes;
use crate::sanitize::proof::Proof;
use kern_ir::{Function, Inst, Opcode};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An access of a variable.
struct Access {
    /// Which one of those that are looked at, and its first byte in the frame.
    variable: usize,
    start: u64,
    /// How the results are used, if it is a load.
    uses: Vec<Use>,
}

/// What is looked at of a kernel.
#[derive(Default)]
struct Plan {
    /// By instruction.
    accesses: Vec<Option<Access>>,
    /// Bytes of the variables.
    sizes: Vec<u64>,
}

impl Plan {
    fn new(func: &Function, proof: &Proof) -> Plan {
        let (offsets, uses) = (local_offsets(func).0, Uses::new(func, None));
        let of = |op: Opcode| {
            proof.accesses.iter().filter_map(move |access| match access {
                (inst, found, Some(Memory::Local(slot))) if *found == op => Some((*inst as u32, *slot)),
                _ => None,
            })
        };
        let (mut plan, mut variables) = (Plan::default(), FxHashMap::default());
        let plain = of(Opcode::Ld).filter(|(_, slot)| proof.plain_locals.contains(slot));
        for (inst, slot) in plain.chain(unset_loads(func).into_iter().map(|(inst, slot)| (inst.0, slot.0))) {
            let variable = *variables.entry(slot).or_insert_with(|| {
                plan.sizes.push(func.slots[slot as usize].size);
                plan.sizes.len() - 1
            });
            plan.insert(inst, Access { variable, start: offsets[slot as usize], uses: uses.of_load(Inst(inst), true).how });
        }
        for (inst, slot) in of(Opcode::St) {
            if let Some(&variable) = variables.get(&slot) {
                plan.insert(inst, Access { variable, start: offsets[slot as usize], uses: Vec::new() });
            }
        }
        plan
    }

    fn at(&self, inst: u32) -> Option<&Access> {
        self.accesses.get(inst as usize)?.as_ref()
    }

    fn insert(&mut self, inst: u32, access: Access) {
        let known = self.accesses.len().max(inst as usize + 1);
        self.accesses.resize_with(known, || None);
        self.accesses[inst as usize] = Some(access);
    }
}

/// Bytes of a variable, each with the lanes that have written it.
type Lanes = Vec<u32>;

/// Whether each lane has written all that it loads, as far as that is quickly told.
fn are_all_written(event: &MemoryEvent, start: u64, written: &[u32]) -> bool {
    let of = |lane: u16| event.addresses[usize::from(lane)].wrapping_sub(start) as usize;
    if event.bytes == 4 {
        // What most loads are, without a loop a lane.
        let word = |from: usize| written.get(from..from.wrapping_add(4)).and_then(|bytes| <[u32; 4]>::try_from(bytes).ok());
        return lanes(event.mask).all(|lane| word(of(lane)).is_some_and(|[a, b, c, d]| (a & b & c & d) >> lane & 1 != 0));
    }
    lanes(event.mask).all(|lane| {
        let bytes = written.get(of(lane)..of(lane).saturating_add(event.bytes as usize));
        bytes.is_some_and(|bytes| bytes.iter().fold(u32::MAX, |all, written| all & written) >> lane & 1 != 0)
    })
}

/// The variables of the kernel that is launched.
#[derive(Default)]
pub(super) struct Locals {
    plans: FxHashMap<u32, Rc<Plan>>,
    kernel: u32,
    plan: Rc<Plan>,
    /// The block and the warp that accessed some last, and who has written what of each.
    running: (u32, u32),
    written: Vec<Lanes>,
    /// Of all other warps.
    others: FxHashMap<(u32, u32), Vec<Lanes>>,
}

impl Locals {
    pub(super) fn start(&mut self, kernel: u32, func: Option<&Function>, proof: &Proof) {
        self.kernel = kernel;
        self.written.clear();
        self.others.clear();
        let plan = func.map(|func| self.plans.entry(kernel).or_insert_with(|| Rc::new(Plan::new(func, proof))));
        self.plan = plan.map_or_else(Rc::default, |plan| plan.clone());
    }

    /// Whether somebody must be told of an access of the kernel.
    pub(super) fn is_tracked(&self, inst: usize) -> bool {
        self.plan.at(inst as u32).is_some()
    }

    /// Whether something of a variable is stored again as it was loaded.
    pub(super) fn are_copied(&self) -> bool {
        self.plan.accesses.iter().flatten().any(|access| access.uses.iter().any(|how| *how != Use::Used))
    }

    pub(super) fn end_block(&mut self, block: u32) {
        if self.running.0 == block {
            self.written.clear();
        }
        if !self.others.is_empty() {
            self.others.retain(|key, _| key.0 != block);
        }
    }

    /// The access of an event, its variable's first byte, and who has written what of it.
    fn of(&mut self, event: &MemoryEvent) -> Option<(&Access, u64, &mut Lanes)> {
        if event.site.function != self.kernel {
            return None;
        }
        let access = self.plan.at(event.inst)?;
        let warp = (event.warp.block_number as u32, event.warp.warp);
        if self.running != warp {
            let next = self.others.remove(&warp).unwrap_or_default();
            let (before, written) = (std::mem::replace(&mut self.running, warp), std::mem::replace(&mut self.written, next));
            if !written.is_empty() {
                self.others.insert(before, written);
            }
        }
        if self.written.is_empty() {
            self.written.extend(self.plan.sizes.iter().map(|&bytes| vec![0; bytes as usize]));
        }
        Some((access, LOCAL + access.start, &mut self.written[access.variable]))
    }

    /// What a load finds unwritten, each once where it is used, and whether it is.
    pub(super) fn load(&mut self, event: &MemoryEvent) -> Vec<(Missing, bool)> {
        let mut missing = Vec::new();
        let Some((access, start, written_by)) = self.of(event) else { return missing };
        if are_all_written(event, start, written_by) {
            return missing;
        }
        let parts = access.uses.len().max(1) as u64;
        let each = u64::from(event.bytes) / parts;
        for lane in (0..32u32).filter(|lane| event.mask >> lane & 1 != 0) {
            for part in 0..parts {
                let address = event.addresses[lane as usize] + part * each;
                let Some(from) = address.checked_sub(start).map(|from| from as usize) else { continue };
                let Some(bytes) = written_by.get_mut(from..from + each as usize) else { continue };
                if bytes.iter().all(|written| written >> lane & 1 != 0) {
                    continue;
                }
                let is_used = access.uses.get(part as usize).is_none_or(|u| *u == Use::Used);
                let has = |written: &u32| written >> lane & 1 != 0;
                // What is only copied is not told of.
                let is_untouched = is_used && !written_by.iter().any(has);
                let before = if is_used { written_by.iter().take_while(|written| has(written)).count() as u64 } else { 0 };
                if is_used {
                    written_by[from..from + each as usize].iter_mut().for_each(|written| *written |= 1 << lane);
                }
                missing.push((Missing { is_untouched, before, ..Missing::of(event, lane, (address, each)) }, is_used));
            }
        }
        missing
    }

    /// A store, of something unwritten in those lanes, by byte of it.
    pub(super) fn store(&mut self, event: &MemoryEvent, unwritten: Option<&[u32]>) {
        let Some((_, start, written_by)) = self.of(event) else { return };
        for lane in lanes(event.mask).map(usize::from) {
            let Some(from) = event.addresses[lane].checked_sub(start).map(|from| from as usize) else { continue };
            let bytes = written_by.iter_mut().skip(from).take(event.bytes as usize);
            match unwritten {
                None => bytes.for_each(|written| *written |= 1 << lane),
                Some(unwritten) => bytes.zip(unwritten).for_each(|(written, unwritten)| {
                    *written = *written & !(1 << lane) | (!unwritten & 1 << lane);
                }),
            }
        }
    }
}
