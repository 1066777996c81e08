//! Affine expressions: a constant plus multiples of variables that differ between threads or in time.

use kern_ir::Value;

/// A whole number that differs between threads or in time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Var {
    /// `blockIdx` along an axis.
    Block(u8),
    /// `threadIdx` along an axis.
    Thread(u8),
    /// What a value holds.
    Value(Value),
    /// How often the loop that a block parameter counts in has gone round.
    IterationOf(Value),
}

/// Bounds of a number, both of them included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) low: Option<i64>,
    pub(super) high: Option<i64>,
}

impl Range {
    /// Nothing is known.
    pub(super) const ANY: Range = Range { low: None, high: None };

    pub(super) fn new(low: i64, high: i64) -> Range {
        Range { low: Some(low), high: Some(high) }
    }

    /// Numbers in both.
    pub(super) fn and(self, other: Range) -> Range {
        let pick = |a: Option<i64>, b: Option<i64>, which: fn(i64, i64) -> i64| match (a, b) {
            (Some(a), Some(b)) => Some(which(a, b)),
            (a, b) => a.or(b),
        };
        Range { low: pick(self.low, other.low, i64::max), high: pick(self.high, other.high, i64::min) }
    }

    /// Both bounds, if the numbers fit into an integer of so many bits.
    pub(super) fn within(self, bits: u32, is_signed: bool) -> Option<(i64, i64)> {
        let (low, high) = (self.low?, self.high?);
        let (least, most) = limits(bits, is_signed);
        (low >= least && high <= most).then_some((low, high))
    }
}

/// The numbers that an integer of `bits` bits can be, as far as 64-bit signed ones go.
pub(super) fn limits(bits: u32, is_signed: bool) -> (i64, i64) {
    match (bits, is_signed) {
        (64.., true) => (i64::MIN, i64::MAX),
        (63.., false) => (0, i64::MAX),
        (bits, true) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (bits, false) => (0, (1 << bits) - 1),
    }
}

/// Variables of an expression at most; sums of more are not followed.
const MOST_TERMS: usize = 12;

/// A constant plus multiples of variables, which are in order. It equals a register modulo 2 to the register's width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AffineExpr {
    pub(super) constant: i64,
    pub(super) terms: Vec<(Var, i64)>,
}

impl AffineExpr {
    pub(super) fn constant(constant: i64) -> AffineExpr {
        AffineExpr { constant, terms: Vec::new() }
    }

    pub(super) fn var(var: Var) -> AffineExpr {
        AffineExpr { constant: 0, terms: vec![(var, 1)] }
    }

    /// The number, if it is one.
    pub(super) fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(super) fn plus(&self, other: &AffineExpr) -> Option<AffineExpr> {
        let mut sum = AffineExpr::constant(self.constant.checked_add(other.constant)?);
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        while let Some(&&(var, _)) = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) => Some(if a.0 <= b.0 { a } else { b }),
            (a, b) => a.or(b),
        } {
            let of = |side: &mut std::iter::Peekable<std::slice::Iter<(Var, i64)>>| side.next_if(|t| t.0 == var).map_or(0, |t| t.1);
            let factor = of(&mut left).checked_add(of(&mut right))?;
            if factor != 0 {
                sum.terms.push((var, factor));
            }
        }
        (sum.terms.len() <= MOST_TERMS).then_some(sum)
    }

    pub(super) fn times(&self, factor: i64) -> Option<AffineExpr> {
        if factor == 0 {
            return Some(AffineExpr::constant(0));
        }
        let terms = self.terms.iter().map(|&(var, f)| Some((var, f.checked_mul(factor)?))).collect::<Option<Vec<_>>>()?;
        Some(AffineExpr { constant: self.constant.checked_mul(factor)?, terms })
    }

    pub(super) fn minus(&self, other: &AffineExpr) -> Option<AffineExpr> {
        self.plus(&other.times(-1)?)
    }

    /// Its product with another, one of which is a constant.
    pub(super) fn multiplied(&self, other: &AffineExpr) -> Option<AffineExpr> {
        match (self.as_constant(), other.as_constant()) {
            (_, Some(factor)) => self.times(factor),
            (Some(factor), _) => other.times(factor),
            _ => None,
        }
    }

    /// With `expr` in the place of `var`.
    pub(super) fn with(&self, var: Var, expr: &AffineExpr) -> Option<AffineExpr> {
        let Some(at) = self.terms.iter().position(|t| t.0 == var) else { return Some(self.clone()) };
        let mut rest = self.clone();
        let (_, factor) = rest.terms.remove(at);
        rest.plus(&expr.times(factor)?)
    }

    /// Its bounds, given those of variables.
    pub(super) fn range(&self, of: &dyn Fn(Var) -> Range) -> Range {
        let mut range = Range::new(self.constant, self.constant);
        for &(var, factor) in &self.terms {
            let Range { low, high } = of(var);
            let (low, high) = if factor > 0 { (low, high) } else { (high, low) };
            let add = |sum: Option<i64>, bound: Option<i64>| sum?.checked_add(bound?.checked_mul(factor)?);
            range = Range { low: add(range.low, low), high: add(range.high, high) };
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_in_order_and_without_zeros() {
        let (x, y) = (AffineExpr::var(Var::Block(0)), AffineExpr::var(Var::Thread(0)));
        let sum = y.plus(&x.times(32).unwrap()).unwrap().plus(&AffineExpr::constant(7)).unwrap();
        assert_eq!(sum, AffineExpr { constant: 7, terms: vec![(Var::Block(0), 32), (Var::Thread(0), 1)] });
        assert_eq!(sum.minus(&sum).unwrap(), AffineExpr::constant(0));
        assert_eq!(sum.multiplied(&sum), None);
        assert_eq!(sum.times(i64::MAX), None, "nothing wraps");
        let replaced = sum.with(Var::Block(0), &y).unwrap();
        assert_eq!(replaced, AffineExpr { constant: 7, terms: vec![(Var::Thread(0), 33)] });
    }

    #[test]
    fn bounds_follow_the_signs() {
        let expr = AffineExpr { constant: 10, terms: vec![(Var::Block(0), -3), (Var::Thread(0), 2)] };
        assert_eq!(expr.range(&|_| Range::new(0, 4)), Range::new(-2, 18));
        assert_eq!(expr.range(&|_| Range { low: Some(0), high: None }), Range::ANY);
        assert_eq!(Range::new(-1, 5).within(32, false), None);
        assert_eq!(Range::new(-1, 5).within(32, true), Some((-1, 5)));
    }
}
