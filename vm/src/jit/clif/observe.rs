//! Counting for observed launches; see [`super::super::analysis::counter_plan`].

use super::super::analysis::WideForm;
use super::super::analysis::counter_plan::{PATIENCE, Pattern, RECORDS, Record};
use super::super::analysis::scaling::Scaling;
use super::super::wir::Count;
use super::*;
use crate::decode::code::Access;
use crate::instrument::metrics::rules::LINE;
use std::mem::offset_of;

/// What a record has of the addresses: 64-bit lanes, or a base and 32-bit indices.
pub(super) struct Recorded {
    pub(super) base: Cv,
    pub(super) lanes: Vec<Cv>,
    /// How indices become addresses.
    scaling: Option<Scaling>,
}

impl<const L: usize> Emitter<'_, '_, L> {
    /// Where the records lie in the context; the counted words lie behind them.
    pub(super) fn records_at(&self) -> i32 {
        records_at(self.regions.capacity(), self.plan.segments.len()) as i32
    }

    fn word_at(&self, word: usize) -> i32 {
        self.records_at() + (RECORDS * size_of::<Record>() + word * 8) as i32
    }

    /// An access whose addresses passed the check.
    pub(super) fn emit_count(&mut self, pc: usize, count: &Count) {
        let access = self.access_of(pc);
        let offset = access.counted().map_or(access.offset, |(_, offset)| offset);
        match count {
            &Count::Affine { number, at, places, distances } => {
                let address = self.plan.inst(pc).args[0];
                let bases = self.wide_bases(address, access);
                if let Some(distances) = distances {
                    self.keep_distances(number, distances, &bases);
                }
                match places {
                    1 => {
                        let word = self.word_at(at);
                        self.count_by(word, 1);
                    }
                    _ => self.count_place(bases[0], offset, places, at),
                }
            }
            Count::Pattern { site, pattern } => {
                let recorded = self.recorded(pc, access);
                let done = self.match_pattern(offset, pattern, &recorded);
                self.leave_record(*site, recorded);
                self.fb.ins().jump(done, NONE);
                self.fb.switch_to_block(done);
            }
            Count::Record { site } => {
                let recorded = self.recorded(pc, access);
                self.leave_record(*site, recorded);
            }
        }
    }

    pub(super) fn recorded(&mut self, pc: usize, access: &Access) -> Recorded {
        let address = self.plan.inst(pc).args[0];
        match self.plan.wide_form(address) {
            Some(form) => self.indices(&form),
            None => self.addresses(address, access),
        }
    }

    /// Adds one to the count of an address's place in a line.
    fn count_place(&mut self, address: Cv, offset: i64, places: usize, counts: usize) {
        let word = self.word_at(counts);
        let bytes = (LINE as usize / places) as i64;
        let first = self.fb.ins().iadd_imm_s(address, offset);
        let place = self.fb.ins().band_imm_u(first, LINE as i64 - bytes);
        let offset = if bytes <= 8 {
            self.fb.ins().ishl_imm_u(place, i64::from((8 / bytes).trailing_zeros()))
        } else {
            self.fb.ins().ushr_imm_u(place, i64::from((bytes / 8).trailing_zeros()))
        };
        let at = self.fb.ins().iadd(self.ctx, offset);
        let count = self.fb.ins().load(I64, flags(), at, word);
        let count = self.fb.ins().iadd_imm_s(count, 1);
        self.fb.ins().store(flags(), count, at, word);
    }

    pub(super) fn wide_bases(&mut self, address: kern_ir::Value, access: &Access) -> Vec<Cv> {
        let bases = self.bases(address);
        if access.narrow_address { bases.into_iter().map(|base| self.fb.ins().uextend(I64, base)).collect() } else { bases }
    }

    /// A counter is for rows at the distances in the words from `at` on; where they differ it is emptied.
    fn keep_distances(&mut self, number: u32, at: usize, bases: &[Cv]) {
        let distances: Vec<Cv> = bases[1..].iter().map(|&base| self.fb.ins().isub(base, bases[0])).collect();
        let mut moved = None;
        for (row, &distance) in distances.iter().enumerate() {
            let word = self.word_at(at + row);
            let known = self.load(I64, word);
            let differs = self.icmp(IntCC::NotEqual, known, distance);
            moved = Some(match moved {
                Some(others) => self.fb.ins().bor(others, differs),
                None => differs,
            });
        }
        let Some(moved) = moved else { return };
        self.rarely(moved, |e| {
            for (row, &distance) in distances.iter().enumerate() {
                let word = e.word_at(at + distances.len() + row);
                e.store(distance, word);
            }
            let number = e.number(number as usize);
            e.call_helper(Helper::FlushCounter, &[number]);
        });
    }

    fn indices(&mut self, form: &WideForm) -> Recorded {
        let mut base = self.int(I64, 0);
        for &value in &form.bases {
            let value = self.scalar(value);
            base = self.fb.ins().iadd(base, value);
        }
        let lanes = self.parts(form.index).into_iter().map(|part| self.cast(I32X4, part)).collect();
        Recorded { base, lanes, scaling: Some(Scaling { shift: form.scale.trailing_zeros(), signed: form.signed }) }
    }

    fn addresses(&mut self, address: kern_ir::Value, access: &Access) -> Recorded {
        let parts = self.parts(address);
        let lanes = if access.narrow_address { self.widen(&parts, false) } else { parts };
        Recorded { base: self.int(I64, 0), lanes, scaling: None }
    }

    /// Counts a full warp's access if its addresses are like those of the site's pattern, and goes to the block that is
    /// returned; goes on here if they are not.
    fn match_pattern(&mut self, offset: i64, pattern: &Pattern, recorded: &Recorded) -> Block {
        let lanes = &recorded.lanes;
        let ty = self.fb.func.dfg.value_type(lanes[0]);
        let (compare, unlike) = (self.fb.create_block(), self.fb.create_block());
        let misses = self.word_at(pattern.misses_at());
        let misses = self.load(I64, misses);
        let is_random = self.fb.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, misses, PATIENCE as i64);
        self.fb.ins().brif(is_random, unlike, NONE, compare, NONE);
        self.fb.switch_to_block(compare);
        let first = self.fb.ins().extractlane(lanes[0], 0);
        let splat = self.fb.ins().splat(ty, first);
        let mut differences = None;
        for (i, &part) in lanes.iter().enumerate() {
            let at = self.word_at(pattern.at + 2 * i);
            let known = self.fb.ins().load(ty, flags(), self.ctx, at);
            let distance = self.fb.ins().isub(part, splat);
            let differs = self.fb.ins().bxor(distance, known);
            differences = Some(match differences {
                Some(others) => self.fb.ins().bor(others, differs),
                None => differs,
            });
        }
        let (like, done) = (self.fb.create_block(), self.fb.create_block());
        if let Some(differences) = differences {
            let any = self.fb.ins().vany_true(differences);
            self.fb.ins().brif(any, unlike, NONE, like, NONE);
        }
        self.fb.switch_to_block(like);
        let first = match recorded.scaling {
            Some(scaling) => {
                let wide = if scaling.signed { self.fb.ins().sextend(I64, first) } else { self.fb.ins().uextend(I64, first) };
                let scaled = self.fb.ins().ishl_imm_u(wide, i64::from(scaling.shift));
                self.fb.ins().iadd(recorded.base, scaled)
            }
            None => first,
        };
        self.count_place(first, offset, pattern.places, pattern.counts_at());
        self.fb.ins().jump(done, NONE);
        self.fb.switch_to_block(unlike);
        done
    }

    fn leave_record(&mut self, site: u32, recorded: Recorded) {
        let number = self.load(I32, at::RECORDED);
        let next = self.fb.ins().iadd_imm_s(number, 1);
        self.store(next, at::RECORDED);
        let wide = self.fb.ins().uextend(I64, number);
        let offset = self.fb.ins().imul_imm_s(wide, size_of::<Record>() as i64);
        let record = self.fb.ins().iadd(self.ctx, offset);
        let start = self.records_at();
        let (site, mask) = (self.int(I32, i64::from(site)), self.active());
        self.fb.ins().store(flags(), site, record, start + offset_of!(Record, site) as i32);
        self.fb.ins().store(flags(), mask, record, start + offset_of!(Record, mask) as i32);
        self.fb.ins().store(flags(), recorded.base, record, start + offset_of!(Record, base) as i32);
        for (i, part) in recorded.lanes.into_iter().enumerate() {
            self.fb.ins().store(flags(), part, record, start + offset_of!(Record, lanes) as i32 + 16 * i as i32);
        }
        let is_last = self.fb.ins().icmp_imm_u(IntCC::Equal, next, RECORDS as i64);
        self.rarely(is_last, |e| e.call_helper(Helper::AddRecords, &[]));
    }

    /// A warp takes a branch that is counted by a word.
    pub(super) fn emit_count_branch(&mut self, counter: Option<usize>) {
        if let Some(counter) = counter {
            let word = self.word_at(counter);
            self.count_by(word, 1);
        }
    }
}
