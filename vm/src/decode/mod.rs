//! IR function → [`DecodedFunction`].
//!
//! Before: a function that the verifier accepts. After: every operand is a slot below `DecodedFunction::slots`; block arguments
//! are moves that may run in order; an instruction the engine does not know is [`OpKind::Unsupported`]. Malformed
//! functions (missing operands, wrong classes) decode to that as well, so that no IR makes the engine misbehave.

use crate::decode::registers::{Mask, Registers, Width};
use crate::decode::side::{is_device, is_host};
use crate::decode::tier_up::TierUpCounter;
use crate::loader::Layout;
use crate::memory::{CONST, LOCAL, PARAM, SHARED, StackVariable};
use code::*;
use kern_ir::analysis::Provenance;
use kern_ir::{Block, Cfg, Function, FunctionKind, InstData, LocId, Opcode, Payload, RegType, Space, Sreg, Type, Value, ValueDef};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

mod branch_order;
pub(crate) mod code;
pub(crate) mod externs;
mod flow;
mod interruptible;
mod memory;
pub(crate) mod registers;
pub(crate) mod side;
mod texture;
pub(crate) mod tier_up;

pub(crate) use interruptible::is_interruptible;

/// Decodes function `id` of the module that `layout` belongs to.
pub(crate) fn decode<const L: usize>(layout: &Layout, id: u32, select: Select<L>) -> DecodedFunction<L> {
    let func = &layout.module.functions[id as usize];
    let mut decoder = Decoder {
        layout,
        func,
        select,
        slots: vec![u32::MAX; func.values.len()],
        provenance: Provenance::new(func, &Cfg::new(func)),
        block_index: HashMap::new(),
        code: DecodedFunction {
            id,
            ops: Vec::new(),
            blocks: Vec::new(),
            block_of: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            accesses: Vec::new(),
            calls: Vec::new(),
            textures: Vec::new(),
            tier_up: Vec::new(),
            params: Vec::new(),
            slots: 0,
            value_slots: Vec::new(),
            constants: Vec::new(),
            locals: Arc::new([]),
            frame: 0,
            stack: layout.stack_of(id),
            names: Vec::new(),
            printing_branches: Vec::new(),
            is_interruptible: is_host(L) && is_interruptible(layout, id),
        },
    };
    decoder.run();
    decoder.place_names();
    decoder.code.value_slots = decoder.slots;
    decoder.code
}

struct Decoder<'a, const L: usize> {
    layout: &'a Layout<'a>,
    func: &'a Function,
    select: Select<L>,
    /// By value; `u32::MAX` until it has one.
    slots: Vec<u32>,
    provenance: Provenance,
    block_index: HashMap<Block, u32>,
    code: DecodedFunction<L>,
}

extern "C" fn no_run<const L: usize>(_: Registers<L>, _: &Op<L>, _: Mask) {}

impl<const L: usize> Decoder<'_, L> {
    fn run(&mut self) {
        self.lay_out_locals();
        let blocks = kern_ir::analysis::order(self.func);
        for (index, &block) in blocks.iter().enumerate() {
            self.block_index.insert(block, index as u32);
        }
        if let Some(&entry) = blocks.first()
            && self.func.kind != FunctionKind::Kernel
        {
            let params = self.func.blocks[entry.index()].params.clone();
            self.code.params = params.iter().map(|&p| (self.slot(p), Width::of(self.func.ty(p)))).collect();
        }
        // Where the blocks of `order` are among those of the code.
        let mut starts = Vec::with_capacity(blocks.len());
        for &block in &blocks {
            let start = self.code.ops.len() as u32;
            let insts = &self.func.blocks[block.index()].insts;
            starts.push(self.code.blocks.len() as u32);
            self.code.blocks.push(BlockInfo { start, cost: insts.len() as u32, block });
            for &inst in insts {
                let data = &self.func.insts[inst.index()];
                let before = self.code.ops.len();
                self.decode_inst(data, inst.0);
                let may_wait = self.code.ops.len() > before && self.code.ops.last().is_some_and(|op| op.kind.may_wait());
                if may_wait {
                    let index = self.code.blocks.len() as u32 - 1;
                    self.code.block_of.resize(self.code.ops.len(), index);
                    self.code.blocks.push(BlockInfo { start: self.code.ops.len() as u32, cost: 0, block });
                }
            }
            let ended = insts.last().is_some_and(|i| self.func.insts[i.index()].op.is_terminator());
            if !ended {
                self.push(OpKind::Unsupported, insts.last().map_or(0, |i| i.0));
            }
            let index = self.code.blocks.len() as u32 - 1;
            self.code.block_of.resize(self.code.ops.len(), index);
        }
        self.link_edges(&blocks, &starts);
        if is_device(L) {
            self.find_printing_branches(&blocks, &starts);
        }
        if blocks.is_empty() {
            self.code.blocks.push(BlockInfo { start: 0, cost: 1, block: Block(0) });
            self.push(OpKind::Unsupported, u32::MAX);
            self.code.block_of.push(0);
        }
        self.code.tier_up = vec![TierUpCounter::default(); if is_host(L) { self.code.blocks.len() } else { 0 }];
        // Wide values of one lane are aligned to two slots; a file is never empty.
        self.code.slots = self.code.slots.max(2);
    }

    /// Finds the operation before which each name takes its value: the first that came of its instruction, or of one after it in
    /// its IR block.
    fn place_names(&mut self) {
        let Some(names) = &self.func.names else { return };
        // Operations lie in the order of blocks and of instructions in them.
        let mut place_of = vec![None; self.func.insts.len()];
        for (block, index) in &self.block_index {
            for (inst, place) in self.func.blocks[block.index()].insts.iter().zip(0u32..) {
                place_of[inst.index()] = Some((*index, place));
            }
        }
        let place = |inst: u32| place_of.get(inst as usize).copied().flatten();
        for binding in &names.bindings {
            let Some(at) = place(binding.before.0) else { continue };
            let pc = self.code.ops.partition_point(|op| place(op.inst).is_some_and(|place| place < at));
            if self.code.ops.get(pc).and_then(|op| place(op.inst)).is_none_or(|place| place.0 != at.0) {
                continue;
            }
            let is_const = |value: Value| matches!(self.func.values.get(value.index()).map(|data| data.def), Some(ValueDef::Const(_)));
            let is_there = |value: &Value| is_const(*value) || self.slots.get(value.index()).is_some_and(|&slot| slot != u32::MAX);
            let value = binding.value.filter(is_there);
            let place = value.map(|value| (self.slot(value), Width::of(self.func.ty(value))));
            self.code.names.push(NameAt { pc: pc as u32, variable: binding.variable, piece: binding.piece, place });
        }
        keep_last_names(&mut self.code.names);
    }

    fn lay_out_locals(&mut self) {
        let (offsets, end) = local_offsets(self.func);
        let mut locals = Vec::new();
        for (slot, offset) in self.func.slots.iter().zip(offsets) {
            let size = slot.size.min(MOST_OF_A_VARIABLE);
            let name = (!slot.info.name.is_empty()).then(|| Arc::from(&slot.info.name[..]));
            let element_size = if slot.info.element_count > 0 { slot.info.element_size } else { 0 };
            locals.push(StackVariable { offset, size, name, element_size, declared: LocId(slot.info.loc) });
        }
        self.code.locals = locals.into();
        let end = if is_host(L) { end + LINK_OF_CALL } else { end };
        self.code.frame = end.next_multiple_of(self.layout.frame_alignment);
    }

    fn new_slot(&mut self, width: Width) -> u32 {
        if width == Width::Double {
            self.code.slots = self.code.slots.next_multiple_of(2);
        }
        let slot = self.code.slots;
        self.code.slots += width.slots();
        slot
    }

    /// The slot of a value; constants get theirs filled.
    fn slot(&mut self, value: Value) -> u32 {
        let Some(data) = self.func.values.get(value.index()) else { return 0 };
        if self.slots[value.index()] != u32::MAX {
            return self.slots[value.index()];
        }
        let width = Width::of(data.ty);
        let slot = self.new_slot(width);
        self.slots[value.index()] = slot;
        if let ValueDef::Const(bits) = data.def {
            self.code.constants.push((slot, width, bits));
        }
        slot
    }

    /// Makes `value` a constant.
    fn set_constant(&mut self, value: Value, bits: u64) {
        let width = Width::of(self.func.ty(value));
        let slot = self.slot(value);
        self.code.constants.push((slot, width, bits));
    }

    fn push(&mut self, kind: OpKind, inst: u32) -> &mut Op<L> {
        let run: Run<L> = no_run::<L>;
        self.code.ops.push(Op { run, kind, d: 0, a: 0, b: 0, c: 0, e: 0, inst });
        self.code.ops.last_mut().expect("just pushed")
    }

    fn operand(&mut self, data: &InstData, index: usize) -> u32 {
        data.args.get(index).map_or(0, |&v| self.slot(v))
    }

    fn ty(&self, value: Option<&Value>) -> Option<RegType> {
        value.and_then(|v| self.func.values.get(v.index())).map(|v| v.ty)
    }

    /// Whether the operands and results have these classes (`None` at the end of results: at most that many).
    fn has_classes(&self, data: &InstData, args: &[RegType], result: Option<RegType>) -> bool {
        data.args.len() >= args.len()
            && args.iter().zip(&data.args).all(|(&class, arg)| self.ty(Some(arg)).is_some_and(|ty| Width::of(ty) == Width::of(class)))
            && match result {
                Some(class) => self.ty(data.results.first()).is_some_and(|ty| Width::of(ty) == Width::of(class)),
                None => true,
            }
    }

    fn decode_inst(&mut self, data: &InstData, inst: u32) {
        if self.decode_known(data, inst).is_none() {
            self.push(OpKind::Unsupported, inst);
        }
    }

    /// `None` if the engine does not know the instruction in this form.
    fn decode_known(&mut self, data: &InstData, inst: u32) -> Option<()> {
        use Opcode as O;
        use RegType::{B32, B64, Pred};
        let result = data.results.first().copied();
        let (a, b, c) = (self.operand(data, 0), self.operand(data, 1), self.operand(data, 2));
        let kind = match data.op {
            O::Sreg | O::Clock => {
                let Payload::Sreg(sreg) = data.payload else { return None };
                let wide = matches!(sreg, Sreg::Clock64 | Sreg::Globaltimer);
                let class = self.ty(data.results.first())?;
                // `%gridid` is 64 bits wide in PTX and read as 32 as well: the result's class decides.
                if !wide && Width::of(class) == Width::Predicate {
                    return None;
                }
                OpKind::Sreg(sreg)
            }
            O::Address => return self.decode_address(data, inst),
            O::ParamAddress => {
                let offset = self.param_offset(data)?.0;
                self.set_constant(result?, offset as u64);
                return Some(());
            }
            O::LdParam => {
                let (offset, size) = self.param_offset(data)?;
                let at = (data.offset as u64).checked_add(offset as u64)?;
                let inside = data.offset >= 0 && data.offset as u64 + data.ty.size() as u64 <= size as u64;
                if !inside || !self.has_classes(data, &[], Some(data.ty.reg())) {
                    return None;
                }
                OpKind::LoadParam(at as u32, data.ty)
            }
            O::Cvta => {
                let base = match data.attrs.space? {
                    Space::Shared => SHARED,
                    Space::Local => {
                        if is_host(L) {
                            0
                        } else {
                            LOCAL
                        }
                    }
                    Space::Const => CONST,
                    Space::Param => PARAM,
                    Space::Generic | Space::Global => 0,
                };
                self.has_classes(data, &[B64], Some(B64)).then_some(())?;
                OpKind::Rebase(if data.attrs.to { base.wrapping_neg() } else { base })
            }
            O::Isspacep => {
                self.has_classes(data, &[B64], Some(Pred)).then_some(())?;
                OpKind::Isspacep(data.attrs.space?)
            }
            O::Ld | O::St | O::Atom | O::Red => return self.decode_memory(data, inst),
            op if op.is_texture() => return self.decode_texture(data, inst),
            O::Fence | O::AsyncCommit | O::AsyncWait | O::Prefetch => OpKind::Nothing,
            O::Bar => {
                let kind = data.attrs.bar.unwrap_or(kern_ir::BarKind::Sync);
                use kern_ir::BarKind::*;
                let is_red = matches!(kind, RedPopc | RedAnd | RedOr);
                // The number of threads stands before the predicate.
                let has_count = data.args.len() > usize::from(is_red);
                let classes = if has_count { &[B32, Pred][..1 + usize::from(is_red)] } else { &[Pred][..usize::from(is_red)] };
                let of_result = is_red.then_some(if kind == RedPopc { B32 } else { Pred });
                self.has_classes(data, classes, of_result).then_some(())?;
                let (count, a) = (self.operand(data, 0), self.operand(data, usize::from(has_count)));
                let number = u32::try_from(data.offset).ok().filter(|&n| n < 16)?;
                let d = result.map_or(0, |v| self.slot(v));
                let op = self.push(OpKind::Bar(kind, number, has_count), inst);
                (op.d, op.a, op.b) = (d, a, count);
                return Some(());
            }
            O::BarWarp => {
                self.has_classes(data, &[B32], None).then_some(())?;
                OpKind::BarWarp
            }
            O::Shfl => {
                self.has_classes(data, &[B32, B32, B32, B32], Some(B32)).then_some(())?;
                let second = self.second_result(data)?;
                let (d, e) = (self.slot(result?), self.operand(data, 3));
                let op = self.push(OpKind::Shfl(data.attrs.shfl?, second), inst);
                (op.d, op.a, op.b, op.c, op.e) = (d, a, b, c, e);
                return Some(());
            }
            O::Vote => {
                let mode = data.attrs.vote?;
                let class = if mode == kern_ir::VoteMode::Ballot { B32 } else { Pred };
                self.has_classes(data, &[Pred, B32], Some(class)).then_some(())?;
                OpKind::Vote(mode)
            }
            O::Match => {
                let wide = data.ty.size() == 8;
                self.has_classes(data, &[if wide { B64 } else { B32 }, B32], Some(B32)).then_some(())?;
                OpKind::Match(data.attrs.match_mode?, self.second_result(data)?, wide)
            }
            O::Redux => {
                self.has_classes(data, &[B32, B32], Some(B32)).then_some(())?;
                OpKind::Redux(data.attrs.redux?, data.ty.is_signed())
            }
            O::Activemask => {
                self.has_classes(data, &[], Some(B32)).then_some(())?;
                OpKind::Activemask
            }
            O::Nanosleep => OpKind::Nanosleep,
            O::Call => return self.decode_call(data, inst),
            O::Bra | O::Brx => return self.decode_branch(data, inst),
            O::Ret => {
                let args: Vec<_> = data.args.iter().map(|&v| (self.slot(v), Width::of(self.func.ty(v)))).collect();
                if self.func.kind != FunctionKind::Kernel && args.len() != self.func.results.len() {
                    return None;
                }
                let op = self.push(OpKind::Ret, inst);
                op.a = args.first().map_or(0, |a| a.0);
                return Some(());
            }
            O::Exit => OpKind::Exit,
            O::Trap => OpKind::Trap,
            _ => return self.decode_alu(data, inst),
        };
        let d = result.map_or(0, |v| self.slot(v));
        let op = self.push(kind, inst);
        (op.d, op.a, op.b, op.c) = (d, a, b, c);
        Some(())
    }

    /// Slot of the optional second result, a predicate; `u32::MAX` without.
    fn second_result(&mut self, data: &InstData) -> Option<u32> {
        match data.results.get(1) {
            None => Some(u32::MAX),
            Some(&v) if self.func.ty(v) == RegType::Pred => Some(self.slot(v)),
            Some(_) => None,
        }
    }

    fn param_offset(&self, data: &InstData) -> Option<(u32, u32)> {
        let Payload::Param(index) = data.payload else { return None };
        let param = self.func.kernel_params.get(index as usize)?;
        Some((param.offset, param.size))
    }

    fn decode_alu(&mut self, data: &InstData, inst: u32) -> Option<()> {
        use Opcode as O;
        let &result = data.results.first()?;
        let class = self.func.ty(result);
        let reg = data.ty.reg();
        let is_pred = data.ty == Type::Pred || (matches!(data.op, O::Selp | O::Mov) && class == RegType::Pred);
        let wide_mul = data.attrs.mul == Some(kern_ir::MulMode::Wide) && data.ty.size() == 4;
        let double = if wide_mul { RegType::B64 } else { reg };
        let b32 = RegType::B32;
        // What the classes must be for the function chosen below to read and write inside its slots.
        let fits = match data.op {
            O::Mul => self.has_classes(data, &[reg, reg], Some(double)),
            O::Mad => self.has_classes(data, &[reg, reg, double], Some(double)),
            O::Add | O::Sub | O::Div | O::Rem | O::Min | O::Max | O::And | O::Or | O::Xor | O::Copysign | O::Mul24 => {
                self.has_classes(data, &[reg, reg], Some(reg))
            }
            O::Fma | O::Sad => self.has_classes(data, &[reg, reg, reg], Some(reg)),
            O::Popc | O::Clz | O::Bfind => self.has_classes(data, &[reg], Some(b32)),
            O::Bfe => self.has_classes(data, &[reg, b32, b32], Some(reg)),
            O::Bfi => self.has_classes(data, &[reg, reg, b32, b32], Some(reg)),
            O::Dp4a | O::Dp2a | O::Prmt | O::Shf => self.has_classes(data, &[b32, b32, b32], Some(b32)),
            O::Shl | O::Shr => self.has_classes(data, &[reg, b32], Some(reg)),
            O::Setp => self.has_classes(data, &[reg, reg], Some(RegType::Pred)),
            O::Testp => self.has_classes(data, &[reg], Some(RegType::Pred)),
            O::Selp => self.has_classes(data, &[class, class, RegType::Pred], Some(class)),
            O::Mov => self.has_classes(data, &[class], Some(class)),
            O::Cvt => self.has_classes(data, &[data.src_ty.reg()], Some(reg)),
            _ => self.has_classes(data, &[reg], Some(reg)),
        };
        if !fits {
            return None;
        }
        let wide = Width::of(class) == Width::Double;
        let (run, code) = (self.select.lanes)(data, wide, is_pred)?;
        let (a, b, c, e) = (self.operand(data, 0), self.operand(data, 1), self.operand(data, 2), self.operand(data, 3));
        let d = self.slot(result);
        let is_division = matches!(data.op, O::Div | O::Rem) && !data.ty.is_float();
        let divides = is_division && data.args.get(1).is_none_or(|&divisor| self.func.constant(divisor).is_none_or(|c| c == 0));
        let op = self.push(if divides { OpKind::Divide(wide) } else { OpKind::Alu }, inst);
        (op.run, op.d, op.a, op.b, op.c, op.e) = (run, d, a, b, code.unwrap_or(c), e);
        Some(())
    }
}

/// Bytes of a variable in local memory, at most.
const MOST_OF_A_VARIABLE: u64 = 1 << 40;

/// Puts names in the order of the operations before which they take their values; of several at one place the last holds.
fn keep_last_names(names: &mut Vec<NameAt>) {
    let mut seen = HashSet::new();
    names.reverse();
    names.retain(|name| seen.insert((name.pc, name.variable, name.piece)));
    names.reverse();
    kern_diag::sort_by_number(names, |name| name.pc as i64);
}

/// Bytes of the host's stack that a call takes beside the variables of the function: the address to return to and the registers that
/// are kept, as a small function has them on x86-64.
const LINK_OF_CALL: u64 = 32;

/// Where the variables of a function lie in its frame, in bytes, and where the last one ends. Neighbours do not touch, so that an index
/// past the end is not inside the next one.
pub(crate) fn local_offsets(func: &Function) -> (Vec<u64>, u64) {
    let mut end = 0u64;
    let place = |slot: &kern_ir::SlotData| {
        let offset = end.next_multiple_of((slot.align.clamp(1, 256) as u64).next_power_of_two());
        end = offset + slot.size.min(MOST_OF_A_VARIABLE).next_multiple_of(4) + 4;
        offset
    };
    (func.slots.iter().map(place).collect(), end)
}
