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

use super::uses::Uses;
use crate::memory::SHADOW;
use kern_ir::analysis::Dominators;
use kern_ir::{
    Attrs, Block, BlockCall, Cfg, Cmp, FuncId, Function, FunctionKind, Inst, InstData, LocId, Module, Opcode, Payload, Program, RegType,
    Slot, Space, Type, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks in which a value was looked at that are compared with the one at hand: a limit on the work.
const MOST_LOOKED: usize = 16;

/// Bytes of a variable up to which its shadow is set by stores, not by a call.
const FEW: u64 = 64;

/// The program, with host code that looks at the shadow of what it reads; none if the program has functions of its own of the names
/// that this takes.
pub(crate) fn instrument(program: &Program) -> Option<Program> {
    let mut program = program.clone();
    let (fresh, unwritten) = (declared(&mut program.host, "__kern_fresh")?, declared(&mut program.host, "__kern_unwritten")?);
    for function in program.host.functions.iter_mut().filter(|function| !function.layout.is_empty()) {
        let plan = Plan::new(function);
        let (shadows, addresses) = (FxHashMap::default(), FxHashMap::default());
        let (layout, cold) = (Vec::new(), Vec::new());
        Pass { function, plan, fresh, unwritten, shadows, addresses, layout, cold, at: Block(0) }.run();
    }
    debug_assert_eq!(kern_ir::verify(&program.host), []);
    Some(program)
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

/// What a value was loaded as: the bits that were not written, and from where.
#[derive(Clone, Copy)]
struct Shadow {
    bits: Value,
    /// The address, and what is to be added to it.
    from: (Value, i64),
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
                if (0..data.args.len()).any(|index| data.args[index] == value && moves_bits(data, index)) {
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

/// Whether bits of an operand become bits of the result: the same is done to the shadow.
fn moves_bits(data: &InstData, operand: usize) -> bool {
    let is_number = |ty: Type| !ty.is_float() && ty != Type::Pred;
    match data.op {
        Opcode::Mov | Opcode::Not | Opcode::Or | Opcode::And | Opcode::Xor => data.ty != Type::Pred,
        Opcode::Selp | Opcode::Bfi => operand < 2,
        Opcode::Cvt => is_number(data.ty) && is_number(data.src_ty) && !data.attrs.sat,
        Opcode::Shl | Opcode::Shr | Opcode::Bfe => operand == 0,
        _ => false,
    }
}

/// Whether it matters what an operand is: it is not only moved.
fn decides(data: &InstData, operand: usize) -> bool {
    let is_stored = data.op == Opcode::St && operand > 0;
    !is_stored && !moves_bits(data, operand)
}

/// Whether an access is one of memory that has a shadow.
fn is_of_host(data: &InstData) -> bool {
    matches!(data.attrs.space, None | Some(Space::Generic | Space::Global | Space::Local))
}

/// The class of a shadow.
fn class(ty: RegType) -> RegType {
    match ty {
        RegType::F32 => RegType::B32,
        RegType::F64 => RegType::B64,
        other => other,
    }
}

/// The type of a shadow in memory, or in an operation that moves it.
fn type_of(ty: Type) -> Type {
    match ty {
        Type::F32 => Type::U32,
        Type::F64 => Type::U64,
        other => other,
    }
}

struct Pass<'a> {
    function: &'a mut Function,
    plan: Plan,
    fresh: FuncId,
    unwritten: FuncId,
    shadows: FxHashMap<Value, Shadow>,
    /// Those of the block at hand.
    addresses: FxHashMap<Value, Value>,
    layout: Vec<Block>,
    /// Blocks that tell of something.
    cold: Vec<Block>,
    /// The block that is appended to.
    at: Block,
}

impl Pass<'_> {
    fn run(mut self) {
        let entry = self.function.entry();
        // By block, the numbers of the parameters that have shadows, which are parameters behind all that there were.
        let mut params: FxHashMap<Block, Vec<usize>> = FxHashMap::default();
        for block in self.plan.order.clone() {
            for (number, param) in self.function.blocks[block.index()].params.clone().into_iter().enumerate() {
                if self.plan.shadowed.contains(&param) {
                    let class = class(self.function.ty(param));
                    let bits = self.function.add_block_param(block, class);
                    let from = (self.function.add_block_param(block, RegType::B64), 0);
                    self.shadows.insert(param, Shadow { bits, from });
                    params.entry(block).or_default().push(number);
                }
            }
        }
        // Where a value was looked at.
        let mut looked: FxHashMap<Value, Vec<Block>> = FxHashMap::default();
        for block in self.plan.order.clone() {
            let insts = std::mem::take(&mut self.function.blocks[block.index()].insts);
            self.layout.push(block);
            self.addresses.clear();
            self.at = block;
            if Some(block) == entry {
                self.mark_variables();
            }
            for inst in insts {
                for value in self.plan.wanted.get(&inst).cloned().unwrap_or_default() {
                    let blocks = looked.entry(value).or_default();
                    if !blocks
                        .iter()
                        .rev()
                        .take(MOST_LOOKED)
                        .any(|&before| before == block || self.plan.dominators.dominates(before, block))
                    {
                        blocks.push(block);
                        self.look(value, self.function.insts[inst.index()].loc);
                    }
                }
                if self.function.insts[inst.index()].op.is_terminator() {
                    self.pass_shadows(inst, &params);
                }
                self.function.blocks[self.at.index()].insts.push(inst);
                self.follow(inst);
            }
        }
        // What nothing reaches is left out.
        self.layout.append(&mut self.cold);
        self.function.layout = self.layout;
    }

    fn push(&mut self, mut data: InstData, loc: LocId, results: &[RegType]) -> Inst {
        data.loc = loc;
        let inst = self.function.add_inst(data, results);
        self.function.blocks[self.at.index()].insts.push(inst);
        inst
    }

    fn value(&mut self, data: InstData, loc: LocId, class: RegType) -> Value {
        let inst = self.push(data, loc, &[class]);
        self.function.insts[inst.index()].results[0]
    }

    fn op(&mut self, op: Opcode, ty: Type, args: &[Value], loc: LocId) -> Value {
        self.value(InstData { args: args.to_vec(), ..InstData::new(op, ty) }, loc, ty.reg())
    }

    /// The address of the shadow of what lies at an address: once in a block.
    fn shadow_address(&mut self, address: Value, loc: LocId) -> Value {
        if let Some(&known) = self.addresses.get(&address) {
            return known;
        }
        let bit = self.function.add_constant(RegType::B64, SHADOW);
        let shadow = self.op(Opcode::Xor, Type::B64, &[address, bit], loc);
        self.addresses.insert(address, shadow);
        shadow
    }

    /// An address that a value was loaded from.
    fn origin(&mut self, (address, offset): (Value, i64), loc: LocId) -> Value {
        if offset == 0 {
            return address;
        }
        let offset = self.function.add_constant(RegType::B64, offset as u64);
        self.op(Opcode::Add, Type::U64, &[address, offset], loc)
    }

    /// The shadow of a value; 0 of what was computed.
    fn bits(&mut self, value: Value) -> Value {
        let class = class(self.function.ty(value));
        self.shadows.get(&value).map(|shadow| shadow.bits).unwrap_or_else(|| self.function.add_constant(class, 0))
    }

    fn from(&mut self, value: Value, loc: LocId) -> Value {
        match self.shadows.get(&value).map(|shadow| shadow.from) {
            Some(from) => self.origin(from, loc),
            None => self.function.add_constant(RegType::B64, 0),
        }
    }

    /// Variables begin unwritten.
    fn mark_variables(&mut self) {
        let loc = self.function.loc;
        for (slot, bytes) in self.function.slots.iter().map(|slot| slot.size).enumerate().collect::<Vec<_>>() {
            let payload = Payload::Slot(Slot(slot as u32));
            let address = self.value(InstData { payload, ..InstData::new(Opcode::Address, Type::U64) }, loc, RegType::B64);
            if bytes > FEW {
                let bytes = self.function.add_constant(RegType::B64, bytes);
                self.call(self.fresh, [address, bytes], loc);
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
                let ones = self.function.add_constant(ty.reg(), u64::MAX >> (64 - 8 * ty.reg().size()));
                let store = InstData { args: vec![shadow, ones], offset: done as i64, ..InstData::new(Opcode::St, ty) };
                self.push(store, loc, &[]);
                done += u64::from(ty.size());
            }
        }
    }

    fn call(&mut self, function: FuncId, args: [Value; 2], loc: LocId) {
        let data = InstData { args: args.to_vec(), payload: Payload::Call(function), ..InstData::new(Opcode::Call, Type::B32) };
        self.push(data, loc, &[]);
    }

    /// Tells of a value that is used, if it was not written.
    fn look(&mut self, value: Value, loc: LocId) {
        let Some(&Shadow { bits, from }) = self.shadows.get(&value) else { return };
        let ty = if self.function.ty(bits) == RegType::B64 { Type::U64 } else { Type::U32 };
        let zero = self.function.add_constant(ty.reg(), 0);
        let attrs = Attrs { cmp: Some(Cmp::Ne), ..Attrs::default() };
        let is_some = self.value(InstData { args: vec![bits, zero], attrs, ..InstData::new(Opcode::Setp, ty) }, loc, RegType::Pred);
        let [tells, goes_on] = [self.function.add_block(), self.function.add_block()];
        let targets = [tells, goes_on].map(|block| BlockCall { block, args: Vec::new() });
        let branch = InstData { args: vec![is_some], payload: Payload::Targets(targets.to_vec()), ..InstData::new(Opcode::Bra, Type::B32) };
        self.push(branch, loc, &[]);
        self.at = tells;
        self.cold.push(tells);
        let address = self.origin(from, loc);
        let bytes = self.function.ty(value).size();
        let bytes = self.function.add_constant(RegType::B64, u64::from(bytes));
        self.call(self.unwritten, [address, bytes], loc);
        let back = vec![BlockCall { block: goes_on, args: Vec::new() }];
        self.push(InstData { payload: Payload::Targets(back), ..InstData::new(Opcode::Bra, Type::B32) }, loc, &[]);
        self.at = goes_on;
        self.layout.push(goes_on);
    }

    /// Gives the targets of a branch the shadows of what it passes.
    fn pass_shadows(&mut self, inst: Inst, params: &FxHashMap<Block, Vec<usize>>) {
        let loc = self.function.insts[inst.index()].loc;
        for number in 0..self.function.insts[inst.index()].targets().len() {
            let block = self.function.insts[inst.index()].targets()[number].block;
            for &param in params.get(&block).into_iter().flatten() {
                let arg = self.function.insts[inst.index()].targets()[number].args[param];
                let shadow = [self.bits(arg), self.from(arg, loc)];
                self.function.insts[inst.index()].targets_mut()[number].args.extend(shadow);
            }
        }
    }

    /// What an instruction does to its operands' bits is done to their shadows.
    fn follow(&mut self, inst: Inst) {
        let data = self.function.insts[inst.index()].clone();
        let (loc, ty) = (data.loc, type_of(data.ty));
        let plain = Attrs { vector: data.attrs.vector, ..Attrs::default() };
        let of_shadow = |args: Vec<Value>| InstData { args, attrs: plain, offset: data.offset, ..InstData::new(data.op, ty) };
        match data.op {
            Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red if !is_of_host(&data) => {}
            Opcode::Ld => {
                let address = self.shadow_address(data.args[0], loc);
                let classes: Vec<RegType> = data.results.iter().map(|&result| class(self.function.ty(result))).collect();
                let load = self.push(of_shadow(vec![address]), loc, &classes);
                for (part, (&result, bits)) in data.results.iter().zip(self.function.insts[load.index()].results.clone()).enumerate() {
                    let from = (data.args[0], data.offset + part as i64 * i64::from(data.ty.size()));
                    self.shadows.insert(result, Shadow { bits, from });
                }
            }
            Opcode::St => {
                let address = self.shadow_address(data.args[0], loc);
                let mut args = vec![address];
                for &value in &data.args[1..] {
                    args.push(self.bits(value));
                }
                self.push(of_shadow(args), loc, &[]);
            }
            Opcode::Atom | Opcode::Red => {
                let args = vec![self.shadow_address(data.args[0], loc), self.function.add_constant(class(data.ty.reg()), 0)];
                self.push(InstData { args, offset: data.offset, ..InstData::new(Opcode::St, ty) }, loc, &[]);
            }
            _ if data.results.first().is_some_and(|result| self.plan.shadowed.contains(result)) => self.move_shadow(&data),
            _ => {}
        }
    }

    fn move_shadow(&mut self, data: &InstData) {
        let (loc, ty, args) = (data.loc, type_of(data.ty), &data.args);
        let Some(&first) = args.iter().find(|arg| self.shadows.contains_key(arg)) else { return };
        let shadow = [self.bits(args[0]), args.get(1).map_or(args[0], |&arg| self.bits(arg))];
        let mut from = self.shadows[&first].from;
        let bits = match data.op {
            Opcode::Mov | Opcode::Not => shadow[0],
            Opcode::Xor => self.op(Opcode::Or, ty, &shadow, loc),
            Opcode::And | Opcode::Or => self.masked([args[0], args[1]], data.op == Opcode::Or, ty, loc),
            Opcode::Selp => {
                let both = [self.from(args[0], loc), self.from(args[1], loc)];
                from = (self.op(Opcode::Selp, Type::B64, &[both[0], both[1], args[2]], loc), 0);
                self.op(Opcode::Selp, ty, &[shadow[0], shadow[1], args[2]], loc)
            }
            Opcode::Bfi => self.op(Opcode::Bfi, ty, &[shadow[0], shadow[1], args[2], args[3]], loc),
            // Conversions, shifts, extraction.
            _ => {
                let args = [&shadow[..1], &args[1..]].concat();
                self.value(InstData { args, ..without_results(data) }, loc, ty.reg())
            }
        };
        self.shadows.insert(data.results[0], Shadow { bits, from });
    }

    /// The shadow of `a & b`, or of `a | b`: a bit of one is of no matter where the other is 0, or 1, and was written.
    fn masked(&mut self, both: [Value; 2], is_or: bool, ty: Type, loc: LocId) -> Value {
        let mut sum = None;
        for [value, other] in [both, [both[1], both[0]]] {
            let Some(Shadow { bits, .. }) = self.shadows.get(&value).copied() else { continue };
            let mut matters = if is_or { self.op(Opcode::Not, ty, &[other], loc) } else { other };
            if let Some(unknown) = self.shadows.get(&other).map(|shadow| shadow.bits) {
                matters = self.op(Opcode::Or, ty, &[matters, unknown], loc);
            }
            let part = self.op(Opcode::And, ty, &[bits, matters], loc);
            sum = Some(sum.map_or(part, |sum| self.op(Opcode::Or, ty, &[sum, part], loc)));
        }
        sum.expect("one of them has a shadow")
    }
}

/// The same operation, of nothing yet.
fn without_results(data: &InstData) -> InstData {
    InstData { results: Vec::new(), ..data.clone() }
}
