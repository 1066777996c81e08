//! Host code that knows which of the memory it reads was never written.
//!
//! **What.** A pass over the host's functions: beside each value that was loaded stands its *shadow*, the bits of it that nothing
//! was written to, and beside each byte of the host's memory another one with the same ([`crate::memory::SHADOW`]). Loads load
//! the shadow too, stores store it; what only moves bits moves those of the shadow. Where a value is computed with, compared, an
//! address, an argument or a result, and its shadow is not 0, `__kern_unwritten` is called with the address that it was loaded from.
//! **Invariant.** What the program does is not changed; an address of the shadow is accessed where the program's was right.
//! **Reads and writes.** The functions of the host's module; places, numbers of instructions and IR blocks stay as they are. IR blocks
//! that nothing reaches go.
//! **May miss.** Variables that were compiled into registers although they may be unset (`PassOptions::keeps_unset`); halves; what runtime
//! functions read, but texts.
//! **Cost.** An access of the shadow for each access, and a comparison for most loads.
//! **Source.** Stepanov, Serebryany: "MemorySanitizer: fast detector of uninitialized memory use in C++", CGO 2015.

use super::shadow_code::{Looked, ShadowCode, class, moves_bits, type_of};
use super::uses::Uses;
use crate::memory::SHADOW;
use kern_ir::analysis::Dominators;
use kern_ir::{
    Attrs, Block, Cfg, FuncId, Function, FunctionKind, Inst, InstData, LocId, Module, Opcode, Payload, RegType, Slot, Space, Type, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes of a variable up to which its shadow is set by stores, not by a call.
const FEW: u64 = 64;

/// Has host code look at the shadow of what it reads; nothing if the program has functions of its own of the names that this takes.
pub(super) fn instrument(module: &mut Module) -> Option<()> {
    let (fresh, unwritten) = (declared(module, "__kern_fresh")?, declared(module, "__kern_unwritten")?);
    for function in module.functions.iter_mut().filter(|function| !function.layout.is_empty()) {
        let plan = Plan::new(function);
        let (from, addresses) = (FxHashMap::default(), FxHashMap::default());
        Pass { code: ShadowCode::new(function), plan, fresh, unwritten, from, addresses }.run();
    }
    debug_assert_eq!(kern_ir::verify(module), []);
    Some(())
}

/// The runtime function of a name, that takes an address and a number of bytes.
fn declared(module: &mut Module, name: &str) -> Option<FuncId> {
    let wanted = Function { params: vec![RegType::B64; 2], ..Function::new(name, FunctionKind::Extern) };
    let Some(known) = module.find_function(name) else {
        module.functions.push(wanted);
        return Some(FuncId(module.functions.len() as u32 - 1));
    };
    let found = module.function(known);
    let is_same = (found.kind, &found.params, &found.results) == (wanted.kind, &wanted.params, &wanted.results);
    Some(known).filter(|_| is_same && !found.is_variadic)
}

/// What is done with which values.
struct Plan {
    order: Vec<Block>,
    dominators: Dominators,
    /// Values that have a shadow.
    shadowed: FxHashSet<Value>,
    /// By instruction, those that must have been written for it.
    wanted: FxHashMap<Inst, Vec<Value>>,
}

impl Plan {
    fn new(function: &Function) -> Plan {
        let cfg = Cfg::new(function);
        let uses = Uses::new(function, None);
        let mut plan = Plan {
            order: cfg.rpo().to_vec(),
            dominators: Dominators::new(function, &cfg),
            shadowed: FxHashSet::default(),
            wanted: FxHashMap::default(),
        };
        let is_load = |data: &&InstData| data.op == Opcode::Ld && is_of_host(data);
        let insts = plan.order.iter().flat_map(|block| &function.blocks[block.index()].insts).map(|inst| &function.insts[inst.index()]);
        // Nothing compares halves.
        let is_known = |value: &Value| function.ty(*value) != RegType::B16;
        let mut open: Vec<Value> = insts.filter(is_load).flat_map(|data| data.results.iter().copied().filter(is_known)).collect();
        while let Some(value) = open.pop() {
            if !plan.shadowed.insert(value) {
                continue;
            }
            open.extend(uses.passed_to(value));
            for inst in uses.users(value) {
                let data = &function.insts[inst.index()];
                if (0..data.args.len()).any(|index| data.args[index] == value && moves(data, index)) {
                    open.extend(data.results.iter().filter(|result| is_known(result)));
                }
                if (0..data.args.len()).any(|index| data.args[index] == value && decides(data, index)) && !uses.may_be_left_out(inst) {
                    let wanted = plan.wanted.entry(inst).or_default();
                    wanted.extend(Some(value).filter(|value| !wanted.contains(value)));
                }
            }
        }
        plan
    }
}

/// Whether it matters what an operand is: it is not only moved.
fn decides(data: &InstData, operand: usize) -> bool {
    let is_stored = data.op == Opcode::St && operand > 0;
    !is_stored && !moves(data, operand)
}

/// Whether bits of an operand become bits of the result; predicates have no shadow.
fn moves(data: &InstData, operand: usize) -> bool {
    data.ty != Type::Pred && moves_bits(data, operand)
}

/// Whether an access is one of memory that has a shadow.
fn is_of_host(data: &InstData) -> bool {
    matches!(data.attrs.space, None | Some(Space::Generic | Space::Global | Space::Local))
}

struct Pass<'a> {
    code: ShadowCode<'a>,
    plan: Plan,
    fresh: FuncId,
    unwritten: FuncId,
    /// Where a value that has a shadow was loaded from: the address, and what is to be added to it.
    from: FxHashMap<Value, (Value, i64)>,
    /// The addresses of shadows, in the block at hand.
    addresses: FxHashMap<Value, Value>,
}

impl Pass<'_> {
    fn run(mut self) {
        let entry = self.code.function.entry();
        // By block, the numbers of the parameters that have shadows, which are parameters behind all that there were.
        let mut params: FxHashMap<Block, Vec<usize>> = FxHashMap::default();
        for block in self.plan.order.clone() {
            for (number, param) in self.code.function.blocks[block.index()].params.clone().into_iter().enumerate() {
                if self.plan.shadowed.contains(&param) {
                    let class = class(self.code.function.ty(param));
                    let bits = self.code.function.add_block_param(block, class);
                    let from = (self.code.function.add_block_param(block, RegType::B64), 0);
                    self.remember(param, bits, from);
                    params.entry(block).or_default().push(number);
                }
            }
        }
        let mut looked = Looked::default();
        for block in self.plan.order.clone() {
            let insts = self.code.begin(block);
            self.addresses.clear();
            if Some(block) == entry {
                self.mark_variables();
            }
            for inst in insts {
                for value in self.plan.wanted.get(&inst).cloned().unwrap_or_default() {
                    if looked.is_first(value, block, &self.plan.dominators) {
                        self.look(value, self.code.function.insts[inst.index()].loc);
                    }
                }
                if self.code.function.insts[inst.index()].op.is_terminator() {
                    self.pass_shadows(inst, &params);
                }
                self.code.keep(inst);
                self.follow(inst);
            }
        }
        self.code.finish();
    }

    /// The address of the shadow of what lies at an address: once in a block.
    fn shadow_address(&mut self, address: Value, loc: LocId) -> Value {
        if let Some(&known) = self.addresses.get(&address) {
            return known;
        }
        let bit = self.code.function.add_constant(RegType::B64, SHADOW);
        let shadow = self.code.op(Opcode::Xor, Type::B64, &[address, bit], loc);
        self.addresses.insert(address, shadow);
        shadow
    }

    fn from(&mut self, value: Value, loc: LocId) -> Value {
        match self.from.get(&value).copied() {
            Some(from) => origin(&mut self.code, from, loc),
            None => self.code.function.add_constant(RegType::B64, 0),
        }
    }

    /// Variables begin unwritten.
    fn mark_variables(&mut self) {
        let loc = self.code.function.loc;
        for (slot, bytes) in self.code.function.slots.iter().map(|slot| slot.size).enumerate().collect::<Vec<_>>() {
            let payload = Payload::Slot(Slot(slot as u32));
            let address = self.code.value(InstData { payload, ..InstData::new(Opcode::Address, Type::U64) }, loc, RegType::B64);
            if bytes > FEW {
                let bytes = self.code.function.add_constant(RegType::B64, bytes);
                call(&mut self.code, self.fresh, [address, bytes], loc);
                continue;
            }
            let shadow = self.shadow_address(address, loc);
            let mut done = 0;
            while done < bytes {
                let ty = match bytes - done {
                    8.. => Type::U64,
                    4.. => Type::U32,
                    2.. => Type::U16,
                    _ => Type::U8,
                };
                let ones = self.code.function.add_constant(ty.reg(), u64::MAX >> (64 - 8 * ty.reg().size()));
                let store = InstData { args: vec![shadow, ones], offset: done as i64, ..InstData::new(Opcode::St, ty) };
                self.code.push(store, loc, &[]);
                done += u64::from(ty.size());
            }
        }
    }

    /// Tells of a value that is used, if it was not written.
    fn look(&mut self, value: Value, loc: LocId) {
        let Some(&from) = self.from.get(&value) else { return };
        let bytes = self.code.function.ty(value).size();
        let goes_on = self.code.begin_unwritten(value, loc);
        let address = origin(&mut self.code, from, loc);
        let bytes = self.code.function.add_constant(RegType::B64, u64::from(bytes));
        call(&mut self.code, self.unwritten, [address, bytes], loc);
        self.code.end_unwritten(goes_on, loc);
    }

    /// Gives the targets of a branch the shadows of what it passes.
    fn pass_shadows(&mut self, inst: Inst, params: &FxHashMap<Block, Vec<usize>>) {
        let loc = self.code.function.insts[inst.index()].loc;
        for number in 0..self.code.function.insts[inst.index()].targets().len() {
            let block = self.code.function.insts[inst.index()].targets()[number].block;
            for &param in params.get(&block).into_iter().flatten() {
                let arg = self.code.function.insts[inst.index()].targets()[number].args[param];
                let shadow = [self.code.bits(arg), self.from(arg, loc)];
                self.code.function.insts[inst.index()].targets_mut()[number].args.extend(shadow);
            }
        }
    }

    /// What an instruction does to its operands' bits is done to their shadows.
    fn follow(&mut self, inst: Inst) {
        let data = self.code.function.insts[inst.index()].clone();
        let (loc, ty) = (data.loc, type_of(data.ty));
        let plain = Attrs { vector: data.attrs.vector, ..Attrs::default() };
        let of_shadow = |args: Vec<Value>| InstData { args, attrs: plain, offset: data.offset, ..InstData::new(data.op, ty) };
        match data.op {
            Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red if !is_of_host(&data) => {}
            Opcode::Ld => {
                let address = self.shadow_address(data.args[0], loc);
                let classes: Vec<RegType> = data.results.iter().map(|&result| class(self.code.function.ty(result))).collect();
                let load = self.code.push(of_shadow(vec![address]), loc, &classes);
                for (part, (&result, bits)) in data.results.iter().zip(self.code.function.insts[load.index()].results.clone()).enumerate() {
                    let from = (data.args[0], data.offset + part as i64 * i64::from(data.ty.size()));
                    self.remember(result, bits, from);
                }
            }
            Opcode::St => {
                let address = self.shadow_address(data.args[0], loc);
                let mut args = vec![address];
                for &value in &data.args[1..] {
                    args.push(self.code.bits(value));
                }
                self.code.push(of_shadow(args), loc, &[]);
            }
            Opcode::Atom | Opcode::Red => {
                let args = vec![self.shadow_address(data.args[0], loc), self.code.function.add_constant(class(data.ty.reg()), 0)];
                self.code.push(InstData { args, offset: data.offset, ..InstData::new(Opcode::St, ty) }, loc, &[]);
            }
            _ if data.results.first().is_some_and(|result| self.plan.shadowed.contains(result)) => self.move_shadow(&data),
            _ => {}
        }
    }

    fn move_shadow(&mut self, data: &InstData) {
        let (loc, args) = (data.loc, &data.args);
        let Some(&first) = args.iter().find(|arg| self.from.contains_key(arg)) else { return };
        let from = if data.op == Opcode::Selp {
            let both = [self.from(args[0], loc), self.from(args[1], loc)];
            (self.code.op(Opcode::Selp, Type::B64, &[both[0], both[1], args[2]], loc), 0)
        } else {
            self.from[&first]
        };
        let bits = self.code.moved(data);
        self.remember(data.results[0], bits, from);
    }

    fn remember(&mut self, value: Value, bits: Value, from: (Value, i64)) {
        self.code.set_shadow(value, bits);
        self.from.insert(value, from);
    }
}

/// An address that a value was loaded from.
fn origin(code: &mut ShadowCode, (address, offset): (Value, i64), loc: LocId) -> Value {
    if offset == 0 {
        return address;
    }
    let offset = code.function.add_constant(RegType::B64, offset as u64);
    code.op(Opcode::Add, Type::U64, &[address, offset], loc)
}

fn call(code: &mut ShadowCode, function: FuncId, args: [Value; 2], loc: LocId) {
    let data = InstData { args: args.to_vec(), payload: Payload::Call(function), ..InstData::new(Opcode::Call, Type::B32) };
    code.push(data, loc, &[]);
}
