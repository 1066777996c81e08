//! How precise the floats of device code are: what `-use_fast_math` and its parts make of a module as it was lowered.
//!
//! Before: `/` and square roots without a rounding. After: with one, or approximate; with [`FastMath`] subnormal numbers of 32 bits are
//! taken for zero. That functions of `<math.h>` are nvcc's short sequences is in the rows of the intrinsics. The intrinsics whose names say how they round keep to it.
//! (CUDA C++ Programming Guide, "Compiler options" of intrinsic functions; the sequences are those of nvcc 13.)

use kern_ir::{Attrs, Function, Inst, InstData, Module, ModuleKind, Opcode, Payload, Precision, RegType, Rounding, Type, Value};

/// What may be less precise than IEEE 754 says, in device code.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FastMath {
    /// `-ftz=true`: subnormal floats are zero.
    pub flushes: bool,
    /// `-prec-div=false`: floats are divided to within 2 ulp.
    pub divides: bool,
    /// `-prec-sqrt=false`: square roots of floats are approximate.
    pub roots: bool,
    /// `sinf` is `__sinf`, and so on.
    pub functions: bool,
}

impl FastMath {
    /// `-use_fast_math`
    pub const ALL: FastMath = FastMath { flushes: true, divides: true, roots: true, functions: true };
}

/// Settles the precision of a module.
pub(crate) fn settle(module: &mut Module, fast: FastMath) {
    if module.kind != ModuleKind::Device || fast == FastMath::default() {
        let insts = module.functions.iter_mut().flat_map(|func| &mut func.insts);
        return insts.for_each(|data| settle_one(data, FastMath::default()));
    }
    let of_library: Vec<bool> = module.functions.iter().map(|func| fast.flushes && func.name.starts_with("__nv_")).collect();
    for func in &mut module.functions {
        for block in func.layout.clone() {
            let insts = std::mem::take(&mut func.blocks[block.index()].insts);
            let mut settled = Vec::with_capacity(insts.len());
            for inst in insts {
                match func.insts[inst.index()].payload {
                    Payload::Call(callee) if of_library[callee.index()] => flush_around(func, &mut settled, inst),
                    _ => {
                        settle_one(&mut func.insts[inst.index()], fast);
                        settled.push(inst);
                    }
                }
            }
            func.blocks[block.index()].insts = settled;
        }
    }
}

fn settle_one(data: &mut InstData, fast: FastMath) {
    let is_open = data.attrs.precision.is_none() && data.attrs.rounding.is_none() && data.ty.is_float();
    let is_single = data.ty == Type::F32;
    match data.op {
        Opcode::Div if is_open && is_single && fast.divides => {
            data.attrs.precision = Some(if fast.functions { Precision::Approx } else { Precision::Full });
        }
        Opcode::Sqrt if is_open && is_single && fast.roots => data.attrs.precision = Some(Precision::Approx),
        Opcode::Div | Opcode::Sqrt if is_open => data.attrs.rounding = Some(Rounding::Rn),
        _ => {}
    }
    data.attrs.ftz |= fast.flushes && flushes(data);
}

/// Whether the instruction has a form that takes subnormal numbers for zero.
fn flushes(data: &InstData) -> bool {
    use Opcode as O;
    let is_of_singles = data.ty == Type::F32;
    match data.op {
        O::Add | O::Sub | O::Mul | O::Fma | O::Mad | O::Div | O::Rcp | O::Sqrt | O::Rsqrt => is_of_singles,
        O::Sin | O::Cos | O::Lg2 | O::Ex2 | O::Min | O::Max | O::Neg | O::Abs | O::Setp => is_of_singles,
        O::Cvt => match (data.src_ty, data.ty) {
            // What becomes an integer below one is zero anyway.
            (Type::F32, Type::F32) => data.attrs.sat || matches!(data.attrs.rounding, Some(Rounding::Rmi | Rounding::Rpi)),
            (Type::F32, to) => to != Type::F16,
            (from, Type::F32) => from == Type::F64,
            _ => false,
        },
        _ => false,
    }
}

/// A function of the library that flushes what it is given and what it returns.
fn flush_around(func: &mut Function, insts: &mut Vec<Inst>, call: Inst) {
    let InstData { args, results, loc, .. } = func.insts[call.index()].clone();
    let is_single = |func: &Function, value: Value| func.ty(value) == RegType::F32;
    // The value once; with its rounding nothing takes that for the value itself.
    let flushed = |func: &mut Function, x: Value| {
        let one = func.add_constant(RegType::F32, u64::from(1f32.to_bits()));
        let attrs = Attrs { ftz: true, rounding: Some(Rounding::Rn), ..Attrs::default() };
        InstData { args: vec![x, one], attrs, loc, ..InstData::new(Opcode::Mul, Type::F32) }
    };
    for (at, arg) in args.into_iter().enumerate() {
        if is_single(func, arg) {
            let data = flushed(func, arg);
            let inst = func.add_inst(data, &[RegType::F32]);
            insts.push(inst);
            func.insts[call.index()].args[at] = func.insts[inst.index()].results[0];
        }
    }
    if let Some(&result) = results.first().filter(|&&result| is_single(func, result)) {
        // The call's place in the tables is that of what gives its result.
        let data = func.insts[call.index()].clone();
        let inst = func.add_inst(data, &[RegType::F32]);
        insts.push(inst);
        let data = flushed(func, func.insts[inst.index()].results[0]);
        func.insts[call.index()] = InstData { results: vec![result], ..data };
    }
    insts.push(call);
}
