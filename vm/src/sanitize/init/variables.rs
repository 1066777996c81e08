//! Variables of kernels that are read before they have a value.
//!
//! **What.** Scalars are values, not memory. What one holds before anything is written to it, the compiler loads from its slot, to which
//! nothing is stored (`PassOptions::keeps_unset`). A pass over the kernels makes 0 of that load and puts a *shadow* beside each value
//! that comes of it: moved bits move it, what is computed with it is as unset. Where an unset value decides something (a branch, an
//! address, an argument, an atomic, what a kernel stores to global memory), the slot is loaded in a block off the way, in the thread
//! that comes there: the reading of the variable that [`local`](super::local) tells of. What is only copied, to shared memory or as a
//! member of a structure, is loaded and stored again there, so that the memory counts as unwritten.
//! What a shuffle gives a lane that reads from one that takes no part (it is not in the mask, has ended, or is elsewhere) is undefined
//! (CUDA C++ Programming Guide, "Warp Shuffle Functions"): it is as unset, and a variable of the shuffle's name ([`SHUFFLES`]) is told of.
//! The complement of the shadow is shuffled: who takes no part gives 0.
//! **Invariant.** What the program does is not changed, nor what it prints.
//! **Reads and writes.** The kernels of the device's module; places and numbers of instructions and IR blocks stay as they are.
//! **May miss.** Variables without a name; halves; bits of a value, once it is stored; functions that were not inlined.
//! **Cost.** None without such a variable; else two operations for each that is done with it.
//! **Source.** Stepanov, Serebryany: "MemorySanitizer: fast detector of uninitialized memory use in C++", CGO 2015.

use super::shadow_code::{Looked, ShadowCode, class, moves_bits};
use super::uses::Uses;
use crate::runtime::is_math;
use kern_ir::analysis::Dominators;
use kern_ir::{
    Attrs, Block, Cfg, Effects, FuncId, Function, FunctionKind, Inst, InstData, LocId, Module, Opcode, Payload, RegType, ShflMode, Slot,
    SlotData, Space, Type, Value, ValueDef, VarInfo, VoteMode,
};
use std::collections::VecDeque;

/// Whether there are such variables in a module.
pub(super) fn are_in(module: &Module) -> bool {
    let has_any = |function: &Function| !unset_loads(function).is_empty() || shuffles(function).next().is_some();
    module.functions.iter().any(|function| function.kind == FunctionKind::Kernel && has_any(function))
}

/// Makes the kernels tell of what they read of variables that have no value; whether there are such.
pub(super) fn instrument(module: &mut Module) -> bool {
    let are_math: Vec<bool> = (0..module.functions.len() as u32).map(|id| is_math(module, FuncId(id))).collect();
    let vprintf = module.functions.iter().position(|function| &*function.name == "vprintf").map(|number| FuncId(number as u32));
    let mut has_any = false;
    for function in module.functions.iter_mut().filter(|function| function.kind == FunctionKind::Kernel) {
        let mut sources = unset_loads(function);
        for inst in shuffles(function).collect::<Vec<_>>() {
            sources.push((inst, add_variable_of(function, inst)));
        }
        if !sources.is_empty() {
            let plan = Plan::new(function, &sources, &are_math, vprintf);
            Pass { code: ShadowCode::new(function), plan, sources, are_math: &are_math }.run();
            has_any = true;
        }
    }
    debug_assert!(!has_any || kern_ir::verify(module).is_empty(), "{:?}", kern_ir::verify(module));
    has_any
}

/// The loads of variables to which nothing is stored, and their slots, in order.
pub(super) fn unset_loads(function: &Function) -> Vec<(Inst, Slot)> {
    let slot_of = |value: Value| match function.def(value) {
        ValueDef::Result(inst, _) => match (function.insts[inst.index()].op, &function.insts[inst.index()].payload) {
            (Opcode::Address, Payload::Slot(slot)) => Some(*slot),
            _ => None,
        },
        _ => None,
    };
    let mut is_other = vec![false; function.slots.len()];
    let mut loads = Vec::new();
    for (_, inst, data) in function.iter_insts() {
        let is_load = data.op == Opcode::Ld && data.attrs.vector <= 1 && data.attrs.sem.is_none() && data.ty.reg() != RegType::B16;
        for (place, slot) in data.args.iter().enumerate().filter_map(|(place, &arg)| Some((place, slot_of(arg)?))) {
            if is_load && place == 0 {
                loads.push((inst, slot));
            } else {
                is_other[slot.index()] = true;
            }
        }
        for slot in data.targets().iter().flat_map(|target| &target.args).filter_map(|&arg| slot_of(arg)) {
            is_other[slot.index()] = true;
        }
    }
    loads.retain(|(_, slot)| !is_other[slot.index()] && !function.slots[slot.index()].info.name.is_empty());
    loads
}

/// What variables are called that stand for the results of shuffles begins so.
pub(crate) const SHUFFLES: &str = "__shfl_";

/// The shuffles of which something uses the result.
fn shuffles(function: &Function) -> impl Iterator<Item = Inst> {
    let uses = kern_ir::analysis::Uses::new(function);
    let is_used = move |data: &InstData| data.results.first().is_some_and(|&result| !uses.is_unused(result));
    function.iter_insts().filter(move |(_, _, data)| data.op == Opcode::Shfl && is_used(data)).map(|(_, inst, _)| inst)
}

/// A variable that stands for the result of a shuffle: nothing is stored to it.
fn add_variable_of(function: &mut Function, shuffle: Inst) -> Slot {
    let data = &function.insts[shuffle.index()];
    let name = match data.attrs.shfl {
        Some(ShflMode::Up) => "up_sync",
        Some(ShflMode::Down) => "down_sync",
        Some(ShflMode::Bfly) => "xor_sync",
        _ => "sync",
    };
    let info = VarInfo { name: format!("{SHUFFLES}{name}"), element_size: 4, element_count: 0, type_name: String::new(), loc: data.loc.0 };
    function.slots.push(SlotData { size: 4, align: 4, info, is_late: true });
    Slot(function.slots.len() as u32 - 1)
}

/// How a value comes of an unset one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    /// It is that.
    Copied,
    /// Some of its bits are.
    Bits,
    Computed,
}

/// What an instruction does with an operand that may be unset.
enum Effect {
    Makes(How),
    Stores,
    Decides,
}

fn effect(data: &InstData, operand: usize, are_math: &[bool]) -> Effect {
    match data.op {
        Opcode::St if operand > 0 => Effect::Stores,
        Opcode::Shfl if operand == 0 => Effect::Makes(How::Copied),
        Opcode::Vote | Opcode::Match | Opcode::Redux if operand == 0 => Effect::Makes(How::Computed),
        Opcode::Mov | Opcode::Selp | Opcode::Cvt if moves_bits(data, operand) => Effect::Makes(How::Copied),
        _ if moves_bits(data, operand) => Effect::Makes(How::Bits),
        Opcode::Call if matches!(data.payload, Payload::Call(callee) if are_math[callee.index()]) => Effect::Makes(How::Computed),
        op if matches!(op.row().effects, Effects::Pure | Effects::PureNotSpeculatable) => Effect::Makes(How::Computed),
        _ => Effect::Decides,
    }
}

/// What is known of a value that may be unset: how, and by which of the loads.
type Known = (How, usize);

struct Plan {
    order: Vec<Block>,
    dominators: Dominators,
    /// By value.
    unset: Vec<Option<Known>>,
    /// The values that must have been written for an instruction, in the order of these.
    wanted: VecDeque<(Inst, Value)>,
    /// The values that a store copies, and their places among its operands, in the same order.
    copied: VecDeque<(Inst, usize, Value)>,
}

impl Plan {
    fn new(function: &Function, sources: &[(Inst, Slot)], are_math: &[bool], vprintf: Option<FuncId>) -> Plan {
        let (cfg, uses) = (Cfg::new(function), Uses::new(function, vprintf));
        let mut unset: Vec<Option<Known>> = vec![None; function.values.len()];
        let results =
            sources.iter().enumerate().map(|(number, (load, _))| (function.insts[load.index()].results[0], (How::Copied, number)));
        // The first load comes first, and is what a value that comes of several is told by.
        let mut open: Vec<(Value, Known)> = results.rev().collect();
        while let Some((value, known)) = open.pop() {
            let before = unset[value.index()];
            let now = before.map_or(known, |(how, source)| (how.max(known.0), source));
            // Nothing compares halves.
            if before == Some(now) || function.ty(value) == RegType::B16 {
                continue;
            }
            unset[value.index()] = Some(now);
            open.extend(uses.passed_to(value).map(|param| (param, now)));
            for inst in uses.users(value) {
                let data = &function.insts[inst.index()];
                for operand in (0..data.args.len()).filter(|&operand| data.args[operand] == value) {
                    if let Effect::Makes(how) = effect(data, operand, are_math) {
                        // The second result of a shuffle says where it came from.
                        let results = data.results.iter().take(if data.op == Opcode::Shfl { 1 } else { usize::MAX });
                        open.extend(results.map(|&result| (result, (how.max(now.0), now.1))));
                    }
                }
            }
        }
        let (wanted, copied) = (VecDeque::new(), VecDeque::new());
        let mut plan = Plan { order: cfg.rpo().to_vec(), dominators: Dominators::new(function, &cfg), unset, wanted, copied };
        for inst in plan.order.iter().flat_map(|block| &function.blocks[block.index()].insts) {
            let data = &function.insts[inst.index()];
            for (operand, &value) in data.args.iter().enumerate() {
                let Some((how, source)) = plan.unset[value.index()] else { continue };
                let is_wanted = match effect(data, operand, are_math) {
                    Effect::Makes(_) => false,
                    Effect::Decides => true,
                    Effect::Stores if uses.is_printed(data.args.first()) => true,
                    Effect::Stores => {
                        let (load, slot) = sources[source];
                        let is_own = matches!(data.attrs.space, Some(Space::Shared | Space::Local));
                        let is_whole = function.slots[slot.index()].size == u64::from(function.insts[load.index()].ty.size());
                        if how == How::Copied && (is_own || !is_whole) {
                            plan.copied.push_back((*inst, operand, value));
                        }
                        how == How::Computed || how == How::Copied && !is_own && is_whole
                    }
                };
                if is_wanted {
                    plan.wanted.push_back((*inst, value));
                }
            }
        }
        plan
    }

    fn known(&self, value: Value) -> Option<Known> {
        self.unset.get(value.index()).copied().flatten()
    }
}

struct Pass<'a> {
    code: ShadowCode<'a>,
    plan: Plan,
    sources: Vec<(Inst, Slot)>,
    are_math: &'a [bool],
}

impl Pass<'_> {
    fn run(mut self) {
        // By block, the numbers of the parameters that have shadows, which are parameters behind all that there were.
        let mut params: Vec<Vec<usize>> = vec![Vec::new(); self.code.function.blocks.len()];
        for block in self.plan.order.clone() {
            for (number, param) in self.code.function.blocks[block.index()].params.clone().into_iter().enumerate() {
                if self.plan.known(param).is_some() {
                    let class = class(self.code.function.ty(param));
                    let bits = self.code.function.add_block_param(block, class);
                    self.code.set_shadow(param, bits);
                    params[block.index()].push(number);
                }
            }
        }
        let mut is_source = vec![false; self.code.function.insts.len()];
        for (load, _) in &self.sources {
            is_source[load.index()] = self.code.function.insts[load.index()].op == Opcode::Ld;
        }
        let mut looked = Looked::default();
        for block in self.plan.order.clone() {
            for inst in self.code.begin(block) {
                if is_source[inst.index()] {
                    self.begin_unset(inst);
                    continue;
                }
                while let Some(&(by, value)) = self.plan.wanted.front()
                    && by == inst
                {
                    self.plan.wanted.pop_front();
                    if looked.is_first(value, block, &self.plan.dominators) {
                        self.tell(value, self.code.function.insts[inst.index()].loc);
                    }
                }
                self.pass_shadows(inst, &params);
                self.code.keep(inst);
                self.follow(inst);
                while let Some(&(by, operand, value)) = self.plan.copied.front()
                    && by == inst
                {
                    self.plan.copied.pop_front();
                    self.copy(inst, operand, value);
                }
            }
        }
        self.code.finish();
    }

    /// A variable has no value yet: it is 0.
    fn begin_unset(&mut self, load: Inst) {
        let value = self.code.function.insts[load.index()].results[0];
        self.code.function.values[value.index()].def = ValueDef::Const(0);
        let all = self.ones(class(self.code.function.ty(value)));
        self.code.set_shadow(value, all);
    }

    fn ones(&mut self, class: RegType) -> Value {
        let bits = if class == RegType::Pred { 1 } else { u64::MAX >> (64 - 8 * class.size()) };
        self.code.function.add_constant(class, bits)
    }

    /// The load of a variable that a value comes of, as if it were read here.
    fn load(&mut self, (slot, offset): (Slot, i64), ty: Type, loc: LocId) -> Value {
        let address = InstData { payload: Payload::Slot(slot), ..InstData::new(Opcode::Address, Type::U64) };
        let address = self.code.value(address, loc, RegType::B64);
        let attrs = Attrs { space: Some(Space::Local), ..Attrs::default() };
        self.code.value(InstData { args: vec![address], offset, attrs, ..InstData::new(Opcode::Ld, ty) }, loc, ty.reg())
    }

    /// The variable that a value comes of, and how it is loaded.
    fn source(&self, value: Value) -> Option<((Slot, i64), Type)> {
        let (load, slot) = self.sources[self.plan.known(value)?.1];
        let InstData { offset, ty, .. } = &self.code.function.insts[load.index()];
        Some(((slot, *offset), *ty))
    }

    /// Where a value that is unset decides something, its variable is read.
    fn tell(&mut self, value: Value, loc: LocId) {
        let Some((from, ty)) = self.source(value) else { return };
        let ty = match ty.size() {
            8 => Type::U64,
            4 => Type::U32,
            2 => Type::U16,
            _ => Type::U8,
        };
        let goes_on = self.code.begin_unwritten(value, loc);
        let read = self.load(from, ty, loc);
        self.code.op(Opcode::Add, if ty == Type::U64 { Type::U64 } else { Type::U32 }, &[read, read], loc);
        self.code.end_unwritten(goes_on, loc);
    }

    /// What was stored came of an unset variable: it is stored again from there, and so is known to be unwritten.
    fn copy(&mut self, store: Inst, operand: usize, value: Value) {
        let InstData { ty, args, offset, attrs, loc, .. } = self.code.function.insts[store.index()].clone();
        let Some((from, source)) = self.source(value) else { return };
        let loaded = if source.size() == ty.size() { ty } else { source };
        if loaded.reg() != ty.reg() {
            return;
        }
        let to = InstData { offset: offset + (operand as i64 - 1) * i64::from(ty.size()), ..InstData::new(Opcode::St, ty) };
        let goes_on = self.code.begin_unwritten(value, loc);
        let read = self.load(from, loaded, loc);
        let attrs = Attrs { vector: Attrs::default().vector, ..attrs };
        self.code.push(InstData { args: vec![args[0], read], attrs, ..to }, loc, &[]);
        self.code.end_unwritten(goes_on, loc);
    }

    /// Gives the targets of a branch the shadows of what it passes.
    fn pass_shadows(&mut self, inst: Inst, params: &[Vec<usize>]) {
        for number in 0..self.code.function.insts[inst.index()].targets().len() {
            let block = self.code.function.insts[inst.index()].targets()[number].block;
            for &param in &params[block.index()] {
                let arg = self.code.function.insts[inst.index()].targets()[number].args[param];
                let shadow = self.code.bits(arg);
                self.code.function.insts[inst.index()].targets_mut()[number].args.push(shadow);
            }
        }
    }

    /// The shadows of what an instruction makes of unset values.
    fn follow(&mut self, inst: Inst) {
        let Some(&first) = self.code.function.insts[inst.index()].results.first() else { return };
        if self.plan.known(first).is_none() {
            return;
        }
        let data = self.code.function.insts[inst.index()].clone();
        let (mut moves, mut computes) = (false, Vec::new());
        for (operand, arg) in data.args.iter().enumerate().filter(|(_, arg)| self.plan.known(**arg).is_some()) {
            match effect(&data, operand, self.are_math) {
                Effect::Makes(How::Computed) => computes.push(*arg),
                Effect::Makes(_) => moves = true,
                Effect::Stores | Effect::Decides => {}
            }
        }
        let loc = data.loc;
        if data.op == Opcode::Shfl {
            let bits = self.code.bits(data.args[0]);
            let known = self.code.op(Opcode::Not, Type::B32, &[bits], loc);
            let args = [&[known], &data.args[1..]].concat();
            let known = self.code.value(InstData { args, results: Vec::new(), ..data }, loc, RegType::B32);
            let bits = self.code.op(Opcode::Not, Type::B32, &[known], loc);
            self.code.set_shadow(first, bits);
            return;
        }
        let moved = moves.then(|| self.code.moved(&data));
        let mut any: Option<Value> = None;
        for arg in computes {
            let bits = self.code.bits(arg);
            let is_some = self.code.is_some(bits, loc);
            any = Some(any.map_or(is_some, |any| self.code.op(Opcode::Or, Type::Pred, &[any, is_some], loc)));
        }
        if let (Opcode::Vote | Opcode::Match | Opcode::Redux, Some(own)) = (data.op, any) {
            any = Some(self.of_any_lane(own, &data));
        }
        for &result in &data.results {
            if self.plan.known(result).is_none() {
                continue;
            }
            let class = class(self.code.function.ty(result));
            let is_ballot = data.attrs.vote == Some(VoteMode::Ballot);
            let whole = any.map(|any| if is_ballot { any } else { self.spread(any, class, loc) });
            let bits = match (moved, whole) {
                (Some(moved), Some(whole)) => Some(self.code.op(Opcode::Or, bits_of(class), &[moved, whole], loc)),
                (bits, None) | (None, bits) => bits,
            };
            if let Some(bits) = bits {
                self.code.set_shadow(result, bits);
            }
        }
    }

    /// What the lanes of a vote have together: of a ballot the bits of those whose own is unset, else whether any is.
    fn of_any_lane(&mut self, own: Value, data: &InstData) -> Value {
        let is_ballot = data.attrs.vote == Some(VoteMode::Ballot);
        let (mode, class) = if is_ballot { (VoteMode::Ballot, RegType::B32) } else { (VoteMode::Any, RegType::Pred) };
        let ty = if is_ballot { Type::B32 } else { Type::Pred };
        let attrs = Attrs { vote: Some(mode), ..Attrs::default() };
        self.code.value(InstData { args: vec![own, data.args[1]], attrs, ..InstData::new(Opcode::Vote, ty) }, data.loc, class)
    }

    /// All bits, or none.
    fn spread(&mut self, any: Value, class: RegType, loc: LocId) -> Value {
        if class == RegType::Pred {
            return any;
        }
        let (all, none) = (self.ones(class), self.code.function.add_constant(class, 0));
        self.code.op(Opcode::Selp, bits_of(class), &[all, none, any], loc)
    }
}

fn bits_of(class: RegType) -> Type {
    match class {
        RegType::Pred => Type::Pred,
        RegType::B64 => Type::B64,
        _ => Type::B32,
    }
}
