//! What the instructions of a function mean for memory, as [`load_store_elim`](super::load_store_elim) looks at it.

use crate::pass::alias::{Base, Location, Locations, form, is_plain_of_any_width, touches_no_memory};
use crate::pass::graph::Graph;
use crate::pass::gvn::{is_unchanging, writes};
use kern_ir::{Block, Effects, Function, Inst, Opcode, RegType, Type};
use rustc_hash::FxHashMap;

/// IR blocks that are looked at for those in which lanes exchange values; beyond, none are.
const MOST_VISITS: usize = 4_000_000;

/// What an instruction means for memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// A plain load or store of a key, and which element of the instruction's it is.
    Load(usize, Inst, usize),
    Store(usize, Inst, usize),
    /// Something else that reads, or also writes, a location.
    Access(Location, bool),
    /// May read and write everything that other threads or functions reach.
    Everything,
    /// Lanes exchange values, or time is read: NVVM takes it to write memory, `ptxas` does not.
    Exchange,
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
    /// Of stores, where they go as they say it themselves, if their key says otherwise: members of classes have nothing in common.
    own: FxHashMap<(Inst, usize), Location>,
    pub(super) by_block: Vec<Vec<Event>>,
    pub(super) count: usize,
}

impl Events {
    pub(super) fn find(func: &Function, graph: &Graph) -> Events {
        let locations = Locations::new(func);
        let mut found = Events { keys: Vec::new(), own: FxHashMap::default(), by_block: vec![Vec::new(); func.blocks.len()], count: 0 };
        let mut by_base: FxHashMap<(Base, i64), Vec<usize>> = FxHashMap::default();
        for &block in &graph.order {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                let location = match data.op {
                    Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red => locations.of(func, data),
                    _ => None,
                };
                if let Some(location) = location.filter(|_| is_plain_of_any_width(data) && !(data.attrs.vector > 1 && data.attrs.is_async))
                {
                    let size = u64::from(data.ty.size().max(1));
                    for element in 0..usize::from(data.attrs.vector.max(1)) {
                        let location = location.element(element, size);
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
                        let known = &mut found.keys[number].location;
                        if data.op == Opcode::St && *known != location {
                            found.own.insert((inst, element), location);
                        }
                        known.has_member_of(&location);
                        let event = if data.op == Opcode::Ld {
                            found.keys[number].loads += 1;
                            found.keys[number].sample = inst;
                            Event::Load(number, inst, element)
                        } else {
                            found.keys[number].stores += 1;
                            Event::Store(number, inst, element)
                        };
                        found.by_block[block.index()].push(event);
                        found.count += 1;
                    }
                    continue;
                }
                let event = match location {
                    // A volatile or ordered access keeps its neighbours only if they may be the same.
                    Some(location) => Event::Access(location, data.op != Opcode::Ld || writes(data)),
                    None if touches_no_memory(data.op) => Event::Exchange,
                    None if writes(data) || data.effects() == Effects::Load => Event::Everything,
                    None => continue,
                };
                found.by_block[block.index()].push(event);
                found.count += 1;
            }
        }
        found
    }

    /// Where an element of a store of a key goes.
    pub(super) fn location(&self, key: usize, element: (Inst, usize)) -> &Location {
        self.own.get(&element).unwrap_or(&self.keys[key].location)
    }

    /// Of the IR blocks in which lanes exchange values, those that dominate them with no other loop in between: what is known in
    /// them `ptxas` knows still, which NVVM does not. Behind a loop `ptxas` knows nothing of before. (Read off counters: a bound that is
    /// read again behind a loop and a reduction by shuffles is loaded twice, one behind a short branch is not.)
    pub(super) fn near_exchanges(&self, graph: &Graph) -> Vec<Option<Vec<Block>>> {
        let has_exchange = |block: Block| self.by_block[block.index()].iter().any(|event| matches!(event, Event::Exchange));
        let mut near = vec![None; self.by_block.len()];
        let exchanges: Vec<Block> = graph.order.iter().copied().filter(|&block| has_exchange(block)).collect();
        if exchanges.len() * graph.order.len() > MOST_VISITS {
            return near;
        }
        for block in exchanges {
            let (mut behind_loop, mut open) = (vec![false; self.by_block.len()], vec![block]);
            // What comes before a loop that the block comes behind.
            let mut seen = vec![false; self.by_block.len()];
            while let Some(next) = open.pop() {
                for &pred in graph.preds(next) {
                    let in_other_loop = graph.loops().innermost(pred).is_some_and(|id| !graph.loops().contains(id, block));
                    let is_behind = behind_loop[next.index()] || in_other_loop;
                    if !seen[pred.index()] || is_behind && !behind_loop[pred.index()] {
                        seen[pred.index()] = true;
                        behind_loop[pred.index()] |= is_behind;
                        open.push(pred);
                    }
                }
            }
            let is_near = |b: &Block| seen[b.index()] && !behind_loop[b.index()] && graph.dominates(*b, block);
            near[block.index()] = Some(graph.order.iter().copied().filter(is_near).collect());
        }
        near
    }
}
