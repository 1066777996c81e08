//! Identities of float arithmetic that hold bit for bit, as LLVM's InstCombine has them.
//!
//! Before: any well-formed function. After: constants are right operands; nothing is multiplied by 1; a difference from
//! a constant is a sum; negations have moved into sums, constants and out of products, so that what is left of them
//! hides no product; what is selected of two sums that share an operand is selected before the sum. Signs of zeros are kept; which NaN comes of two is not told apart. Device code only.

use super::simplify::Step;
use crate::pass::PassContext;
use crate::pass::graph::reachable;
use crate::pass::rewrite::{Substitution, count_uses, make_inst};
use crate::pass::simplify::exact_inverse;
use kern_ir::{Attrs, Effects, Function, Inst, InstData, ModuleKind, Opcode, Rounding, Type, Value, ValueDef};

/// Runs the pass; answers whether anything changed.
pub(crate) fn run(func: &mut Function, context: &PassContext<'_>) -> bool {
    if context.kind != ModuleKind::Device {
        return false;
    }
    let cfg = reachable(func);
    let mut uses = live_uses(func);
    let mut subst = Substitution::new(func);
    let mut changed = false;
    for &block in cfg.rpo() {
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            subst.apply_to(&mut func.insts[inst.index()]);
            for _ in 0..4 {
                match (Rules { func, uses: &mut uses, before: &mut kept }.apply(inst)) {
                    Step::Nothing => break,
                    Step::Changed => changed = true,
                    Step::Same(value) => {
                        subst.set(func.insts[inst.index()].results[0], value);
                        break;
                    }
                }
            }
            kept.push(inst);
        }
        func.blocks[block.index()].insts = kept;
    }
    subst.apply(func) | changed
}

/// How often each value is used by what is not dead.
fn live_uses(func: &Function) -> Vec<u32> {
    let mut uses = count_uses(func);
    let is_dead = |data: &InstData| data.effects() == Effects::Pure && data.results.iter().all(|result| uses[result.index()] == 0);
    let lost = func.iter_insts().filter(|(.., data)| is_dead(data)).flat_map(|(.., data)| data.args.clone()).collect();
    lose_uses(func, &mut uses, lost);
    uses
}

/// Each of the values loses a use. What nobody uses any more uses nothing itself.
fn lose_uses(func: &Function, uses: &mut [u32], mut values: Vec<Value>) {
    while let Some(value) = values.pop() {
        let count = &mut uses[value.index()];
        if *count == 0 {
            continue;
        }
        *count -= 1;
        if let (0, ValueDef::Result(def, _)) = (*count, func.def(value)) {
            let data = &func.insts[def.index()];
            if data.effects() == Effects::Pure {
                values.extend(&data.args);
            }
        }
    }
}

/// What two arms of a selection have in common: an operation and an operand of it.
struct Shared {
    /// The operation on both, with its type and modifiers.
    like: InstData,
    operand: Value,
    /// Whether that is operand 0.
    is_first: bool,
    /// What each has beside it.
    others: [Value; 2],
    /// Which of the two is subtracted, where the other is added.
    subtracted: Option<usize>,
}

impl Shared {
    /// The operands where one of the arms is `choice`.
    fn around(&self, choice: Value) -> [Value; 2] {
        if self.is_first { [self.operand, choice] } else { [choice, self.operand] }
    }
}

struct Rules<'a> {
    func: &'a mut Function,
    uses: &'a mut Vec<u32>,
    /// The instructions before the one at hand.
    before: &'a mut Vec<Inst>,
}

impl Rules<'_> {
    fn apply(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        match data.op {
            Opcode::Div => return self.quotient(inst),
            Opcode::Selp => return self.selection(inst),
            _ => {}
        }
        if !is_plain(data, data.attrs.ftz) {
            return Step::Nothing;
        }
        match *data.args.as_slice() {
            [a, b] if matches!(data.op, Opcode::Add | Opcode::Mul) && self.is_constant(a) && !self.is_constant(b) => {
                self.func.insts[inst.index()].args.swap(0, 1);
                Step::Changed
            }
            [a, b] if data.op == Opcode::Add => self.sum(inst, a, b),
            [a, b] if data.op == Opcode::Sub => self.difference(inst, a, b),
            [a, b] if data.op == Opcode::Mul => self.product(inst, a, b),
            [a] if data.op == Opcode::Neg => self.negation(inst, a),
            _ => Step::Nothing,
        }
    }

    /// `x / C` is `x * (1 / C)` where that is exact: a product as others are.
    fn quotient(&mut self, inst: Inst) -> Step {
        let data = &self.func.insts[inst.index()];
        let [a, b] = data.args[..] else { return Step::Nothing };
        let is_exact = data.attrs == Attrs { rounding: Some(Rounding::Rn), ..Attrs::default() };
        let Some(inverse) = self.func.constant(b).filter(|_| is_exact).and_then(|bits| exact_inverse(bits, data.ty)) else {
            return Step::Nothing;
        };
        let inverse = self.func.add_constant(data.ty.reg(), inverse);
        self.uses.resize(self.func.values.len(), 0);
        self.func.insts[inst.index()].attrs = Attrs::default();
        self.become_op(inst, Opcode::Mul, vec![a, inverse])
    }

    fn sum(&mut self, inst: Inst, a: Value, b: Value) -> Step {
        if self.is_value(inst, b, -0.0) {
            return Step::Same(a);
        }
        // The left operand first, where both are negations.
        if let Some(x) = self.negated(inst, a) {
            return self.become_op(inst, Opcode::Sub, vec![b, x]);
        }
        match self.negated(inst, b) {
            Some(x) => self.become_op(inst, Opcode::Sub, vec![a, x]),
            None => Step::Nothing,
        }
    }

    fn difference(&mut self, inst: Inst, a: Value, b: Value) -> Step {
        if self.is_value(inst, b, 0.0) {
            return Step::Same(a);
        }
        if self.is_value(inst, a, -0.0) {
            return self.become_op(inst, Opcode::Neg, vec![b]);
        }
        if let Some(x) = self.negated(inst, b) {
            return self.become_op(inst, Opcode::Add, vec![a, x]);
        }
        if let Some(negative) = self.opposite(inst, b) {
            return self.become_op(inst, Opcode::Add, vec![a, negative]);
        }
        // `C - (x - y)` is `C + (y - x)`: a constant other than zero leaves no sign of a zero to lose.
        let is_nonzero = self.is_constant(a) && !self.is_value(inst, a, 0.0);
        let Some((x, y)) =
            self.inner(inst, b, Opcode::Sub).filter(|_| is_nonzero && self.uses[b.index()] == 1).map(|d| (d.args[0], d.args[1]))
        else {
            return Step::Nothing;
        };
        let turned = self.emit(inst, Opcode::Sub, &[y, x]);
        self.become_op(inst, Opcode::Add, vec![a, turned])
    }

    fn product(&mut self, inst: Inst, a: Value, b: Value) -> Step {
        if self.is_value(inst, b, 1.0) {
            return Step::Same(a);
        }
        if self.is_value(inst, b, -1.0) {
            return self.become_op(inst, Opcode::Neg, vec![a]);
        }
        match (self.negated(inst, a), self.negated(inst, b)) {
            (Some(x), Some(y)) => self.become_op(inst, Opcode::Mul, vec![x, y]),
            (Some(x), None) => match self.opposite(inst, b) {
                Some(negative) => self.become_op(inst, Opcode::Mul, vec![x, negative]),
                None => self.sink_negation(inst, a, x, b),
            },
            (None, Some(y)) => self.sink_negation(inst, b, y, a),
            (None, None) => Step::Nothing,
        }
    }

    /// `-x * y` is `-(x * y)`, where nothing else wants `-x`.
    fn sink_negation(&mut self, inst: Inst, negation: Value, x: Value, y: Value) -> Step {
        if self.uses[negation.index()] != 1 {
            return Step::Nothing;
        }
        let product = self.emit(inst, Opcode::Mul, &[x, y]);
        self.become_op(inst, Opcode::Neg, vec![product])
    }

    /// Of two sums of the same value the other operand is selected, and so for differences and products: `c ? x + y : x + z` is
    /// `x + (c ? y : z)`, and `c ? x + y : x - z` is `x + (c ? y : -z)` (`foldSelectOpOp`, `foldAddSubSelect`).
    fn selection(&mut self, inst: Inst) -> Step {
        let selection = self.func.insts[inst.index()].clone();
        let [a, b, condition] = selection.args[..] else { return Step::Nothing };
        let mut arms = [a, b];
        let mut all = Vec::new();
        while let Some(mut shared) = self.shared(arms) {
            if let Some(side) = shared.subtracted {
                shared.others[side] = self.emit_like(&shared.like, Opcode::Neg, &[shared.others[side]]);
            }
            arms = shared.others;
            all.push(shared);
        }
        if all.is_empty() {
            return Step::Nothing;
        }
        let outermost = all.remove(0);
        let mut choice = self.emit_like(&selection, Opcode::Selp, &[arms[0], arms[1], condition]);
        for inner in all.iter().rev() {
            choice = self.emit_like(&inner.like, inner.like.op, &inner.around(choice));
        }
        let op = outermost.like.op;
        let (args, results, loc) = (selection.args, selection.results, selection.loc);
        self.func.insts[inst.index()] = InstData { args, results, loc, ..outermost.like.clone() };
        self.become_op(inst, op, outermost.around(choice).to_vec())
    }

    /// What two values have in common that are used once.
    fn shared(&self, [a, b]: [Value; 2]) -> Option<Shared> {
        let (x, y) = (self.used_once(a)?, self.used_once(b)?);
        let ([p, q], [r, s]) = ([x.args[0], x.args[1]], [y.args[0], y.args[1]]);
        let is_commutative = matches!(x.op, Opcode::Add | Opcode::Mul);
        let (operand, others, is_first, subtracted) = match (x.op, y.op) {
            _ if (x.ty, x.attrs) != (y.ty, y.attrs) => return None,
            (Opcode::Add, Opcode::Sub) if r == p || r == q => (r, [if r == p { q } else { p }, s], true, Some(1)),
            (Opcode::Sub, Opcode::Add) if p == r || p == s => (p, [q, if p == r { s } else { r }], true, Some(0)),
            (one, other) if one != other => return None,
            _ if p == r => (p, [q, s], true, None),
            _ if q == s => (q, [p, r], false, None),
            _ if is_commutative && p == s => (p, [q, r], true, None),
            _ if is_commutative && q == r => (q, [p, s], true, None),
            _ => return None,
        };
        let op = if subtracted.is_some() { Opcode::Add } else { x.op };
        Some(Shared { like: InstData { op, ..x.clone() }, operand, is_first, others, subtracted })
    }

    fn negation(&self, inst: Inst, a: Value) -> Step {
        self.negated(inst, a).map_or(Step::Nothing, Step::Same)
    }

    /// What computes `value` for one user alone: a plain sum, difference or product of floats.
    fn used_once(&self, value: Value) -> Option<&InstData> {
        let ValueDef::Result(def, 0) = self.func.def(value) else { return None };
        let data = &self.func.insts[def.index()];
        let is_arithmetic = matches!(data.op, Opcode::Add | Opcode::Sub | Opcode::Mul);
        (is_arithmetic && self.uses[value.index()] == 1 && is_plain(data, data.attrs.ftz)).then_some(data)
    }

    fn is_constant(&self, value: Value) -> bool {
        self.func.constant(value).is_some()
    }

    fn is_value(&self, inst: Inst, value: Value, wanted: f64) -> bool {
        self.func.constant(value) == Some(bits_of(wanted, self.func.insts[inst.index()].ty))
    }

    /// What defines `value`, if it is a plain `op` like `inst`.
    fn inner(&self, inst: Inst, value: Value, op: Opcode) -> Option<&InstData> {
        let outer = &self.func.insts[inst.index()];
        match self.func.def(value) {
            ValueDef::Result(def, 0) => {
                Some(&self.func.insts[def.index()]).filter(|d| d.op == op && d.ty == outer.ty && is_plain(d, outer.attrs.ftz))
            }
            _ => None,
        }
    }

    /// `x` where `value` is `-x`.
    fn negated(&self, inst: Inst, value: Value) -> Option<Value> {
        self.inner(inst, value, Opcode::Neg).map(|d| d.args[0])
    }

    /// The constant `-C` where `value` is `C`.
    fn opposite(&mut self, inst: Inst, value: Value) -> Option<Value> {
        let bits = self.func.constant(value)?;
        let ty = self.func.insts[inst.index()].ty;
        let opposite = self.func.add_constant(ty.reg(), bits ^ bits_of(-0.0, ty));
        self.uses.resize(self.func.values.len(), 0);
        Some(opposite)
    }

    fn become_op(&mut self, inst: Inst, op: Opcode, args: Vec<Value>) -> Step {
        let data = &mut self.func.insts[inst.index()];
        for &arg in &args {
            self.uses[arg.index()] += 1;
        }
        data.op = op;
        std::mem::replace(&mut data.args, args).into_iter().for_each(|arg| self.lose_use(arg));
        Step::Changed
    }

    /// What nobody uses any more uses nothing itself.
    fn lose_use(&mut self, value: Value) {
        lose_uses(self.func, self.uses, vec![value]);
    }

    /// A new instruction before `inst`, of its type.
    fn emit(&mut self, inst: Inst, op: Opcode, args: &[Value]) -> Value {
        let like = self.func.insts[inst.index()].clone();
        self.emit_like(&like, op, args)
    }

    /// A new instruction before the one at hand, of the type and with the modifiers of another.
    fn emit_like(&mut self, like: &InstData, op: Opcode, args: &[Value]) -> Value {
        let (made, value) = make_inst(self.func, op, like.ty, like.ty, args, self.func.ty(like.results[0]), like.loc);
        self.func.insts[made.index()].attrs = like.attrs;
        self.before.push(made);
        self.uses.resize(self.func.values.len(), 0);
        args.iter().for_each(|a| self.uses[a.index()] += 1);
        value
    }
}

/// Whether the instruction has no modifier but perhaps `.ftz`, as `ftz` says.
pub(super) fn is_plain(data: &InstData, ftz: bool) -> bool {
    matches!(data.ty, Type::F32 | Type::F64) && data.attrs == Attrs { ftz, ..Attrs::default() }
}

/// The bits of `value` as a float of type `ty`.
pub(super) fn bits_of(value: f64, ty: Type) -> u64 {
    match ty {
        Type::F32 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    }
}
