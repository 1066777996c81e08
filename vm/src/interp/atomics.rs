//! `atom` and `red`: lanes one after another, in order, or as the schedule has it.

use super::float::flush;
use super::half;
use crate::access::{generic, read_element, write_element};
use crate::call::Stop;
use crate::decode::code::{Access, Element, Op};
use crate::decode::side::is_device;
use crate::exec::engine::AccessContext;
use crate::exec::engine::Engine;
use crate::instrument::observe::LaneOrder;
use crate::memory::{self, Window};
use kern_ir::{AtomOp, Rounding, Type};

impl<const L: usize> Engine<'_, '_, L> {
    /// Executes an atomic operation; `has_result` for `atom`.
    pub(crate) fn atomic(
        &mut self,
        context: &mut AccessContext<L>,
        op: &Op<L>,
        access: &Access,
        atom: AtomOp,
        ty: Type,
        has_result: bool,
    ) -> Result<(), Stop> {
        let bytes = access.element.size();
        let may_tell = has_result || matches!(atom, AtomOp::Cas | AtomOp::Exch);
        let listed = match self.schedule.as_mut() {
            Some(schedule) if may_tell && schedule.is_exhaustive() => {
                Some(schedule.all_lane_orders(context.mask, &Self::addresses(context.registers, access, op.a)))
            }
            _ => None,
        };
        let order = match (&listed, self.schedule.as_mut()) {
            (Some(listed), _) => LaneOrder::Listed(listed),
            (None, Some(schedule)) => LaneOrder::First(schedule.first_lanes(context.mask)),
            (None, None) => LaneOrder::First(u32::MAX),
        };
        if self.is_observed() {
            let addresses = Self::addresses(context.registers, access, op.a);
            self.observe_access(context, access, &addresses, memory::Access::Atomic, order);
        }
        for lane in order.of(context.mask).map(usize::from) {
            let base = match access.narrow_address {
                true => context.registers.lane::<u32>(op.a, lane) as u64,
                false => context.registers.lane::<u64>(op.a, lane),
            };
            let address = base.wrapping_add(access.offset as u64);
            let get = |slot: u32| match access.element {
                Element::B64 => context.registers.lane::<u64>(slot, lane),
                _ => context.registers.lane::<u32>(slot, lane) as u64,
            };
            let (b, c) = (get(op.b), get(op.c));
            let old = match self.resolve(context, access, address, lane, bytes, memory::Access::Atomic)? {
                Some(pointer) => {
                    // SAFETY: `resolve` checked the bytes; a block's threads run on one host thread.
                    let held = unsafe { read_element(pointer, access.element) };
                    let place = generic(access.space, address);
                    let flushes = Window::of(place) != Window::Shared;
                    let compared = b & (u64::MAX >> (64 - 8 * bytes));
                    let mut change = |old: u64| (atom != AtomOp::Cas || old == compared).then(|| apply(atom, ty, old, b, c, flushes));
                    let (old, new) = match is_device(L) && self.schedule.is_some() {
                        true => self.update_weakly(context, (place, lane), access.element, held, &mut change),
                        false => None,
                    }
                    .unwrap_or_else(|| (held, apply(atom, ty, held, b, c, flushes)));
                    if new != held {
                        self.effects += 1;
                        context.warp.is_active = true;
                        // SAFETY: as above.
                        unsafe { write_element(pointer, access.element, new) };
                    }
                    old
                }
                None => 0,
            };
            if has_result {
                match access.element {
                    Element::B64 => context.registers.set_lane::<u64>(op.d, lane, old),
                    _ => context.registers.set_lane::<u32>(op.d, lane, old as u32),
                }
            }
        }
        Ok(())
    }
}

/// The new value (PTX ISA 9.7.13.5). `flushes`: `.f32` addition outside `.shared` flushes subnormals.
fn apply(op: AtomOp, ty: Type, old: u64, b: u64, c: u64, flushes: bool) -> u64 {
    let mask = if ty.size() == 8 { u64::MAX } else { (1u64 << (ty.size() * 8)) - 1 };
    let (b, c, old) = (b & mask, c & mask, old & mask);
    let ordered = |less: bool, min: bool| if less == min { old } else { b };
    let new = match op {
        AtomOp::And => old & b,
        AtomOp::Or => old | b,
        AtomOp::Xor => old ^ b,
        AtomOp::Exch => b,
        AtomOp::Cas => {
            if old == b {
                c
            } else {
                old
            }
        }
        AtomOp::Inc => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        AtomOp::Dec => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
        AtomOp::Add => match ty {
            Type::F32 => {
                let (x, y) = (f32::from_bits(old as u32), f32::from_bits(b as u32));
                let sum = if flushes { flush(flush(x) + flush(y)) } else { x + y };
                (if sum.is_nan() { 0x7fff_ffff } else { sum.to_bits() }) as u64
            }
            Type::F64 => (f64::from_bits(old) + f64::from_bits(b)).to_bits(),
            Type::F16 => half::from_f64((half::to_f32(old as u32) + half::to_f32(b as u32)) as f64, Rounding::Rn) as u64,
            _ => old.wrapping_add(b),
        },
        AtomOp::Min | AtomOp::Max => {
            let min = op == AtomOp::Min;
            match ty {
                Type::F32 => ordered(f32::from_bits(old as u32) <= f32::from_bits(b as u32), min),
                Type::F64 => ordered(f64::from_bits(old) <= f64::from_bits(b), min),
                _ if ty.is_signed() => {
                    let shift = 64 - ty.size() * 8;
                    ordered(((old << shift) as i64) <= ((b << shift) as i64), min)
                }
                _ => ordered(old <= b, min),
            }
        }
    };
    new & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_around_counters() {
        assert_eq!(apply(AtomOp::Inc, Type::U32, 9, 9, 0, true), 0);
        assert_eq!(apply(AtomOp::Inc, Type::U32, 3, 9, 0, true), 4);
        assert_eq!(apply(AtomOp::Dec, Type::U32, 0, 9, 0, true), 9);
        assert_eq!(apply(AtomOp::Dec, Type::U32, 12, 9, 0, true), 9);
        assert_eq!(apply(AtomOp::Min, Type::S32, 5, (-3i32) as u32 as u64, 0, true) as i32, -3);
        assert_eq!(apply(AtomOp::Max, Type::U32, 5, u32::MAX as u64, 0, true), u32::MAX as u64);
        assert_eq!(apply(AtomOp::Add, Type::S32, u32::MAX as u64, 1, 0, true), 0);
        assert_eq!(apply(AtomOp::Cas, Type::B64, 5, 5, 7, true), 7);
    }
}
