//! Code that computes shadows: beside a value, the bits of it that nothing was written to.
//!
//! What [`host`](super::host) and [`variables`](super::variables) have in common: what only moves bits moves those of the shadow, and where
//! a shadow is not 0 a block off the way says so.

use kern_ir::analysis::Dominators;
use kern_ir::{Attrs, Block, BlockCall, Cmp, Function, Inst, InstData, LocId, Opcode, Payload, RegType, Type, Value};

/// Whether bits of an operand become bits of the result: the same is done to the shadow.
pub(super) fn moves_bits(data: &InstData, operand: usize) -> bool {
    let is_number = |ty: Type| !ty.is_float() && ty != Type::Pred;
    match data.op {
        Opcode::Mov | Opcode::Not | Opcode::Or | Opcode::And | Opcode::Xor => true,
        Opcode::Selp | Opcode::Bfi => operand < 2,
        Opcode::Cvt => is_number(data.ty) && is_number(data.src_ty) && !data.attrs.sat,
        Opcode::Shl | Opcode::Shr | Opcode::Bfe => operand == 0,
        _ => false,
    }
}

/// The class of a shadow.
pub(super) fn class(ty: RegType) -> RegType {
    match ty {
        RegType::F32 => RegType::B32,
        RegType::F64 => RegType::B64,
        other => other,
    }
}

/// The type of a shadow in memory, or in an operation that moves it.
pub(super) fn type_of(ty: Type) -> Type {
    match ty {
        Type::F32 => Type::U32,
        Type::F64 => Type::U64,
        other => other,
    }
}

/// Blocks in which a value was looked at that are compared with the one at hand: a limit on the work.
const MOST_LOOKED: usize = 16;

/// By value, the blocks where it was looked at.
#[derive(Default)]
pub(super) struct Looked(Vec<Vec<Block>>);

impl Looked {
    /// Whether a value is looked at in a block though it was not on the way there, as far as that is quickly told; it is then.
    pub(super) fn is_first(&mut self, value: Value, block: Block, dominators: &Dominators) -> bool {
        let known = self.0.len().max(value.index() + 1);
        self.0.resize_with(known, Vec::new);
        let blocks = &mut self.0[value.index()];
        let is_before = |&before: &Block| before == block || dominators.dominates(before, block);
        let is_first = !blocks.iter().rev().take(MOST_LOOKED).any(is_before);
        blocks.extend(is_first.then_some(block));
        is_first
    }
}

/// A function whose code is written anew, block by block.
pub(super) struct ShadowCode<'f> {
    pub(super) function: &'f mut Function,
    /// The shadows of values, by number; another value was written.
    shadows: Vec<Option<Value>>,
    /// The block that is appended to.
    pub(super) at: Block,
    layout: Vec<Block>,
    /// Blocks off the way.
    cold: Vec<Block>,
}

impl<'f> ShadowCode<'f> {
    pub(super) fn new(function: &'f mut Function) -> ShadowCode<'f> {
        ShadowCode { function, shadows: Vec::new(), at: Block(0), layout: Vec::new(), cold: Vec::new() }
    }

    /// Goes on with a block; the instructions that it had.
    pub(super) fn begin(&mut self, block: Block) -> Vec<Inst> {
        self.layout.push(block);
        self.at = block;
        std::mem::take(&mut self.function.blocks[block.index()].insts)
    }

    /// Appends an instruction of the function.
    pub(super) fn keep(&mut self, inst: Inst) {
        self.function.blocks[self.at.index()].insts.push(inst);
    }

    /// The blocks in their new order; what nothing reaches is left out.
    pub(super) fn finish(mut self) -> &'f mut Function {
        self.layout.append(&mut self.cold);
        self.function.layout = self.layout;
        self.function
    }

    pub(super) fn push(&mut self, mut data: InstData, loc: LocId, results: &[RegType]) -> Inst {
        data.loc = loc;
        let inst = self.function.add_inst(data, results);
        self.keep(inst);
        inst
    }

    pub(super) fn value(&mut self, data: InstData, loc: LocId, class: RegType) -> Value {
        let inst = self.push(data, loc, &[class]);
        self.function.insts[inst.index()].results[0]
    }

    pub(super) fn op(&mut self, op: Opcode, ty: Type, args: &[Value], loc: LocId) -> Value {
        self.value(InstData { args: args.to_vec(), ..InstData::new(op, ty) }, loc, ty.reg())
    }

    /// The shadow of a value, if it has one.
    pub(super) fn shadow(&self, value: Value) -> Option<Value> {
        self.shadows.get(value.index()).copied().flatten()
    }

    /// A value has a shadow.
    pub(super) fn set_shadow(&mut self, value: Value, bits: Value) {
        let known = self.shadows.len().max(value.index() + 1);
        self.shadows.resize(known, None);
        self.shadows[value.index()] = Some(bits);
    }

    /// The shadow of a value; 0 if it was written.
    pub(super) fn bits(&mut self, value: Value) -> Value {
        let class = class(self.function.ty(value));
        self.shadow(value).unwrap_or_else(|| self.function.add_constant(class, 0))
    }

    /// A predicate: whether a shadow is not 0.
    pub(super) fn is_some(&mut self, bits: Value, loc: LocId) -> Value {
        let ty = match self.function.ty(bits) {
            RegType::Pred => return bits,
            RegType::B64 => Type::U64,
            _ => Type::U32,
        };
        let zero = self.function.add_constant(ty.reg(), 0);
        let attrs = Attrs { cmp: Some(Cmp::Ne), ..Attrs::default() };
        self.value(InstData { args: vec![bits, zero], attrs, ..InstData::new(Opcode::Setp, ty) }, loc, RegType::Pred)
    }

    /// Where a value was not written, in whole or in part, there is other code, which begins here; where it goes on.
    pub(super) fn begin_unwritten(&mut self, value: Value, loc: LocId) -> Block {
        let bits = self.bits(value);
        let is_some = self.is_some(bits, loc);
        let [unwritten, goes_on] = [self.function.add_block(), self.function.add_block()];
        self.jump(vec![is_some], &[unwritten, goes_on], loc);
        self.at = unwritten;
        self.cold.push(unwritten);
        goes_on
    }

    /// That code ends, and all goes on.
    pub(super) fn end_unwritten(&mut self, goes_on: Block, loc: LocId) {
        self.jump(Vec::new(), &[goes_on], loc);
        self.at = goes_on;
        self.layout.push(goes_on);
    }

    fn jump(&mut self, args: Vec<Value>, to: &[Block], loc: LocId) {
        let targets = to.iter().map(|&block| BlockCall { block, args: Vec::new() }).collect();
        self.push(InstData { args, payload: Payload::Targets(targets), ..InstData::new(Opcode::Bra, Type::B32) }, loc, &[]);
    }

    /// The shadow of what an instruction that moves bits makes.
    pub(super) fn moved(&mut self, data: &InstData) -> Value {
        let (loc, ty, args) = (data.loc, type_of(data.ty), &data.args);
        let shadow = [self.bits(args[0]), args.get(1).map_or(args[0], |&arg| self.bits(arg))];
        match data.op {
            Opcode::Mov | Opcode::Not => shadow[0],
            Opcode::Xor => self.op(Opcode::Or, ty, &shadow, loc),
            Opcode::And | Opcode::Or => self.masked([args[0], args[1]], data.op == Opcode::Or, ty, loc),
            Opcode::Selp => self.op(Opcode::Selp, ty, &[shadow[0], shadow[1], args[2]], loc),
            Opcode::Bfi => self.op(Opcode::Bfi, ty, &[shadow[0], shadow[1], args[2], args[3]], loc),
            // Conversions, shifts, extraction.
            _ => {
                let args = [&shadow[..1], &args[1..]].concat();
                self.value(InstData { args, results: Vec::new(), ..data.clone() }, loc, ty.reg())
            }
        }
    }

    /// The shadow of `a & b`, or of `a | b`: a bit of one is of no matter where the other is 0, or 1, and was written.
    fn masked(&mut self, both: [Value; 2], is_or: bool, ty: Type, loc: LocId) -> Value {
        let mut sum = None;
        for [value, other] in [both, [both[1], both[0]]] {
            let Some(bits) = self.shadow(value) else { continue };
            let mut matters = if is_or { self.op(Opcode::Not, ty, &[other], loc) } else { other };
            if let Some(unknown) = self.shadow(other) {
                matters = self.op(Opcode::Or, ty, &[matters, unknown], loc);
            }
            let part = self.op(Opcode::And, ty, &[bits, matters], loc);
            sum = Some(sum.map_or(part, |sum| self.op(Opcode::Or, ty, &[sum, part], loc)));
        }
        sum.expect("one of them has a shadow")
    }
}
