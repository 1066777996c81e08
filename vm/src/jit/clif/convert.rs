//! Conversions, and products twice as wide as their factors.

use super::*;
use crate::decode::side::is_host;
use cranelift_codegen::ir::condcodes::FloatCC;
use kern_ir::{InstData, Opcode, Rounding, Type};

impl<const L: usize> Emitter<'_, '_, L> {
    pub(super) fn convert_scalar(&mut self, data: &InstData, a: Cv) -> Option<Cv> {
        let (to, from) = (data.ty, data.src_ty);
        if data.attrs.sat || to == Type::F16 || from == Type::F16 || to == Type::Pred || from == Type::Pred {
            return None;
        }
        let rounding = data.attrs.rounding;
        let ins = self.fb.ins();
        if !to.is_float() && !from.is_float() {
            return Some(self.convert_integer(to, from, a));
        }
        if to.is_float() && !from.is_float() && from.size() >= 4 && matches!(rounding, None | Some(Rounding::Rn)) {
            let ty = if to == Type::F32 { F32 } else { F64 };
            return Some(if from.is_signed() { ins.fcvt_from_sint(ty, a) } else { ins.fcvt_from_uint(ty, a) });
        }
        if !to.is_float() && from.is_float() && to.size() == 4 && matches!(rounding, None | Some(Rounding::Rzi)) {
            let number = if to.is_signed() { ins.fcvt_to_sint_sat(I32, a) } else { ins.fcvt_to_uint_sat(I32, a) };
            if from == Type::F32 {
                return Some(number);
            }
            let is_nan = self.fb.ins().fcmp(FloatCC::Unordered, a, a);
            let indefinite = self.int(I32, i64::from(i32::MIN));
            return Some(self.fb.ins().select(is_nan, indefinite, number));
        }
        if is_host(L) && !to.is_float() && from.is_float() && to.size() == 8 && matches!(rounding, None | Some(Rounding::Rzi)) {
            let number = if to.is_signed() { ins.fcvt_to_sint_sat(I64, a) } else { ins.fcvt_to_uint_sat(I64, a) };
            let is_nan = self.fb.ins().fcmp(FloatCC::Unordered, a, a);
            let indefinite = self.int(I64, i64::MIN);
            return Some(self.fb.ins().select(is_nan, indefinite, number));
        }
        match (from, to, rounding) {
            (Type::F32, Type::F64, None) => {
                let a = if self.canonical_here.contains(&data.args[0]) { self.canonical_one(a) } else { a };
                Some(self.fb.ins().fpromote(F64, a))
            }
            (Type::F64, Type::F32, None | Some(Rounding::Rn)) => Some(ins.fdemote(F32, a)),
            _ => Some(self.rounded_to_integer(rounding, a)),
        }
    }

    fn convert_integer(&mut self, to: Type, from: Type, a: Cv) -> Cv {
        let ins = self.fb.ins();
        match (to.size(), from.size()) {
            (8, 8) => a,
            (8, 4) if from.is_signed() => ins.sextend(I64, a),
            (8, 4) => ins.uextend(I64, a),
            (8, size) => {
                let narrow = if size == 1 { I8 } else { I16 };
                let small = ins.ireduce(narrow, a);
                if from.is_signed() { self.fb.ins().sextend(I64, small) } else { self.fb.ins().uextend(I64, small) }
            }
            (4, 8) => ins.ireduce(I32, a),
            (4, 4) => a,
            (to_size, from_size) => {
                // The narrower of the two decides, with the signedness of whichever it is.
                let (size, signed) =
                    if to_size < 4 && to_size <= from_size { (to_size, to.is_signed()) } else { (from_size, from.is_signed()) };
                let (size, signed) = match (to_size, from_size) {
                    (1, _) => (1, to.is_signed()),
                    (2, 2..) => (2, to.is_signed()),
                    _ => (size, signed),
                };
                let narrow = if size == 1 { I8 } else { I16 };
                let small = ins.ireduce(narrow, a);
                if signed { self.fb.ins().sextend(I32, small) } else { self.fb.ins().uextend(I32, small) }
            }
        }
    }

    pub(super) fn convert_parts(&mut self, data: &InstData) -> Option<Vec<Cv>> {
        let (to, from) = (data.ty, data.src_ty);
        if data.attrs.sat || to == Type::F16 || from == Type::F16 {
            return None;
        }
        let rounding = data.attrs.rounding;
        let a = self.parts(data.args[0]);
        let each = |e: &mut Self, f: &dyn Fn(&mut Self, Cv) -> Cv| -> Vec<Cv> { a.iter().map(|&x| f(e, x)).collect() };
        if !to.is_float() && !from.is_float() {
            return match (to.size(), from.size()) {
                (8, 8) | (4, 4) => Some(a),
                (8, 4) => Some(self.widen(&a, from.is_signed())),
                (4, 8) => Some(self.narrow(&a)),
                (1 | 2, 4) => {
                    let shift = self.int(I32, 32 - 8 * i64::from(to.size()));
                    Some(each(self, &|e, x| {
                        let up = e.fb.ins().ishl(x, shift);
                        if to.is_signed() { e.fb.ins().sshr(up, shift) } else { e.fb.ins().ushr(up, shift) }
                    }))
                }
                _ => None,
            };
        }
        if to.is_float() && from.is_float() {
            return Some(self.convert_float_parts(data, a));
        }
        if to == Type::F64 {
            return Some(self.doubles_of_integers(&a, from.is_signed()));
        }
        if from == Type::F64 {
            return Some(self.integers_of_doubles(&a, to.is_signed()));
        }
        if to == Type::F32 && from.size() == 4 && !from.is_float() && matches!(rounding, None | Some(Rounding::Rn)) {
            return Some(each(self, &|e, x| {
                if from.is_signed() { e.fb.ins().fcvt_from_sint(F32X4, x) } else { e.fb.ins().fcvt_from_uint(F32X4, x) }
            }));
        }
        if from == Type::F32 && to.size() == 4 && !to.is_float() && matches!(rounding, None | Some(Rounding::Rzi)) {
            return Some(each(self, &|e, x| {
                if to.is_signed() { e.fb.ins().fcvt_to_sint_sat(I32X4, x) } else { e.fb.ins().fcvt_to_uint_sat(I32X4, x) }
            }));
        }
        None
    }

    fn convert_float_parts(&mut self, data: &InstData, a: Vec<Cv>) -> Vec<Cv> {
        match (data.src_ty, data.ty) {
            (Type::F32, Type::F64) => {
                let a = self.canonical(data.args[0], a);
                self.in_halves(&a, F32X4, |e, half| e.fb.ins().fvpromote_low(half))
            }
            (Type::F64, Type::F32) => {
                let halves: Vec<Cv> = a.iter().map(|&x| self.fb.ins().fvdemote(x)).collect();
                let words = self.joined_halves(&halves);
                words.into_iter().map(|x| self.cast(F32X4, x)).collect()
            }
            _ => a.into_iter().map(|x| self.rounded_to_integer(data.attrs.rounding, x)).collect(),
        }
    }

    /// A number without a fraction.
    fn rounded_to_integer(&mut self, rounding: Option<Rounding>, x: Cv) -> Cv {
        match rounding {
            Some(Rounding::Rmi) => self.fb.ins().floor(x),
            Some(Rounding::Rpi) => self.fb.ins().ceil(x),
            Some(Rounding::Rzi) => self.fb.ins().trunc(x),
            _ => self.fb.ins().nearest(x),
        }
    }

    pub(super) fn doubles_of_integers(&mut self, parts: &[Cv], signed: bool) -> Vec<Cv> {
        self.in_halves(parts, I32X4, |e, half| {
            if signed {
                let wide = e.fb.ins().swiden_low(half);
                e.fb.ins().fcvt_from_sint(F64X2, wide)
            } else {
                let wide = e.fb.ins().uwiden_low(half);
                e.fb.ins().fcvt_from_uint(F64X2, wide)
            }
        })
    }

    fn integers_of_doubles(&mut self, parts: &[Cv], signed: bool) -> Vec<Cv> {
        let halves: Vec<Cv> = parts
            .iter()
            .map(|&x| {
                let nothing = self.repeated(I64X2, 0);
                // Cranelift has the two only together.
                let number = if signed {
                    let wide = self.fb.ins().fcvt_to_sint_sat(I64X2, x);
                    self.fb.ins().snarrow(wide, nothing)
                } else {
                    let wide = self.fb.ins().fcvt_to_uint_sat(I64X2, x);
                    self.fb.ins().uunarrow(wide, nothing)
                };
                let is_nan = self.fb.ins().fcmp(FloatCC::Unordered, x, x);
                let (is_nan, none) = (self.cast(I8X16, is_nan), self.cast(I8X16, nothing));
                let words: [u8; 16] = std::array::from_fn(|i| if i < 8 { i as u8 % 4 + i as u8 / 4 * 8 } else { 16 });
                let words = self.fb.func.dfg.immediates.push(ir::ConstantData::from(&words[..]));
                let is_nan = self.fb.ins().shuffle(is_nan, none, words);
                let (is_nan, indefinite) = (self.cast(I32X4, is_nan), self.repeated(I32X4, 1 << 31));
                self.fb.ins().bitselect(is_nan, indefinite, number)
            })
            .collect();
        self.joined_halves(&halves)
    }

    /// Makes a vector of each half of vectors, which is given as the low half of one of this type.
    fn in_halves(&mut self, parts: &[Cv], ty: ir::Type, make: impl Fn(&mut Self, Cv) -> Cv) -> Vec<Cv> {
        let mut made = Vec::new();
        for &part in parts {
            let bytes = self.cast(I8X16, part);
            let mask = self.fb.func.dfg.immediates.push(ir::ConstantData::from(&std::array::from_fn::<u8, 16, _>(|i| 8 + i as u8 % 8)[..]));
            let high = self.fb.ins().shuffle(bytes, bytes, mask);
            let [low, high] = [part, high].map(|half| self.cast(ty, half));
            made.extend([make(self, low), make(self, high)]);
        }
        made
    }

    /// The low halves of vectors, two in one.
    fn joined_halves(&mut self, list: &[Cv]) -> Vec<Cv> {
        list.chunks(2)
            .map(|pair| {
                let (a, b) = (self.cast(I64X2, pair[0]), self.cast(I64X2, pair[1]));
                let low = self.fb.ins().extractlane(b, 0);
                let both = self.fb.ins().insertlane(a, low, 1);
                self.cast(I32X4, both)
            })
            .collect()
    }

    /// The low halves of 64-bit lanes.
    pub(super) fn narrow(&mut self, list: &[Cv]) -> Vec<Cv> {
        self.halves(list, 0)
    }

    /// The bytes from `first` on of the halves of 64-bit lanes.
    fn halves(&mut self, list: &[Cv], first: usize) -> Vec<Cv> {
        let mut mask = [0u8; 16];
        for (i, byte) in mask.iter_mut().enumerate() {
            *byte = (i / 4 * 8 + i % 4 + first) as u8;
        }
        list.chunks(2)
            .map(|pair| {
                let (a, b) = (self.cast(I8X16, pair[0]), self.cast(I8X16, pair[1]));
                let mask = self.fb.func.dfg.immediates.push(ir::ConstantData::from(&mask[..]));
                let result = self.fb.ins().shuffle(a, b, mask);
                self.cast(I32X4, result)
            })
            .collect()
    }

    pub(super) fn widen(&mut self, parts: &[Cv], signed: bool) -> Vec<Cv> {
        parts
            .iter()
            .flat_map(|&p| {
                let p = self.cast(I32X4, p);
                if signed {
                    [self.fb.ins().swiden_low(p), self.fb.ins().swiden_high(p)]
                } else {
                    [self.fb.ins().uwiden_low(p), self.fb.ins().uwiden_high(p)]
                }
            })
            .collect()
    }

    pub(super) fn wide_product(&mut self, data: &InstData, args: &[Cv]) -> Option<Cv> {
        let extend = |e: &mut Self, x: Cv| if data.ty.is_signed() { e.fb.ins().sextend(I64, x) } else { e.fb.ins().uextend(I64, x) };
        let a = extend(self, args[0]);
        let product = match self.plan.constant(data.args[1]).map(|c| c as u32) {
            Some(factor) if factor.is_power_of_two() && factor < 1 << 31 => self.fb.ins().ishl_imm_u(a, i64::from(factor.trailing_zeros())),
            _ => {
                let b = extend(self, args[1]);
                self.fb.ins().imul(a, b)
            }
        };
        Some(if data.op == Opcode::Mad { self.fb.ins().iadd(product, args[2]) } else { product })
    }

    /// The upper halves of products: of 32-bit lanes in pairs, of 64-bit ones one by one.
    pub(super) fn high_product_parts(&mut self, data: &InstData) -> Vec<Cv> {
        let signed = data.ty.is_signed();
        let (a, b) = (self.parts(data.args[0]), self.parts(data.args[1]));
        if data.ty.size() == 4 {
            let (a, b) = (self.widen(&a, signed), self.widen(&b, signed));
            let products: Vec<Cv> = a.iter().zip(&b).map(|(&a, &b)| self.fb.ins().imul(a, b)).collect();
            return self.halves(&products, 4);
        }
        let product = |e: &mut Self, a: Cv, b: Cv, lane: u8| {
            let (a, b) = (e.fb.ins().extractlane(a, lane), e.fb.ins().extractlane(b, lane));
            if signed { e.fb.ins().smulhi(a, b) } else { e.fb.ins().umulhi(a, b) }
        };
        let both = |e: &mut Self, a: Cv, b: Cv| {
            let (a, b) = (e.cast(I64X2, a), e.cast(I64X2, b));
            let (low, high) = (product(e, a, b, 0), product(e, a, b, 1));
            let low = e.fb.ins().scalar_to_vector(I64X2, low);
            e.fb.ins().insertlane(low, high, 1)
        };
        a.into_iter().zip(b).map(|(a, b)| both(self, a, b)).collect()
    }

    pub(super) fn wide_product_parts(&mut self, data: &InstData) -> Option<Vec<Cv>> {
        let signed = data.ty.is_signed();
        let a = self.parts(data.args[0]);
        let a = self.widen(&a, signed);
        let factor = self.plan.constant(data.args[1]).map(|c| if signed { i64::from(c as u32 as i32) } else { i64::from(c as u32) });
        let mut parts: Vec<Cv> = match factor {
            Some(f) if f > 0 && (f as u64).is_power_of_two() => {
                let shift = self.int(I32, i64::from(f.trailing_zeros()));
                a.iter().map(|&x| self.fb.ins().ishl(x, shift)).collect()
            }
            _ => {
                let b = self.parts(data.args[1]);
                let b = self.widen(&b, signed);
                (0..16).map(|i| self.fb.ins().imul(a[i], b[i])).collect()
            }
        };
        if data.op == Opcode::Mad {
            let c = self.parts(data.args[2]);
            parts = (0..16).map(|i| self.fb.ins().iadd(parts[i], c[i])).collect();
        }
        Some(parts)
    }
}
