//! `memcpy` and `memset` in device code: there is no library to call, so they become accesses, as under nvcc. So do a few bytes in host
//! code, as under any compiler.

use super::layout::word;
use super::{Base, CallSite, FunctionLowering};
use crate::hir::{Conversion, Expr, ExprKind};
use kern_ir as ir;
use kern_ir::{Cmp, MulMode, Opcode, RegType, Type, Value};

/// At most this many accesses are written one after the other.
const UNROLLED: u64 = 32;

/// At most this many bytes are copied by accesses in host code.
const FEW: i64 = 16;

impl FunctionLowering<'_, '_> {
    /// `memcpy(to, from, size)`: the address of `to`.
    pub(crate) fn device_memcpy(&mut self, site: &CallSite<'_>) -> Option<Value> {
        let [to, from, size] = site.args else { return None };
        let align = self.known_align(to).min(self.known_align(from));
        let target = self.pointed_place(to);
        let source = self.pointed_place(from);
        match self.constant_index(size) {
            Some(size) => {
                self.at(site.expr.span);
                let step = step(size as u64, align);
                let count = size as u64 / step;
                let ty = word(step).1;
                if count <= UNROLLED {
                    let offsets: Vec<i64> = (0..count).map(|i| (i * step) as i64).collect();
                    let values: Vec<Value> = offsets.iter().map(|&offset| self.load(source.at(offset), ty)).collect();
                    offsets.iter().zip(values).for_each(|(&offset, value)| self.store(target.at(offset), ty, value));
                } else {
                    self.copy_bytes(target, source, size as u64, step);
                }
            }
            None => {
                let size = self.value(size);
                self.at(site.expr.span);
                let (to_base, to_space) = self.base_address(target);
                let (from_base, from_space) = self.base_address(source);
                self.offset_loop(size, 1, |this, offset| {
                    let from = this.b.op(Opcode::Add, Type::S64, &[from_base, offset]);
                    let to = this.b.op(Opcode::Add, Type::S64, &[to_base, offset]);
                    let value = this.load(source.rebased(Base::Address(from, from_space)), Type::U8);
                    this.store(target.rebased(Base::Address(to, to_space)), Type::U8, value);
                });
            }
        }
        Some(self.address(target))
    }

    /// `memcpy(to, from, size)` in host code: the address of `to`; nothing, if these are not a few bytes.
    pub(crate) fn host_memcpy(&mut self, site: &CallSite<'_>) -> Option<Value> {
        let [to, from, size] = site.args else { return None };
        let size = self.constant_index(size).filter(|size| (1..=FEW).contains(size))?;
        let target = self.pointed_place(to);
        let source = self.pointed_place(from);
        self.at(site.expr.span);
        let mut words: Vec<(i64, Type)> = Vec::new();
        let mut offset = 0;
        while offset < size {
            let (step, ty) = word(1 << (size - offset).min(8).ilog2());
            words.push((offset, ty));
            offset += step as i64;
        }
        let values: Vec<Value> = words.iter().map(|&(offset, ty)| self.load(source.at(offset), ty)).collect();
        words.iter().zip(values).for_each(|(&(offset, ty), value)| self.store(target.at(offset), ty, value));
        Some(self.address(target))
    }

    /// `memset(to, byte, size)`: the address of `to`.
    pub(crate) fn device_memset(&mut self, site: &CallSite<'_>) -> Option<Value> {
        let [to, byte, size] = site.args else { return None };
        let align = self.known_align(to);
        let target = self.pointed_place(to);
        let byte = self.value(byte);
        let known = self.constant_index(size).filter(|&size| size as u64 / step(size as u64, align) <= UNROLLED);
        match known {
            Some(size) => {
                self.at(site.expr.span);
                let step = step(size as u64, align);
                let ty = word(step).1;
                let value = self.repeated(byte, step);
                (0..size as u64 / step).for_each(|i| self.store(target.at((i * step) as i64), ty, value));
            }
            None => {
                let size = self.value(size);
                self.at(site.expr.span);
                let (base, space) = self.base_address(target);
                self.offset_loop(size, 1, |this, offset| {
                    let at = this.b.op(Opcode::Add, Type::S64, &[base, offset]);
                    this.store(target.rebased(Base::Address(at, space)), Type::U8, byte);
                });
            }
        }
        Some(self.address(target))
    }

    /// A word of `size` bytes, each the low byte of `byte`.
    fn repeated(&mut self, byte: Value, size: u64) -> Value {
        if size == 1 {
            return byte;
        }
        if let Some(bits) = self.b.func.constant(byte) {
            let class = if size == 8 { RegType::B64 } else { RegType::B32 };
            return self.b.constant(class, (bits & 0xff).wrapping_mul(0x0101_0101_0101_0101));
        }
        let (mask, ones) = (self.word(0xff), self.word(0x0101_0101));
        let low = self.b.op(Opcode::And, Type::B32, &[byte, mask]);
        let attrs = ir::Attrs { mul: Some(MulMode::Lo), ..ir::Attrs::default() };
        let data = ir::InstData { args: vec![low, ones], attrs, ..ir::InstData::new(Opcode::Mul, Type::U32) };
        let word = self.b.value(data, RegType::B32);
        if size < 8 {
            return word;
        }
        let wide = self.convert_op(Type::U64, Type::U32, word);
        let half = self.word(32);
        let high = self.b.op(Opcode::Shl, Type::B64, &[wide, half]);
        self.b.op(Opcode::Or, Type::B64, &[high, wide])
    }

    /// Runs `body` with the offsets from 0 to `size`, every `step` bytes.
    pub(in crate::lower) fn offset_loop(&mut self, size: Value, step: u64, body: impl FnOnce(&mut Self, Value)) {
        let (head, inside, exit) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let offset = self.b.func.add_block_param(head, RegType::B64);
        let zero = self.b.constant(RegType::B64, 0);
        self.b.jump(head, &[zero]);
        self.b.switch_to(head);
        let more = self.compare(Cmp::Lt, Type::U64, offset, size);
        self.branch(more, inside, exit);
        self.b.switch_to(inside);
        body(self, offset);
        let step = self.b.constant(RegType::B64, step);
        let next = self.b.op(Opcode::Add, Type::S64, &[offset, step]);
        self.b.jump(head, &[next]);
        self.b.switch_to(exit);
    }

    /// The alignment that the type of the pointer promises before it became `void *`.
    fn known_align(&self, pointer: &Expr) -> u64 {
        match &pointer.kind {
            ExprKind::Convert { conversion: Conversion::PointerToPointer, operand } => self.known_align(operand),
            _ => super::layout::pointee(self.types(), pointer.ty).map_or(1, |to| self.types().align_of(to.ty)),
        }
    }
}

/// The widest word that `size` is a multiple of, within the alignment.
fn step(size: u64, align: u64) -> u64 {
    let by_size = if size == 0 { 1 } else { 1 << size.trailing_zeros().min(3) };
    by_size.min(align).max(1)
}
