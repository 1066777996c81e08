//! Values: how they are held and expanded to vectors; masks of lanes as vectors and as bits.

use super::*;
use kern_ir::{RegType, Value};

/// The type of one component of an affine value.
pub(super) fn scalar_type(ty: RegType) -> ir::Type {
    match ty {
        RegType::Pred => I8,
        RegType::B16 | RegType::B32 => I32,
        RegType::B64 => I64,
        RegType::F32 => F32,
        RegType::F64 => F64,
    }
}

/// The type and number of the vectors of a varying value; a predicate is all ones or zeros in each 32-bit lane.
pub(super) fn vector_type(ty: RegType) -> (ir::Type, usize) {
    match ty {
        RegType::Pred | RegType::B16 | RegType::B32 => (I32X4, 8),
        RegType::B64 => (I64X2, 16),
        RegType::F32 => (F32X4, 8),
        RegType::F64 => (F64X2, 16),
    }
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// What is known of values here.
    pub(super) fn known(&self) -> Known {
        Known { local: self.local.mark(), expanded: self.expanded.mark(), mask_parts: self.mask_parts.clone() }
    }

    /// Back to what was known there.
    pub(super) fn forget(&mut self, known: Known) {
        self.local.go_back(known.local);
        self.expanded.go_back(known.expanded);
        self.mask_parts = known.mask_parts;
    }

    pub(super) fn zero(&mut self, ty: ir::Type) -> Cv {
        match ty {
            F32 => self.fb.ins().f32const(0.0),
            F64 => self.fb.ins().f64const(0.0),
            ty if ty.is_vector() => self.constant_vector(ty, [0; 16]),
            ty => self.int(ty, 0),
        }
    }

    pub(super) fn constant_vector(&mut self, ty: ir::Type, bytes: [u8; 16]) -> Cv {
        let constant = self.fb.func.dfg.constants.insert(ir::ConstantData::from(&bytes[..]));
        self.fb.ins().vconst(ty, constant)
    }

    /// A vector with the same bits in each lane.
    pub(super) fn repeated(&mut self, ty: ir::Type, bits: u64) -> Cv {
        let mut bytes = [0; 16];
        let size = ty.lane_type().bytes() as usize;
        bytes.chunks_mut(size).for_each(|chunk| chunk.copy_from_slice(&bits.to_le_bytes()[..size]));
        self.constant_vector(ty, bytes)
    }

    pub(super) fn cast(&mut self, ty: ir::Type, value: Cv) -> Cv {
        if self.fb.func.dfg.value_type(value) == ty {
            return value;
        }
        self.fb.ins().bitcast(ty, MemFlagsData::new().with_endianness(ir::Endianness::Little), value)
    }

    fn constant_scalar(&mut self, ty: RegType, bits: u64) -> Cv {
        match ty {
            RegType::F32 => self.fb.ins().f32const(ir::immediates::Ieee32::with_bits(bits as u32)),
            RegType::F64 => self.fb.ins().f64const(ir::immediates::Ieee64::with_bits(bits)),
            RegType::Pred => self.int(I8, (bits & 1) as i64),
            ty => self.int(scalar_type(ty), bits as i64),
        }
    }

    /// The value as it is held.
    pub(super) fn held(&mut self, value: Value) -> Held {
        if let Some(held) = self.local.get(value) {
            return held.clone();
        }
        if let Some(deferred) = self.deferred.get(&value).cloned() {
            let held = self.load_deferred(value, &deferred);
            self.local.insert(value, held.clone());
            return held;
        }
        if self.is_frame_resident(value) {
            // Not known from here on: this may be a side way.
            let registers = self.load(I64, at::REGISTERS);
            return self.read(registers, value);
        }
        if let Some(&pc) = self.on_demand.get(&value) {
            self.emit_compute(pc);
            return self.computed(value);
        }
        let ty = self.plan.func.ty(value);
        let held = match self.plan.constant(value) {
            Some(bits) => Held::Bases(vec![self.constant_scalar(ty, bits)]),
            None => {
                let vars = self.vars[value.index()].clone();
                if vars.is_empty() {
                    // Never defined on any way here: dead code.
                    let (ty, count) = self.component(value);
                    let zero = self.zero(ty);
                    self.holds(value, vec![zero; count])
                } else {
                    let list = vars.iter().map(|&v| self.fb.use_var(v)).collect();
                    self.holds(value, list)
                }
            }
        };
        self.local.insert(value, held.clone());
        held
    }

    /// A value that was just computed.
    fn computed(&self, value: Value) -> Held {
        self.local.get(value).cloned().expect("what computes a value says what it is")
    }

    /// Whether a value is not in its variables.
    fn is_frame_resident(&self, value: Value) -> bool {
        self.is_full() && self.plan.is_frame_resident(self.segment, value.index())
    }

    /// Components of a value, as what they are.
    pub(super) fn holds(&self, value: Value, components: Vec<Cv>) -> Held {
        if self.plan.shape(value).is_affine() { Held::Bases(components) } else { Held::Parts(components) }
    }

    /// The bases of an affine value.
    pub(super) fn bases(&mut self, value: Value) -> Vec<Cv> {
        match self.held(value) {
            Held::Bases(bases) => bases,
            Held::Parts(parts) => parts,
        }
    }

    /// The only base of a uniform value.
    pub(super) fn scalar(&mut self, value: Value) -> Cv {
        self.bases(value)[0]
    }

    /// The vectors of a value.
    pub(super) fn parts(&mut self, value: Value) -> Vec<Cv> {
        match self.held(value) {
            Held::Parts(parts) => parts,
            Held::Bases(bases) => {
                if let Some(parts) = self.expanded.get(value) {
                    return parts.clone();
                }
                let ty = self.plan.func.ty(value);
                let parts = match self.plan.constant(value) {
                    Some(bits) => {
                        let (vector, count) = vector_type(ty);
                        let bits = if ty == RegType::Pred { if bits & 1 != 0 { u64::MAX } else { 0 } } else { bits };
                        vec![self.repeated(vector, bits); count]
                    }
                    None => self.expand(ty, &bases, self.plan.shape(value).stride()),
                };
                if !self.is_frame_resident(value) {
                    self.expanded.insert(value, parts.clone());
                }
                parts
            }
        }
    }

    /// Vectors of an affine value.
    pub(super) fn expand(&mut self, ty: RegType, bases: &[Cv], stride: i64) -> Vec<Cv> {
        let splats = self.splats(ty, bases);
        (0..vector_type(ty).1).map(|part| self.expand_part(ty, &splats, stride, part)).collect()
    }

    /// The bases of an affine value as vectors.
    fn splats(&mut self, ty: RegType, bases: &[Cv]) -> Vec<Cv> {
        let (vector, _) = vector_type(ty);
        bases
            .iter()
            .map(|&base| {
                let base = if ty == RegType::Pred { self.fb.ins().bmask(I32, base) } else { base };
                self.fb.ins().splat(vector, base)
            })
            .collect()
    }

    /// One vector of an affine value.
    fn expand_part(&mut self, ty: RegType, splats: &[Cv], stride: i64, part: usize) -> Cv {
        let (vector, count) = vector_type(ty);
        let (width, lanes) = (self.plan.geometry.width(), 32 / count);
        let first = part * lanes;
        let splat = splats[if splats.len() > 1 { first / width } else { 0 }];
        if stride == 0 {
            return splat;
        }
        let mut bytes = [0; 16];
        let size = 16 / lanes;
        for lane in 0..lanes {
            let offset = stride.wrapping_mul(((first + lane) % width) as i64);
            bytes[lane * size..][..size].copy_from_slice(&offset.to_le_bytes()[..size]);
        }
        let offsets = self.constant_vector(vector, bytes);
        self.fb.ins().iadd(splat, offsets)
    }

    /// Defines the result of an instruction, computed as `held`; in the masked copy lanes that wait elsewhere keep what
    /// they have.
    pub(super) fn set_held(&mut self, value: Value, held: Held) {
        if self.plan.constant(value).is_some() {
            return;
        }
        let mut held = match (held, self.plan.shape(value)) {
            (Held::Bases(bases), LaneShape::Varying) => {
                let ty = self.plan.func.ty(value);
                Held::Parts(self.expand(ty, &bases, 0))
            }
            (Held::Bases(bases), _) => {
                let (_, count) = self.component(value);
                let first = bases[0];
                Held::Bases(if bases.len() == count { bases } else { vec![first; count] })
            }
            (held, _) => held,
        };
        if !self.is_full()
            && !self.vars[value.index()].is_empty()
            && let Held::Parts(parts) = &held
            && self.plan.is_needed_elsewhere(self.segment, value)
        {
            let mask = self.mask_vectors();
            held = Held::Parts(self.blend_with_old(value, &mask, parts));
        }
        if let (Mode::Masked(mask), Held::Bases(bases)) = (self.mode, &held)
            && !self.vars[value.index()].is_empty()
            && self.plan.is_needed_elsewhere(self.segment, value)
        {
            held = Held::Bases(self.select_rows(value, mask, bases.clone()));
        }
        self.local.insert(value, held.clone());
        self.expanded.remove(value);
        self.define_variable(value, held);
    }

    pub(super) fn set_parts(&mut self, value: Value, parts: Vec<Cv>) {
        self.set_held(value, Held::Parts(parts));
    }

    pub(super) fn set_bases(&mut self, value: Value, bases: Vec<Cv>) {
        self.set_held(value, Held::Bases(bases));
    }

    pub(super) fn define_variable(&mut self, value: Value, held: Held) {
        let (Held::Bases(list) | Held::Parts(list)) = held;
        for (var, component) in self.vars[value.index()].clone().into_iter().zip(list) {
            self.fb.def_var(var, component);
        }
    }

    /// `bases` in the rows that have lanes of `mask`, the variable's old ones in the others, whose lanes are elsewhere.
    pub(super) fn select_rows(&mut self, value: Value, mask: Cv, bases: Vec<Cv>) -> Vec<Cv> {
        let vars = self.vars[value.index()].clone();
        if bases.len() < 2 || vars.len() != bases.len() {
            return bases;
        }
        let width = self.plan.geometry.width();
        let select = |(row, (base, var)): (usize, (Cv, Variable))| {
            let lanes = self.fb.ins().band_imm_u(mask, ((1i64 << width) - 1) << (row * width));
            let old = self.fb.use_var(var);
            self.fb.ins().select(lanes, base, old)
        };
        bases.into_iter().zip(vars).enumerate().map(select).collect()
    }

    /// `parts` in the lanes of `mask` (vectors of 32-bit lanes), the variable's old value in the others.
    pub(super) fn blend_with_old(&mut self, value: Value, mask: &[Cv], parts: &[Cv]) -> Vec<Cv> {
        let vars = self.vars[value.index()].clone();
        let old: Vec<Cv> = vars.iter().map(|&v| self.fb.use_var(v)).collect();
        self.blend(mask, parts, &old)
    }

    /// Lane by lane `a` where `mask` (vectors of 32-bit lanes) is set, else `b`.
    pub(super) fn blend(&mut self, mask: &[Cv], a: &[Cv], b: &[Cv]) -> Vec<Cv> {
        let is_wide = a.len() == 16;
        (0..a.len())
            .map(|i| {
                let lanes = if is_wide { self.widen_half(mask[i / 2], i % 2) } else { mask[i] };
                self.blend_one(lanes, a[i], b[i])
            })
            .collect()
    }

    fn blend_one(&mut self, mask: Cv, a: Cv, b: Cv) -> Cv {
        let ty = self.fb.func.dfg.value_type(a);
        let int = ty.as_int();
        let (x, y, m) = (self.cast(int, a), self.cast(int, b), self.cast(int, mask));
        let result = self.blend_integers(m, x, y);
        self.cast(ty, result)
    }

    /// Lanes of `a` where `mask` has ones, of `b` where it has zeros.
    pub(super) fn blend_integers(&mut self, mask: Cv, a: Cv, b: Cv) -> Cv {
        if cfg!(target_arch = "x86_64") { self.fb.ins().blendv(mask, a, b) } else { self.fb.ins().bitselect(mask, a, b) }
    }

    /// Half of a mask of 32-bit lanes as mask of 64-bit lanes.
    fn widen_half(&mut self, mask: Cv, half: usize) -> Cv {
        let mask = self.cast(I32X4, mask);
        if half == 0 { self.fb.ins().swiden_low(mask) } else { self.fb.ins().swiden_high(mask) }
    }

    /// The mask of active lanes as vectors of 32-bit lanes.
    pub(super) fn mask_vectors(&mut self) -> Vec<Cv> {
        if let Some(parts) = &self.mask_parts {
            return parts.clone();
        }
        let mask = self.active();
        let parts = self.vectors_of_bits(mask);
        self.mask_parts = Some(parts.clone());
        parts
    }

    /// Bit `i` of a word as all ones or zeros in lane `i`.
    pub(super) fn vectors_of_bits(&mut self, bits: Cv) -> Vec<Cv> {
        let splat = self.fb.ins().splat(I32X4, bits);
        (0..8)
            .map(|part| {
                let mut bytes = [0; 16];
                for lane in 0..4 {
                    bytes[lane * 4..][..4].copy_from_slice(&(1u32 << (part * 4 + lane)).to_le_bytes());
                }
                let bit = self.constant_vector(I32X4, bytes);
                let one = self.fb.ins().band(splat, bit);
                self.fb.ins().icmp(IntCC::Equal, one, bit)
            })
            .collect()
    }

    /// The bits of a predicate, one a lane.
    pub(super) fn bits_of(&mut self, value: Value) -> Cv {
        match self.held(value) {
            Held::Bases(bases) => {
                let width = self.plan.geometry.width();
                let mut all = None;
                for (row, &base) in bases.iter().enumerate() {
                    let mut word = self.fb.ins().bmask(I32, base);
                    if bases.len() > 1 {
                        let lanes = self.int(I32, ((1i64 << width) - 1) << (row * width));
                        word = self.fb.ins().band(word, lanes);
                    }
                    all = Some(match all {
                        Some(other) => self.fb.ins().bor(other, word),
                        None => word,
                    });
                }
                all.expect("a value has a base")
            }
            Held::Parts(parts) => self.bits_of_parts(&parts),
        }
    }

    /// The sign bits of eight vectors of 32-bit lanes.
    pub(super) fn bits_of_parts(&mut self, parts: &[Cv]) -> Cv {
        let mut halves = Vec::new();
        for half in parts.chunks(4) {
            let a = self.fb.ins().snarrow(half[0], half[1]);
            let b = self.fb.ins().snarrow(half[2], half[3]);
            let bytes = self.fb.ins().snarrow(a, b);
            halves.push(self.fb.ins().vhigh_bits(I32, bytes));
        }
        let high = self.fb.ins().ishl_imm_u(halves[1], 16);
        self.fb.ins().bor(halves[0], high)
    }

    /// Replaces NaNs by the canonical one if the instruction at hand does so.
    pub(super) fn canonical(&mut self, value: Value, parts: Vec<Cv>) -> Vec<Cv> {
        if !self.canonical_here.contains(&value) {
            return parts;
        }
        parts.into_iter().map(|part| self.canonical_one(part)).collect()
    }

    pub(super) fn canonical_one(&mut self, part: Cv) -> Cv {
        let ty = self.fb.func.dfg.value_type(part);
        let is_nan = self.fb.ins().fcmp(ir::condcodes::FloatCC::Unordered, part, part);
        if ty == F32 {
            let nan = self.fb.ins().f32const(ir::immediates::Ieee32::with_bits(0x7fff_ffff));
            return self.fb.ins().select(is_nan, nan, part);
        }
        let nan = self.repeated(I32X4, 0x7fff_ffff);
        let bits = self.cast(I32X4, part);
        let result = self.blend_integers(is_nan, nan, bits);
        self.cast(ty, result)
    }
}
