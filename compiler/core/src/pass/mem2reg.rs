//! Promotion of `.local` variables to values, piece by piece (SROA).
//!
//! Before: a C++ variable is a slot with loads and stores. After: the pieces of every slot whose address goes nowhere
//! but into loads and stores at constant offsets are values; IR block parameters stand where ways meet. Slots whose
//! address escapes, that are accessed volatile, at a variable index, misaligned or outside their bounds are left alone
//! (the last two so that the finding is still reported). A piece that is read before it is written reads 0, a pointer
//! [`UNSET_POINTER`]. Where checks look for that, such variables of host code are left alone too; in device code, where
//! results must not depend on what is looked for, what such a piece reads then is loaded from its slot, to which nothing
//! is stored any more, at the entry.
//!
//! A piece narrower than 32 bits holds the value extended as its loads read it, so storing narrows: `st.u8` then
//! `ld.s8` equals `cvt.s32.s8`. Parameters are placed where the dominance frontier of the stores meets the live range
//! (Cytron et al., "Efficiently Computing Static Single Assignment Form", 1991, pruned form).

use crate::pass::PassContext;
use crate::pass::graph::Graph;
use crate::pass::mem2reg_addresses::{Addresses, access};
use crate::pass::mem2reg_joined;
use crate::pass::mem2reg_pieces::{Piece, Placed, Plan, Which, place_params};
use crate::pass::rewrite::{Substitution, make_inst, narrow, unsigned_bits};
use kern_ir::{
    Attrs, Binding, Block, Function, Inst, InstData, LocId, ModuleKind, NamedPiece, NamedVariable, Opcode, Payload, RegType, Slot, Space,
    Type, UNSET_POINTER, Value,
};
use rustc_hash::FxHashMap;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    promote(func, context, Which::All)
}

/// Runs the pass before functions are inlined: in device code over the variables that are one scalar.
pub(crate) fn run_early(func: &mut Function, context: &PassContext<'_>) -> bool {
    promote(func, context, if context.kind == ModuleKind::Device { Which::Scalars } else { Which::All })
}

fn promote(func: &mut Function, context: &PassContext<'_>, which: Which) -> bool {
    if func.slots.is_empty() {
        return false;
    }
    let graph = context.analyses.graph(func);
    if !graph.preds(graph.entry()).is_empty() {
        return false;
    }
    let mut addresses = Addresses::find(func, &graph);
    let has_moved = mem2reg_joined::run(func, &graph, &addresses);
    if has_moved {
        addresses = Addresses::find(func, &graph);
    }
    let mut plan = Plan::new(func, &graph, &addresses, which);
    if plan.is_empty() {
        return has_moved;
    }
    let Placed { mut joins, unset } = place_params(func, &graph, &addresses, &plan, which);
    let is_device = context.kind == ModuleKind::Device;
    if context.options.keeps_unset {
        let stay = if is_device { plan.never_stored(func, &addresses) } else { unset };
        let takes = plan.leave(&stay);
        if plan.is_empty() {
            return has_moved;
        }
        joins.iter_mut().for_each(|pieces| pieces.retain(|piece| takes[*piece as usize]));
    }
    let named = if context.options.names && is_device { name_pieces(func, &plan) } else { Vec::new() };
    let loads_unset = context.options.keeps_unset && is_device;
    Renamer { named, loads_unset, ..Renamer::new(func, &graph, &addresses, &plan, joins) }.rename();
    true
}

/// Of each piece, the variable of the source and the piece of it that it is, if it is one: they are added to the function's names.
fn name_pieces(func: &mut Function, plan: &Plan) -> Vec<Option<(u32, u32)>> {
    let mut named = vec![None; plan.pieces.len()];
    let mut names = func.names.take().unwrap_or_default();
    for (slot, pieces) in func.slots.iter().zip(&plan.slots) {
        let Some(range) = pieces.clone().filter(|_| !slot.info.name.is_empty()) else { continue };
        let variable = names.variables.len() as u32;
        let pieces = plan.pieces[range.clone()].iter().map(|piece| NamedPiece { offset: piece.offset as u64, ty: piece.ty }).collect();
        names.variables.push(NamedVariable { info: slot.info.clone(), size: slot.size, pieces });
        range.zip(0..).for_each(|(piece, number)| named[piece] = Some((variable, number)));
    }
    func.names = Some(names);
    named
}

struct Renamer<'a> {
    func: &'a mut Function,
    graph: &'a Graph,
    addresses: &'a Addresses,
    plan: &'a Plan,
    joins: Vec<Vec<u32>>,
    current: Vec<Option<Value>>,
    undo: Vec<(u32, Option<Value>)>,
    subst: Substitution,
    zeros: [Option<Value>; RegType::ALL.len()],
    /// Of each piece, whether it is a variable that is a pointer.
    is_pointer: Vec<bool>,
    unset: Option<Value>,
    /// What is read before it is written is loaded from the slot, which is known of each piece: that value.
    loads_unset: bool,
    slot_of: Vec<Slot>,
    loaded: FxHashMap<usize, Value>,
    /// Those loads, which go to the entry.
    at_entry: Vec<Inst>,
    /// Of each piece, the variable and the piece of it that it is, if names are wanted.
    named: Vec<Option<(u32, u32)>>,
    /// Variables that have just taken values.
    bound: Vec<(u32, u32, Value)>,
}

impl<'a> Renamer<'a> {
    fn new(func: &'a mut Function, graph: &'a Graph, addresses: &'a Addresses, plan: &'a Plan, joins: Vec<Vec<u32>>) -> Renamer<'a> {
        let subst = Substitution::new(func);
        let current = vec![None; plan.pieces.len()];
        let (mut is_pointer, mut slot_of) = (vec![false; plan.pieces.len()], vec![Slot(0); plan.pieces.len()]);
        for (number, (slot, pieces)) in (0..).zip(func.slots.iter().zip(&plan.slots)) {
            pieces.iter().cloned().for_each(|pieces| slot_of[pieces].fill(Slot(number)));
            if slot.info.element_count == 0 && slot.info.type_name.ends_with('*') {
                pieces.iter().cloned().flatten().for_each(|piece| is_pointer[piece] = plan.pieces[piece].ty.reg() == RegType::B64);
            }
        }
        let zeros = [None; RegType::ALL.len()];
        Renamer {
            func,
            graph,
            addresses,
            plan,
            joins,
            current,
            undo: Vec::new(),
            subst,
            zeros,
            is_pointer,
            unset: None,
            loads_unset: false,
            slot_of,
            loaded: FxHashMap::default(),
            at_entry: Vec::new(),
            named: Vec::new(),
            bound: Vec::new(),
        }
    }

    fn rename(mut self) {
        // Preorder over the dominator tree; an entry without a block restores what its subtree changed.
        let mut stack: Vec<(Option<Block>, usize)> = vec![(Some(self.graph.entry()), 0)];
        while let Some((block, mark)) = stack.pop() {
            let Some(block) = block else {
                while self.undo.len() > mark {
                    if let Some((piece, old)) = self.undo.pop() {
                        self.current[piece as usize] = old;
                    }
                }
                continue;
            };
            stack.push((None, self.undo.len()));
            self.rename_block(block);
            stack.extend(self.graph.dom_children(block).iter().map(|&b| (Some(b), 0)));
        }
        let entry = self.graph.entry();
        self.func.blocks[entry.index()].insts.splice(0..0, self.at_entry);
        self.subst.apply(self.func);
    }

    fn set(&mut self, piece: usize, value: Value) {
        if let Some(&Some((variable, number))) = self.named.get(piece) {
            self.bound.push((variable, number, value));
        }
        self.undo.push((piece as u32, self.current[piece].replace(value)));
    }

    pub(super) fn get(&mut self, piece: usize) -> Value {
        match self.current[piece] {
            Some(value) => value,
            None if self.is_pointer[piece] => {
                let func = &mut *self.func;
                *self.unset.get_or_insert_with(|| func.add_constant(RegType::B64, UNSET_POINTER))
            }
            None if self.loads_unset && self.plan.pieces[piece].ty.reg() != RegType::B16 => self.load_unset(piece),
            None => {
                let ty = self.plan.pieces[piece].ty.reg();
                let func = &mut *self.func;
                *self.zeros[ty as usize].get_or_insert_with(|| func.add_constant(ty, 0))
            }
        }
    }

    /// What a piece holds to which nothing was written.
    fn load_unset(&mut self, piece: usize) -> Value {
        if let Some(&known) = self.loaded.get(&piece) {
            return known;
        }
        let Piece { offset, ty, .. } = self.plan.pieces[piece];
        let loc = self.func.loc;
        let address = InstData { payload: Payload::Slot(self.slot_of[piece]), loc, ..InstData::new(Opcode::Address, Type::U64) };
        let address = self.func.add_inst(address, &[RegType::B64]);
        let base = self.func.insts[address.index()].results[0];
        let attrs = Attrs { space: Some(Space::Local), ..Attrs::default() };
        let load = self.func.add_inst(InstData { args: vec![base], offset, attrs, loc, ..InstData::new(Opcode::Ld, ty) }, &[ty.reg()]);
        self.at_entry.extend([address, load]);
        let value = self.func.insts[load.index()].results[0];
        self.loaded.insert(piece, value);
        value
    }

    /// Before an instruction variables have taken values.
    fn bind(&mut self, before: Inst) {
        let Some(names) = &mut self.func.names else { return };
        names.bindings.extend(self.bound.drain(..).map(|(variable, piece, value)| Binding { before, variable, piece, value: Some(value) }));
    }

    fn rename_block(&mut self, block: Block) {
        let new = self.joins[block.index()].len();
        for i in 0..new {
            let piece = self.joins[block.index()][i] as usize;
            let param = self.func.add_block_param(block, self.plan.pieces[piece].ty.reg());
            self.set(piece, param);
        }
        // LLVM puts a phi before those that are there.
        if new > 0 && self.func.blocks[block.index()].params.len() > new {
            self.func.blocks[block.index()].params.rotate_right(new);
            self.func.renumber_params(block);
        }
        let old = std::mem::take(&mut self.func.blocks[block.index()].insts);
        let mut new = Vec::with_capacity(old.len());
        for inst in old {
            if !self.promote(inst, &mut new) {
                self.bind(inst);
                new.push(inst);
            }
        }
        if let Some(&end) = new.last() {
            for t in 0..self.func.insts[end.index()].targets().len() {
                let target = self.func.insts[end.index()].targets()[t].block;
                let count = self.joins[target.index()].len();
                let values: Vec<Value> = (0..count).map(|i| self.get(self.joins[target.index()][i] as usize)).collect();
                self.func.insts[end.index()].targets_mut()[t].args.splice(0..0, values);
            }
        }
        self.func.blocks[block.index()].insts = new;
    }

    /// Replaces an access, or drops an address, of a promoted slot; answers whether the instruction is gone.
    fn promote(&mut self, inst: Inst, out: &mut Vec<Inst>) -> bool {
        let data = &self.func.insts[inst.index()];
        if let Some((slot, offset)) = access(self.func, self.addresses, inst) {
            let (op, ty, loc, lanes) = (data.op, data.ty, data.loc, i64::from(data.attrs.vector.max(1)));
            if self.plan.slots[slot.index()].is_none() {
                return false;
            }
            for lane in 0..lanes {
                let at = offset + lane * i64::from(ty.size());
                let Some(pieces) = self.plan.touched(slot, at, ty.size()) else { return false };
                if op == Opcode::Ld {
                    let value = self.load(at, ty, pieces, loc, out);
                    let result = self.func.insts[inst.index()].results[lane as usize];
                    self.subst.set(result, value);
                } else {
                    let value = self.func.insts[inst.index()].args[1 + lane as usize];
                    let value = self.subst.get(value);
                    self.store(at, ty, value, pieces, loc, out);
                }
            }
            return true;
        }
        // An address of a promoted slot has no user left.
        let Some(&result) = data.results.first() else { return false };
        self.addresses.get(result).is_some_and(|(slot, _)| self.plan.slots[slot.index()].is_some())
    }

    fn emit(&mut self, out: &mut Vec<Inst>, op: Opcode, ty: Type, src_ty: Type, args: &[Value], loc: LocId) -> Value {
        let (inst, value) = make_inst(self.func, op, ty, src_ty, args, ty.reg(), loc);
        out.push(inst);
        value
    }

    /// The bits of `value` in the register class `to` of the same size; halves fill the lower part of 32 bits.
    fn recast(&mut self, out: &mut Vec<Inst>, value: Value, to: RegType, loc: LocId) -> Value {
        if self.func.ty(value) == to {
            return value;
        }
        let ty = match to {
            RegType::F32 => Type::F32,
            RegType::F64 => Type::F64,
            RegType::B64 => Type::B64,
            RegType::B16 => Type::F16,
            _ => Type::B32,
        };
        self.emit(out, Opcode::Mov, ty, ty, &[value], loc)
    }

    fn load(&mut self, at: i64, ty: Type, pieces: std::ops::Range<usize>, loc: LocId, out: &mut Vec<Inst>) -> Value {
        if pieces.len() == 1 {
            let piece = self.plan.pieces[pieces.start];
            let value = self.get(pieces.start);
            return match ty.size() {
                1 | 2 if ty.is_float() => self.recast(out, value, RegType::B16, loc),
                1 | 2 if extends_alike(ty, piece.ty) => value,
                1 | 2 => {
                    let wide = if ty.is_signed() { Type::S32 } else { Type::U32 };
                    self.emit(out, Opcode::Cvt, wide, unsigned_bits(ty), &[value], loc)
                }
                _ => self.recast(out, value, ty.reg(), loc),
            };
        }
        let (word, is_wide) = if ty.size() == 8 { (Type::B64, true) } else { (Type::B32, false) };
        let mut sum: Option<Value> = None;
        for index in pieces {
            let piece = self.plan.pieces[index];
            let mut part = self.get(index);
            if piece.size < 4 && piece.ty.is_signed() {
                part = self.emit(out, Opcode::Cvt, Type::U32, if piece.size == 1 { Type::U8 } else { Type::U16 }, &[part], loc);
            }
            part = self.recast(out, part, piece.ty.reg(), loc);
            if is_wide && piece.size < 8 {
                part = self.emit(out, Opcode::Cvt, Type::U64, Type::U32, &[part], loc);
            }
            if piece.offset != at {
                let shift = self.func.add_constant(RegType::B32, (piece.offset - at) as u64 * 8);
                part = self.emit(out, Opcode::Shl, word, word, &[part, shift], loc);
            }
            sum = Some(match sum {
                Some(sum) => self.emit(out, Opcode::Or, word, word, &[sum, part], loc),
                None => part,
            });
        }
        let value = sum.unwrap_or_else(|| self.func.add_constant(word.reg(), 0));
        match ty {
            Type::S16 => self.emit(out, Opcode::Cvt, Type::S32, Type::S16, &[value], loc),
            _ => self.recast(out, value, ty.reg(), loc),
        }
    }

    fn store(&mut self, at: i64, ty: Type, value: Value, pieces: std::ops::Range<usize>, loc: LocId, out: &mut Vec<Inst>) {
        if pieces.len() == 1 {
            let piece = self.plan.pieces[pieces.start];
            let value = if piece.size < 4 && !piece.ty.is_float() {
                let bits = self.recast(out, value, RegType::B32, loc);
                self.narrow(out, bits, piece.ty, loc)
            } else {
                self.recast(out, value, piece.ty.reg(), loc)
            };
            self.set(pieces.start, value);
            return;
        }
        let is_wide = ty.size() == 8;
        let bits = self.recast(out, value, if is_wide { RegType::B64 } else { RegType::B32 }, loc);
        for index in pieces {
            let piece = self.plan.pieces[index];
            let mut part = bits;
            if piece.offset != at {
                let shift = self.func.add_constant(RegType::B32, (piece.offset - at) as u64 * 8);
                let word = if is_wide { Type::U64 } else { Type::U32 };
                part = self.emit(out, Opcode::Shr, word, word, &[part, shift], loc);
            }
            if is_wide && piece.size < 8 {
                part = self.emit(out, Opcode::Cvt, Type::U32, Type::U64, &[part], loc);
            }
            part = if piece.size < 4 { self.narrow(out, part, piece.ty, loc) } else { self.recast(out, part, piece.ty.reg(), loc) };
            self.set(index, part);
        }
    }

    /// `value` narrowed to `ty` and extended back.
    fn narrow(&mut self, out: &mut Vec<Inst>, value: Value, ty: Type, loc: LocId) -> Value {
        let (inst, value) = narrow(self.func, value, ty, loc);
        out.extend(inst);
        value
    }
}

pub(super) fn extends_alike(a: Type, b: Type) -> bool {
    a.is_signed() == b.is_signed()
}
