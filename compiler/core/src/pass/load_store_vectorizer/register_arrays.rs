//! Arrays of a thread that machine code keeps in registers though their index is not known.
//!
//! `ptxas` (13.0) selects among registers where that costs it less than local memory would, of all the arrays of a function or of none.
//! The costs here were read off some 4,000 kernels of `nvcc -arch=sm_90` with one array of 2 to 64 words each: an access whose index is
//! not known costs a quarter of a scalar access for each candidate beyond five, or beyond eight where the index is computed, and saved are
//! the accesses of known places. In a loop each counts as often as the loop is held to go round. Only words of 32 bits and vectors of
//! them are kept so.

use super::Marks;
use crate::pass::alias::{Base, Locations, each_escaping, slot};
use kern_ir::analysis::{Dominators, Loops, Provenance};
use kern_ir::{Block, Cfg, Counted, Function, Inst, InstData, Opcode, Payload, Sem, Slot, Value, ValueDef};
use rustc_hash::FxHashMap;

/// Bytes of a register.
const WORD: u64 = 4;
/// How often a loop is held to go round.
const ROUNDS: f64 = 4.5;
/// Deeper loops count no more.
const MOST_DEPTH: u32 = 6;
/// Candidates that cost nothing, where the index was loaded and where it was computed.
const FREE: f64 = 5.0;
const FREE_OF_COMPUTED: f64 = 8.5;
/// What each other costs, in scalar accesses of local memory.
const CANDIDATE: f64 = 0.25;
/// How many times as much it costs where a loop stores: all registers are then carried round.
const CARRIED: f64 = 2.2;

/// What an access of local memory of so many bytes costs.
fn cost_of(bytes: u64) -> f64 {
    match bytes {
        0 => 0.0,
        8 => 1.5,
        16 => 2.58,
        _ => 1.0,
    }
}

/// Whether the index of an access was loaded, and only scaled behind that.
fn has_loaded_index(func: &Function, provenance: &Provenance, access: &InstData) -> bool {
    let defining = |value: Value| match func.def(value) {
        ValueDef::Result(inst, _) => Some(&func.insts[inst.index()]),
        _ => None,
    };
    let mut value = access.args.first().copied();
    // From the address to the index; the bound is for made-up chains.
    for _ in 0..16 {
        let Some(data) = value.and_then(defining) else { return false };
        value = match data.op {
            Opcode::Ld => return true,
            Opcode::Shl | Opcode::Mul | Opcode::Cvt | Opcode::Mov => data.args.first().copied(),
            Opcode::Add | Opcode::Mad => {
                let is_offset = |value: &&Value| slot(func, provenance, **value).is_none() && func.constant(**value).is_none();
                data.args.iter().find(is_offset).or(data.args.first()).copied()
            }
            _ => return false,
        };
    }
    false
}

/// Accesses of local memory that machine code does not make; `marks` says what of the others counts.
pub(super) fn accesses(func: &Function, marks: &Marks) -> Vec<Inst> {
    let is_named = |data: &InstData| data.op == Opcode::Address && matches!(data.payload, Payload::Slot(_));
    if func.slots.is_empty() || !func.iter_insts().any(|(.., data)| is_named(data)) {
        return Vec::new();
    }
    let cfg = Cfg::new(func);
    let provenance = Provenance::new(func, &cfg);
    let Some(found) = all(func, &provenance) else { return Vec::new() };
    let loops = Loops::new(&cfg, &Dominators::new(func, &cfg));
    let locations = Locations::new(func);
    let marks: FxHashMap<Inst, Counted> = marks.iter().copied().collect();
    let mut slots: Vec<Slot> = found.iter().map(|access| access.slot).collect();
    slots.sort_unstable_by_key(|slot| slot.index());
    slots.dedup();
    let size: u64 = slots.iter().map(|slot| func.slots[slot.index()].size.next_multiple_of(WORD)).sum();
    let (mut saved, mut selected) = (0.0, 0.0);
    for &Access { inst, slot, block } in &found {
        let data = &func.insts[inst.index()];
        let bytes = u64::from(data.ty.size()) * u64::from(data.attrs.vector.max(1));
        let often = ROUNDS.powi(loops.depth(block).min(MOST_DEPTH) as i32);
        let is_known = locations.of(func, data).is_some_and(|location| location.base == Base::Slot(slot));
        if is_known {
            saved += often * cost_of(marks.get(&inst).map_or(bytes, |counted| u64::from(counted.bytes)));
        } else {
            let element = func.slots[slot.index()].info.element_size;
            let step = if element < func.slots[slot.index()].size { element.max(bytes) } else { bytes };
            let free = if has_loaded_index(func, &provenance, data) { FREE } else { FREE_OF_COMPUTED };
            let candidates = (size as f64 / step as f64 - free).max(0.0);
            let carried = if data.op == Opcode::St && loops.depth(block) > 0 { CARRIED } else { 1.0 };
            selected += often * CANDIDATE * carried * candidates * (bytes / WORD) as f64;
        }
    }
    if selected < saved { found.iter().map(|access| access.inst).collect() } else { Vec::new() }
}

/// A load or store of a variable of the thread.
struct Access {
    inst: Inst,
    slot: Slot,
    block: Block,
}

/// All accesses of variables of the thread; nothing if an address goes anywhere else, or not all are of words.
fn all(func: &Function, provenance: &Provenance) -> Option<Vec<Access>> {
    let mut escapes = false;
    each_escaping(func, provenance, |address| escapes |= slot(func, provenance, address).is_some());
    let mut found = Vec::new();
    for (block, inst, data) in func.iter_insts().filter(|(.., data)| !escapes && is_access(data.op)) {
        let Some(slot) = slot(func, provenance, data.args[0]) else { continue };
        let is_word =
            data.ty.size() == WORD as u32 && matches!(data.op, Opcode::Ld | Opcode::St) && data.attrs.sem.is_none_or(|s| s == Sem::Weak);
        if !is_word {
            return None;
        }
        found.push(Access { inst, slot, block });
    }
    (!escapes).then_some(found)
}

fn is_access(op: Opcode) -> bool {
    matches!(op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red)
}
