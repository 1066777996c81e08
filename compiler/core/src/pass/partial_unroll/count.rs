//! How often a loop goes round, as a number that can be computed before it starts.

use super::{entries, start};
use crate::pass::graph::{Graph, terminator};
use kern_ir::analysis::{Loop, Placement};
use kern_ir::{Block, Cmp, Function, Inst, InstData, LocId, Opcode, RegType, Type, Value, ValueDef};

/// Steps that cannot make the test wrap.
const MAX_STEP: i64 = 1 << 20;

/// What a loop counts, and the test that ends it.
pub(super) struct Counter {
    /// Which parameter of the header is counted.
    pub(super) param: usize,
    /// What is added to it in an iteration.
    step: i64,
    /// What is added to it before it is compared.
    ahead: i64,
    /// What it is compared with.
    bound: Value,
    /// How, as long as the loop goes on.
    cmp: Cmp,
    /// The type of the comparison, of 32 or 64 bits.
    ty: Type,
    /// The first value, if it is known.
    start: Option<u64>,
    /// The test is behind the first iteration: it is what goes back.
    pub(super) is_late: bool,
}

/// The counter of a loop that block `test` leaves unless its branch takes target `stay`.
pub(super) fn counter(func: &Function, graph: &Graph, placement: &Placement, data: &Loop, (test, stay): (Block, usize)) -> Option<Counter> {
    let ValueDef::Result(inst, 0) = func.def(func.insts[terminator(func, test).index()].args[0]) else { return None };
    let compare = &func.insts[inst.index()];
    if compare.op != Opcode::Setp || compare.ty.is_float() || !matches!(compare.ty.size(), 4 | 8) || compare.args.len() != 2 {
        return None;
    }
    let cmp = compare.attrs.cmp?;
    let cmp = if stay == 0 { cmp } else { negated(cmp)? };
    let (a, b) = (compare.args[0], compare.args[1]);
    let (param, ahead, cmp, bound) = match (counted(func, data, a), counted(func, data, b)) {
        (Some((param, ahead)), _) => (param, ahead, cmp, b),
        (None, Some((param, ahead))) => (param, ahead, swapped(cmp)?, a),
        (None, None) => return None,
    };
    if placement.block_of_def(func, bound).is_some_and(|b| data.blocks.contains(&b)) {
        return None;
    }
    let (step, is_signed) = step(func, data, param)?;
    let is_rising = matches!(cmp, Cmp::Lt | Cmp::Le);
    let is_counting = match cmp {
        Cmp::Ne => step.abs() == 1,
        _ if (step > 0) != is_rising || step == 0 || step.abs() > MAX_STEP => false,
        // A sum of signed numbers does not overflow in a right program; one of others may, and that would be no end of the loop.
        Cmp::Lt | Cmp::Gt => step.abs() == 1 || is_signed && compare.ty.is_signed(),
        _ => is_signed && compare.ty.is_signed(),
    };
    let edges = entries(func, graph, data);
    if !is_counting || edges.is_empty() {
        return None;
    }
    let start = start(func, &edges, param);
    Some(Counter { param, step, ahead, bound, cmp, ty: compare.ty, start, is_late: data.latches == [test] })
}

/// `value` as a parameter of the header and a constant added to it.
fn counted(func: &Function, data: &Loop, value: Value) -> Option<(usize, i64)> {
    match func.def(value) {
        ValueDef::Param(block, n) if block == data.header => Some((n as usize, 0)),
        ValueDef::Result(inst, 0) => {
            let add = &func.insts[inst.index()];
            let (x, amount) = addition(func, add)?;
            match func.def(x) {
                ValueDef::Param(block, n) if block == data.header => Some((n as usize, amount)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The parts of a sum with a constant.
fn addition(func: &Function, add: &InstData) -> Option<(Value, i64)> {
    if add.op != Opcode::Add || add.ty.is_float() || add.attrs.sat {
        return None;
    }
    let amount = func.constant(*add.args.get(1)?)?;
    match add.ty.size() {
        4 => Some((add.args[0], i64::from(amount as u32 as i32))),
        8 => Some((add.args[0], amount as i64)),
        _ => None,
    }
}

/// What every iteration adds to a parameter of the header, and whether as a signed number.
fn step(func: &Function, data: &Loop, param: usize) -> Option<(i64, bool)> {
    let mut step = None;
    for target in data.latches.iter().flat_map(|&l| func.targets(l)).filter(|t| t.block == data.header) {
        let next = target.args[param];
        let ValueDef::Result(inst, 0) = func.def(next) else { return None };
        let (n, amount) = counted(func, data, next)?;
        let found = (amount, func.insts[inst.index()].ty.is_signed());
        if n != param || *step.get_or_insert(found) != found {
            return None;
        }
    }
    step
}

fn negated(cmp: Cmp) -> Option<Cmp> {
    Some(match cmp {
        Cmp::Lt => Cmp::Ge,
        Cmp::Le => Cmp::Gt,
        Cmp::Gt => Cmp::Le,
        Cmp::Ge => Cmp::Lt,
        Cmp::Eq => Cmp::Ne,
        Cmp::Ne => Cmp::Eq,
        _ => return None,
    })
}

fn swapped(cmp: Cmp) -> Option<Cmp> {
    Some(match cmp {
        Cmp::Lt => Cmp::Gt,
        Cmp::Le => Cmp::Ge,
        Cmp::Gt => Cmp::Lt,
        Cmp::Ge => Cmp::Le,
        Cmp::Ne => Cmp::Ne,
        _ => return None,
    })
}

impl Counter {
    /// The register that counts iterations.
    pub(super) fn reg(&self) -> RegType {
        if self.ty.size() == 8 { RegType::B64 } else { RegType::B32 }
    }

    /// The type in which iterations are counted.
    pub(super) fn unsigned(&self) -> Type {
        if self.ty.size() == 8 { Type::U64 } else { Type::U32 }
    }

    /// The number of iterations, if it is a constant.
    pub(super) fn trips(&self, func: &Function) -> Option<u64> {
        let number = |bits: u64| match (self.ty.size(), self.ty.is_signed()) {
            (8, true) => i128::from(bits as i64),
            (8, false) => i128::from(bits),
            (_, true) => i128::from(bits as u32 as i32),
            (_, false) => i128::from(bits as u32),
        };
        let (x, n) = (number(self.start?.wrapping_add(self.ahead as u64)), number(func.constant(self.bound)?));
        let step = i128::from(self.step.abs());
        let trips = match self.cmp {
            Cmp::Lt => (n - x + step - 1) / step,
            Cmp::Le => (n - x + step) / step,
            Cmp::Gt => (x - n + step - 1) / step,
            Cmp::Ge => (x - n + step) / step,
            _ if self.step > 0 => n - x,
            _ => x - n,
        };
        // Below 0 and not equal, a loop goes round until its counter wraps.
        let trips = trips.max(if self.cmp == Cmp::Ne { -1 } else { 0 }) + i128::from(self.is_late);
        u64::try_from(trips).ok()
    }

    /// Adds the number of iterations to `insts`, for a counter that starts at `first`.
    pub(super) fn emit_trips(&self, func: &mut Function, first: Value, loc: LocId, insts: &mut Vec<Inst>) -> Value {
        let mut code = Code { func, counter: self, loc, insts };
        let x = if self.ahead == 0 { first } else { code.with(Opcode::Add, first, self.ahead as u64) };
        let (least, most) = if self.step > 0 { (x, self.bound) } else { (self.bound, x) };
        let distance = code.op(Opcode::Sub, &[most, least]);
        let size = self.step.unsigned_abs();
        let trips = match self.cmp {
            // What is between, and the last.
            Cmp::Lt | Cmp::Gt if size > 1 => {
                let between = code.with(Opcode::Add, distance, u64::MAX);
                let steps = code.divided(between, size);
                code.with(Opcode::Add, steps, 1)
            }
            Cmp::Le | Cmp::Ge => {
                let steps = code.divided(distance, size);
                code.with(Opcode::Add, steps, 1)
            }
            _ => distance,
        };
        let trips = if self.cmp == Cmp::Ne { trips } else { code.if_entered(x, trips) };
        if self.is_late { code.with(Opcode::Add, trips, 1) } else { trips }
    }
}

/// Straight code that is being written.
struct Code<'a> {
    func: &'a mut Function,
    counter: &'a Counter,
    loc: LocId,
    insts: &'a mut Vec<Inst>,
}

impl Code<'_> {
    fn push(&mut self, data: InstData, result: RegType) -> Value {
        let inst = self.func.add_inst(InstData { loc: self.loc, ..data }, &[result]);
        self.insts.push(inst);
        self.func.insts[inst.index()].results[0]
    }

    fn op(&mut self, op: Opcode, args: &[Value]) -> Value {
        let ty = match (op, self.counter.reg()) {
            (Opcode::And, RegType::B64) => Type::B64,
            (Opcode::And, _) => Type::B32,
            _ => self.counter.unsigned(),
        };
        self.push(InstData { args: args.to_vec(), ..InstData::new(op, ty) }, self.counter.reg())
    }

    fn constant(&mut self, bits: u64) -> Value {
        let reg = self.counter.reg();
        self.func.add_constant(reg, if reg == RegType::B32 { bits & 0xffff_ffff } else { bits })
    }

    fn with(&mut self, op: Opcode, a: Value, bits: u64) -> Value {
        let b = self.constant(bits);
        self.op(op, &[a, b])
    }

    fn divided(&mut self, a: Value, by: u64) -> Value {
        if by == 1 { a } else { self.with(Opcode::Div, a, by) }
    }

    /// `trips` where the first test says that the loop goes on, else 0.
    fn if_entered(&mut self, x: Value, trips: Value) -> Value {
        let mut test = InstData { args: vec![x, self.counter.bound], ..InstData::new(Opcode::Setp, self.counter.ty) };
        test.attrs.cmp = Some(self.counter.cmp);
        let enters = self.push(test, RegType::Pred);
        let none = self.constant(0);
        let ty = self.counter.unsigned();
        self.push(InstData { args: vec![trips, none, enters], ..InstData::new(Opcode::Selp, ty) }, self.counter.reg())
    }
}

/// A part of the iterations of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// What so many do not divide.
    Rest(u64),
    /// All but that.
    Whole(u64),
}

/// Adds how many of `trips` are of a share to `insts`.
pub(super) fn emit_split(
    func: &mut Function,
    counter: &Counter,
    (trips, share): (Value, Share),
    loc: LocId,
    insts: &mut Vec<Inst>,
) -> Value {
    let mut code = Code { func, counter, loc, insts };
    match share {
        Share::Rest(unit) if unit.is_power_of_two() => code.with(Opcode::And, trips, unit - 1),
        Share::Whole(unit) if unit.is_power_of_two() => code.with(Opcode::And, trips, !(unit - 1)),
        Share::Rest(unit) => code.with(Opcode::Rem, trips, unit),
        Share::Whole(unit) => {
            let rest = code.with(Opcode::Rem, trips, unit);
            code.op(Opcode::Sub, &[trips, rest])
        }
    }
}

/// Adds `left - done` and a test whether that is more than 0 to `insts`.
pub(super) fn emit_countdown(
    func: &mut Function,
    counter: &Counter,
    (left, done): (Value, u64),
    loc: LocId,
    insts: &mut Vec<Inst>,
) -> (Value, Value) {
    let mut code = Code { func, counter, loc, insts };
    let left = if done == 0 { left } else { code.with(Opcode::Add, left, done.wrapping_neg()) };
    let none = code.constant(0);
    let mut test = InstData { args: vec![left, none], ..InstData::new(Opcode::Setp, counter.unsigned()) };
    test.attrs.cmp = Some(Cmp::Ne);
    (left, code.push(test, RegType::Pred))
}
