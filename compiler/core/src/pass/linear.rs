//! Addresses as sums: values times factors, and a constant. Two addresses with the same values and factors are a constant apart.

use kern_ir::{Function, InstData, MulMode, Opcode, Type, Value, ValueDef};

/// Values in a sum above which it is left as it is.
const MOST_TERMS: usize = 8;

/// How a value of 32 bits becomes one of 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Extended {
    /// It has 64 bits, or only 32 matter.
    Not,
    Signed,
    Unsigned,
}

/// Bits of the addresses of a state space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// Shared memory: an offset into the window of a block.
    Narrow,
    Wide,
}

/// A sum of values times factors, by value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Terms(pub(crate) Vec<(Value, Extended, i64)>);

/// The sum that `address` is, and the constant in it; `zeros` says how many low bits of each value are zero, as far as it is known.
pub(crate) fn linear(func: &Function, address: Value, width: Width, zeros: &[u8]) -> (Terms, i64) {
    let mut sum = Sum { func, zeros, width, terms: Vec::new(), constant: 0, steps: 64 };
    sum.add(address, Extended::Not, 1);
    let Sum { mut terms, mut constant, .. } = sum;
    terms.sort_unstable();
    terms.dedup_by(|next, kept| {
        let is_same = (next.0, next.1) == (kept.0, kept.1);
        if is_same {
            kept.2 = kept.2.wrapping_add(next.2);
        }
        is_same
    });
    if width == Width::Narrow {
        terms.iter_mut().for_each(|term| term.2 = i64::from(term.2 as i32));
        constant = i64::from(constant as i32);
    }
    terms.retain(|term| term.2 != 0);
    (Terms(terms), constant)
}

struct Sum<'a> {
    func: &'a Function,
    zeros: &'a [u8],
    width: Width,
    terms: Vec<(Value, Extended, i64)>,
    constant: i64,
    /// Instructions that are still looked at.
    steps: u32,
}

impl Sum<'_> {
    fn add(&mut self, value: Value, extended: Extended, factor: i64) {
        if let Some(bits) = self.func.constant(value) {
            let number = match (extended, self.func.ty(value).size()) {
                (Extended::Unsigned, _) => i64::from(bits as u32),
                (_, 4) => i64::from(bits as i32),
                _ => bits as i64,
            };
            self.constant = self.constant.wrapping_add(number.wrapping_mul(factor));
            return;
        }
        let step = match self.func.def(value) {
            ValueDef::Result(inst, 0) if self.steps > 0 && self.terms.len() < MOST_TERMS => &self.func.insts[inst.index()],
            _ => return self.terms.push((value, extended, factor)),
        };
        self.steps -= 1;
        if !self.add_step(step, extended, factor) {
            self.terms.push((value, extended, factor));
        }
    }

    /// Adds the operands of an operation instead of its result, if the sum stays what it is.
    fn add_step(&mut self, data: &InstData, extended: Extended, factor: i64) -> bool {
        let is_narrow = self.width == Width::Narrow;
        // A sum of 32 bits that is extended must not wrap: signed ones do not, as C++ has it.
        let stays = match extended {
            Extended::Not => is_narrow || data.ty.size() == 8,
            Extended::Signed => data.ty == Type::S32,
            Extended::Unsigned => false,
        };
        let (a, b) = (data.args.first().copied(), data.args.get(1).copied());
        let constant = |value: Option<Value>| value.and_then(|value| self.func.constant(value));
        let is_low = data.attrs.mul == Some(MulMode::Lo);
        // How the factors of a product of twice the width are extended.
        let wide = if is_narrow { Extended::Not } else { extension(data.ty) };
        let is_wide = data.attrs.mul == Some(MulMode::Wide) && data.ty.size() == 4 && extended == Extended::Not;
        match (data.op, a, b) {
            _ if data.attrs.sat || data.ty.is_float() || data.src_ty.is_float() => false,
            (Opcode::Add, Some(a), Some(b)) if stays => {
                self.add(a, extended, factor);
                self.add(b, extended, factor);
                true
            }
            // `p | 1` of an even `p` is a sum that does not carry.
            (Opcode::Or, Some(a), Some(b))
                if constant(Some(b)).is_some_and(|bits| bits < 1 << self.zeros.get(a.index()).copied().unwrap_or(0)) =>
            {
                self.add(a, extended, factor);
                self.add(b, extended, factor);
                true
            }
            (Opcode::Sub, Some(a), Some(b)) if stays => {
                self.add(a, extended, factor);
                self.add(b, extended, factor.wrapping_neg());
                true
            }
            (Opcode::Mul, Some(a), Some(_)) if is_low && stays => match constant(b) {
                Some(by) => {
                    self.add(a, extended, factor.wrapping_mul(signed(by, data)));
                    true
                }
                None => false,
            },
            (Opcode::Mul, Some(a), Some(_)) if is_wide => match constant(b) {
                Some(by) => {
                    self.add(a, wide, factor.wrapping_mul(signed(by, data)));
                    true
                }
                None => false,
            },
            (Opcode::Mad, Some(a), Some(_)) if is_wide || (is_low && stays) => match (constant(b), data.args.get(2)) {
                (Some(by), Some(&c)) => {
                    self.add(a, if is_wide { wide } else { extended }, factor.wrapping_mul(signed(by, data)));
                    self.add(c, extended, factor);
                    true
                }
                _ => false,
            },
            (Opcode::Shl, Some(a), Some(_)) if stays => match constant(b) {
                Some(by) if by < 31 => {
                    self.add(a, extended, factor.wrapping_shl(by as u32));
                    true
                }
                _ => false,
            },
            (Opcode::Cvt, Some(a), _) if data.ty.size() >= 4 && data.src_ty.size() >= 4 => {
                match (is_narrow, data.ty.size(), data.src_ty.size()) {
                    (true, ..) => {
                        self.add(a, Extended::Not, factor);
                        true
                    }
                    (false, 8, 4) if extended == Extended::Not => {
                        self.add(a, extension(data.src_ty), factor);
                        true
                    }
                    _ => false,
                }
            }
            (Opcode::Cvta, Some(a), _) => {
                self.add(a, extended, factor);
                true
            }
            _ => false,
        }
    }
}

/// How a number of 32 bits of this type is extended.
fn extension(ty: Type) -> Extended {
    if ty.is_signed() { Extended::Signed } else { Extended::Unsigned }
}

/// A constant operand as the operation takes it.
fn signed(bits: u64, data: &InstData) -> i64 {
    match (data.ty.size(), data.ty.is_signed()) {
        (4, true) => i64::from(bits as i32),
        (4, false) => i64::from(bits as u32),
        _ => bits as i64,
    }
}
