//! Division by constants as multiplication: which operations stand for a quotient, and which values are remainders so written.
//!
//! Source: Granlund and Montgomery, "Division by Invariant Integers using Multiplication", PLDI 1994; for signed numbers Warren, "Hacker's
//! Delight", chapter 10, as in LLVM.

use crate::{Function, InstData, MulMode, Opcode, Type, Value, ValueDef};

/// One operation on what the ones before gave, at first the dividend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The upper half of the product with a number.
    MulHi(u64),
    /// To the right by so many bits, with the sign if the dividend has one.
    Shr(u32),
    /// The sum with the dividend.
    AddDividend,
    /// Without the dividend.
    SubDividend,
    /// The mean with the dividend, rounded down: `((x - q) >> 1) + q`.
    MeanWithDividend,
    /// One more if it is negative.
    AddSign,
    /// `2^n - 1` more if it is negative.
    AddBias(u32),
    /// 1 if it is at least this number, else 0.
    AtLeast(u64),
    /// Its negative.
    Neg,
}

/// The operations that divide a number of type `ty`, of 32 or 64 bits, by `divisor`. `None` for the divisors 0 and 1 and the least
/// signed number, and for other types.
pub fn quotient_steps(ty: Type, divisor: u64) -> Option<Vec<Step>> {
    match ty {
        Type::S32 => signed_steps(32, i64::from(divisor as u32 as i32)),
        Type::S64 => signed_steps(64, divisor as i64),
        Type::U32 => unsigned_steps(32, u64::from(divisor as u32)),
        Type::U64 => unsigned_steps(64, divisor),
        _ => None,
    }
}

fn unsigned_steps(bits: u32, divisor: u64) -> Option<Vec<Step>> {
    if divisor < 2 {
        return None;
    }
    if divisor.is_power_of_two() {
        return Some(vec![Step::Shr(divisor.trailing_zeros())]);
    }
    if divisor >> (bits - 1) != 0 {
        return Some(vec![Step::AtLeast(divisor)]);
    }
    let (factor, shift) = multiplier(bits, bits, divisor);
    if factor >> bits == 0 {
        return Some([vec![Step::MulHi(factor as u64)], shr(shift)].concat());
    }
    // The factor has one bit too many; that of an odd number of fewer bits has not.
    let zeros = divisor.trailing_zeros();
    if zeros > 0 {
        let (factor, shift) = multiplier(bits, bits - zeros, divisor >> zeros);
        return Some([vec![Step::Shr(zeros), Step::MulHi(factor as u64)], shr(shift)].concat());
    }
    let low = (factor & ((1 << bits) - 1)) as u64;
    Some([vec![Step::MulHi(low), Step::MeanWithDividend], shr(shift - 1)].concat())
}

fn signed_steps(bits: u32, divisor: i64) -> Option<Vec<Step>> {
    let size = divisor.unsigned_abs();
    if size == 0 || divisor == 1 || size >> (bits - 1) != 0 {
        return None;
    }
    let is_negative = divisor < 0;
    if size.is_power_of_two() {
        let power = size.trailing_zeros();
        let mut steps = if power == 0 { Vec::new() } else { vec![Step::AddBias(power), Step::Shr(power)] };
        steps.extend(is_negative.then_some(Step::Neg));
        return Some(steps);
    }
    let (factor, shift) = signed_multiplier(bits, size, is_negative);
    let mask = u64::MAX >> (64 - bits);
    let signed = if is_negative { factor.wrapping_neg() } else { factor } & mask;
    let mut steps = vec![Step::MulHi(signed)];
    // The product is by a number that is too small by `2^bits`, or too great.
    if factor >> (bits - 1) != 0 {
        steps.push(if is_negative { Step::SubDividend } else { Step::AddDividend });
    }
    steps.extend(shr(shift));
    steps.push(Step::AddSign);
    Some(steps)
}

fn shr(amount: u32) -> Vec<Step> {
    if amount == 0 { Vec::new() } else { vec![Step::Shr(amount)] }
}

/// The factor `m` and the shift `s` such that `x / divisor` is `(x * m) >> (bits + s)` for numbers of `precision` bits: the smallest
/// ones (figure 6.2 of the paper). `divisor` is below `2^(bits - 1)` and no power of two.
fn multiplier(bits: u32, precision: u32, divisor: u64) -> (u128, u32) {
    let mut shift = 64 - (divisor - 1).leading_zeros();
    let power = 1u128 << (bits + shift);
    let divisor = u128::from(divisor);
    let mut low = power / divisor;
    let mut high = (power + (1 << (bits + shift - precision))) / divisor;
    while low / 2 < high / 2 && shift > 0 {
        (low, high, shift) = (low / 2, high / 2, shift - 1);
    }
    (high, shift)
}

/// The factor and the shift for signed numbers and a divisor of the given size and sign ("Hacker's Delight", 10-5): the least ones for
/// which `2^(bits + s) > n * (d - 2^(bits + s) mod d)`, where `n` is the greatest dividend, without its sign, that leaves `d - 1`.
fn signed_multiplier(bits: u32, size: u64, is_negative: bool) -> (u64, u32) {
    let size = u128::from(size);
    let most = (1u128 << (bits - 1)) + u128::from(is_negative);
    let last = most - 1 - most % size;
    let mut shift = 0;
    let mut power = 1u128 << bits;
    while power <= last * (size - power % size) {
        (shift, power) = (shift + 1, power << 1);
    }
    (((power + size - power % size) / size) as u64, shift)
}

/// A value that is a remainder, though no instruction says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remainder {
    /// What is divided.
    pub dividend: Value,
    /// By what.
    pub divisor: u64,
    /// As what.
    pub ty: Type,
}

/// `value` as the remainder of a division by a constant that is written as [`quotient_steps`] says: `x - x / c * c`.
pub fn remainder(func: &Function, value: Value) -> Option<Remainder> {
    let sub = defined(func, value, Opcode::Sub)?;
    let product = defined(func, sub.args[1], Opcode::Mul).filter(|p| p.attrs.mul == Some(MulMode::Lo))?;
    let (dividend, divisor, ty) = (sub.args[0], func.constant(product.args[1])?, sub.ty);
    let steps = quotient_steps(ty, divisor)?;
    is_made_by(func, product.args[0], dividend, ty, &steps).then_some(Remainder { dividend, divisor, ty })
}

fn defined(func: &Function, value: Value, op: Opcode) -> Option<&InstData> {
    let ValueDef::Result(inst, 0) = func.def(value) else { return None };
    Some(&func.insts[inst.index()]).filter(|inst| inst.op == op && !inst.attrs.sat)
}

/// Whether `value` is what `steps` make of `x`.
fn is_made_by(func: &Function, value: Value, x: Value, ty: Type, steps: &[Step]) -> bool {
    let Some((&step, before)) = steps.split_last() else { return value == x };
    let constant = |inst: &InstData, n: usize| inst.args.get(n).and_then(|&v| func.constant(v));
    let shifted = |value: Value, amount: u32, is_signed: bool| {
        let shift = defined(func, value, Opcode::Shr)?;
        (constant(shift, 1) == Some(u64::from(amount)) && shift.ty.is_signed() == is_signed).then(|| shift.args[0])
    };
    let sum = |value: Value| defined(func, value, Opcode::Add).map(|add| (add.args[0], add.args[1]));
    let previous = match step {
        Step::MulHi(factor) => {
            let product = defined(func, value, Opcode::Mul).filter(|p| p.attrs.mul == Some(MulMode::Hi) && p.ty == ty);
            product.filter(|p| constant(p, 1) == Some(factor)).map(|p| p.args[0])
        }
        Step::Shr(amount) => shifted(value, amount, ty.is_signed()),
        Step::AddDividend => sum(value).filter(|s| s.1 == x).map(|s| s.0),
        Step::SubDividend => defined(func, value, Opcode::Sub).filter(|s| s.args[1] == x).map(|s| s.args[0]),
        Step::MeanWithDividend => sum(value).and_then(|(half, q)| {
            let difference = defined(func, shifted(half, 1, false)?, Opcode::Sub)?;
            (difference.args[..] == [x, q]).then_some(q)
        }),
        Step::AddSign => {
            let bits = ty.size() * 8;
            sum(value).filter(|&(q, sign)| shifted(sign, bits - 1, false) == Some(q)).map(|s| s.0)
        }
        // A remainder by a power of two is an `and`.
        Step::AddBias(_) | Step::AtLeast(_) | Step::Neg => None,
    };
    previous.is_some_and(|previous| is_made_by(func, previous, x, ty, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the steps make of a number.
    fn run(ty: Type, steps: &[Step], x: u64) -> u64 {
        let bits = ty.size() * 8;
        let mask = u64::MAX >> (64 - bits);
        let signed = |v: u64| if bits == 32 { i64::from(v as u32 as i32) } else { v as i64 };
        let sign = |v: u64| v >> (bits - 1) & 1;
        steps.iter().fold(x, |q, step| {
            let result = match *step {
                Step::MulHi(m) if ty.is_signed() => ((i128::from(signed(q)) * i128::from(signed(m))) >> bits) as u64,
                Step::MulHi(m) => ((u128::from(q) * u128::from(m)) >> bits) as u64,
                Step::Shr(n) if ty.is_signed() => (signed(q) >> n) as u64,
                Step::Shr(n) => q >> n,
                Step::AddDividend => q.wrapping_add(x),
                Step::SubDividend => q.wrapping_sub(x),
                Step::MeanWithDividend => ((x.wrapping_sub(q) & mask) >> 1).wrapping_add(q),
                Step::AddSign => q.wrapping_add(sign(q)),
                Step::AddBias(n) => q.wrapping_add(sign(q) * ((1 << n) - 1)),
                Step::AtLeast(c) => u64::from(q >= c),
                Step::Neg => q.wrapping_neg(),
            };
            result & mask
        })
    }

    fn quotient(ty: Type, x: u64, divisor: u64) -> u64 {
        match ty {
            Type::S32 => (x as i32).wrapping_div(divisor as i32) as u32 as u64,
            Type::S64 => (x as i64).wrapping_div(divisor as i64) as u64,
            _ => x / divisor,
        }
    }

    #[test]
    fn steps_give_the_quotient() {
        for ty in [Type::S32, Type::U32, Type::S64, Type::U64] {
            let mask = u64::MAX >> (64 - ty.size() * 8);
            let top = 1u64 << (ty.size() * 8 - 1);
            let mut numbers: Vec<u64> = (0..70).chain([100, 641, 1000, 1023, 1025, 65_535, 65_537, 1_000_003]).collect();
            numbers.extend([top - 2, top - 1, top, top + 1, top + 2, top / 3, top / 2 + 1, top / 5 * 4]);
            numbers = numbers.iter().flat_map(|&n| [n & mask, n.wrapping_neg() & mask]).collect();
            let mut dice = 88_172_645_463_325_252_u64;
            for _ in 0..300 {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                numbers.push(dice & mask >> (dice >> 59));
            }
            for &divisor in &numbers {
                let Some(steps) = quotient_steps(ty, divisor) else { continue };
                let around = (0..40u64).flat_map(|k| [0, 1, 2].map(|d| divisor.wrapping_mul(k).wrapping_add(d).wrapping_sub(1) & mask));
                for x in numbers.iter().copied().chain(around) {
                    assert_eq!(run(ty, &steps, x), quotient(ty, x, divisor), "{x:#x} / {divisor:#x} as {ty:?}: {steps:?}");
                }
            }
        }
    }

    #[test]
    fn steps_are_those_of_nvcc() {
        assert_eq!(quotient_steps(Type::S32, 10), Some(vec![Step::MulHi(1_717_986_919), Step::Shr(2), Step::AddSign]));
        assert_eq!(quotient_steps(Type::U32, 14), Some(vec![Step::Shr(1), Step::MulHi(2_454_267_027), Step::Shr(2)]));
        let seven = vec![Step::MulHi(613_566_757), Step::MeanWithDividend, Step::Shr(2)];
        assert_eq!(quotient_steps(Type::U32, 7), Some(seven));
        let minus_seven = vec![Step::MulHi(1_840_700_269), Step::SubDividend, Step::Shr(2), Step::AddSign];
        assert_eq!(quotient_steps(Type::S32, -7i32 as u32 as u64), Some(minus_seven));
    }
}
