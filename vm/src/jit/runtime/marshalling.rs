//! Operands and results where helpers find them, and what is spilled: lanes are made of the bases of affine values.

use super::caller::Caller;
use crate::decode::registers::{ALL, Registers, Width};
use crate::decode::side::is_device;
use crate::jit::clif::{Affine, Marshalled};

/// The registers that hold the operands of an operation, and get its results.
pub(super) fn operands<const L: usize>(caller: &mut Caller, pc: u32) -> Registers<L> {
    let registers = caller.registers();
    if is_device(L) {
        let values = caller.compiled().marshalled(pc).iter();
        values.filter(|value| value.affine.is_some()).for_each(|value| spread(registers, registers, value, ALL));
    }
    registers
}

/// What was spilled goes to the registers of the lanes of `mask`.
pub(super) fn spill(caller: &mut Caller, number: u32, mask: u32) {
    let (from, to) = (caller.registers::<32>(), caller.activation_registers());
    caller.compiled().spilled(number).iter().for_each(|value| spread(from, to, value, mask));
}

/// Copies lanes of a value, which are made of its bases if it is affine.
fn spread<const L: usize>(from: Registers<L>, to: Registers<L>, value: &Marshalled, mask: u32) {
    match value.width {
        Width::Predicate => to.set_predicate(value.slot, from.predicate(value.slot), mask),
        Width::Word => {
            let held = from.read::<u32>(value.slot);
            let affine = |affine| lanes_of(affine, |lane| held[lane], |base, step| base.wrapping_add(step as u32));
            to.write(value.slot, &value.affine.map_or(held, affine), mask);
        }
        Width::Double => {
            let held = from.read::<u64>(value.slot);
            let affine = |affine| lanes_of(affine, |lane| held[lane], u64::wrapping_add);
            to.write(value.slot, &value.affine.map_or(held, affine), mask);
        }
    }
}

/// The lanes of an affine value, whose rows have a power of 2 of lanes, from what the first of each row holds.
#[inline(always)]
fn lanes_of<T: Copy, const L: usize>(
    Affine { stride, width, per_row }: Affine,
    held: impl Fn(usize) -> T,
    add: impl Fn(T, u64) -> T,
) -> [T; L] {
    let (stride, in_row) = (stride as u64, width - 1);
    match per_row {
        false => {
            let first = held(0);
            std::array::from_fn(|lane| add(first, stride.wrapping_mul((lane & in_row) as u64)))
        }
        true => std::array::from_fn(|lane| add(held(lane & !in_row), stride.wrapping_mul((lane & in_row) as u64))),
    }
}
