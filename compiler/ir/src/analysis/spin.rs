//! Which loops may wait for another thread.
//!
//! A loop may *spin* if whether it ends depends on a value that another thread can change meanwhile: one that an
//! atomic operation or a load stronger than `.weak` gave inside the loop, a plain load of a place that is the same in
//! every round, or a called function. It may have come through a variable in local memory. Only such loops have to let others have their turn; every other loop ends (or
//! not) by itself.
//!
//! Dependence is that of data, and of control where ways inside the loop meet: then all conditions of the loop count.
//! May miss: a loop that polls changing places with plain loads. The memory model promises it no new value ever (PTX
//! ISA 8.4).

use crate::analysis::{Dominators, LoopId, Loops, Placement};
use crate::{Block, CacheOp, Cfg, Function, Inst, InstData, Opcode, Sem, Space, Value, ValueDef};
use std::cell::LazyCell;

/// The loops of a function that may spin.
#[derive(Clone, Debug)]
pub struct Spinning {
    loops: Loops,
    may_spin: Vec<bool>,
}

impl Spinning {
    /// Of `func`.
    pub fn new(func: &Function, cfg: &Cfg) -> Spinning {
        let loops = Loops::new(cfg, &Dominators::new(func, cfg));
        let search = Search { func, cfg, loops: &loops, placement: Placement::new(func) };
        let mut seen = vec![LoopId::MAX; func.values.len()];
        let may_spin = (0..loops.all().len()).map(|id| search.depends_on_others(id, &mut seen)).collect();
        Spinning { loops, may_spin }
    }

    /// Whether the edge back to `header` closes a loop that may spin. A cycle that is no natural loop always may.
    pub fn may_spin(&self, header: Block) -> bool {
        self.loops.headed_by(header).is_none_or(|id| self.may_spin[id])
    }
}

/// What looking for the conditions of loops needs.
struct Search<'a> {
    func: &'a Function,
    cfg: &'a Cfg,
    loops: &'a Loops,
    placement: Placement,
}

impl Search<'_> {
    /// `seen` holds the loop for which a value was looked at last.
    fn depends_on_others(&self, id: LoopId, seen: &mut [LoopId]) -> bool {
        let Search { func, cfg, loops, .. } = *self;
        let members = &loops.get(id).blocks;
        let branches = || members.iter().copied().filter(|&b| func.targets(b).len() > 1);
        let is_strong = |data: &InstData| match data.op {
            Opcode::Atom | Opcode::Call => true,
            Opcode::Ld => !matches!(data.attrs.sem, None | Some(Sem::Weak)),
            _ => false,
        };
        let insts = || members.iter().flat_map(|b| &func.blocks[b.index()].insts);
        let strong = LazyCell::new(|| insts().any(|inst| is_strong(&func.insts[inst.index()])));
        let mut open: Vec<Value> = loops.exits(func, id).filter_map(|block| func.condition(block)).collect();
        let mut took_all = false;
        while let Some(value) = open.pop() {
            if std::mem::replace(&mut seen[value.index()], id) == id {
                continue;
            }
            match func.def(value) {
                ValueDef::Const(_) => {}
                ValueDef::Result(inst, _) => {
                    let data = &func.insts[inst.index()];
                    let is_shared = match data.op {
                        _ if is_strong(data) => true,
                        // What a strong one gave may have been put there.
                        Opcode::Ld if matches!(data.attrs.space, None | Some(Space::Generic | Space::Local)) && *strong => true,
                        // A plain load of the same place again and again: a poll that forgot `volatile`.
                        Opcode::Ld => {
                            let is_writable = matches!(data.attrs.space, None | Some(Space::Generic | Space::Global | Space::Shared));
                            is_writable && data.attrs.cache != Some(CacheOp::Nc) && data.args.iter().all(|&a| self.is_fixed(id, a))
                        }
                        _ => false,
                    };
                    if self.is_inside(id, inst) {
                        if is_shared {
                            return true;
                        }
                        open.extend(&data.args);
                    }
                }
                ValueDef::Param(block, index) => {
                    if !loops.contains(id, block) {
                        continue;
                    }
                    let mut inputs: Vec<Value> = Vec::new();
                    for &pred in cfg.preds(block).iter().filter(|p| loops.contains(id, **p)) {
                        for target in func.targets(pred).iter().filter(|t| t.block == block) {
                            inputs.extend(target.args.get(index as usize));
                        }
                    }
                    if inputs.windows(2).any(|w| w[0] != w[1]) && !std::mem::replace(&mut took_all, true) {
                        open.extend(branches().filter_map(|block| func.condition(block)));
                    }
                    open.extend(inputs);
                }
            }
        }
        false
    }

    /// It is the same in every round: made before the loop, or the address of a variable.
    fn is_fixed(&self, id: LoopId, value: Value) -> bool {
        let is_inside = self.placement.block_of_def(self.func, value).is_some_and(|block| self.loops.contains(id, block));
        !is_inside || matches!(self.func.def(value), ValueDef::Result(inst, _) if self.func.insts[inst.index()].op == Opcode::Address)
    }

    fn is_inside(&self, id: LoopId, inst: Inst) -> bool {
        self.placement.block_of(inst).is_some_and(|block| self.loops.contains(id, block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AtomOp, Attrs, BlockCall, Builder, Cmp, FunctionKind, RegType, Type};

    /// `while (old != 0) old = <load>`, the load being what `make` pushes.
    fn polls(make: impl Fn(&mut Builder<'_>, Value) -> Value) -> bool {
        let mut func = Function::new("k", FunctionKind::Kernel);
        let mut b = Builder::new(&mut func);
        let (entry, head, exit) = (b.create_block(), b.create_block(), b.create_block());
        b.switch_to(entry);
        let address = b.constant(RegType::B64, 64);
        let zero = b.constant(RegType::B32, 0);
        b.jump(head, &[]);
        b.switch_to(head);
        let old = make(&mut b, address);
        let mut setp = InstData { args: vec![old, zero], ..InstData::new(Opcode::Setp, Type::S32) };
        setp.attrs.cmp = Some(Cmp::Ne);
        let again = b.value(setp, RegType::Pred);
        b.branch(again, BlockCall { block: head, args: vec![] }, BlockCall { block: exit, args: vec![] });
        b.switch_to(exit);
        b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
        Spinning::new(&func, &Cfg::new(&func)).may_spin(head)
    }

    #[test]
    fn only_what_others_can_change_makes_a_loop_spin() {
        let load = |sem| {
            move |b: &mut Builder<'_>, address| {
                let attrs = Attrs { space: Some(Space::Global), sem, ..Attrs::default() };
                b.value(InstData { attrs, args: vec![address], ..InstData::new(Opcode::Ld, Type::U32) }, RegType::B32)
            }
        };
        assert!(polls(load(None)));
        assert!(polls(load(Some(Sem::Volatile))));
        // What a strong load gave lies in a variable meanwhile; a variable alone says nothing.
        let through_variable = |sem| {
            move |b: &mut Builder<'_>, address| {
                let there = load(sem)(b, address);
                let local = Attrs { space: Some(Space::Local), ..Attrs::default() };
                let one = b.constant(RegType::B64, 1);
                let place = b.value(InstData { args: vec![address, one], ..InstData::new(Opcode::Add, Type::U64) }, RegType::B64);
                b.push(InstData { attrs: local, args: vec![place, there], ..InstData::new(Opcode::St, Type::U32) }, &[]);
                b.value(InstData { attrs: local, args: vec![place], ..InstData::new(Opcode::Ld, Type::U32) }, RegType::B32)
            }
        };
        assert!(polls(through_variable(Some(Sem::Acquire))));
        assert!(!polls(through_variable(None)));
        assert!(!polls(|b, _| {
            let tid = InstData { payload: crate::Payload::Sreg(crate::Sreg::TidX), ..InstData::new(Opcode::Sreg, Type::U32) };
            b.value(tid, RegType::B32)
        }));
        assert!(polls(|b, address| {
            let one = b.constant(RegType::B32, 1);
            let attrs = Attrs { space: Some(Space::Global), atom: Some(AtomOp::Exch), ..Attrs::default() };
            b.value(InstData { attrs, args: vec![address, one], ..InstData::new(Opcode::Atom, Type::B32) }, RegType::B32)
        }));
    }
}
