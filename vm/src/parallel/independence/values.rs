//! The values of a kernel as affine expressions, and bounds of them that comparisons give.

use super::affine_expr::{AffineExpr, Range, Var, limits};
use super::delinearise::AffineAccess;
use super::launch::Launch;
use kern_ir::analysis::{Dominators, remainder};
use kern_ir::{Block, Cfg, Cmp, Function, Inst, InstData, MulMode, Opcode, Payload, RegType, Space, Sreg, Type, Value, ValueDef};
use std::collections::HashMap;

/// How often all is looked at again: once to find what loops add to their counters, then with the bounds of these, once a
/// level of loops.
const SWEEPS: usize = 4;

/// Comparisons that are remembered for a block at most.
const MOST_FACTS: usize = 24;

/// How deep conditions are split up, and counters of loops in sums replaced.
const DEPTH: usize = 8;

/// Something known of a value, as a signed number.
#[derive(Clone, Copy, Debug)]
struct Fact {
    value: Value,
    range: Range,
}

/// A loop's counter: where it starts, what an iteration adds, iterations at most.
struct Counter {
    start: AffineExpr,
    step: i64,
    iterations: i64,
}

/// The values of a kernel in a launch.
pub(super) struct Values<'a> {
    func: &'a Function,
    launch: &'a Launch<'a>,
    /// `None` for what is no integer of 32 or 64 bits.
    exprs: Vec<Option<AffineExpr>>,
    /// Bounds of values that are variables.
    ranges: HashMap<Value, Range>,
    counters: HashMap<Value, Counter>,
    /// By block.
    facts: Vec<Vec<Fact>>,
}

impl<'a> Values<'a> {
    pub(super) fn new(func: &'a Function, cfg: &Cfg, launch: &'a Launch<'a>) -> Values<'a> {
        let dominators = Dominators::new(func, cfg);
        let mut values = Values {
            func,
            launch,
            exprs: vec![None; func.values.len()],
            ranges: HashMap::new(),
            counters: HashMap::new(),
            facts: vec![Vec::new(); func.blocks.len()],
        };
        for (index, value) in func.values.iter().enumerate() {
            if let ValueDef::Const(bits) = value.def {
                values.exprs[index] = is_integer(value.ty).then(|| AffineExpr::constant(signed(bits, value.ty)));
            }
        }
        for sweep in 0..SWEEPS {
            let known = values.counters.len();
            values.sweep(cfg, &dominators);
            values.find_counters(cfg);
            if sweep > 0 && values.counters.len() == known {
                break;
            }
        }
        values
    }

    /// The number that a value is in all threads.
    pub(super) fn number(&self, value: Value) -> Option<i64> {
        self.exprs[value.index()].as_ref()?.as_constant()
    }

    /// The addresses of an access.
    pub(super) fn access(&self, block: Block, data: &InstData) -> Option<AffineAccess> {
        let address = self.exprs[data.args[0].index()].as_ref()?.plus(&AffineExpr::constant(data.offset))?;
        let expr = self.with_counters(address)?;
        let size = i64::from(data.ty.size()) * i64::from(data.attrs.vector.max(1));
        let bound = |fact: &Fact| {
            let expr = self.exprs[fact.value.index()].as_ref().filter(|expr| self.is_exact(fact.value, expr))?;
            Some((self.with_counters(expr.clone())?, fact.range.high?))
        };
        let bounds = self.facts[block.index()].iter().filter_map(bound).collect();
        Some(AffineAccess { expr, size, bounds })
    }

    /// A sum with the iterations of loops in the place of their counters.
    fn with_counters(&self, mut expr: AffineExpr) -> Option<AffineExpr> {
        for _ in 0..DEPTH {
            let counter = expr.terms.iter().find_map(|&(var, _)| match var {
                Var::Value(value) => Some((value, self.counters.get(&value)?)),
                _ => None,
            });
            let Some((value, counter)) = counter else { return Some(expr) };
            let iterations = AffineExpr::var(Var::IterationOf(value)).times(counter.step)?;
            expr = expr.with(Var::Value(value), &counter.start.plus(&iterations)?)?;
        }
        None
    }

    pub(super) fn range_of(&self, var: Var) -> Range {
        let below = |extent: u32| Range::new(0, i64::from(extent) - 1);
        match var {
            Var::Block(axis) => below(self.launch.grid[axis as usize]),
            Var::Thread(axis) => below(self.launch.block[axis as usize]),
            Var::Value(value) => self.ranges.get(&value).copied().unwrap_or(Range::ANY),
            Var::IterationOf(value) => self.counters.get(&value).map_or(Range::ANY, |c| Range::new(0, c.iterations)),
        }
    }

    fn range(&self, expr: &AffineExpr) -> Range {
        expr.range(&|var| self.range_of(var))
    }

    fn sweep(&mut self, cfg: &Cfg, dominators: &Dominators) {
        for &block in cfg.rpo() {
            self.facts[block.index()] = self.facts_at(block, cfg, dominators);
            for &param in &self.func.blocks[block.index()].params {
                self.exprs[param.index()] = is_integer(self.func.ty(param)).then(|| AffineExpr::var(Var::Value(param)));
            }
            for &inst in &self.func.blocks[block.index()].insts {
                let data = &self.func.insts[inst.index()];
                for (index, &result) in data.results.iter().enumerate() {
                    if is_integer(self.func.ty(result)) {
                        let expr = if index == 0 { self.expr_of(data, block) } else { None };
                        self.exprs[result.index()] = Some(expr.unwrap_or_else(|| self.own(result, data)));
                    }
                }
            }
        }
    }

    /// A value that is a variable of its own.
    fn own(&mut self, value: Value, data: &InstData) -> AffineExpr {
        let range = self.range_of_result(data);
        self.ranges.insert(value, range);
        AffineExpr::var(Var::Value(value))
    }

    fn expr(&self, data: &InstData, index: usize) -> Option<&AffineExpr> {
        self.exprs[data.args.get(index)?.index()].as_ref()
    }

    /// The sum that an instruction computes; `None` if it is none.
    fn expr_of(&self, data: &InstData, block: Block) -> Option<AffineExpr> {
        use Opcode as O;
        let arg = |index: usize| self.expr(data, index);
        let is_whole = !data.ty.is_float() && data.ty.size() >= 4 && !data.attrs.sat;
        // 64 bits from 32: the operand must be what it is as a number.
        let widened = |index: usize| {
            let expr = arg(index)?;
            let is_signed = if data.op == O::Cvt { data.src_ty.is_signed() } else { data.ty.is_signed() };
            self.range_at(data.args[index], block).within(32, is_signed).map(|_| expr.clone())
        };
        match data.op {
            O::Sreg => self.special_register(data),
            O::LdParam => self.parameter(data),
            O::Address => match data.payload {
                Payload::Global(var) => {
                    let variable = self.launch.variables.get(var.index()).filter(|v| v.space == Space::Global)?;
                    i64::try_from(variable.generic_address).ok().map(AffineExpr::constant)
                }
                _ => None,
            },
            O::Cvta if matches!(data.attrs.space, None | Some(Space::Global | Space::Generic)) => arg(0).cloned(),
            O::Mov if is_integer(self.func.ty(data.args[0])) => arg(0).cloned(),
            O::Add if is_whole => arg(0)?.plus(arg(1)?),
            // Bounds say more about a remainder than the sum does.
            O::Sub if data.results.first().is_some_and(|&r| remainder(self.func, r).is_some()) => None,
            O::Sub if is_whole => arg(0)?.minus(arg(1)?),
            O::Neg if is_whole => arg(0)?.times(-1),
            O::Mul | O::Mad if is_whole => {
                let product = match data.attrs.mul.unwrap_or(MulMode::Lo) {
                    MulMode::Lo => arg(0)?.multiplied(arg(1)?)?,
                    MulMode::Wide if data.ty.size() == 4 => widened(0)?.multiplied(&widened(1)?)?,
                    _ => return None,
                };
                if data.op == O::Mul { Some(product) } else { product.plus(arg(2)?) }
            }
            O::Shl if is_whole => {
                let amount = arg(1)?.as_constant().filter(|&n| (0..i64::from(data.ty.size()) * 8 - 1).contains(&n))?;
                arg(0)?.times(1 << amount)
            }
            O::Or if is_whole => {
                let (high, low) = (arg(0)?, arg(1)?);
                let (_, most) = self.range(low).within(31, false)?;
                let unit = 1 << (64 - most.leading_zeros());
                let is_free = high.constant % unit == 0 && high.terms.iter().all(|t| t.1 % unit == 0);
                if is_free { high.plus(low) } else { None }
            }
            O::And if is_whole => {
                let mask = arg(1)?.as_constant().filter(|&mask| mask >= 0 && mask.wrapping_add(1) & mask == 0)?;
                self.range_at(data.args[0], block).within(63, false).filter(|r| r.1 <= mask).and_then(|_| arg(0).cloned())
            }
            O::Cvt if is_whole && !data.src_ty.is_float() => match (data.src_ty.size(), data.ty.size()) {
                (4, 8) => widened(0),
                (8, 4) | (4, 4) | (8, 8) => arg(0).cloned(),
                (1 | 2, _) => {
                    let bits = data.src_ty.size() * 8;
                    self.range_at(data.args[0], block).within(bits, data.src_ty.is_signed()).and_then(|_| arg(0).cloned())
                }
                _ => None,
            },
            O::Selp => arg(0).filter(|a| Some(*a) == arg(1)).cloned(),
            _ => None,
        }
    }

    fn special_register(&self, data: &InstData) -> Option<AffineExpr> {
        let Payload::Sreg(sreg) = data.payload else { return None };
        let along = |var: Var, extent: u32| if extent == 1 { AffineExpr::constant(0) } else { AffineExpr::var(var) };
        let (grid, block) = (self.launch.grid, self.launch.block);
        Some(match sreg {
            Sreg::TidX => along(Var::Thread(0), block[0]),
            Sreg::TidY => along(Var::Thread(1), block[1]),
            Sreg::TidZ => along(Var::Thread(2), block[2]),
            Sreg::CtaidX => along(Var::Block(0), grid[0]),
            Sreg::CtaidY => along(Var::Block(1), grid[1]),
            Sreg::CtaidZ => along(Var::Block(2), grid[2]),
            Sreg::NtidX => AffineExpr::constant(block[0].into()),
            Sreg::NtidY => AffineExpr::constant(block[1].into()),
            Sreg::NtidZ => AffineExpr::constant(block[2].into()),
            Sreg::NctaidX => AffineExpr::constant(grid[0].into()),
            Sreg::NctaidY => AffineExpr::constant(grid[1].into()),
            Sreg::NctaidZ => AffineExpr::constant(grid[2].into()),
            _ => return None,
        })
    }

    fn parameter(&self, data: &InstData) -> Option<AffineExpr> {
        let Payload::Param(number) = data.payload else { return None };
        let start = i64::from(self.func.kernel_params.get(number as usize)?.offset).checked_add(data.offset)?;
        let size = data.ty.size() as usize;
        let bytes = self.launch.params.get(usize::try_from(start).ok()?..)?.get(..size)?;
        let bits = bytes.iter().rev().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
        Some(AffineExpr::constant(match data.ty {
            Type::S8 => i64::from(bits as i8),
            Type::S16 => i64::from(bits as i16),
            _ if size == 4 => i64::from(bits as i32),
            _ => bits as i64,
        }))
    }

    /// Bounds of what an instruction computes that is no sum.
    fn range_of_result(&self, data: &InstData) -> Range {
        use Opcode as O;
        let range = |index: usize| self.expr(data, index).map_or(Range::ANY, |expr| self.range(expr));
        let positive = |index: usize| self.expr(data, index).and_then(AffineExpr::as_constant).filter(|&n| n > 0);
        let of_type = |ty: Type| {
            let (low, high) = limits(ty.size() * 8, ty.is_signed());
            if ty.size() < 8 && (ty.is_signed() || ty.size() < 4) { Range::new(low, high) } else { Range::ANY }
        };
        let bits = data.ty.size() * 8;
        let quotient = |divisor: i64| match range(0).within(bits.saturating_sub(1), false) {
            Some((_, high)) => Range::new(0, high / divisor),
            None => Range::ANY,
        };
        match data.op {
            O::Ld => of_type(data.ty),
            O::Cvt if data.ty.size() < 4 => of_type(data.ty),
            O::Cvt if !data.src_ty.is_float() && data.src_ty.size() < data.ty.size() => of_type(data.src_ty),
            O::And => match (positive(0), positive(1)) {
                (Some(mask), _) | (_, Some(mask)) => Range::new(0, mask),
                _ => Range::ANY,
            },
            O::Shr => match self.expr(data, 1).and_then(AffineExpr::as_constant) {
                Some(amount @ 0..=31) => quotient(1 << amount),
                _ => Range::ANY,
            },
            O::Div => positive(1).map_or(Range::ANY, quotient),
            O::Rem => match positive(1) {
                Some(divisor) if quotient(1) != Range::ANY => Range::new(0, divisor - 1),
                _ => Range::ANY,
            },
            O::Sub => match data.results.first().and_then(|&r| remainder(self.func, r)) {
                Some(found) if quotient(1) != Range::ANY => i64::try_from(found.divisor - 1).map_or(Range::ANY, |most| Range::new(0, most)),
                _ => Range::ANY,
            },
            O::Mul if data.attrs.mul == Some(MulMode::Hi) => match (range(0).within(bits.saturating_sub(1), false), positive(1)) {
                (Some((_, high)), Some(factor)) => Range::new(0, ((i128::from(high) * i128::from(factor)) >> bits) as i64),
                _ => Range::ANY,
            },
            O::Selp => match (range(0).within(bits, true), range(1).within(bits, true)) {
                (Some(a), Some(b)) => Range::new(a.0.min(b.0), a.1.max(b.1)),
                _ => Range::ANY,
            },
            O::Sreg if matches!(data.payload, Payload::Sreg(Sreg::Laneid | Sreg::Warpid)) => Range::new(0, 31),
            _ => Range::ANY,
        }
    }

    /// Whether a sum is the value as a signed number, not only modulo 2 to the register's width.
    fn is_exact(&self, value: Value, expr: &AffineExpr) -> bool {
        *expr == AffineExpr::var(Var::Value(value)) || self.range(expr).within(bits_of(self.func.ty(value)), true).is_some()
    }

    /// Bounds of a value, as its sum tells and comparisons on the way to a block.
    fn range_at(&self, value: Value, block: Block) -> Range {
        let Some(expr) = &self.exprs[value.index()] else { return Range::ANY };
        let is_exact = self.is_exact(value, expr);
        let facts = self.facts[block.index()].iter().filter(|fact| is_exact && fact.value == value);
        facts.fold(self.range(expr), |range, fact| range.and(fact.range))
    }

    /// What is known where a block starts.
    fn facts_at(&self, block: Block, cfg: &Cfg, dominators: &Dominators) -> Vec<Fact> {
        let Some(above) = dominators.idom(block) else { return Vec::new() };
        let mut facts = self.facts[above.index()].clone();
        if cfg.preds(block) == [above] {
            self.add_facts(above, block, &mut facts);
        }
        facts
    }

    /// What is known on the way from one block to another.
    fn add_facts(&self, from: Block, to: Block, facts: &mut Vec<Fact>) {
        let Some(&last) = self.func.blocks[from.index()].insts.last() else { return };
        let data = &self.func.insts[last.index()];
        if let ([then, otherwise], &[condition]) = (data.targets(), &data.args[..])
            && data.op == Opcode::Bra
            && then.block != otherwise.block
        {
            self.add_condition(condition, then.block == to, DEPTH, facts);
        }
    }

    fn add_condition(&self, condition: Value, holds: bool, depth: usize, facts: &mut Vec<Fact>) {
        let ValueDef::Result(inst, 0) = self.func.def(condition) else { return };
        if depth == 0 {
            return;
        }
        let data = &self.func.insts[inst.index()];
        match data.op {
            Opcode::And if holds => data.args.iter().for_each(|&arg| self.add_condition(arg, true, depth - 1, facts)),
            Opcode::Or if !holds => data.args.iter().for_each(|&arg| self.add_condition(arg, false, depth - 1, facts)),
            Opcode::Not => self.add_condition(data.args[0], !holds, depth - 1, facts),
            Opcode::Setp if !data.ty.is_float() && data.ty.size() >= 4 => self.add_comparison(inst, holds, facts),
            _ => {}
        }
    }

    fn add_comparison(&self, inst: Inst, holds: bool, facts: &mut Vec<Fact>) {
        let data = &self.func.insts[inst.index()];
        let (Some(cmp), &[a, b]) = (data.attrs.cmp, &data.args[..]) else { return };
        let cmp = match (cmp, holds) {
            (cmp, true) => cmp,
            (Cmp::Lt, _) => Cmp::Ge,
            (Cmp::Le, _) => Cmp::Gt,
            (Cmp::Gt, _) => Cmp::Le,
            (Cmp::Ge, _) => Cmp::Lt,
            (Cmp::Ne, _) => Cmp::Eq,
            _ => return,
        };
        let bits = data.ty.size() * 8;
        let bounds = |value: Value| {
            let range = self.exprs[value.index()].as_ref().map_or(Range::ANY, |expr| self.range(expr));
            range.within(bits, data.ty.is_signed())
        };
        let mut add = |value: Value, low: Option<i64>, high: Option<i64>| {
            // An unsigned number that is at most a signed one is no negative one.
            let low = if data.ty.is_signed() { low } else { Some(low.unwrap_or(0).max(0)) };
            let is_same = data.ty.is_signed() || high.is_some_and(|high| high <= limits(bits, true).1);
            if is_same && facts.len() < MOST_FACTS {
                facts.push(Fact { value, range: Range { low, high } });
            }
        };
        let (of_a, of_b) = (bounds(a), bounds(b));
        let most = |bounds: Option<(i64, i64)>, less: i64| bounds.and_then(|b| b.1.checked_sub(less));
        let least = |bounds: Option<(i64, i64)>, more: i64| bounds.and_then(|b| b.0.checked_add(more));
        match cmp {
            Cmp::Lt => (add(a, None, most(of_b, 1)), add(b, least(of_a, 1), None)),
            Cmp::Le => (add(a, None, most(of_b, 0)), add(b, least(of_a, 0), None)),
            Cmp::Gt => (add(b, None, most(of_a, 1)), add(a, least(of_b, 1), None)),
            Cmp::Ge => (add(b, None, most(of_a, 0)), add(a, least(of_b, 0), None)),
            Cmp::Eq => (add(a, least(of_b, 0), most(of_b, 0)), add(b, least(of_a, 0), most(of_a, 0))),
            _ => ((), ()),
        };
    }

    /// Finds parameters of loops to which each iteration adds the same, and how far they get.
    fn find_counters(&mut self, cfg: &Cfg) {
        for &header in cfg.rpo() {
            let Some(at) = cfg.position(header) else { continue };
            let (back, forward): (Vec<Block>, Vec<Block>) =
                cfg.preds(header).iter().partition(|&&p| cfg.position(p).is_some_and(|position| position >= at));
            if back.is_empty() {
                continue;
            }
            for (index, &param) in self.func.blocks[header.index()].params.iter().enumerate() {
                if let Some((range, counter)) = self.counter(header, (index, param), &forward, &back) {
                    self.ranges.insert(param, range);
                    self.counters.insert(param, counter);
                }
            }
        }
    }

    fn counter(&self, header: Block, (index, param): (usize, Value), forward: &[Block], back: &[Block]) -> Option<(Range, Counter)> {
        let given = |from: Block| {
            let last = *self.func.blocks[from.index()].insts.last()?;
            let mut targets = self.func.insts[last.index()].targets().iter().filter(|t| t.block == header);
            let target = targets.next()?;
            // Two ways from one block may bring different values.
            if targets.next().is_some() { None } else { self.exprs[target.args.get(index)?.index()].clone() }
        };
        let itself = self.exprs[param.index()].as_ref()?;
        let bits = bits_of(self.func.ty(param));
        let (&[before], &[from]) = (forward, back) else { return None };
        let start = given(before)?;
        let (low, high) = self.range(&start).within(bits, true)?;
        let step = given(from)?.minus(itself)?.as_constant().filter(|&step| step != 0)?;
        // On the way round a comparison bounds the counter plus something.
        let mut facts = self.facts[from.index()].clone();
        self.add_facts(from, header, &mut facts);
        let reached = |fact: &Fact| {
            let more = self.exprs[fact.value.index()].as_ref()?.minus(itself)?.as_constant()?;
            let limit = if step > 0 { fact.range.high? } else { fact.range.low? };
            let last = limit.checked_sub(more)?.checked_add(step)?;
            let (low, high) = if step > 0 { (low, high.max(last)) } else { (low.min(last), high) };
            // If the counter stays in there, neither it nor what is compared wraps.
            let (least, most) = limits(bits.min(bits_of(self.func.ty(fact.value))), true);
            let fits = |n: i64| n >= least && n <= most;
            (fits(low) && fits(high) && fits(low.checked_add(more)?) && fits(high.checked_add(more)?)).then_some((low, high))
        };
        let (low, high) = facts.iter().filter_map(reached).min_by_key(|(low, high)| high.saturating_sub(*low))?;
        let iterations = high.checked_sub(low)? / step.checked_abs()?;
        Some((Range::new(low, high), Counter { start, step, iterations }))
    }
}

fn bits_of(ty: RegType) -> u32 {
    if ty == RegType::B64 { 64 } else { 32 }
}

fn is_integer(ty: RegType) -> bool {
    matches!(ty, RegType::B32 | RegType::B64)
}

fn signed(bits: u64, ty: RegType) -> i64 {
    if ty == RegType::B32 { i64::from(bits as u32 as i32) } else { bits as i64 }
}
