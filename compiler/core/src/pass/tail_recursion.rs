//! Tail recursion: a device function that calls itself last goes back to its beginning.
//!
//! Before: calls of the function in itself behind which it only returns. After: jumps. What the call returns may be combined with
//! another value first, by an operation of integers whose order does not matter, if all other ways out return one value that is known
//! at the beginning: with it that begins which is carried along. A function that no longer calls itself may be inlined, and takes no
//! stack. Not those with variables in memory: each call has its own. (TailRecursionElimination of LLVM 7, on which NVVM is built; later
//! ones do with other values too.)

use crate::pass::alias::is_plain;
use crate::pass::graph::{Analyses, terminator};
use crate::pass::{PassContext, PassOptions, compact, mem2reg, names};
use kern_ir::{
    Block, BlockCall, Cmp, Effects, FuncId, Function, FunctionKind, Inst, InstData, LocId, Module, ModuleKind, MulMode, Opcode, Payload,
    RegType, Type, Value, ValueDef,
};

/// Blocks that only hand on what is returned, one behind the other, that are followed.
const MOST_BLOCKS: usize = 16;

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(module: &mut Module, options: &PassOptions) -> bool {
    if module.kind != ModuleKind::Device {
        return false;
    }
    let mut has_changed = false;
    for id in (0..module.functions.len() as u32).map(FuncId) {
        let func = &module.functions[id.index()];
        let is_own = |data: &InstData| matches!(data.payload, Payload::Call(callee) if callee == id);
        if func.kind != FunctionKind::Func || func.is_variadic || !func.iter_insts().any(|(.., data)| is_own(data)) {
            continue;
        }
        let context =
            PassContext { kind: module.kind, globals: &module.globals, locs: &module.locs, options, analyses: &Analyses::default() };
        let func = &mut module.functions[id.index()];
        if !func.slots.is_empty() {
            has_changed |= names::tracked(mem2reg::run, func, &context) | compact::run(func, &context);
        }
        if func.slots.is_empty() {
            has_changed |= names::tracked(|func, _| go_round(func, &is_own), func, &context);
        }
    }
    has_changed
}

/// Makes jumps of a function's calls of itself; answers whether there were any.
fn go_round(func: &mut Function, is_own: &dyn Fn(&InstData) -> bool) -> bool {
    // A call behind which others may have written is not the last thing that happens.
    let writes = |data: &InstData| match data.op.row().effects {
        Effects::Pure | Effects::PureNotSpeculatable | Effects::Control => false,
        Effects::Load => !is_plain(data),
        _ => !is_own(data),
    };
    let only_reads = !func.iter_insts().any(|(.., data)| writes(data));
    let mut entrance: Option<Entrance> = None;
    let last_call = |func: &Function, block: Block| {
        let insts = &func.blocks[block.index()].insts;
        insts.iter().rev().copied().find(|inst| is_own(&func.insts[inst.index()]))
    };
    let layout = func.layout.clone();
    for (at, &block) in layout.iter().enumerate() {
        let Some(call) = last_call(func, block).filter(|&call| !ends_by_overflow(func, call)) else { continue };
        let Some(TailCall { combined, returned }) = tail_call(func, block, call, only_reads) else { continue };
        match combined {
            None => {
                let entrance = entrance.get_or_insert_with(|| Entrance::new(func));
                entrance.jump(func, block, call, None);
            }
            Some(combination) => {
                // The same call on another way out is one with this, which LLVM merges before.
                for &block in &layout[at + 1..] {
                    let Some(other) = last_call(func, block).filter(|&other| calls_alike(func, call, other)) else { continue };
                    if tail_call(func, block, other, only_reads).is_some_and(|other| other.combined.is_none()) {
                        entrance.get_or_insert_with(|| Entrance::new(func)).jump(func, block, other, None);
                    }
                }
                let Some(base) = base(func, call, (block, returned)) else { continue };
                let entrance = entrance.get_or_insert_with(|| Entrance::new(func));
                let so_far = entrance.carry(func, base);
                entrance.jump(func, block, call, Some((combination, so_far)));
                return_instead(func, so_far);
                // What is returned now is no constant.
                break;
            }
        }
    }
    let has_changed = entrance.is_some();
    if let Some(entrance) = entrance {
        func.layout.insert(0, entrance.before);
        func.remove_unreachable_blocks();
    }
    has_changed
}

/// A call behind which the function returns.
struct TailCall {
    /// What combines the result with another value.
    combined: Option<Combination>,
    /// What is returned.
    returned: Option<Value>,
}

/// An operation that is associative and commutative, of the result of a call and another value.
struct Combination {
    inst: Inst,
    op: Opcode,
    other: Value,
}

fn tail_call(func: &mut Function, block: Block, call: Inst, only_reads: bool) -> Option<TailCall> {
    let mut value = func.insts[call.index()].results.first().copied();
    let mut combined = None;
    let insts = func.blocks[block.index()].insts.clone();
    let behind = &insts[insts.iter().position(|&inst| inst == call)? + 1..];
    let (_, between) = behind.split_last()?;
    for &inst in between {
        let data = func.insts[inst.index()].clone();
        match value {
            Some(result) if data.args.contains(&result) => {
                let first = Combination { inst, ..combination(func, &data, result)? };
                if combined.replace(first).is_some() {
                    return None;
                }
                value = data.results.first().copied();
            }
            _ => {
                let may_come_first = match data.op.row().effects {
                    Effects::Pure | Effects::PureNotSpeculatable => true,
                    Effects::Load => only_reads,
                    _ => false,
                };
                may_come_first.then_some(())?;
            }
        }
    }
    is_returned(func, block, value).then_some(TailCall { combined, returned: value })
}

/// Whether a parameter that the function ends at zero for goes up from call to call. From above zero it comes there by overflow only,
/// which C++ leaves undefined: the calls stay, and the stack tells of them.
fn ends_by_overflow(func: &Function, call: Inst) -> bool {
    let Some(condition) = func.entry().and_then(|entry| func.condition(entry)) else { return false };
    let ValueDef::Result(test, _) = func.def(condition) else { return false };
    let test = &func.insts[test.index()];
    let (Opcode::Setp, Some(Cmp::Eq | Cmp::Ne), true, &[param, end]) = (test.op, test.attrs.cmp, test.ty.is_signed(), &test.args[..])
    else {
        return false;
    };
    let ValueDef::Param(block, at) = func.def(param) else { return false };
    let next = func.insts[call.index()].args.get(at as usize).map(|&next| func.def(next));
    let (true, Some(0), Some(ValueDef::Result(step, _))) = (Some(block) == func.entry(), func.constant(end), next) else { return false };
    let step = &func.insts[step.index()];
    let by = step.args.get(1).and_then(|&by| func.constant(by));
    step.op == Opcode::Add && step.args[0] == param && by.is_some_and(|by| by as u32 as i32 > 0)
}

/// Whether two calls have the same arguments, or such as are computed in the same way.
fn calls_alike(func: &Function, one: Inst, other: Inst) -> bool {
    let is_same = |a: Value, b: Value| a == b || func.constant(a).is_some() && func.constant(a) == func.constant(b);
    let are_same = |a: &[Value], b: &[Value], is_same: &dyn Fn(Value, Value) -> bool| {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| is_same(a, b))
    };
    let is_alike = |a: Value, b: Value| match (func.def(a), func.def(b)) {
        _ if is_same(a, b) => true,
        (ValueDef::Result(a, _), ValueDef::Result(b, _)) => {
            let (a, b) = (&func.insts[a.index()], &func.insts[b.index()]);
            a.op.row().effects == Effects::Pure
                && (a.op, a.ty, a.attrs, &a.payload) == (b.op, b.ty, b.attrs, &b.payload)
                && are_same(&a.args, &b.args, &is_same)
        }
        _ => false,
    };
    are_same(&func.insts[one.index()].args, &func.insts[other.index()].args, &is_alike)
}

/// What an operation combines with the result of a call; a constant that is subtracted is added negated.
fn combination(func: &mut Function, data: &InstData, result: Value) -> Option<Combination> {
    let &[a, b] = &data.args[..] else { return None };
    let other = if a == result { b } else { a };
    let is_of_integers = other != result && !data.ty.is_float();
    let constant = func.constant(other);
    let (op, other) = match data.op {
        Opcode::Add | Opcode::And | Opcode::Or | Opcode::Xor => (data.op, other),
        // A product with a power of two is a shift.
        Opcode::Mul if data.attrs.mul == Some(MulMode::Lo) && !constant.is_some_and(u64::is_power_of_two) => (data.op, other),
        Opcode::Sub if a == result => {
            let ty = func.ty(other);
            (Opcode::Add, func.add_constant(ty, constant?.wrapping_neg() & mask(ty)))
        }
        _ => return None,
    };
    is_of_integers.then_some(Combination { inst: Inst(0), op, other })
}

/// Whether a block's end returns that value, behind others that only hand it on.
fn is_returned(func: &Function, mut block: Block, mut value: Option<Value>) -> bool {
    for _ in 0..MOST_BLOCKS {
        let end = &func.insts[terminator(func, block).index()];
        match (end.op, end.targets()) {
            (Opcode::Ret, _) => return end.args.is_empty() || end.args.first().copied() == value,
            (Opcode::Bra, [target]) => {
                let next = &func.blocks[target.block.index()];
                if next.insts.len() != 1 {
                    return false;
                }
                let passed = value.and_then(|value| target.args.iter().position(|&arg| arg == value));
                value = passed.and_then(|at| next.params.get(at).copied());
                block = target.block;
            }
            _ => return false,
        }
    }
    false
}

/// What all ways out of the function return but that one: a constant, or a parameter that the call hands on.
fn base(func: &Function, call: Inst, except: (Block, Option<Value>)) -> Option<Value> {
    let entry = func.entry()?;
    let mut base: Option<Value> = None;
    let mut open: Vec<(Block, Value, usize)> = Vec::new();
    for &block in &func.layout {
        let end = &func.insts[terminator(func, block).index()];
        open.extend(end.args.first().filter(|_| end.op == Opcode::Ret).map(|&value| (block, value, MOST_BLOCKS)));
    }
    while let Some((block, value, left)) = open.pop() {
        if (block, Some(value)) == except {
            continue;
        }
        let data = &func.blocks[block.index()];
        match data.params.iter().position(|&param| param == value) {
            Some(at) if block != entry && data.insts.len() == 1 && left > 0 => {
                for &before in &func.layout {
                    let edges = func.targets(before).iter().filter(|edge| edge.block == block);
                    open.extend(edges.filter_map(|edge| edge.args.get(at)).map(|&value| (before, value, left - 1)));
                }
            }
            _ => {
                let is_same =
                    |known: Value| known == value || func.constant(known).is_some() && func.constant(known) == func.constant(value);
                let is_handed_on = || {
                    let param = func.blocks[entry.index()].params.iter().position(|&param| param == value);
                    param.is_some_and(|at| func.insts[call.index()].args.get(at) == Some(&value))
                };
                if base.is_some_and(|known| !is_same(known)) || func.constant(value).is_none() && !is_handed_on() {
                    return None;
                }
                base = Some(value);
            }
        }
    }
    base
}

/// The beginning of a function to which calls go back.
struct Entrance {
    /// A block before the first one.
    before: Block,
    first: Block,
    /// The branches to the first one.
    jumps: Vec<Inst>,
}

impl Entrance {
    fn new(func: &mut Function) -> Entrance {
        let first = func.layout[0];
        let before = func.add_block();
        let types: Vec<RegType> = func.blocks[first.index()].params.iter().map(|&param| func.ty(param)).collect();
        let args = types.into_iter().map(|ty| func.add_block_param(before, ty)).collect();
        let mut entrance = Entrance { before, first, jumps: Vec::new() };
        let inst = entrance.branch(func, args, LocId::NONE);
        func.blocks[before.index()].insts.push(inst);
        entrance
    }

    fn branch(&mut self, func: &mut Function, args: Vec<Value>, loc: LocId) -> Inst {
        let payload = Payload::Targets(vec![BlockCall { block: self.first, args }]);
        let inst = func.add_inst(InstData { payload, loc, ..InstData::new(Opcode::Bra, Type::B32) }, &[]);
        self.jumps.push(inst);
        inst
    }

    /// A value that all rounds carry along, which begins with `base`.
    fn carry(&self, func: &mut Function, base: Value) -> Value {
        // A parameter of the first block has another name before it.
        let at = func.blocks[self.first.index()].params.iter().position(|&param| param == base);
        let begin = at.map_or(base, |at| func.blocks[self.before.index()].params[at]);
        let ty = func.ty(base);
        let so_far = func.add_block_param(self.first, ty);
        for (&jump, value) in self.jumps.iter().zip(std::iter::once(begin).chain(std::iter::repeat(so_far))) {
            func.insts[jump.index()].targets_mut()[0].args.push(value);
        }
        so_far
    }

    /// The call, and what combines its result with what is carried, become a jump.
    fn jump(&mut self, func: &mut Function, block: Block, call: Inst, combined: Option<(Combination, Value)>) {
        let InstData { mut args, loc, .. } = func.insts[call.index()].clone();
        let mut insts = std::mem::take(&mut func.blocks[block.index()].insts);
        insts.pop();
        insts.retain(|&inst| inst != call);
        if let Some((Combination { inst, op, other }, so_far)) = combined {
            let ty = func.ty(so_far);
            let data = InstData { op, args: vec![so_far, other], results: Vec::new(), ..func.insts[inst.index()].clone() };
            let next = func.add_inst(data, &[ty]);
            args.push(func.insts[next.index()].results[0]);
            insts.retain(|&other| other != inst);
            insts.push(next);
        }
        insts.push(self.branch(func, args, loc));
        func.blocks[block.index()].insts = insts;
    }
}

/// All ways out return the value.
fn return_instead(func: &mut Function, value: Value) {
    for block in func.layout.clone() {
        let end = terminator(func, block);
        if func.insts[end.index()].op == Opcode::Ret {
            func.insts[end.index()].args = vec![value];
        }
    }
}

/// Bits of a register.
fn mask(ty: RegType) -> u64 {
    if ty.size() == 8 { u64::MAX } else { u64::from(u32::MAX) }
}
