//! Stretches: iterations of a loop of host code whose addresses are known to be right before they begin.
//!
//! *Before.* An access in a loop is compared with its region, or with bounds, in each iteration. *After.* An innermost loop without
//! calls has a second copy, in which accesses whose addresses move by the same amount from iteration to iteration are not compared
//! with anything: code looks at the first and the last address of as many iterations as pass, and these run in that copy. The pointers
//! of its accesses move along. All other iterations run in the loop itself.
//!
//! *Reads and writes.* Fills [`Wir::stretches`] from the loop's segments. Comes last.
//!
//! *Cost.* The loop's code twice; a look at the addresses every few iterations of the loop itself, see `clif::stretch`.
//!
//! *Source.* Range checks: Gupta, PLDI 1990; range check elimination by iteration splitting: HotSpot's pre- and main loops.

use super::*;
use crate::decode::code::OpKind;
use crate::jit::analysis::RegionLoops;
use kern_ir::{InstData, MulMode, Opcode, RegType, Space, ValueDef};

/// Operations of a loop above which it has no second copy.
const MOST_OPERATIONS: usize = 400;

/// Pointers that move along in a stretch.
const MOST_WALKS: usize = 12;

/// Farthest offset from an address.
const FARTHEST: i64 = 1 << 30;

/// The longest known step, and the largest multiple of a value: no sum of a time slice of steps wraps, see `clif::stretch`.
const LONGEST: u64 = 1 << 40;
const LARGEST: u64 = 1 << 12;

/// Operations between an address and what it is computed from.
const DEPTH: u32 = 24;

/// See the module.
pub(super) fn find_stretches<const L: usize>(wir: &mut Wir, PassContext { plan, .. }: &mut PassContext<L>) {
    let known = plan.region_loops();
    let is_plain = |range: &Range<usize>| {
        let mut operations = plan.segments[range.start].start..plan.segments[range.end - 1].end;
        known.is_innermost(range) && operations.all(|pc| plan.keeps_regions(pc))
    };
    for range in known.loops.iter().filter(|range| is_plain(range)) {
        let operations = plan.segments[range.end - 1].end - plan.segments[range.start].start;
        let Some(latch) = latch(wir, plan, range).filter(|_| operations <= MOST_OPERATIONS) else { continue };
        let mut moves = Moves { plan, known, range: range.clone(), latch, wraps: Vec::new() };
        let mut walks: Vec<Walk> = Vec::new();
        let mut segments = Vec::new();
        for segment in range.clone() {
            segments.push(moves.copy(&wir.segments[segment].full, &wir.bounds, &mut walks));
        }
        if !walks.is_empty() {
            wir.stretches.push(Stretch { range: range.clone(), walks, wraps: moves.wraps, segments });
        }
    }
}

/// The only segment that leads back to a loop's header, if the loop does not wait for others.
fn latch<const L: usize>(wir: &Wir, plan: &Plan<L>, range: &Range<usize>) -> Option<usize> {
    let is_back = |edge: &&Edge| edge.target <= range.start;
    let mut latches = range.clone().filter_map(|segment| {
        let edges = wir.segments[segment].full.last()?.edges();
        let back: Vec<&Edge> = edges.iter().filter(|edge| edge.target == range.start).collect();
        (!back.is_empty()).then_some((segment, back))
    });
    let (latch, back) = latches.next()?;
    let spins = range.clone().any(|segment| {
        let edges = wir.segments[segment].full.last().map_or(&[][..], Inst::edges);
        edges.iter().filter(is_back).any(|edge| plan.code.edges[edge.number as usize].spins)
    });
    let goes_back_within = range.clone().any(|segment| {
        let edges = wir.segments[segment].full.last().map_or(&[][..], Inst::edges);
        edges.iter().any(|edge| edge.target <= segment && edge.target > range.start)
    });
    (latches.next().is_none() && back.len() == 1 && !spins && !goes_back_within).then_some(latch)
}

/// How values move from iteration to iteration of a loop.
struct Moves<'p, 'a, const L: usize> {
    plan: &'p Plan<'a, L>,
    known: &'p RegionLoops,
    range: Range<usize>,
    latch: usize,
    wraps: Vec<Wrap>,
}

impl<const L: usize> Moves<'_, '_, L> {
    /// A copy of a segment's instructions in which accesses that walk are known to pass.
    fn copy(&mut self, full: &[Inst], bounds: &[Bounds], walks: &mut Vec<Walk>) -> Vec<Inst> {
        let mut copy = Vec::with_capacity(full.len());
        for inst in full {
            let walk = match &inst.kind {
                InstKind::Check(Check::Repeated(of)) => copy.iter().find_map(|earlier: &Inst| match earlier.kind {
                    InstKind::Check(Check::Walks(walk)) if earlier.pc == *of => Some(walk),
                    _ => None,
                }),
                InstKind::Check(check) => self.walk(inst.pc, check, bounds, walks),
                _ => None,
            };
            if let Some(walk) = walk {
                copy.push(Inst::new(inst.pc, InstKind::Check(Check::Walks(walk))));
                continue;
            }
            let passes = |last: &Inst| last.pc == inst.pc && matches!(last.kind, InstKind::Check(Check::Walks(_)));
            if !(matches!(inst.kind, InstKind::Lookup(_)) && copy.last().is_some_and(passes)) {
                copy.push(inst.clone());
            }
        }
        copy
    }

    /// The walk of an access's address; it may be a new one.
    fn walk(&mut self, pc: usize, check: &Check, bounds: &[Bounds], walks: &mut Vec<Walk>) -> Option<usize> {
        let (OpKind::Load(access) | OpKind::Store(access)) = self.plan.code.ops[pc].kind else { return None };
        let access = &self.plan.code.accesses[access as usize];
        let ground = match *check {
            Check::Region { region, root, lanes: Lanes::Ends } => Ground::Region { region, root },
            Check::Hoisted(number) if !bounds[number].is_varying => Ground::Bounds(number),
            Check::Local { slot, is_generic: true } => Ground::Local(slot),
            _ => return None,
        };
        let address = self.plan.inst(pc).args[0];
        let is_fixed = match ground {
            Ground::Region { root: Some(root), .. } => self.is_fixed(root),
            _ => true,
        };
        let is_plain = !access.narrow_address && access.space == Space::Generic && access.offset.abs() < FARTHEST;
        if !is_fixed || !is_plain || self.plan.func.ty(address) != RegType::B64 {
            return None;
        }
        let ends = (access.offset, access.offset + (access.element.size() * u64::from(access.count)) as i64);
        // Accesses of other sizes have other bounds, of the same memory.
        let memory = |ground: Ground| match ground {
            Ground::Bounds(number) => Ground::Region { region: bounds[number].region, root: bounds[number].root },
            other => other,
        };
        if let Some(number) = walks.iter().position(|walk| (walk.address, memory(walk.ground)) == (address, memory(ground))) {
            let offsets = &mut walks[number].offsets;
            *offsets = (offsets.0.min(ends.0), offsets.1.max(ends.1));
            return Some(number);
        }
        let wraps = self.wraps.len();
        let step = self.step(address, DEPTH).filter(|_| walks.len() < MOST_WALKS);
        let is_short = self.wraps[wraps..].iter().map(|wrap| &wrap.step).chain(&step).all(Step::is_short);
        let Some(step) = step.filter(|_| is_short) else {
            self.wraps.truncate(wraps);
            return None;
        };
        walks.push(Walk { address, offsets: ends, ground, step });
        Some(walks.len() - 1)
    }

    /// Whether a value is the same in all iterations.
    fn is_fixed(&self, value: Value) -> bool {
        self.plan.constant(value).is_some() || !self.known.is_assigned_in(value, &self.range)
    }

    /// How far a value moves in an iteration; 32-bit numbers as long as they do not wrap.
    fn step(&mut self, value: Value, depth: u32) -> Option<Step> {
        if self.is_fixed(value) {
            return Some(Step::NONE);
        }
        if depth == 0 || !matches!(self.plan.func.ty(value), RegType::B32 | RegType::B64) {
            return None;
        }
        let ValueDef::Result(inst, 0) = self.plan.func.def(value) else { return self.step_of_param(value) };
        let data = &self.plan.func.insts[inst.index()];
        let is_plain = !data.ty.is_float() && !data.attrs.sat && data.ty.size() >= 4;
        let &[first, ..] = &data.args[..] else { return None };
        if !is_plain {
            return None;
        }
        match data.op {
            Opcode::Add => self.step(first, depth - 1)?.plus(self.step(data.args[1], depth - 1)?, 1),
            Opcode::Sub => self.step(first, depth - 1)?.plus(self.step(data.args[1], depth - 1)?, -1),
            Opcode::Mul if data.attrs.mul.unwrap_or(MulMode::Lo) != MulMode::Hi => self.product(data, depth),
            Opcode::Mad if data.attrs.mul.unwrap_or(MulMode::Lo) != MulMode::Hi => {
                self.product(data, depth)?.plus(self.step(data.args[2], depth - 1)?, 1)
            }
            Opcode::Shl => {
                let shift = self.plan.constant(data.args[1]).filter(|&shift| shift < 8 * data.ty.size() as u64)?;
                self.step(first, depth - 1)?.times(1 << shift)
            }
            Opcode::Mov if data.args.len() == 1 && self.plan.func.ty(first) == self.plan.func.ty(value) => self.step(first, depth - 1),
            Opcode::Cvt if !data.src_ty.is_float() && data.src_ty.size() >= 4 => {
                let step = self.step(first, depth - 1)?;
                if data.ty.size() > data.src_ty.size() {
                    self.must_not_wrap(first, data.src_ty.is_signed(), step);
                }
                Some(step)
            }
            _ => None,
        }
    }

    fn step_of_param(&self, value: Value) -> Option<Step> {
        let header = self.range.start;
        if !self.plan.segments[header].params.contains(&value) {
            return None;
        }
        let moves = self.plan.moves(self.plan.segments[self.latch].end - 1);
        let arg = moves.into_iter().find(|&(to, param, _)| (to, param) == (header, value))?.2;
        self.advance(arg, value, DEPTH)
    }

    /// How far `arg` is from `param`.
    fn advance(&self, arg: Value, param: Value, depth: u32) -> Option<Step> {
        if arg == param {
            return Some(Step::NONE);
        }
        let ValueDef::Result(inst, 0) = self.plan.func.def(arg) else { return None };
        let data = &self.plan.func.insts[inst.index()];
        if depth == 0 || data.ty.is_float() || data.attrs.sat || data.ty.size() < 4 || data.args.len() != 2 {
            return None;
        }
        let (a, b) = (data.args[0], data.args[1]);
        match data.op {
            Opcode::Add if self.is_fixed(b) => self.advance(a, param, depth - 1)?.plus(self.amount(b, true)?, 1),
            Opcode::Add if self.is_fixed(a) => self.advance(b, param, depth - 1)?.plus(self.amount(a, true)?, 1),
            Opcode::Sub if self.is_fixed(b) => self.advance(a, param, depth - 1)?.plus(self.amount(b, true)?, -1),
            _ => None,
        }
    }

    /// A value that is the same in all iterations, as an amount.
    fn amount(&self, value: Value, signed: bool) -> Option<Step> {
        let is_narrow = self.plan.func.ty(value) == RegType::B32;
        match self.plan.constant(value) {
            Some(bits) if is_narrow && signed => Some(Step { known: i64::from(bits as u32 as i32), ..Step::NONE }),
            Some(bits) if is_narrow => Some(Step { known: i64::from(bits as u32), ..Step::NONE }),
            Some(bits) => Some(Step { known: bits as i64, ..Step::NONE }),
            None => signed.then_some(Step { known: 0, by: Some((value, 1)) }),
        }
    }

    /// Of a product, without what may be added to it.
    fn product(&mut self, data: &InstData, depth: u32) -> Option<Step> {
        let (a, b) = (data.args[0], data.args[1]);
        let is_wide = data.attrs.mul == Some(MulMode::Wide);
        if is_wide && data.ty.size() != 4 {
            return None;
        }
        let (moving, fixed) = if self.is_fixed(b) { (a, b) } else { (b, a) };
        if !self.is_fixed(fixed) {
            return None;
        }
        let step = self.step(moving, depth - 1)?;
        if is_wide {
            self.must_not_wrap(moving, data.ty.is_signed(), step);
        }
        let factor = self.amount(fixed, !is_wide || data.ty.is_signed())?;
        match (step, factor) {
            (step, Step { known, by: None }) => step.times(known),
            (Step { known, by: None }, Step { by: Some((value, _)), .. }) => Some(Step { known: 0, by: Some((value, known)) }.tidy()),
            _ => None,
        }
    }

    fn must_not_wrap(&mut self, value: Value, signed: bool, step: Step) {
        let wrap = Wrap { value, signed, step };
        if step != Step::NONE && !self.wraps.contains(&wrap) {
            self.wraps.push(wrap);
        }
    }
}

impl Step {
    /// It stays where it is.
    pub(crate) const NONE: Step = Step { known: 0, by: None };

    fn tidy(self) -> Step {
        Step { by: self.by.filter(|&(_, scale)| scale != 0), ..self }
    }

    /// The sum with `sign` times another.
    fn plus(self, other: Step, sign: i64) -> Option<Step> {
        let known = self.known.checked_add(other.known.checked_mul(sign)?)?;
        let by = match (self.by, other.by) {
            (by, None) => by,
            (None, Some((value, scale))) => Some((value, scale.checked_mul(sign)?)),
            (Some((value, scale)), Some((other, more))) if value == other => Some((value, scale.checked_add(more.checked_mul(sign)?)?)),
            _ => return None,
        };
        Some(Step { known, by }.tidy())
    }

    fn is_short(&self) -> bool {
        self.known.unsigned_abs() < LONGEST && self.by.is_none_or(|(_, scale)| scale.unsigned_abs() <= LARGEST)
    }

    fn times(self, factor: i64) -> Option<Step> {
        let by = match self.by {
            Some((value, scale)) => Some((value, scale.checked_mul(factor)?)),
            None => None,
        };
        Some(Step { known: self.known.checked_mul(factor)?, by }.tidy())
    }
}
