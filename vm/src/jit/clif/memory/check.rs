//! Checks of addresses against the region of their root.
//!
//! Affine addresses are checked by the first and last lane of each row. An index that was extended and scaled is
//! compared, as 32 bits, with the range that the region allows. Everything else compares 64 bits a lane.

use super::*;
use crate::decode::code::Root;
use crate::decode::side::is_host;
use crate::jit::wir::{Check, Lanes};

/// What is known of a group of accesses.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    /// Whether all of them are in the region.
    passes: Cv,
    /// Where the address of each row is that they are offsets from.
    origins: Vec<Cv>,
}

/// Addresses that passed the check.
pub(in crate::jit::clif) enum Pointers {
    /// Of the first lane of each row, and the bytes from lane to lane.
    Rows(Vec<Cv>, i64),
    /// Of the first lane of each row, or of lane 0, and the bytes from lane to lane, not constant.
    Strided(Vec<Cv>, Cv),
    /// Start, and eight vectors of 32-bit indices with their scale.
    Indexed(Cv, Vec<Cv>, bool, u64),
    /// To be added to sixteen vectors of addresses.
    Full(Cv, Vec<Cv>),
}

/// What the ends of rows are compared with.
struct Ends {
    region: usize,
    /// Where the context has how many elements, or rows, may start in the region.
    count_at: i32,
    /// Elements from the first lane of a row to the last, unless rows are counted.
    beyond: i64,
    shift: u32,
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// Checks the addresses of an access as the instruction says; what does not pass goes to `slow`.
    pub(super) fn check(&mut self, pc: usize, access: &Access, check: &Check, slow: Block) -> Option<Pointers> {
        let address = self.plan.inst(pc).args[0];
        let bytes = access.element.size() * u64::from(access.count);
        match check {
            Check::Known => Some(self.known_place(access)),
            Check::Never => None,
            Check::Repeated(of) => {
                let pointer = self.passed[of];
                self.require(pointer, slow);
                let distance = access.offset - self.access_of(*of).offset;
                Some(Pointers::Rows(vec![self.bytes_on(pointer, distance)], 0))
            }
            &Check::Walks(walk) => {
                let pointer = self.walking(walk);
                Some(Pointers::Rows(vec![self.bytes_on(pointer, access.offset)], 0))
            }
            &Check::Hoisted(number) => Some(self.check_bounds(address, access, number, slow)),
            &Check::Local { slot, is_generic } => Some(self.check_local(address, access, slot, is_generic, bytes, slow)),
            Check::Region { region, root, lanes } => {
                if let Some(root) = *root {
                    self.check_root(root, *region, slow);
                }
                Some(self.check_lanes(address, access, *region, lanes, slow))
            }
        }
    }

    /// A pointer that many bytes on: a sum with nothing would keep an access from adding by itself.
    fn bytes_on(&mut self, pointer: Cv, bytes: i64) -> Cv {
        if bytes == 0 { pointer } else { self.fb.ins().iadd_imm_s(pointer, bytes) }
    }

    /// The pointer it was computed from must be in the region that was found for it.
    pub(in crate::jit::clif) fn check_root(&mut self, root: Value, region: usize, slow: Block) {
        let passes = self.points_to(root, region);
        self.require(passes, slow);
    }

    /// Whether a pointer is one into a region, or to its end.
    pub(in crate::jit::clif) fn points_to(&mut self, pointer: Value, region: usize) -> Cv {
        let value = self.scalar(pointer);
        let base = self.load(I64, Self::region_at(region, at::REGION_BASE));
        let size = self.load(I64, Self::region_at(region, at::REGION_SIZE));
        let distance = self.fb.ins().isub(value, base);
        self.icmp(IntCC::UnsignedLessThanOrEqual, distance, size)
    }

    /// Host code's address must be in bounds that are known.
    fn check_bounds(&mut self, address: Value, access: &Access, number: usize, slow: Block) -> Pointers {
        let address = self.scalar(address);
        let address = if access.offset != 0 { self.fb.ins().iadd_imm_s(address, access.offset) } else { address };
        Pointers::Rows(vec![self.pass_bounds(address, number, slow)], 0)
    }

    /// The addresses must be in the region.
    pub(in crate::jit::clif) fn check_lanes(
        &mut self,
        address: Value,
        access: &Access,
        region: usize,
        lanes: &Lanes,
        slow: Block,
    ) -> Pointers {
        let bytes = access.element.size() * u64::from(access.count);
        // Kernels access multiples of the size, and offsets are counted in these; host code may access any bytes.
        let shift = if is_host(L) { 0 } else { bytes.trailing_zeros() };
        let size_class = 8 * bytes.trailing_zeros() as i32;
        let count_at = Self::region_at(region, at::REGION_COUNTS + size_class);
        match lanes {
            Lanes::Index | Lanes::Each => {
                let base = self.load(I64, Self::region_at(region, at::REGION_BASE));
                match self.plan.wide_form(address) {
                    Some(form) if *lanes == Lanes::Index => self.check_indexed(access, form, base, count_at, region, shift, slow),
                    _ => self.check_full(address, access, base, count_at, region, shift, slow),
                }
            }
            Lanes::Ends | Lanes::Group { .. } | Lanes::InGroup { .. } => {
                let stride = self.plan.shape(address).stride();
                let is_row = stride == bytes as i64;
                let row_count_at = if is_row { Self::region_at(region, at::REGION_ROW_COUNTS + size_class) } else { count_at };
                let beyond = if is_row { 0 } else { stride / bytes as i64 * (self.plan.geometry.width() as i64 - 1) };
                let ends = Ends { region, count_at: row_count_at, beyond, shift };
                let origins = self.check_ends(address, access, &ends, lanes, slow);
                let moved = |pointer: Cv| if access.offset != 0 { self.fb.ins().iadd_imm_s(pointer, access.offset) } else { pointer };
                Pointers::Rows(origins.into_iter().map(moved).collect(), stride)
            }
        }
    }

    /// The first and the last lane of each row must be in the region: those of this access, or of all of a group.
    fn check_ends(&mut self, address: Value, access: &Access, ends: &Ends, lanes: &Lanes, slow: Block) -> Vec<Cv> {
        let mut bases = self.bases(address);
        if access.narrow_address {
            bases = bases.into_iter().map(|address| self.fb.ins().uextend(I64, address)).collect();
        }
        match *lanes {
            Lanes::Group { first, offsets } => {
                let checked = self.check_group(bases, ends, offsets);
                self.checked.insert(first, checked);
                self.pass_with_group(first, slow)
            }
            Lanes::InGroup { first } => self.pass_with_group(first, slow),
            _ => {
                let base = self.load(I64, Self::region_at(ends.region, at::REGION_BASE));
                for &first in &bases {
                    let first = if access.offset != 0 { self.fb.ins().iadd_imm_s(first, access.offset) } else { first };
                    let units = self.units_from(first, base, ends.shift);
                    let count = self.load(I64, ends.count_at);
                    let passes = self.icmp(IntCC::UnsignedLessThan, units, count);
                    self.require(passes, slow);
                    if ends.beyond != 0 {
                        let units = self.fb.ins().iadd_imm_s(units, ends.beyond);
                        let count = self.load(I64, ends.count_at);
                        let passes = self.icmp(IntCC::UnsignedLessThan, units, count);
                        self.require(passes, slow);
                    }
                }
                self.with_origin(bases, ends.region)
            }
        }
    }

    fn pass_with_group(&mut self, first: usize, slow: Block) -> Vec<Cv> {
        let Checked { passes, origins } = self.checked[&first].clone();
        self.require(passes, slow);
        origins
    }

    /// Looks at the corners of all accesses of a group, whose offsets lie between two.
    fn check_group(&mut self, bases: Vec<Cv>, ends: &Ends, (least, most): (i64, i64)) -> Checked {
        let base = self.load(I64, Self::region_at(ends.region, at::REGION_BASE));
        let count = self.load(I64, ends.count_at);
        let span = (most - least) >> ends.shift;
        let beyond = ends.beyond;
        let corners = if beyond == 0 { vec![0, span] } else { vec![0, beyond, span, beyond + span] };
        let mut all = None;
        for &first in &bases {
            let first = self.fb.ins().iadd_imm_s(first, least);
            for &more in &corners {
                let units = self.units_from(first, base, ends.shift);
                let units = self.fb.ins().iadd_imm_s(units, more);
                let passes = self.icmp(IntCC::UnsignedLessThan, units, count);
                all = Some(match all {
                    Some(all) => self.fb.ins().band(all, passes),
                    None => passes,
                });
            }
        }
        let passes = all.expect("an affine value has a base");
        Checked { passes, origins: self.with_origin(bases, ends.region) }
    }

    /// Where addresses in a region are.
    fn with_origin(&mut self, addresses: Vec<Cv>, region: usize) -> Vec<Cv> {
        let origin = self.load(I64, Self::region_at(region, at::REGION_ORIGIN));
        addresses.into_iter().map(|address| self.fb.ins().iadd(address, origin)).collect()
    }

    /// Goes on only if `passes`, else to `slow`.
    pub(in crate::jit::clif) fn require(&mut self, passes: Cv, slow: Block) {
        let go_on = self.fb.create_block();
        self.fb.ins().brif(passes, go_on, NONE, slow, NONE);
        self.fb.switch_to_block(go_on);
    }

    /// How many units of `1 << shift` bytes an address lies behind `base`; a huge number, as an unsigned one, if it is before or
    /// between two.
    fn units_from(&mut self, address: Cv, base: Cv, shift: u32) -> Cv {
        let distance = self.fb.ins().isub(address, base);
        if shift > 0 { self.fb.ins().rotr_imm_u(distance, i64::from(shift)) } else { distance }
    }

    /// `parts` in the lanes that are here, `other` in those that are not.
    pub(super) fn active_or(&mut self, parts: Vec<Cv>, other: Cv) -> Vec<Cv> {
        if self.is_full() {
            return parts;
        }
        let lanes = self.mask_vectors();
        let others = vec![other; parts.len()];
        self.blend(&lanes, &parts, &others)
    }

    /// All active lanes must be set in `inside`, vectors of 32-bit or 64-bit lanes.
    pub(super) fn require_all(&mut self, inside: &[Cv], slow: Block) {
        match self.mode {
            Mode::Full => {
                let mut all = inside[0];
                for &part in &inside[1..] {
                    all = self.fb.ins().band(all, part);
                }
                let bytes = self.cast(I8X16, all);
                let signs = self.fb.ins().vhigh_bits(I32, bytes);
                let ones = self.int(I32, 0xffff);
                let passes = self.icmp(IntCC::Equal, signs, ones);
                self.require(passes, slow);
            }
            Mode::Masked(mask) => {
                let narrow;
                let inside = if inside.len() == 16 {
                    narrow = self.narrow(inside);
                    &narrow
                } else {
                    inside
                };
                let bits = self.bits_of_parts(inside);
                let outside = self.fb.ins().band_not(mask, bits);
                let zero = self.int(I32, 0);
                let passes = self.icmp(IntCC::Equal, outside, zero);
                self.require(passes, slow);
            }
        }
    }

    fn check_full(&mut self, address: Value, access: &Access, base: Cv, count_at: i32, region: usize, shift: u32, slow: Block) -> Pointers {
        let parts = self.parts(address);
        let base = if access.offset != 0 { self.fb.ins().iadd_imm_s(base, access.offset.wrapping_neg()) } else { base };
        let base = self.fb.ins().splat(I64X2, base);
        // Offsets as unsigned numbers below `count << shift`, with no low bits: one signed comparison each way.
        let count = self.load(I64, count_at);
        let limit = self.fb.ins().ishl_imm_u(count, i64::from(shift));
        let limit = self.fb.ins().splat(I64X2, limit);
        let low = self.repeated(I64X2, ((1u64 << shift) - 1) | 1 << 63);
        let inside: Vec<Cv> = parts
            .iter()
            .map(|&p| {
                let distance = self.fb.ins().isub(p, base);
                let below = self.fb.ins().icmp(IntCC::SignedGreaterThan, limit, distance);
                let odd = self.fb.ins().band(distance, low);
                let zero = self.zero(I64X2);
                let is_even = self.fb.ins().icmp(IntCC::Equal, odd, zero);
                self.fb.ins().band(below, is_even)
            })
            .collect();
        self.require_all(&inside, slow);
        let parts = self.active_or(parts, base);
        let origin = self.load(I64, Self::region_at(region, at::REGION_ORIGIN));
        let origin = if access.offset != 0 { self.fb.ins().iadd_imm_s(origin, access.offset) } else { origin };
        Pointers::Full(origin, parts)
    }

    /// The pointer of host code's access to a place in a variable of its frame that is known now.
    fn known_place(&mut self, access: &Access) -> Pointers {
        let Root::Slot(slot) = access.root else { unreachable!("only variables of the frame are known") };
        let variable = &self.plan.code.locals[slot as usize];
        let frame = self.load(I64, at::LOCAL);
        Pointers::Rows(vec![self.fb.ins().iadd_imm_s(frame, variable.offset as i64 + access.offset)], 0)
    }

    /// A variable of a host function's frame.
    fn check_frame(&mut self, address: Value, access: &Access, slot: u32, bytes: u64, slow: Block) -> Pointers {
        let variable = &self.plan.code.locals[slot as usize];
        let most = self.int(I64, (variable.size - bytes) as i64);
        let address = self.scalar(address);
        let base = self.load(I64, at::LOCAL_BASE);
        let in_frame = self.fb.ins().isub(address, base);
        let distance = self.fb.ins().iadd_imm_s(in_frame, access.offset.wrapping_sub(variable.offset as i64));
        let passes = self.icmp(IntCC::UnsignedLessThanOrEqual, distance, most);
        self.require(passes, slow);
        let frame = self.load(I64, at::LOCAL);
        let pointer = self.fb.ins().iadd(frame, in_frame);
        Pointers::Rows(vec![self.fb.ins().iadd_imm_s(pointer, access.offset)], 0)
    }

    /// A variable of the thread's own frame.
    pub(in crate::jit::clif) fn check_local(
        &mut self,
        address: Value,
        access: &Access,
        slot: u32,
        is_generic: bool,
        bytes: u64,
        slow: Block,
    ) -> Pointers {
        let plan = self.plan;
        let variable = &plan.code.locals[slot as usize];
        if is_host(L) {
            return self.check_frame(address, access, slot, bytes, slow);
        }
        let bias = if is_generic { crate::memory::LOCAL as i64 } else { 0 };
        let base = self.load(I64, at::LOCAL_BASE);
        let base = self.fb.ins().iadd_imm_s(base, variable.offset as i64 + bias);
        let most = variable.size - bytes;
        let local = self.load(I64, at::LOCAL);
        let step = self.load(I64, at::LOCAL_STRIDE);
        let shape = plan.shape(address);
        if shape.is_uniform() {
            let address = self.scalar(address);
            let first = self.fb.ins().iadd_imm_s(address, access.offset);
            let distance = self.fb.ins().isub(first, base);
            let most = self.int(I64, most as i64);
            let passes = self.icmp(IntCC::UnsignedLessThanOrEqual, distance, most);
            self.require(passes, slow);
            if bytes > 1 {
                let low = self.fb.ins().band_imm_u(first, bytes as i64 - 1);
                let zero = self.int(I64, 0);
                let passes = self.icmp(IntCC::Equal, low, zero);
                self.require(passes, slow);
            }
            let pointer = self.fb.ins().iadd(local, first);
            let pointer = if bias != 0 { self.fb.ins().iadd_imm_s(pointer, -bias) } else { pointer };
            return Pointers::Strided(vec![pointer], step);
        }
        let is_aligned = variable.offset.is_multiple_of(bytes);
        if let Some(form) = plan.wide_form(address).filter(|form| is_aligned && (bytes..=64).contains(&form.scale)) {
            // Elements of a frame start at multiples of their size.
            let low = self.fb.ins().band_imm_u(base, bytes as i64 - 1);
            let is_whole = self.fb.ins().icmp_imm_u(IntCC::Equal, low, 0);
            self.require(is_whole, slow);
            let shift = bytes.trailing_zeros();
            let count = self.int(I64, (most >> shift) as i64 + 1);
            let (start, indices) = self.pass_indexed(access, &form, base, count, shift, 20, slow);
            let start = self.fb.ins().iadd(start, local);
            let start = if bias != 0 { self.fb.ins().iadd_imm_s(start, -bias) } else { start };
            let indices = self.own_copies(indices, step, form.scale);
            return Pointers::Indexed(start, indices, form.signed, form.scale);
        }
        let parts = self.parts(address);
        let start = self.fb.ins().iadd_imm_s(base, access.offset.wrapping_neg());
        let start = self.fb.ins().splat(I64X2, start);
        let limit = self.repeated(I64X2, most + 1);
        let sign = self.repeated(I64X2, 1 << 63);
        let low = self.repeated(I64X2, bytes - 1);
        let zero = self.zero(I64X2);
        let displacement = self.repeated(I64X2, access.offset as u64);
        let inside: Vec<Cv> = parts
            .iter()
            .map(|&p| {
                let distance = self.fb.ins().isub(p, start);
                let below = self.fb.ins().icmp(IntCC::SignedGreaterThan, limit, distance);
                let whole = self.fb.ins().iadd(p, displacement);
                let odd = self.fb.ins().band(whole, low);
                let negative = self.fb.ins().band(distance, sign);
                let odd = self.fb.ins().bor(odd, negative);
                let is_even = self.fb.ins().icmp(IntCC::Equal, odd, zero);
                self.fb.ins().band(below, is_even)
            })
            .collect();
        self.require_all(&inside, slow);
        let parts = self.active_or(parts, start);
        // Each lane has its own copy: the address grows by the stride from lane to lane.
        let zero = self.int(I64, 0);
        let mut steps = Vec::new();
        let two = self.fb.ins().iadd(step, step);
        let pair = self.fb.ins().splat(I64X2, two);
        let first = self.fb.ins().splat(I64X2, zero);
        let mut lanes = self.fb.ins().insertlane(first, step, 1);
        for _ in 0..16 {
            steps.push(lanes);
            lanes = self.fb.ins().iadd(lanes, pair);
        }
        let parts = parts.iter().zip(steps).map(|(&p, s)| self.fb.ins().iadd(p, s)).collect();
        let origin = self.fb.ins().iadd_imm_s(local, access.offset.wrapping_sub(bias));
        Pointers::Full(origin, parts)
    }
}
