//! Constant folding: pure instructions of constants become constants, and so do loads from places of constant variables
//! that are known.
//!
//! Before: any well-formed function. After: no pure instruction that [`eval`] can compute has only constant operands
//! and a user, and no number is loaded from a constant distance into a variable that nothing writes; branches on constants
//! are left to `simplify_cfg`. Instructions are visited in reverse post-order, so chains fold in one run.
//!
//! (`__constant__` variables are written by the host. Other constant variables of the device it could write to, too,
//! through their symbol; nvcc takes no account of that either.)

use crate::pass::PassContext;
use crate::pass::eval::eval;
use crate::pass::graph::reachable;
use crate::pass::rewrite::Substitution;
use kern_ir::{
    CacheOp, Effects, Function, GlobalInit, GlobalVarData, InstData, Opcode, Payload, Relocation, Sem, Space, Type, Value, ValueDef,
};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    let is_constant = |data: &InstData| {
        is_foldable(data) && data.args.iter().all(|&a| func.constant(a).is_some()) || loaded_constant(func, data, context.globals).is_some()
    };
    if func.layout.len() == 1 && !func.iter_insts().any(|(_, _, data)| is_constant(data)) {
        return false;
    }
    let cfg = reachable(func);
    let mut subst = Substitution::new(func);
    let mut args = Vec::new();
    for &block in cfg.rpo() {
        for i in 0..func.blocks[block.index()].insts.len() {
            let inst = func.blocks[block.index()].insts[i];
            subst.apply_to(&mut func.insts[inst.index()]);
            let data = &func.insts[inst.index()];
            if let Some(bits) = loaded_constant(func, data, context.globals) {
                let result = data.results[0];
                let constant = func.add_constant(func.ty(result), bits);
                subst.set(result, constant);
                continue;
            }
            if !is_foldable(data) {
                continue;
            }
            args.clear();
            args.extend(data.args.iter().map_while(|&a| func.constant(a)));
            if args.len() != data.args.len() {
                continue;
            }
            if let Some(bits) = eval(data, &args) {
                let result = data.results[0];
                let constant = func.add_constant(func.ty(result), bits);
                subst.set(result, constant);
            }
        }
    }
    subst.apply(func)
}

/// Whether the instruction is one that [`eval`] may know.
pub(crate) fn is_foldable(data: &InstData) -> bool {
    matches!(data.effects(), Effects::Pure | Effects::PureNotSpeculatable)
        && data.payload == Payload::None
        && data.results.len() == 1
        && !data.args.is_empty()
}

/// What a load finds in a variable that nothing writes, as the bits of its register.
fn loaded_constant(func: &Function, data: &InstData, globals: &[GlobalVarData]) -> Option<u64> {
    let is_plain = matches!(data.attrs.sem, None | Some(Sem::Weak)) && data.attrs.cache != Some(CacheOp::Cv);
    if data.op != Opcode::Ld || !is_plain || data.results.len() != 1 || data.ty == Type::Pred {
        return None;
    }
    let (address, mut offset) = distance(func, *data.args.first()?)?;
    offset = offset.wrapping_add(data.offset);
    let Payload::Global(variable) = address.payload else { return None };
    let global = globals.get(variable.index())?;
    let GlobalInit::Bytes(bytes, relocations) = &global.init else { return None };
    if !global.is_const || global.is_managed || global.is_device_shadow || global.space != Space::Global {
        return None;
    }
    let (at, size) = (u64::try_from(offset).ok()?, u64::from(data.ty.size()));
    let is_address = |r: &Relocation| {
        let (Relocation::Global { offset, .. } | Relocation::Function { offset, .. }) = *r;
        offset < at + size && at < offset + 8
    };
    if at.checked_add(size)? > global.size || relocations.iter().any(is_address) {
        return None;
    }
    // What is behind the bytes is zero.
    let byte = |i: u64| bytes.get((at + i) as usize).map_or(0, |&b| u64::from(b));
    let bits = (0..size).fold(0, |bits, i| bits | byte(i) << (8 * i));
    let register = u64::from(func.ty(data.results[0]).size());
    if !data.ty.is_signed() || register <= size {
        return Some(bits);
    }
    let unused = 64 - 8 * size;
    let extended = ((bits << unused) as i64 >> unused) as u64;
    Some(extended & (u64::MAX >> (64 - 8 * register)))
}

/// The address of a symbol that `value` is a constant distance from, and the distance.
fn distance(func: &Function, mut value: Value) -> Option<(&InstData, i64)> {
    let mut offset = 0i64;
    // The bound is for made-up chains.
    for _ in 0..64 {
        let ValueDef::Result(inst, 0) = func.def(value) else { return None };
        let step = &func.insts[inst.index()];
        match (step.op, &step.args[..]) {
            (Opcode::Address, _) => return Some((step, offset)),
            (Opcode::Cvta, [from]) => value = *from,
            (Opcode::Add, [from, by]) if step.ty.size() == 8 => {
                offset = offset.wrapping_add(func.constant(*by)? as i64);
                value = *from;
            }
            _ => return None,
        }
    }
    None
}
