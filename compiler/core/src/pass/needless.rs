//! Which loads and stores [`load_store_elim`](super::load_store_elim) finds needless, element by element.

use crate::pass::rewrite::Substitution;
use kern_ir::{Function, Inst, Value};
use rustc_hash::FxHashMap;

/// Loads and stores that need not be made. Of vectors all elements have to be known, or overwritten.
#[derive(Default)]
pub(super) struct Needless {
    pub(super) dead: Vec<bool>,
    /// Of loads some elements of which are known, their values.
    known: FxHashMap<Inst, Vec<Option<Value>>>,
    /// Of stores some elements of which need not be made, these: a bit each.
    unread: FxHashMap<Inst, u8>,
}

impl Needless {
    /// Of a function with so many instructions.
    pub(super) fn new(insts: usize) -> Needless {
        Needless { dead: vec![false; insts], ..Needless::default() }
    }

    /// What an element of a load finds is known; if all are, the load is not needed. Whether that is so.
    pub(super) fn knows(&mut self, func: &Function, (inst, element): (Inst, usize), value: Value, subst: &mut Substitution) -> bool {
        let results = &func.insts[inst.index()].results;
        let known = self.known.entry(inst).or_insert_with(|| vec![None; results.len()]);
        known[element] = Some(value);
        if !known.iter().all(Option::is_some) {
            return false;
        }
        results.iter().zip(known.iter().flatten()).for_each(|(&result, &value)| subst.set(result, value));
        self.dead[inst.index()] = true;
        true
    }

    /// An element of a store need not be made; whether none of it needs to, so that the instruction goes.
    pub(super) fn need_not_store(&mut self, func: &Function, inst: Inst, element: usize) -> bool {
        let unread = self.unread.entry(inst).or_default();
        *unread |= 1 << element;
        let is_last = unread.count_ones() == u32::from(func.insts[inst.index()].attrs.vector.max(1));
        self.dead[inst.index()] |= is_last;
        is_last
    }
}
