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
            Sreg::LanemaskEq | Sreg::LanemaskLt | Sreg::LanemaskLe | Sreg::LanemaskGt | Sreg::LanemaskGe => {
                let mask = |lane: usize| match sreg {
                    Sreg::LanemaskEq => 1u32 << lane,
                    Sreg::LanemaskLt => (1 << lane) - 1,
                    Sreg::LanemaskLe => u32::MAX >> (31 - lane),
                    Sreg::LanemaskGt => !(u32::MAX >> (31 - lane)),
                    _ => u32::MAX << lane,
                };
                let words = |part: usize| (0..4).flat_map(move |lane| mask(4 * part + lane).to_le_bytes());
                let parts = (0..8)
                    .map(|part| {
                        let mut bytes = [0; 16];
                        bytes.iter_mut().zip(words(part)).for_each(|(byte, word)| *byte = word);
                        self.constant_vector(I32X4, bytes)
                    })
                    .collect();
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
        match exchange {
            Exchange::Direct => {
                if let Some(held) = self.exchanged(pc) {
                    self.set_held(self.plan.inst(pc).results[0], held);
                }
            }
            Exchange::Helper => {
                self.write_operands(pc);
                let mask = self.active();
                let number = self.number(pc);
                self.call_quick_helper(Helper::ExecuteLanes, &[number, mask]);
                self.take_results(pc);
            }
            Exchange::DirectIfNamed => self.exchange_if_named(segment, pc),
            Exchange::Waits => {
                self.exchange_or_wait(segment, pc);
                self.take_results(pc);
            }
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

    /// A helper does it, if all lanes that are waited for are here; else these wait.
    fn exchange_or_wait(&mut self, segment: usize, pc: usize) {
        self.write_operands(pc);
        let mask = self.active();
        let number = self.number(pc);
        self.call_quick_helper(Helper::Exchange, &[number, mask]);
        let done = self.load(I32, at::ANSWER);
        let (go_on, wait) = (self.fb.create_block(), self.fb.create_block());
        self.fb.ins().brif(done, go_on, NONE, wait, NONE);
        self.fb.switch_to_block(wait);
        self.fb.set_cold_block(wait);
        let known = self.known();
        self.spill_operands(pc);
        let results = &self.plan.inst(pc).results;
        let live = live_of_lanes(self.plan, (segment, self.is_full()), Some(segment + 1), results);
        self.side_exit(ExitReason::Sync, pc, mask, live);
        self.forget(known);
        self.fb.switch_to_block(go_on);
    }

    /// A few instructions do it if each lane names those that are here; else a helper, or they wait.
    fn exchange_if_named(&mut self, segment: usize, pc: usize) {
        let result = self.plan.inst(pc).results.first().copied();
        let are_named = self.name_each_other(pc);
        let [direct, others, join] = std::array::from_fn(|_| self.fb.create_block());
        self.fb.ins().brif(are_named, direct, NONE, others, NONE);
        let go_on = |e: &mut Self, held: Option<Held>| {
            let parts = match (held, result) {
                (Some(Held::Bases(bases)), Some(result)) => e.expand(e.plan.func.ty(result), &bases, 0),
                (Some(Held::Parts(parts)), _) => parts,
                _ => Vec::new(),
            };
            let args: Vec<BlockArg> = parts.into_iter().map(BlockArg::Value).collect();
            e.fb.ins().jump(join, &args);
        };
        self.fb.switch_to_block(direct);
        let known = self.known();
        let held = self.exchanged(pc);
        go_on(self, held);
        self.forget(known);
        self.fb.switch_to_block(others);
        self.fb.set_cold_block(others);
        let known = self.known();
        self.exchange_or_wait(segment, pc);
        let held = result.map(|result| self.take(result));
        go_on(self, held);
        self.forget(known);
        self.fb.switch_to_block(join);
        if let Some(result) = result {
            let (ty, count) = self.component(result);
            let parts = (0..count).map(|_| self.fb.append_block_param(join, ty)).collect();
            self.set_parts(result, parts);
        }
    }

    /// Whether the mask that each active lane gives is that of the active lanes.
    fn name_each_other(&mut self, pc: usize) -> Cv {
        let active = self.active();
        let &named = self.plan.inst(pc).args.last().expect("a warp-level operation has a mask");
        if self.plan.shape(named).is_uniform() {
            let named = self.scalar(named);
            return self.icmp(IntCC::Equal, named, active);
        }
        let expected = self.fb.ins().splat(I32X4, active);
        let lanes = if self.is_full() { None } else { Some(self.mask_vectors()) };
        let mut wrong = None;
        for (i, part) in self.parts(named).into_iter().enumerate() {
            let differs = self.icmp(IntCC::NotEqual, part, expected);
            let differs = match &lanes {
                Some(lanes) => self.fb.ins().band(differs, lanes[i]),
                None => differs,
            };
            wrong = Some(match wrong {
                Some(others) => self.fb.ins().bor(others, differs),
                None => differs,
            });
        }
        let some = self.fb.ins().vany_true(wrong.expect("a mask has components"));
        self.fb.ins().icmp_imm_u(IntCC::Equal, some, 0)
    }

    /// What the active lanes, who all name each other, get, without a helper.
    fn exchanged(&mut self, pc: usize) -> Option<Held> {
        match self.plan.code.ops[pc].kind {
            OpKind::Shfl(mode, _) => Some(Held::Parts(self.shuffled(pc, mode))),
            OpKind::Vote(mode) => Some(Held::Bases(vec![self.vote(pc, mode)])),
            _ => None,
        }
    }

    fn vote(&mut self, pc: usize, mode: VoteMode) -> Cv {
        let mut bits = self.bits_of(self.plan.inst(pc).args[0]);
        let active = self.active();
        if !self.is_full() {
            bits = self.fb.ins().band(bits, active);
        }
        match mode {
            VoteMode::Any => {
                let zero = self.int(I32, 0);
                self.icmp(IntCC::NotEqual, bits, zero)
            }
            VoteMode::All => self.icmp(IntCC::Equal, bits, active),
            _ => bits,
        }
    }

    /// A shuffle by constants: at most two source vectors for each result. A source that is not here gives 0.
    fn shuffled(&mut self, pc: usize, mode: ShflMode) -> Vec<Cv> {
        let data = self.plan.inst(pc);
        let source = shuffle_sources(self.plan, pc, mode).expect("a direct shuffle is by constants");
        let parts = self.parts(data.args[0]);
        let parts = self.canonical(data.args[0], parts);
        let mut moved = self.moved(&parts, &source);
        if !self.is_full() {
            let lanes = self.mask_vectors();
            let are_here = self.moved(&lanes, &source);
            for (part, is_here) in moved.iter_mut().zip(are_here) {
                let (value, is_here) = (self.cast(I32X4, *part), self.cast(I32X4, is_here));
                *part = self.fb.ins().band(value, is_here);
            }
        }
        let ty = value::vector_type(self.plan.func.ty(data.results[0])).0;
        moved.into_iter().map(|part| self.cast(ty, part)).collect()
    }

    /// Vectors whose 32-bit lanes come from these.
    fn moved(&mut self, parts: &[Cv], source: &[usize; 32]) -> Vec<Cv> {
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
        result
    }
}
