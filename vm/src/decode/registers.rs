//! The registers of one activation: every slot holds a value for each lane of the group.
//!
//! A slot is `4 * L` bytes: `.b32`, `.f32`, `.b16` take one, `.b64` and `.f64` two, a predicate the first word of
//! one as a bit a lane. With `L = 1` the same code runs host functions.

/// Which lanes take part: bit `i` for lane `i`.
pub(crate) type Mask = u32;

/// Every lane; also used for "nobody else has lanes here", which allows the unmasked path.
pub(crate) const ALL: Mask = u32::MAX;

/// Bit of each lane: an array turns variable shifts into loads that vectorise.
const BIT: [u32; 32] = {
    let mut bits = [0; 32];
    let mut i = 0;
    while i < 32 {
        bits[i] = 1 << i;
        i += 1;
    }
    bits
};

/// A file of registers, zeroed, 64-byte aligned.
#[derive(Debug)]
pub(crate) struct RegisterFile {
    lines: Vec<CacheLine>,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct CacheLine([u64; 8]);

impl CacheLine {
    const ZERO: CacheLine = CacheLine([0; 8]);
}

impl RegisterFile {
    /// A file of `slots` slots for groups of `lanes`.
    pub(crate) fn new(slots: u32, lanes: usize) -> RegisterFile {
        let bytes = slots as usize * lanes * 4;
        RegisterFile { lines: vec![CacheLine::ZERO; bytes.div_ceil(64)] }
    }

    /// The registers. Valid as long as the file is neither dropped nor moved out of its heap block.
    pub(crate) fn registers<const L: usize>(&mut self) -> Registers<L> {
        Registers { base: self.lines.as_mut_ptr().cast() }
    }

    /// All words, to compare.
    pub(crate) fn words(&self) -> impl Iterator<Item = &u64> {
        self.lines.iter().flat_map(|line| &line.0)
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.lines[..])
    }

    /// The words of each slot of a file for groups of 32 lanes.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &[u32; 32]> {
        // SAFETY: two lines are 32 words without padding.
        let slots: &[[u32; 32]] = unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.lines.len() / 2) };
        slots.iter()
    }

    /// The same, to change.
    pub(crate) fn slots_mut(&mut self) -> impl Iterator<Item = &mut [u32; 32]> {
        // SAFETY: as for `slots`; the file is borrowed exclusively.
        let slots: &mut [[u32; 32]] = unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.lines.len() / 2) };
        slots.iter_mut()
    }
}

/// Access to a register file by slot number.
///
/// Slots come from the decoder, which numbers them below the size of the file it asks for: that, and that a file
/// outlives its activation, is what the unsafe code here relies on.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Registers<const L: usize> {
    base: *mut u32,
}

impl<const L: usize> Registers<L> {
    /// The registers of a file whose slot 0 lies at `base`.
    ///
    /// # Safety
    /// That is the base of a file's registers, which lives as long as these are used.
    pub(crate) unsafe fn at_base(base: *mut u32) -> Registers<L> {
        Registers { base }
    }

    /// Where slot 0 lies.
    pub(crate) fn base(self) -> *mut u32 {
        self.base
    }

    #[inline(always)]
    fn at<T>(self, slot: u32) -> *mut T {
        // SAFETY: slots are below the size of the file (see the type), so the offset stays inside it.
        unsafe { self.base.add(slot as usize * L).cast() }
    }

    /// All lanes of a slot.
    #[inline(always)]
    pub(crate) fn read<T: Lane>(self, slot: u32) -> [T; L] {
        // SAFETY: see the type; every bit pattern is a `T`, and slots of wide values are even, so aligned.
        unsafe { self.at::<[T; L]>(slot).read() }
    }

    /// Writes the lanes of `mask`.
    #[inline(always)]
    pub(crate) fn write<T: Lane>(self, slot: u32, values: &[T; L], mask: Mask) {
        let target = self.at::<[T; L]>(slot);
        // SAFETY: as for `read`; the array is not reached in any other way meanwhile.
        unsafe {
            if L == 1 || mask == ALL {
                target.write(*values);
            } else {
                let target = &mut *target;
                for lane in 0..L {
                    target[lane] = if mask & BIT[lane] != 0 { values[lane] } else { target[lane] };
                }
            }
        }
    }

    /// One lane of a slot.
    #[inline(always)]
    pub(crate) fn lane<T: Lane>(self, slot: u32, lane: usize) -> T {
        // SAFETY: as for `read`; `lane < L`.
        unsafe { self.at::<T>(slot).add(lane % L).read() }
    }

    /// Writes one lane of a slot.
    #[inline(always)]
    pub(crate) fn set_lane<T: Lane>(self, slot: u32, lane: usize, value: T) {
        // SAFETY: as for `lane`.
        unsafe { self.at::<T>(slot).add(lane % L).write(value) }
    }

    /// A predicate: bit `i` for lane `i`.
    #[inline(always)]
    pub(crate) fn predicate(self, slot: u32) -> Mask {
        // SAFETY: as for `read`.
        unsafe { self.at::<u32>(slot).read() }
    }

    /// Writes the bits of `mask`.
    #[inline(always)]
    pub(crate) fn set_predicate(self, slot: u32, bits: Mask, mask: Mask) {
        let target = self.at::<u32>(slot);
        // SAFETY: as for `read`.
        unsafe { target.write(if L == 1 { bits & 1 } else { (bits & mask) | (target.read() & !mask) }) }
    }

    /// Copies the lanes of `mask` from one slot to another of the same width.
    #[inline(always)]
    pub(crate) fn copy(self, to: u32, from: u32, kind: Width, mask: Mask) {
        match kind {
            Width::Word => self.write(to, &self.read::<u32>(from), mask),
            Width::Double => self.write(to, &self.read::<u64>(from), mask),
            Width::Predicate => self.set_predicate(to, self.predicate(from), mask),
        }
    }

    /// A lane's bits of a slot, zero-extended.
    #[inline(always)]
    pub(crate) fn bits(self, slot: u32, kind: Width, lane: usize) -> u64 {
        match kind {
            Width::Word => self.lane::<u32>(slot, lane) as u64,
            Width::Double => self.lane::<u64>(slot, lane),
            Width::Predicate => (self.predicate(slot) >> lane & 1) as u64,
        }
    }

    /// Sets a lane's bits of a slot.
    #[inline(always)]
    pub(crate) fn set_bits(self, slot: u32, kind: Width, lane: usize, bits: u64) {
        match kind {
            Width::Word => self.set_lane(slot, lane, bits as u32),
            Width::Double => self.set_lane(slot, lane, bits),
            Width::Predicate => self.set_predicate(slot, (bits as u32 & 1) << lane, 1 << lane),
        }
    }
}

/// How a value lies in its slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Width {
    /// One slot.
    Word,
    /// Two slots.
    Double,
    /// One slot, a bit a lane.
    Predicate,
}

impl Width {
    /// Of a register class.
    pub(crate) fn of(ty: kern_ir::RegType) -> Width {
        use kern_ir::RegType::*;
        match ty {
            Pred => Width::Predicate,
            B16 | B32 | F32 => Width::Word,
            B64 | F64 => Width::Double,
        }
    }

    /// Slots.
    pub(crate) fn slots(self) -> u32 {
        if self == Width::Double { 2 } else { 1 }
    }
}

/// A value of one lane as it lies in a register; every bit pattern is one.
pub(crate) trait Lane: Copy {}

macro_rules! lanes {
    ($($ty:ty),*) => { $(impl Lane for $ty {})* };
}

lanes!(u32, i32, f32, u64, i64, f64);

/// A register class as lane functions see it: how all lanes are read and written.
pub(crate) trait Class: Copy {
    /// Zero.
    const ZERO: Self;
    /// All lanes.
    fn read_all<const L: usize>(registers: Registers<L>, slot: u32) -> [Self; L];
    /// The lanes of `mask`.
    fn write_all<const L: usize>(registers: Registers<L>, slot: u32, values: &[Self; L], mask: Mask);
}

macro_rules! classes {
    ($($ty:ty),*) => { $(impl Class for $ty {
        const ZERO: Self = 0 as $ty;
        #[inline(always)]
        fn read_all<const L: usize>(registers: Registers<L>, slot: u32) -> [Self; L] {
            registers.read(slot)
        }
        #[inline(always)]
        fn write_all<const L: usize>(registers: Registers<L>, slot: u32, values: &[Self; L], mask: Mask) {
            registers.write(slot, values, mask);
        }
    })* };
}

classes!(u32, i32, f32, u64, i64, f64);

impl Class for bool {
    const ZERO: Self = false;
    #[inline(always)]
    fn read_all<const L: usize>(registers: Registers<L>, slot: u32) -> [Self; L] {
        let bits = registers.predicate(slot);
        let mut values = [false; L];
        for lane in 0..L {
            values[lane] = bits & BIT[lane] != 0;
        }
        values
    }
    #[inline(always)]
    fn write_all<const L: usize>(registers: Registers<L>, slot: u32, values: &[Self; L], mask: Mask) {
        let mut bits = 0;
        for lane in 0..L {
            bits |= if values[lane] { BIT[lane] } else { 0 };
        }
        registers.set_predicate(slot, bits, mask);
    }
}

/// Lanes of a mask, in order.
#[inline(always)]
pub(crate) fn lanes<const L: usize>(mask: Mask) -> impl Iterator<Item = usize> {
    let mut left = if L == 1 { mask & 1 } else { mask };
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let lane = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(lane)
    })
}
