//! How precise the floats of device code are: what `-use_fast_math` and its parts make of a module as it was lowered.
//!
//! Before: `/` and square roots without a rounding. After: with one, or approximate; with [`FastMath`] also functions of `<math.h>` in
//! nvcc's short sequences, and subnormal numbers of 32 bits taken for zero. The intrinsics whose names say how they round keep to it.
//! (CUDA C++ Programming Guide, "Compiler options" of intrinsic functions; the sequences are those of nvcc 13.)

use crate::intrinsics::{LN_2, LOG2_10, LOG2_E, LOG10_2};
use kern_ir::{Attrs, Function, Inst, InstData, LocId, Module, ModuleKind, Opcode, Payload, Precision, RegType, Rounding, Type, Value};

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
    let names: Vec<Option<Short>> = module.functions.iter().map(|func| short(&func.name).filter(|_| fast.functions)).collect();
    let of_library: Vec<bool> = module.functions.iter().map(|func| fast.flushes && func.name.starts_with("__nv_")).collect();
    for func in &mut module.functions {
        for block in func.layout.clone() {
            let insts = std::mem::take(&mut func.blocks[block.index()].insts);
            let mut settled = Vec::with_capacity(insts.len());
            for inst in insts {
                let callee = match func.insts[inst.index()].payload {
                    Payload::Call(callee) => Some(callee.index()),
                    _ => None,
                };
                let mut sequence = Sequence { func, insts: &mut settled, loc: LocId::NONE, fast };
                match callee.and_then(|callee| names[callee]) {
                    Some(short) => sequence.replace(inst, short),
                    None if callee.is_some_and(|callee| of_library[callee]) => sequence.flush_around(inst),
                    None => {
                        settle_one(&mut sequence.func.insts[inst.index()], fast);
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

/// What a function is made of where it may be imprecise.
#[derive(Clone, Copy)]
enum Short {
    /// An instruction.
    One(Opcode),
    /// A power of two of a multiple.
    Power(u64),
    /// A multiple of the binary logarithm.
    Logarithm(u64),
    /// Sine over cosine.
    Tangent,
    /// `powf`
    PowerOf,
}

fn short(name: &str) -> Option<Short> {
    Some(match name {
        "__nv_sinf" => Short::One(Opcode::Sin),
        "__nv_cosf" => Short::One(Opcode::Cos),
        "__nv_exp2f" => Short::One(Opcode::Ex2),
        "__nv_log2f" => Short::One(Opcode::Lg2),
        "__nv_tanhf" => Short::One(Opcode::Tanh),
        "__nv_expf" => Short::Power(LOG2_E),
        "__nv_exp10f" => Short::Power(LOG2_10),
        "__nv_logf" => Short::Logarithm(LN_2),
        "__nv_log10f" => Short::Logarithm(LOG10_2),
        "__nv_tanf" => Short::Tangent,
        "__nv_powf" => Short::PowerOf,
        _ => return None,
    })
}

/// Instructions in place of a call.
struct Sequence<'a> {
    func: &'a mut Function,
    insts: &'a mut Vec<Inst>,
    loc: LocId,
    fast: FastMath,
}

impl Sequence<'_> {
    fn replace(&mut self, call: Inst, short: Short) {
        let InstData { args, results, loc, .. } = self.func.insts[call.index()].clone();
        let (Some(&x), Some(&result)) = (args.first(), results.first()) else { return self.insts.push(call) };
        self.loc = loc;
        let last = match short {
            Short::One(op) => (op, vec![x]),
            Short::Power(scale) => (Opcode::Ex2, vec![self.scaled(x, scale)]),
            Short::Logarithm(scale) => {
                let binary = self.op(Opcode::Lg2, &[x]);
                (Opcode::Mul, vec![binary, self.func.add_constant(RegType::F32, scale)])
            }
            Short::Tangent => {
                let sine = self.op(Opcode::Sin, &[x]);
                (Opcode::Div, vec![sine, self.op(Opcode::Cos, &[x])])
            }
            Short::PowerOf => {
                let binary = self.op(Opcode::Lg2, &[x]);
                let exponent = self.op(Opcode::Mul, &[binary, args.get(1).copied().unwrap_or(x)]);
                (Opcode::Ex2, vec![exponent])
            }
        };
        // The call's place in the tables is that of what gives its result.
        let (op, args) = last;
        self.func.insts[call.index()] = InstData { results: vec![result], ..self.data(op, &args) };
        self.insts.push(call);
    }

    /// A function of the library that flushes what it is given and what it returns.
    fn flush_around(&mut self, call: Inst) {
        let InstData { args, results, loc, .. } = self.func.insts[call.index()].clone();
        self.loc = loc;
        let is_single = |func: &Function, value: Value| func.ty(value) == RegType::F32;
        for (at, arg) in args.into_iter().enumerate() {
            if is_single(self.func, arg) {
                let flushed = self.flushed(arg);
                let inst = self.func.add_inst(flushed, &[RegType::F32]);
                self.insts.push(inst);
                self.func.insts[call.index()].args[at] = self.func.insts[inst.index()].results[0];
            }
        }
        if let Some(&result) = results.first().filter(|&&result| is_single(self.func, result)) {
            // The call's place in the tables is that of what gives its result.
            let data = self.func.insts[call.index()].clone();
            let inst = self.func.add_inst(data, &[RegType::F32]);
            self.insts.push(inst);
            let flushed = self.flushed(self.func.insts[inst.index()].results[0]);
            self.func.insts[call.index()] = InstData { results: vec![result], ..flushed };
        }
        self.insts.push(call);
    }

    /// The value once; with its rounding nothing takes that for the value itself.
    fn flushed(&mut self, x: Value) -> InstData {
        let one = self.func.add_constant(RegType::F32, u64::from(1f32.to_bits()));
        let attrs = Attrs { ftz: true, rounding: Some(Rounding::Rn), ..Attrs::default() };
        InstData { args: vec![x, one], attrs, loc: self.loc, ..InstData::new(Opcode::Mul, Type::F32) }
    }

    fn scaled(&mut self, x: Value, scale: u64) -> Value {
        let scale = self.func.add_constant(RegType::F32, scale);
        self.op(Opcode::Mul, &[x, scale])
    }

    fn op(&mut self, op: Opcode, args: &[Value]) -> Value {
        let data = self.data(op, args);
        let inst = self.func.add_inst(data, &[RegType::F32]);
        self.insts.push(inst);
        self.func.insts[inst.index()].results[0]
    }

    fn data(&self, op: Opcode, args: &[Value]) -> InstData {
        let precision = (op != Opcode::Mul).then_some(Precision::Approx);
        let attrs = Attrs { precision, ..Attrs::default() };
        let mut data = InstData { args: args.to_vec(), attrs, loc: self.loc, ..InstData::new(op, Type::F32) };
        settle_one(&mut data, self.fast);
        data
    }
}
