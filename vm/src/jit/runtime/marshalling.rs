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
    let place = |lane: usize| match value.affine {
        Some(Affine { stride, width, per_row }) => {
            (if per_row { lane / width * width } else { 0 }, (stride as u64).wrapping_mul((lane % width) as u64))
        }
        None => (lane, 0),
    };
    match value.width {
        Width::Predicate => to.set_predicate(value.slot, from.predicate(value.slot), mask),
        Width::Word => {
            let bases = from.read::<u32>(value.slot);
            let lanes: [u32; L] = std::array::from_fn(|lane| bases[place(lane).0].wrapping_add(place(lane).1 as u32));
            to.write(value.slot, &lanes, mask);
        }
        Width::Double => {
            let bases = from.read::<u64>(value.slot);
            let lanes: [u64; L] = std::array::from_fn(|lane| bases[place(lane).0].wrapping_add(place(lane).1));
            to.write(value.slot, &lanes, mask);
        }
    }
}
