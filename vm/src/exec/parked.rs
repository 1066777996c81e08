//! Registers of blocks that wait, made small.
//!
//! Blocks that wait for one another are all there at once, up to thousands of warps, each with a register file that is
//! mostly unused or the same in all lanes. Beyond [`BUDGET`] bytes the files of a block that has had its time slice are kept as
//! what differs from a file that nobody has used, and become files again for the next time slice. Nothing is lost that is read
//! again.

use super::engine::Store;
use super::warp::{ActivationId, Warp};
use crate::decode::code::DecodedFunction;
use crate::decode::registers::{RegisterFile, Width};
use crate::loader::Layout;

/// Most bytes in register files of blocks that wait.
pub(crate) const BUDGET: usize = 16 << 20;

/// Words of a slot.
const SLOT: usize = 32;

/// The files of a block's activations, in the order of its warps.
#[derive(Default)]
pub(crate) struct Parked(Vec<Small>);

/// A file: a [`Packing`] for each slot, and the words that it needs.
struct Small {
    kinds: Vec<Packing>,
    words: Vec<u32>,
}

/// What a slot holds.
#[derive(Clone, Copy)]
enum Packing {
    /// What it holds in a file that nobody has used.
    Unused,
    /// Every pair of words is one more than the last by the same amount, as numbers of 64 bits: first, step.
    Affine64,
    /// Every word is more than the last by the same amount: first, step.
    Affine32,
    /// Anything.
    Words,
}

/// Bytes of the register files of a block's activations.
pub(crate) fn bytes(warps: &[Warp<32>]) -> usize {
    warps.iter().flat_map(|w| w.activations.iter().flatten()).map(|a| a.file.bytes()).sum()
}

/// Makes the files of a block small; they are `store`'s then.
pub(crate) fn park(warps: &mut [Warp<32>], layout: &Layout, store: &mut Store<32>) -> Parked {
    let mut parked = Parked::default();
    for warp in warps {
        let needed: Vec<_> = (0..warp.activations.len()).map(|id| needed_slots(warp, id as ActivationId, layout, store)).collect();
        for (activation, needed) in warp.activations.iter_mut().zip(needed) {
            let Some(activation) = activation else { continue };
            let file = std::mem::replace(&mut activation.file, RegisterFile::new(0, 32));
            activation.registers = activation.file.registers();
            parked.0.push(Small::new(&file, store.unused(&activation.code), needed.as_deref()));
            store.recycle_file(&activation.code, file);
        }
    }
    parked
}

/// The slots of an activation that may be read again, wherever its lanes and those of the functions that it called go on; `None` if
/// all may.
fn needed_slots(warp: &Warp<32>, id: ActivationId, layout: &Layout, store: &mut Store<32>) -> Option<Vec<bool>> {
    let activation = warp.activations[id as usize].as_ref()?;
    if warp.packed.is_some() {
        return None;
    }
    let code = &activation.code;
    let live = store.live(layout, code)?;
    let calls = warp.activations.iter().flatten().filter(|called| called.parent == id).map(|called| called.call_pc);
    let places = warp.splits.iter().filter(|split| split.activation == id).map(|split| split.pc).chain(calls);
    let mut needed = vec![false; code.slots as usize];
    for pc in places {
        let block = code.block_of[pc as usize] as usize;
        let next = code.blocks.get(block + 1).map_or(code.ops.len(), |next| next.start as usize);
        // What a block defines before an operation in its middle is in no list; behind one that waits a new block begins.
        let is_first = code.blocks[block].start == pc;
        let waits_at_end = pc as usize + 1 == next && code.ops[pc as usize].kind.may_wait();
        if !is_first && !waits_at_end {
            return None;
        }
        // The operation itself, whose operands its block begins with or defines, then what follows.
        let func = &layout.module.functions[code.id as usize];
        let args = func.insts.get(code.ops[pc as usize].inst as usize).map_or(&[][..], |inst| &inst.args);
        let operands = args.iter().map(|&value| (code.value_slots[value.index()], Width::of(func.ty(value))));
        let operands = operands.filter(|operand| operand.0 != u32::MAX);
        for (slot, width) in operands.chain(live.at(block).iter().copied()).chain(live.at(block + 1).iter().copied()) {
            let count = if width == Width::Double { 2 } else { 1 };
            needed[slot as usize..][..count].fill(true);
        }
    }
    Some(needed)
}

/// Gives a block its files back.
pub(crate) fn unpark(parked: Parked, warps: &mut [Warp<32>], store: &mut Store<32>) {
    let activations = warps.iter_mut().flat_map(|w| w.activations.iter_mut().flatten());
    for (activation, small) in activations.zip(parked.0) {
        let code: &DecodedFunction<32> = &activation.code;
        activation.file = store.file(code);
        activation.registers = activation.file.registers();
        small.restore(&mut activation.file, store.unused(code));
    }
}

fn affine<T: Copy + PartialEq, const N: usize>(values: &[T; N], minus: fn(T, T) -> T) -> Option<[T; 2]> {
    let step = minus(values[1], values[0]);
    let is_affine = values.windows(2).all(|pair| minus(pair[1], pair[0]) == step);
    is_affine.then_some([values[0], step])
}

fn pairs(words: &[u32; SLOT]) -> [u64; SLOT / 2] {
    std::array::from_fn(|i| words[2 * i] as u64 | (words[2 * i + 1] as u64) << 32)
}

impl Small {
    fn new(file: &RegisterFile, unused: &RegisterFile, needed: Option<&[bool]>) -> Small {
        let (mut kinds, mut words) = (Vec::new(), Vec::new());
        for (n, (slot, fresh)) in file.slots().zip(unused.slots()).enumerate() {
            let is_needed = needed.is_none_or(|needed| needed.get(n).copied().unwrap_or(true));
            kinds.push(if !is_needed || slot == fresh {
                Packing::Unused
            } else if let Some(short) = affine(slot, u32::wrapping_sub) {
                words.extend(short);
                Packing::Affine32
            } else if let Some([first, step]) = affine(&pairs(slot), u64::wrapping_sub) {
                words.extend([first as u32, (first >> 32) as u32, step as u32, (step >> 32) as u32]);
                Packing::Affine64
            } else {
                words.extend(slot);
                Packing::Words
            });
        }
        words.shrink_to_fit();
        Small { kinds, words }
    }

    fn restore(&self, file: &mut RegisterFile, unused: &RegisterFile) {
        let mut rest = &self.words[..];
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(count);
            rest = left;
            taken
        };
        for ((slot, fresh), kind) in file.slots_mut().zip(unused.slots()).zip(&self.kinds) {
            match kind {
                Packing::Unused => *slot = *fresh,
                Packing::Affine32 => {
                    let (first, step) = (take(1)[0], take(1)[0]);
                    *slot = std::array::from_fn(|i| first.wrapping_add(step.wrapping_mul(i as u32)));
                }
                Packing::Affine64 => {
                    let mut number = || take(1)[0] as u64 | (take(1)[0] as u64) << 32;
                    let (first, step) = (number(), number());
                    let value = |i: usize| first.wrapping_add(step.wrapping_mul(i as u64 / 2)) >> (32 * (i % 2));
                    *slot = std::array::from_fn(|i| value(i) as u32);
                }
                Packing::Words => slot.copy_from_slice(take(SLOT)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_back_as_it_was() {
        let (slots, mut unused) = (8, RegisterFile::new(8, 32));
        let mut file = RegisterFile::new(slots, 32);
        let fresh = unused.registers::<32>();
        fresh.write(1, &[7u32; 32], u32::MAX);
        fresh.write(2, &[9u32; 32], u32::MAX);
        let registers = file.registers::<32>();
        registers.write(1, &[7u32; 32], u32::MAX);
        registers.write(2, &std::array::from_fn::<u32, 32, _>(|i| 100u32.wrapping_sub(3 * i as u32)), u32::MAX);
        registers.write(4, &std::array::from_fn::<u64, 32, _>(|i| (5 << 32) - 8 + 4 * i as u64), u32::MAX);
        registers.write(6, &std::array::from_fn::<u32, 32, _>(|i| (i * i) as u32), u32::MAX);
        registers.set_predicate(7, 0x1234_5678, u32::MAX);
        let small = Small::new(&file, &unused, None);
        // Two slots as two words each, two of 64 bits as four, two as they are.
        assert_eq!(small.words.len(), 2 + 2 * 4 + 2 * 32);
        let mut again = RegisterFile::new(slots, 32);
        again.registers::<32>().write(0, &[1u32; 32], u32::MAX);
        small.restore(&mut again, &unused);
        assert!(again.words().eq(file.words()));
    }
}
