//! Integer division by constants becomes multiplication.
//!
//! Before: any well-formed device function. After: no `div` or `rem` of 32 or 64 bits has a constant divisor, but for 0, which is a mistake
//! of the program, and the least signed number. The operations are those of nvcc (`kern_ir::analysis::quotient_steps`). Runs last, so that the
//! passes before see what is a quotient.

use crate::pass::PassContext;
use crate::pass::rewrite::{Substitution, make_inst};
use kern_ir::analysis::{Step, quotient_steps};
use kern_ir::{Cmp, Function, Inst, LocId, ModuleKind, MulMode, Opcode, RegType, Type, Value};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind == ModuleKind::Host {
        return false;
    }
    let mut subst = Substitution::new(func);
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            match divide(func, inst, &mut kept) {
                Some(value) => subst.set(func.insts[inst.index()].results[0], value),
                None => kept.push(inst),
            }
        }
        func.blocks[block.index()].insts = kept;
    }
    subst.apply(func)
}

/// The value that stands for the result of `inst`, if that is a division by a constant.
fn divide(func: &mut Function, inst: Inst, code: &mut Vec<Inst>) -> Option<Value> {
    let data = &func.insts[inst.index()];
    if !matches!(data.op, Opcode::Div | Opcode::Rem) || data.ty.is_float() {
        return None;
    }
    let (op, ty, loc, x) = (data.op, data.ty, data.loc, data.args[0]);
    let divisor = func.constant(data.args[1])?;
    let steps = quotient_steps(ty, divisor)?;
    let mut writer = Writer { func, code, ty, loc };
    match (op, &steps[..]) {
        (Opcode::Rem, &[Step::AddBias(power), ..]) => {
            let biased = writer.step(x, x, Step::AddBias(power));
            let mask = writer.constant(u64::MAX << power);
            let multiple = writer.bits(Opcode::And, &[biased, mask]);
            Some(writer.op(Opcode::Sub, &[x, multiple]))
        }
        (Opcode::Rem, _) => {
            let quotient = writer.steps(x, &steps);
            let multiple = writer.product(MulMode::Lo, quotient, divisor);
            Some(writer.op(Opcode::Sub, &[x, multiple]))
        }
        _ => Some(writer.steps(x, &steps)),
    }
}

/// Straight code that is being written.
struct Writer<'a> {
    func: &'a mut Function,
    code: &'a mut Vec<Inst>,
    /// The type of the division.
    ty: Type,
    loc: LocId,
}

impl Writer<'_> {
    fn width(&self) -> u32 {
        self.ty.size() * 8
    }

    fn emit(&mut self, op: Opcode, ty: Type, args: &[Value], result: RegType) -> Value {
        let (inst, value) = make_inst(self.func, op, ty, ty, args, result, self.loc);
        self.code.push(inst);
        value
    }

    fn op(&mut self, op: Opcode, args: &[Value]) -> Value {
        self.emit(op, self.ty, args, self.ty.reg())
    }

    /// An operation that has no sign.
    fn bits(&mut self, op: Opcode, args: &[Value]) -> Value {
        self.emit(op, if self.ty.size() == 8 { Type::B64 } else { Type::B32 }, args, self.ty.reg())
    }

    fn constant(&mut self, bits: u64) -> Value {
        self.func.add_constant(self.ty.reg(), bits & (u64::MAX >> (64 - self.width())))
    }

    fn shifted(&mut self, value: Value, amount: u32, is_signed: bool) -> Value {
        let ty = match (self.ty.size(), is_signed) {
            (8, true) => Type::S64,
            (8, false) => Type::U64,
            (_, true) => Type::S32,
            (_, false) => Type::U32,
        };
        let amount = self.func.add_constant(RegType::B32, u64::from(amount));
        self.emit(Opcode::Shr, ty, &[value, amount], self.ty.reg())
    }

    fn product(&mut self, mode: MulMode, value: Value, factor: u64) -> Value {
        let factor = self.constant(factor);
        let product = self.op(Opcode::Mul, &[value, factor]);
        let inst = self.code[self.code.len() - 1];
        self.func.insts[inst.index()].attrs.mul = Some(mode);
        product
    }

    fn steps(&mut self, x: Value, steps: &[Step]) -> Value {
        steps.iter().fold(x, |value, &step| self.step(x, value, step))
    }

    /// What `step` makes of `q` in the division of `x`.
    fn step(&mut self, x: Value, q: Value, step: Step) -> Value {
        let width = self.width();
        match step {
            Step::MulHi(factor) => self.product(MulMode::Hi, q, factor),
            Step::Shr(amount) => self.shifted(q, amount, self.ty.is_signed()),
            Step::AddDividend => self.op(Opcode::Add, &[q, x]),
            Step::SubDividend => self.op(Opcode::Sub, &[q, x]),
            Step::MeanWithDividend => {
                let difference = self.op(Opcode::Sub, &[x, q]);
                let half = self.shifted(difference, 1, false);
                self.op(Opcode::Add, &[half, q])
            }
            Step::AddSign => {
                let sign = self.shifted(q, width - 1, false);
                self.op(Opcode::Add, &[q, sign])
            }
            Step::AddBias(power) => {
                let sign = if power == 1 { q } else { self.shifted(q, width - 1, true) };
                let bias = self.shifted(sign, width - power, false);
                self.op(Opcode::Add, &[q, bias])
            }
            Step::AtLeast(least) => {
                let (least, one, zero) = (self.constant(least), self.constant(1), self.constant(0));
                let test = self.emit(Opcode::Setp, self.ty, &[q, least], RegType::Pred);
                let inst = self.code[self.code.len() - 1];
                self.func.insts[inst.index()].attrs.cmp = Some(Cmp::Ge);
                self.op(Opcode::Selp, &[one, zero, test])
            }
            Step::Neg => self.op(Opcode::Neg, &[q]),
        }
    }
}
