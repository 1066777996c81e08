//! Global value numbering: what was computed is not computed again.
//!
//! Before: any well-formed function. After: no pure instruction repeats one that dominates it. Loads are merged as
//! ordinary GVN does under nvcc and no further: an identical, not volatile load earlier in the same IR block with no
//! store, atomic, barrier, fence or call in between; loads that nothing can change (`.const`, `.nc`) wherever the first
//! dominates. Tables are scoped by the dominator tree (Briggs, Cooper, Simpson, "Value Numbering", 1997).

use crate::pass::PassContext;
use crate::pass::rewrite::Substitution;
use kern_ir::{
    Attrs, Block, CacheOp, Effects, FuncId, Function, GlobalVar, Inst, InstData, Opcode, Payload, RegType, Sem, Slot, Space, Sreg, Type,
    Value, ValueDef,
};
use rustc_hash::FxHashMap;

#[derive(PartialEq, Eq, Hash, Clone)]
struct Key {
    op: Opcode,
    ty: Type,
    src_ty: Type,
    attrs: Attrs,
    offset: i64,
    args: Vec<Value>,
    symbol: Symbol,
    /// Number of the stretch without writes, for loads.
    stretch: u32,
}

#[derive(PartialEq, Eq, Hash, Clone, Copy)]
enum Symbol {
    None,
    Sreg(Sreg),
    Global(GlobalVar),
    Slot(Slot),
    Func(FuncId),
    Param(u32),
}

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    let mut subst = Substitution::new(func);
    merge_constants(func, &mut subst);
    let mut numbering = Numbering { table: FxHashMap::default(), undo: Vec::new(), stretch: 0, subst };
    if let [only] = func.layout[..] {
        let changed = numbering.visit(func, only);
        numbering.subst.apply(func);
        return changed;
    }
    let graph = context.analyses.graph(func);
    let mut changed = false;
    let mut stack: Vec<(Option<Block>, usize)> = vec![(Some(graph.entry()), 0)];
    while let Some((block, mark)) = stack.pop() {
        let Some(block) = block else {
            numbering.leave(mark);
            continue;
        };
        stack.push((None, numbering.undo.len()));
        changed |= numbering.visit(func, block);
        stack.extend(graph.dom_children(block).iter().rev().map(|&b| (Some(b), 0)));
    }
    numbering.subst.apply(func);
    changed
}

/// Equal constants become one value.
fn merge_constants(func: &Function, subst: &mut Substitution) {
    let mut known: FxHashMap<(RegType, u64), Value> = FxHashMap::default();
    for (i, value) in func.values.iter().enumerate() {
        if let ValueDef::Const(bits) = value.def {
            let this = Value(i as u32);
            subst.set(this, *known.entry((value.ty, bits)).or_insert(this));
        }
    }
}

struct Numbering {
    /// The first instruction that computes it.
    table: FxHashMap<Key, Inst>,
    undo: Vec<Key>,
    stretch: u32,
    subst: Substitution,
}

impl Numbering {
    fn leave(&mut self, mark: usize) {
        while self.undo.len() > mark {
            if let Some(key) = self.undo.pop() {
                self.table.remove(&key);
            }
        }
    }

    fn visit(&mut self, func: &mut Function, block: Block) -> bool {
        self.stretch += 1;
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        let mut changed = false;
        for inst in insts {
            self.subst.apply_to(&mut func.insts[inst.index()]);
            let data = &func.insts[inst.index()];
            let Some(key) = self.key(data) else {
                if writes(data) {
                    self.stretch += 1;
                }
                kept.push(inst);
                continue;
            };
            if let Some(known) = self.table.get(&key) {
                for (&result, &known) in data.results.iter().zip(&func.insts[known.index()].results) {
                    self.subst.set(result, known);
                }
                changed = true;
                continue;
            }
            self.table.insert(key.clone(), inst);
            self.undo.push(key);
            kept.push(inst);
        }
        func.blocks[block.index()].insts = kept;
        changed
    }

    fn key(&self, data: &InstData) -> Option<Key> {
        let stretch = match data.effects() {
            Effects::Pure | Effects::PureNotSpeculatable => 0,
            Effects::Load if !matches!(data.attrs.sem, None | Some(Sem::Weak)) || data.attrs.cache == Some(CacheOp::Cv) => return None,
            Effects::Load if is_unchanging(data) => 0,
            Effects::Load => self.stretch,
            _ => return None,
        };
        let symbol = match data.payload {
            Payload::None => Symbol::None,
            Payload::Sreg(s) => Symbol::Sreg(s),
            Payload::Global(g) => Symbol::Global(g),
            Payload::Slot(s) => Symbol::Slot(s),
            Payload::FuncAddr(f) => Symbol::Func(f),
            Payload::Param(p) => Symbol::Param(p),
            Payload::Call(f) if data.attrs.is_pure && !data.attrs.is_in_place => Symbol::Func(f),
            Payload::Call(_) | Payload::CallIndirect(_) | Payload::Targets(_) => return None,
        };
        let mut args = data.args.clone();
        // Address additions keep their order: `a + b` and `b + a` have different bases.
        let may_swap = match data.op {
            Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => true,
            Opcode::Add => data.ty.size() != 8 || data.ty.is_float(),
            _ => false,
        };
        if may_swap && args.len() == 2 && args[1] < args[0] {
            args.swap(0, 1);
        }
        Some(Key { op: data.op, ty: data.ty, src_ty: data.src_ty, attrs: data.attrs, offset: data.offset, args, symbol, stretch })
    }
}

/// Loads of memory that does not change during a launch.
pub(crate) fn is_unchanging(data: &InstData) -> bool {
    data.op == Opcode::Ld
        && (data.attrs.space == Some(Space::Const) || data.attrs.space == Some(Space::Param) || data.attrs.cache == Some(CacheOp::Nc))
}

/// Whether memory may be different afterwards.
pub(crate) fn writes(data: &InstData) -> bool {
    match data.effects() {
        Effects::Store | Effects::Atomic | Effects::Sync | Effects::Call | Effects::Volatile => true,
        Effects::Load => !matches!(data.attrs.sem, None | Some(Sem::Weak)),
        Effects::Pure | Effects::PureNotSpeculatable | Effects::Control => false,
    }
}
