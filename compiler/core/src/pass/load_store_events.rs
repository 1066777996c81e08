//! What the instructions of a function mean for memory, as [`load_store_elim`](super::load_store_elim) looks at it.

use crate::pass::alias::{Base, Location, Locations, form, is_plain, touches_no_memory};
use crate::pass::graph::Graph;
use crate::pass::gvn::{is_unchanging, writes};
use kern_ir::{Effects, Function, Inst, Opcode, RegType, Type};
use rustc_hash::FxHashMap;

/// What an instruction means for memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// A plain load or store of a key.
    Load(usize, Inst),
    Store(usize, Inst),
    /// Something else that reads, or also writes, a location.
    Access(Location, bool),
    /// May read and write everything that other threads or functions reach.
    Everything,
}

/// A location in one form, with what says how to load it.
pub(super) struct Key {
    pub(super) location: Location,
    pub(super) form: (RegType, Option<Type>),
    pub(super) is_unchanging: bool,
    pub(super) sample: Inst,
    pub(super) loads: usize,
    pub(super) stores: usize,
}

pub(super) struct Events {
    pub(super) keys: Vec<Key>,
    pub(super) by_block: Vec<Vec<Event>>,
    pub(super) count: usize,
}

impl Events {
    pub(super) fn find(func: &Function, graph: &Graph) -> Events {
        let locations = Locations::new(func);
        let mut found = Events { keys: Vec::new(), by_block: vec![Vec::new(); func.blocks.len()], count: 0 };
        let mut by_base: FxHashMap<(Base, i64), Vec<usize>> = FxHashMap::default();
        for &block in &graph.order {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                let location = match data.op {
                    Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red => locations.of(func, data),
                    _ => None,
                };
                let event = match location {
                    Some(location) if is_plain(data) => {
                        let list = by_base.entry((location.base, location.offset)).or_default();
                        let is_same =
                            |k: &Key| k.location.is_same(&location) && k.form == form(data) && k.is_unchanging == is_unchanging(data);
                        let number = match list.iter().find(|&&k| is_same(&found.keys[k])) {
                            Some(&number) => number,
                            None => {
                                let key = Key {
                                    location,
                                    form: form(data),
                                    is_unchanging: is_unchanging(data),
                                    sample: inst,
                                    loads: 0,
                                    stores: 0,
                                };
                                found.keys.push(key);
                                list.push(found.keys.len() - 1);
                                found.keys.len() - 1
                            }
                        };
                        if data.op == Opcode::Ld {
                            found.keys[number].loads += 1;
                            found.keys[number].sample = inst;
                            Event::Load(number, inst)
                        } else {
                            found.keys[number].stores += 1;
                            Event::Store(number, inst)
                        }
                    }
                    // A volatile or ordered access keeps its neighbours only if they may be the same.
                    Some(location) => Event::Access(location, data.op != Opcode::Ld || writes(data)),
                    None if touches_no_memory(data.op) => continue,
                    None if writes(data) || data.effects() == Effects::Load => Event::Everything,
                    None => continue,
                };
                found.by_block[block.index()].push(event);
                found.count += 1;
            }
        }
        found
    }
}
