//! Edits that several passes share: one value for another, unreachable blocks, edges.

use crate::pass::graph::terminator;
use crate::pass::names;
use kern_ir::{Block, BlockCall, Function, Inst, InstData, LocId, Opcode, Payload, RegType, Type, Value, ValueDef};
use rustc_hash::FxHashMap;

/// A substitution of values: which stands for which from now on.
#[derive(Debug)]
pub(crate) struct Substitution {
    to: Vec<Value>,
    changed: bool,
}

impl Substitution {
    /// Every value of `func` stands for itself.
    pub(crate) fn new(func: &Function) -> Substitution {
        Substitution { to: (0..func.values.len() as u32).map(Value).collect(), changed: false }
    }

    /// Uses of `from` become uses of `to`.
    pub(crate) fn set(&mut self, from: Value, to: Value) {
        let to = self.get(to);
        if from != to {
            // Values that were made since stand for themselves.
            self.to.extend((self.to.len() as u32..=from.0).map(Value));
            self.to[from.index()] = to;
            self.changed = true;
        }
    }

    /// What stands for `value`.
    pub(crate) fn get(&mut self, value: Value) -> Value {
        let mut root = value;
        while let Some(&next) = self.to.get(root.index())
            && next != root
        {
            root = next;
        }
        let mut at = value;
        while at != root {
            at = std::mem::replace(&mut self.to[at.index()], root);
        }
        root
    }

    /// Rewrites the operands of one instruction.
    pub(crate) fn apply_to(&mut self, inst: &mut InstData) {
        for arg in &mut inst.args {
            *arg = self.get(*arg);
        }
        for target in inst.targets_mut() {
            for arg in &mut target.args {
                *arg = self.get(*arg);
            }
        }
    }

    /// Rewrites all operands in the layout; answers whether any value was replaced.
    pub(crate) fn apply(&mut self, func: &mut Function) -> bool {
        if self.changed {
            for &block in &func.layout {
                for &inst in &func.blocks[block.index()].insts {
                    self.apply_to(&mut func.insts[inst.index()]);
                }
            }
            names::substitute(func, |value| self.get(value));
        }
        self.changed
    }
}

/// What a load of `ty`, an integer of fewer than 32 bits, finds where `value` was stored, and the instruction that makes it, if it
/// takes one.
pub(crate) fn narrow(func: &mut Function, value: Value, ty: Type, loc: LocId) -> (Option<Inst>, Value) {
    if let ValueDef::Const(bits) = func.def(value) {
        let narrowed = match ty {
            Type::S8 => bits as i8 as u32,
            Type::S16 => bits as i16 as u32,
            Type::U8 | Type::B8 => u32::from(bits as u8),
            _ => u32::from(bits as u16),
        };
        let is_narrow = u64::from(narrowed) == bits;
        return (None, if is_narrow { value } else { func.add_constant(RegType::B32, u64::from(narrowed)) });
    }
    let wide = if ty.is_signed() { Type::S32 } else { Type::U32 };
    let (inst, result) = make_inst(func, Opcode::Cvt, wide, unsigned_bits(ty), &[value], RegType::B32, loc);
    (Some(inst), result)
}

/// `.b8` reads as `.u8`.
pub(crate) fn unsigned_bits(ty: Type) -> Type {
    match ty {
        Type::B8 => Type::U8,
        Type::B16 => Type::U16,
        other => other,
    }
}

/// A new instruction with one result, detached: it is in no IR block yet.
pub(crate) fn make_inst(
    func: &mut Function,
    op: Opcode,
    ty: Type,
    src_ty: Type,
    args: &[Value],
    result: RegType,
    loc: LocId,
) -> (Inst, Value) {
    let data = InstData { args: args.to_vec(), src_ty, loc, ..InstData::new(op, ty) };
    let inst = func.add_inst(data, &[result]);
    (inst, func.insts[inst.index()].results[0])
}

/// Turns the end of `block` into a plain jump along target `taken`.
pub(crate) fn jump_only(func: &mut Function, block: Block, taken: usize) {
    let inst = terminator(func, block);
    let data = &mut func.insts[inst.index()];
    let target = data.targets()[taken].clone();
    *data = InstData { payload: Payload::Targets(vec![target]), loc: data.loc, ..InstData::new(Opcode::Bra, Type::B32) };
}

/// Keeps the parameters of `block` for which `keep` is true, and the matching arguments of `preds`.
pub(crate) fn retain_params(func: &mut Function, block: Block, preds: &[Block], keep: &[bool]) {
    let mut index = 0;
    let params = std::mem::take(&mut func.blocks[block.index()].params);
    let mut kept = Vec::with_capacity(params.len());
    for (i, &param) in params.iter().enumerate() {
        if keep[i] {
            func.values[param.index()].def = ValueDef::Param(block, index);
            index += 1;
            kept.push(param);
        }
    }
    func.blocks[block.index()].params = kept;
    let mut done: Option<Block> = None;
    for &pred in preds {
        // Edges of one predecessor are next to each other.
        if done == Some(pred) {
            continue;
        }
        done = Some(pred);
        let inst = terminator(func, pred);
        for target in func.insts[inst.index()].targets_mut() {
            if target.block == block {
                let mut i = 0;
                target.args.retain(|_| {
                    i += 1;
                    keep[i - 1]
                });
            }
        }
    }
}

/// A new block, not in the layout yet, that only jumps to `to`.
pub(crate) fn make_jump_block(func: &mut Function, to: BlockCall, loc: LocId) -> Block {
    let block = func.add_block();
    let data = InstData { payload: Payload::Targets(vec![to]), loc, ..InstData::new(Opcode::Bra, Type::B32) };
    let inst = func.add_inst(data, &[]);
    func.blocks[block.index()].insts.push(inst);
    block
}

/// A new instruction with one result, which is not in an IR block yet, and the result.
pub(crate) fn add(func: &mut Function, data: InstData, ty: RegType) -> (Inst, Value) {
    let inst = func.add_inst(data, &[ty]);
    (inst, func.insts[inst.index()].results[0])
}

/// A new block in the layout after `after` that only jumps to `to`.
pub(crate) fn add_jump_block(func: &mut Function, after: Block, to: BlockCall, loc: LocId) -> Block {
    let block = make_jump_block(func, to, loc);
    let at = func.layout.iter().position(|&b| b == after).map_or(func.layout.len(), |i| i + 1);
    func.layout.insert(at, block);
    block
}

/// Fills new IR blocks with copies of others: (original, copy). What is defined in the originals is defined anew; a branch
/// to `target` leads to `place(target)` in the copies.
pub(crate) fn copy_blocks(func: &mut Function, pairs: &[(Block, Block)], place: impl Fn(Block) -> Block) {
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    let mut insts: FxHashMap<Inst, Inst> = FxHashMap::default();
    for &(block, copy) in pairs {
        for i in 0..func.blocks[block.index()].params.len() {
            let param = func.blocks[block.index()].params[i];
            let new = func.add_block_param(copy, func.ty(param));
            values.insert(param, new);
        }
        func.blocks[copy.index()].unroll = func.blocks[block.index()].unroll;
        func.blocks[copy.index()].loc = func.blocks[block.index()].loc;
        for i in 0..func.blocks[block.index()].insts.len() {
            let original = func.blocks[block.index()].insts[i];
            let source = func.insts[original.index()].clone();
            let types: Vec<RegType> = source.results.iter().map(|&r| func.ty(r)).collect();
            let results = source.results.clone();
            let new = func.add_inst(source, &types);
            insts.insert(original, new);
            for (old, i) in results.into_iter().zip(0..) {
                values.insert(old, func.insts[new.index()].results[i as usize]);
            }
            func.blocks[copy.index()].insts.push(new);
        }
    }
    // Uses second: a loop uses values before the order reaches their definition.
    for &(_, copy) in pairs {
        for i in 0..func.blocks[copy.index()].insts.len() {
            let inst = func.blocks[copy.index()].insts[i];
            let data = &mut func.insts[inst.index()];
            data.args.iter_mut().for_each(|a| *a = values.get(a).copied().unwrap_or(*a));
            for target in data.targets_mut() {
                target.args.iter_mut().for_each(|a| *a = values.get(a).copied().unwrap_or(*a));
                target.block = place(target.block);
            }
        }
    }
    names::copied(func, &insts, &values);
}

/// How often each value is used in the layout.
pub(crate) fn count_uses(func: &Function) -> Vec<u32> {
    let mut uses = vec![0u32; func.values.len()];
    for &block in &func.layout {
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            for arg in data.args.iter().chain(data.targets().iter().flat_map(|t| &t.args)) {
                uses[arg.index()] += 1;
            }
        }
    }
    uses
}
