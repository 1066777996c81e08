//! Members of packed classes: scalars of device code and bit-fields, a byte at a time.

use super::memory::Access;
use super::{FunctionLowering, Place, computed};
use kern_ir::{Opcode, RegType, Type, Value};

impl FunctionLowering<'_, '_> {
    /// Whether a scalar at `place` is accessed by bytes: the host's processor needs no alignment, a GPU does.
    pub(crate) fn is_by_bytes(&self, place: Place, ty: Type) -> bool {
        place.by_bytes && ty.size() > 1 && self.m.is_device()
    }

    pub(crate) fn load_by_bytes(&mut self, place: Place, ty: Type, access: Access) -> Value {
        let place = Place { by_bytes: false, ..place };
        let mut whole = self.b.constant(RegType::B64, 0);
        for at in 0..ty.size() {
            let byte = self.load_with(place.at(i64::from(at)), Type::U8, access);
            whole = self.with_byte(whole, byte, 8 * at as i32);
        }
        self.cut(whole, ty)
    }

    pub(crate) fn store_by_bytes(&mut self, place: Place, ty: Type, value: Value, access: Access) {
        let place = Place { by_bytes: false, ..place };
        let whole = self.resized(value, RegType::B64);
        for at in 0..ty.size() {
            let byte = self.byte_of(whole, 8 * at as i32);
            self.store_with(place.at(i64::from(at)), Type::U8, byte, access);
        }
    }

    /// A bit-field that starts `first` bits from `place`, anywhere, extended as `scalar` says.
    pub(crate) fn load_loose_bits(&mut self, place: Place, first: u32, width: u32, scalar: Type) -> Value {
        let place = Place { bits: None, by_bytes: false, ..place };
        let mut whole = self.b.constant(RegType::B64, 0);
        for at in first / 8..(first + width).div_ceil(8) {
            let byte = self.load(place.at(i64::from(at)), Type::U8);
            whole = self.with_byte(whole, byte, 8 * at as i32 - first as i32);
        }
        let unused = self.word(u64::from(64 - width));
        let up = self.b.op(Opcode::Shl, Type::B64, &[whole, unused]);
        let value = self.b.op(Opcode::Shr, if scalar.is_signed() { Type::S64 } else { Type::U64 }, &[up, unused]);
        self.cut(value, scalar)
    }

    pub(crate) fn store_loose_bits(&mut self, place: Place, first: u32, width: u32, value: Value) {
        let place = Place { bits: None, by_bytes: false, ..place };
        let whole = self.resized(value, RegType::B64);
        let mask = if width >= 64 { u128::from(u64::MAX) } else { (1 << width) - 1 } << first;
        for at in first / 8..(first + width).div_ceil(8) {
            let taken = (mask >> (8 * at)) as u64 & 255;
            let mut byte = self.byte_of(whole, 8 * at as i32 - first as i32);
            if taken != 255 {
                let old = self.load(place.at(i64::from(at)), Type::U8);
                let (keep, field) = (self.word(!taken & 255), self.word(taken));
                let kept = self.b.op(Opcode::And, Type::B32, &[old, keep]);
                let part = self.b.op(Opcode::And, Type::B32, &[byte, field]);
                byte = self.b.op(Opcode::Or, Type::B32, &[kept, part]);
            }
            self.store(place.at(i64::from(at)), Type::U8, byte);
        }
    }

    /// `whole` with `byte` moved up by `bits`, or down where that is negative.
    fn with_byte(&mut self, whole: Value, byte: Value, bits: i32) -> Value {
        let byte = self.convert_op(Type::U64, Type::U32, byte);
        let amount = self.word(u64::from(bits.unsigned_abs()));
        let moved =
            if bits < 0 { self.b.op(Opcode::Shr, Type::U64, &[byte, amount]) } else { self.b.op(Opcode::Shl, Type::B64, &[byte, amount]) };
        self.b.op(Opcode::Or, Type::B64, &[whole, moved])
    }

    /// The eight bits of `whole` from `bits` on, which may be negative.
    fn byte_of(&mut self, whole: Value, bits: i32) -> Value {
        let amount = self.word(u64::from(bits.unsigned_abs()));
        let moved = if bits < 0 {
            self.b.op(Opcode::Shl, Type::B64, &[whole, amount])
        } else {
            self.b.op(Opcode::Shr, Type::U64, &[whole, amount])
        };
        let word = self.convert_op(Type::U32, Type::U64, moved);
        let mask = self.word(255);
        self.b.op(Opcode::And, Type::B32, &[word, mask])
    }

    /// The low bits of `whole` as a register of `ty`, extended.
    fn cut(&mut self, whole: Value, ty: Type) -> Value {
        let value = self.resized(whole, ty.reg());
        if ty.size() < 4 && ty.reg() == RegType::B32 { self.convert_op(computed(ty), ty, value) } else { value }
    }
}
