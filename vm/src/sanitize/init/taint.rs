//! What was loaded unwritten and may be stored again: which bytes, of which lanes.

use super::uses::Copied;
use crate::instrument::observe::MemoryEvent;
use kern_ir::{Function, Inst};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A load, of a warp: block, warp, function, instruction.
pub(super) type LoadOf = (u32, u32, u32, u32);

pub(super) fn load_of(event: &MemoryEvent, inst: u32) -> LoadOf {
    (event.warp.block_number as u32, event.warp.warp, event.site.function, inst)
}

/// Bytes of a store that it has from a load.
#[derive(Clone, Debug)]
struct Source {
    load: u32,
    from: Range<usize>,
    to: Range<usize>,
    is_once: bool,
}

/// The last run of a load, by lane.
#[derive(Default, Debug)]
struct Loaded {
    /// Of each byte, the lanes of which it was unwritten.
    bytes: Vec<u32>,
    /// Stores that store it once, and the lanes that have.
    stored: Vec<(u32, u32)>,
}

/// What loads gave that nothing had written.
#[derive(Default, Debug)]
pub(super) struct Taints {
    /// Of the stores of a module.
    sources: FxHashMap<(u32, u32), Vec<Source>>,
    loads: FxHashMap<LoadOf, Loaded>,
}

impl Taints {
    /// A load's results are stored there.
    pub(super) fn add(&mut self, (number, function): (u32, &Function), load: Inst, copies: &[Copied]) {
        let bytes = |inst: Inst, part: usize| {
            let each = function.insts[inst.index()].ty.size() as usize;
            part * each..part * each + each
        };
        for &Copied { result, store, operand, is_once } in copies {
            let source = Source { load: load.0, from: bytes(load, result), to: bytes(store, operand), is_once };
            self.sources.entry((number, store.0)).or_default().push(source);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.loads.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.loads.clear();
    }

    /// A load gave these bytes of it unwritten to these lanes, all else as it was written.
    pub(super) fn load(&mut self, event: &MemoryEvent, unwritten: &[(u32, Range<usize>)]) {
        let key = load_of(event, event.inst);
        if unwritten.is_empty() && !self.loads.contains_key(&key) {
            return;
        }
        let known = self.loads.entry(key).or_default();
        known.bytes.resize(event.bytes as usize, 0);
        known.bytes.iter_mut().for_each(|lanes| *lanes &= !event.mask);
        known.stored.iter_mut().for_each(|(_, lanes)| *lanes &= !event.mask);
        for (lane, bytes) in unwritten {
            known.bytes[bytes.clone()].iter_mut().for_each(|lanes| *lanes |= 1 << lane);
        }
        if known.bytes.iter().all(|lanes| *lanes == 0) {
            self.loads.remove(&key);
        }
    }

    /// Of each byte of a store, the lanes that store something unwritten there; nothing if none do.
    pub(super) fn store(&mut self, event: &MemoryEvent) -> Option<Vec<u32>> {
        if self.loads.is_empty() {
            return None;
        }
        let mut found: Option<Vec<u32>> = None;
        for source in self.sources.get(&(event.site.function, event.inst))? {
            let Some(loaded) = self.loads.get_mut(&load_of(event, source.load)) else { continue };
            let mut lanes = event.mask;
            if source.is_once {
                let at = loaded.stored.iter().position(|(store, _)| *store == event.inst);
                let at = at.unwrap_or_else(|| {
                    loaded.stored.push((event.inst, 0));
                    loaded.stored.len() - 1
                });
                lanes &= !loaded.stored[at].1;
                loaded.stored[at].1 |= event.mask;
            }
            let found = found.get_or_insert_with(|| vec![0; event.bytes as usize]);
            let part = loaded.bytes.get(source.from.clone()).unwrap_or_default();
            let any = part.iter().fold(0, |any, lanes| any | lanes);
            // Beyond what was loaded stands its sign, or zeros.
            for (byte, stored) in source.to.clone().enumerate() {
                let Some(stored) = found.get_mut(stored) else { break };
                *stored |= lanes & part.get(byte).copied().unwrap_or(any);
            }
        }
        found.filter(|bytes| bytes.iter().any(|lanes| *lanes != 0))
    }
}
