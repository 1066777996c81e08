//! Special registers, and operations in which lanes exchange values.

use super::super::wir::Exchange;
use super::super::wir::coverage::shuffle_sources;
use super::super::wir::spills::live_of_lanes;
use super::*;
use kern_ir::{ShflMode, Sreg, Type, VoteMode};

impl<const L: usize> Emitter<'_, '_, L> {
    pub(super) fn emit_sreg(&mut self, pc: usize, sreg: Sreg) {
        let result = self.plan.inst(pc).results[0];
        let block = self.plan.geometry.block;
        let uniform = match sreg {
            Sreg::TidX | Sreg::TidY | Sreg::TidZ => {
                let axis = match sreg {
                    Sreg::TidX => 0,
                    Sreg::TidY => 128,
                    _ => 256,
                };
                let tids = self.load(I64, at::TIDS);
                if self.plan.shape(result).is_affine() {
                    let (_, rows) = self.component(result);
                    let step = self.plan.geometry.width() as i32 * 4;
                    let bases = (0..rows).map(|row| self.fb.ins().load(I32, flags(), tids, axis + row as i32 * step)).collect();
                    return self.set_bases(result, bases);
                }
                let parts = (0..8).map(|i| self.fb.ins().load(I32X4, flags(), tids, axis + 16 * i)).collect();
                return self.set_parts(result, parts);
            }
            Sreg::Laneid => {
                let zero = self.int(I32, 0);
                let parts = if self.plan.geometry.rows == 1 {
                    self.expand(kern_ir::RegType::B32, &[zero], 1)
                } else {
                    let width = self.plan.geometry.width() as i64;
                    let bases: Vec<Cv> = (0..self.plan.geometry.rows as i64).map(|row| self.int(I32, row * width)).collect();
                    self.expand(kern_ir::RegType::B32, &bases, 1)
                };
                return self.set_parts(result, parts);
            }
            Sreg::NtidX | Sreg::NtidY | Sreg::NtidZ => {
                let axis = match sreg {
                    Sreg::NtidX => 0,
                    Sreg::NtidY => 1,
                    _ => 2,
                };
                match block {
                    Some(block) => self.int(I32, i64::from(block[axis])),
                    None => self.load(I32, at::BLOCK + 4 * axis as i32),
                }
            }
            Sreg::CtaidX => self.load(I32, at::CTA),
            Sreg::CtaidY => self.load(I32, at::CTA + 4),
            Sreg::CtaidZ => self.load(I32, at::CTA + 8),
            Sreg::NctaidX => self.load(I32, at::GRID),
            Sreg::NctaidY => self.load(I32, at::GRID + 4),
            Sreg::NctaidZ => self.load(I32, at::GRID + 8),
            Sreg::Warpid => self.load(I32, at::WARP_INDEX),
            _ => unreachable!("`coverage` names what has code"),
        };
        self.set_bases(result, vec![uniform]);
    }

    pub(super) fn emit_param(&mut self, pc: usize, offset: u32, ty: Type) {
        let result = self.plan.inst(pc).results[0];
        let params = self.load(I64, at::PARAMS);
        let offset = offset as i32;
        let value = match ty {
            Type::F32 => self.fb.ins().load(F32, flags(), params, offset),
            Type::F64 => self.fb.ins().load(F64, flags(), params, offset),
            Type::B32 | Type::U32 | Type::S32 => self.fb.ins().load(I32, flags(), params, offset),
            Type::B64 | Type::U64 | Type::S64 => self.fb.ins().load(I64, flags(), params, offset),
            Type::U8 | Type::B8 => self.fb.ins().uload8(I32, flags(), params, offset),
            Type::S8 => self.fb.ins().sload8(I32, flags(), params, offset),
            Type::U16 | Type::B16 => self.fb.ins().uload16(I32, flags(), params, offset),
            Type::S16 => self.fb.ins().sload16(I32, flags(), params, offset),
            _ => unreachable!("`coverage` names what has code"),
        };
        self.set_bases(result, vec![value]);
    }

    /// Shuffles, votes, matches, reductions: at once if all lanes that are named are here, else the warp waits.
    pub(super) fn emit_collective(&mut self, segment: usize, pc: usize, exchange: Exchange) {
        if exchange == Exchange::Direct {
            self.emit_exchange(pc);
        } else {
            self.write_operands(pc);
            let mask = self.active();
            let helper = if exchange == Exchange::Waits { helper::COLLECTIVE } else { helper::LANES };
            self.call_without_thunk(helper, pc, mask);
            if exchange == Exchange::Waits {
                let done = self.load(I32, at::ANSWER);
                let (go_on, wait) = (self.fb.create_block(), self.fb.create_block());
                self.fb.ins().brif(done, go_on, NONE, wait, NONE);
                self.fb.switch_to_block(wait);
                self.fb.set_cold_block(wait);
                let known = self.known();
                self.spill_operands(pc);
                let results = &self.plan.inst(pc).results;
                let live = live_of_lanes(self.plan, (segment, self.is_full()), Some(segment + 1), results);
                self.side_exit(exit_reason::SYNC, pc, mask, live);
                self.forget(known);
                self.fb.switch_to_block(go_on);
            }
            self.take_results(pc);
        }
        match self.mode {
            Mode::Full => {
                self.fb.ins().jump(self.full[segment + 1], NONE);
            }
            Mode::Masked(mask) => {
                let there = self.load(I32, self.mask_at(segment + 1));
                let all = self.fb.ins().bor(there, mask);
                self.store(all, self.mask_at(segment + 1));
                self.fb.ins().jump(self.check[segment + 1], NONE);
            }
        }
    }

    /// The operation for a full warp without a helper.
    fn emit_exchange(&mut self, pc: usize) {
        match self.plan.code.ops[pc].kind {
            OpKind::Shfl(mode, _) => self.emit_shuffle(pc, mode),
            OpKind::Vote(mode) => self.emit_vote(pc, mode),
            _ => {}
        }
    }

    fn emit_vote(&mut self, pc: usize, mode: VoteMode) {
        let data = self.plan.inst(pc);
        let bits = self.bits_of(data.args[0]);
        let all = self.int(I32, i64::from(Self::ALL));
        let answer = match mode {
            VoteMode::Any => {
                let zero = self.int(I32, 0);
                self.icmp(IntCC::NotEqual, bits, zero)
            }
            VoteMode::All => self.icmp(IntCC::Equal, bits, all),
            _ => bits,
        };
        self.set_bases(data.results[0], vec![answer]);
    }

    /// A shuffle by constants: at most two source vectors for each result.
    fn emit_shuffle(&mut self, pc: usize, mode: ShflMode) {
        let data = self.plan.inst(pc);
        let source = shuffle_sources(self.plan, pc, mode).expect("a direct shuffle is by constants");
        let parts = self.parts(data.args[0]);
        let parts = self.canonical(data.args[0], parts);
        let bytes: Vec<Cv> = parts.iter().map(|&p| self.cast(I8X16, p)).collect();
        let mut result = Vec::new();
        for quad in 0..8 {
            let lanes = &source[quad * 4..][..4];
            let first = lanes[0] / 4;
            let second = lanes.iter().map(|l| l / 4).find(|&q| q != first).unwrap_or(first);
            if lanes.iter().enumerate().all(|(i, &l)| l == first * 4 + i) {
                result.push(parts[first]);
                continue;
            }
            let mut mask = [0u8; 16];
            for (lane, &from) in lanes.iter().enumerate() {
                let base = if from / 4 == first { 0 } else { 16 };
                for byte in 0..4 {
                    mask[lane * 4 + byte] = (base + (from % 4) * 4 + byte) as u8;
                }
            }
            let mask = self.fb.func.dfg.immediates.push(ir::ConstantData::from(&mask[..]));
            let shuffled = self.fb.ins().shuffle(bytes[first], bytes[second], mask);
            result.push(self.cast(I32X4, shuffled));
        }
        let ty = value::vector_type(self.plan.func.ty(data.results[0])).0;
        let result = result.into_iter().map(|p| self.cast(ty, p)).collect();
        self.set_parts(data.results[0], result);
    }
}
