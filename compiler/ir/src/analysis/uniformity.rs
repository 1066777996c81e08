//! What a value depends on within a block of threads: nothing, the row, the warp, `threadIdx.x` times a constant, or
//! anything.
//!
//! The semantics: a value of shape [`LaneShape::Affine`] is, in each thread that computes it, a base that the flags allow
//! to differ, plus `stride * %tid.x`. Without flags the base is the same in the whole block; with `per_row` it may
//! differ between threads with different `%tid.y` or `%tid.z`; with `per_warp` between warps (loads: another warp may
//! see another value of the same memory). `Affine` with stride 0 and no flag is block-uniform.
//!
//! Divergence through control flow counts: where ways that a not uniform branch separated meet again, a parameter
//! depends on the branch (Coutinho, Sampaio, Pereira, Meira, "Divergence Analysis and Optimizations", PACT 2011;
//! influence regions end at the immediate post-dominator that comes behind all of the region in the order in which threads
//! run, for only there do they wait for one another). A value computed in a loop that threads leave at different
//! iterations and used outside of it is [`LaneShape::Varying`]. Inside, those that are still there are in the same iteration,
//! unless the loop may spin, or is left straight to the header of a loop around it: then lanes that leave it go on without
//! the others. Two loops with one header are one natural loop here: where threads may go round it before they meet those
//! that another way keeps in it, what its iterations change is varying.
//!
//! May miss: 32-bit values are assumed not to wrap where they are widened (a `stride` of a 64-bit value may come from a
//! 32-bit one); who relies on that for addresses checks the first and last lane. Irreducible flow makes all parameters
//! varying.

mod temporal;
#[cfg(test)]
mod tests;

use crate::analysis::{Dominators, Loops, PostDominators, Spinning, def_blocks, order};
use crate::{Block, CacheOp, Cfg, Effects, Function, Inst, InstData, MulMode, Opcode, Payload, Sem, Space, Sreg, Value};

/// How a value differs between the threads of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneShape {
    /// `stride * %tid.x` plus a base that is the same in all threads but for the flags.
    Affine {
        /// In units of the value, a multiple of `%tid.x`.
        stride: i64,
        /// The base may depend on `%tid.y` and `%tid.z`.
        per_row: bool,
        /// The base may depend on the warp.
        per_warp: bool,
    },
    /// Anything.
    Varying,
}

/// The same in the whole block.
pub const UNIFORM: LaneShape = LaneShape::Affine { stride: 0, per_row: false, per_warp: false };

impl LaneShape {
    fn affine(stride: i64) -> LaneShape {
        LaneShape::Affine { stride, per_row: false, per_warp: false }
    }

    /// Whether all threads of a block have the same value.
    pub fn is_uniform(self) -> bool {
        self == UNIFORM
    }

    /// The shape of something computed from both, given the stride of the result.
    fn with(self, other: LaneShape, stride: impl Fn(i64, i64) -> Option<i64>) -> LaneShape {
        match (self, other) {
            (LaneShape::Affine { stride: s, per_row: r, per_warp: w }, LaneShape::Affine { stride: t, per_row: q, per_warp: v }) => {
                match stride(s, t) {
                    Some(stride) => LaneShape::Affine { stride, per_row: r | q, per_warp: w | v },
                    None => LaneShape::Varying,
                }
            }
            _ => LaneShape::Varying,
        }
    }

    /// The shape of a value that is sometimes this, sometimes that, in all threads alike.
    fn join(self, other: LaneShape) -> LaneShape {
        self.with(other, |a, b| (a == b).then_some(a))
    }

    /// The shape of any function of both.
    fn mix(self, other: LaneShape) -> LaneShape {
        self.with(other, |a, b| (a == 0 && b == 0).then_some(0))
    }
}

/// The shapes of the values of a function, and where threads diverge.
#[derive(Clone, Debug)]
pub struct Uniformity {
    shapes: Vec<LaneShape>,
    is_divergent: Vec<bool>,
}

impl Uniformity {
    /// Of `func`; a function that is not a kernel gets parameters that vary, and so does what generic loads give: they
    /// may read `.local` memory, of which each thread has its own.
    pub fn new(func: &Function, cfg: &Cfg) -> Uniformity {
        Uniformity::with_private_loads(func, cfg, &|inst| {
            matches!(func.insts[inst.index()].attrs.space, None | Some(Space::Generic | Space::Local))
        })
    }

    /// As [`Uniformity::new`], where `is_private` tells which loads may read `.local` memory.
    pub fn with_private_loads(func: &Function, cfg: &Cfg, is_private: &dyn Fn(Inst) -> bool) -> Uniformity {
        Uniformity::solve(func, cfg, is_private, &|_| 0, LoopValues::VaryIfPassedOn)
    }

    /// As [`Uniformity::with_private_loads`], of warps of 32 threads that are neighbours in x: `alignment` tells how many low bits of a
    /// value are zero in the first thread of each. So `(%ctaid.x * 256 + %tid.x) / 32` is the same in a warp, and the remainder is a base
    /// plus `%tid.x`.
    ///
    /// What a loop passes to where it is left varies there, not in the loop: each thread takes the value of its last iteration along.
    pub fn in_warps(func: &Function, cfg: &Cfg, is_private: &dyn Fn(Inst) -> bool, alignment: &dyn Fn(Value) -> u32) -> Uniformity {
        Uniformity::solve(func, cfg, is_private, alignment, LoopValues::VaryBehind)
    }

    fn solve(
        func: &Function,
        cfg: &Cfg,
        is_private: &dyn Fn(Inst) -> bool,
        alignment: &dyn Fn(Value) -> u32,
        loop_values: LoopValues,
    ) -> Uniformity {
        let dominators = Dominators::new(func, cfg);
        let loops = Loops::new(cfg, &dominators);
        let mut state = State {
            is_private,
            alignment,
            func,
            cfg,
            post: PostDominators::new(func, cfg),
            left_by: values_used_outside(func, cfg, &loops, loop_values),
            loops,
            shapes: vec![None; func.values.len()],
            rank: ranks(func),
            control: vec![UNIFORM; func.blocks.len()],
            diverged: vec![None; func.blocks.len()],
            spinning: None,
            ways: vec![Ways::default(); func.blocks.len()],
            walks: 0,
            budget: MAX_WALKED,
        };
        state.solve();
        let unknown = if state.budget == 0 { LaneShape::Varying } else { UNIFORM };
        let shapes: Vec<LaneShape> = state.shapes.iter().map(|s| s.filter(|_| state.budget > 0).unwrap_or(unknown)).collect();
        let is_divergent = (0..func.blocks.len() as u32)
            .map(|b| {
                let targets = func.targets(Block(b));
                let condition = func.blocks[b as usize].insts.last().and_then(|i| func.insts[i.index()].args.first());
                targets.len() > 1 && cfg.is_reachable(Block(b)) && condition.is_some_and(|c| !shapes[c.index()].is_uniform())
            })
            .collect();
        Uniformity { shapes, is_divergent }
    }

    /// The shape of `value`.
    pub fn shape(&self, value: Value) -> LaneShape {
        self.shapes[value.index()]
    }

    /// Whether the branch that ends `block` may send threads of one block of threads different ways.
    pub fn is_divergent(&self, block: Block) -> bool {
        self.is_divergent[block.index()]
    }
}

/// Where a value varies that is an argument of an edge on which a loop is left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopValues {
    /// In the loop, too.
    VaryIfPassedOn,
    /// As the parameter that it is behind the loop.
    VaryBehind,
}

/// Of each loop, by id, the values defined inside and used outside.
fn values_used_outside(func: &Function, cfg: &Cfg, loops: &Loops, loop_values: LoopValues) -> Vec<Vec<Value>> {
    let defined_in = def_blocks(func);
    let mut outside = vec![Vec::new(); loops.all().len()];
    // `passed` says from where an edge passes the value on, and to which parameter.
    let mut note = |value: Value, at: Block, passed: Option<(Block, Value)>| {
        let mut id = defined_in[value.index()].and_then(|b| loops.innermost(b));
        while let Some(inside) = id.filter(|&id| !loops.contains(id, at)) {
            let leaves = |(from, _): &(Block, Value)| loop_values == LoopValues::VaryBehind && loops.contains(inside, *from);
            outside[inside].push(passed.filter(leaves).map_or(value, |(_, param)| param));
            id = loops.get(inside).parent;
        }
    };
    for &block in cfg.rpo() {
        for inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            data.args.iter().for_each(|&a| note(a, block, None));
            for target in data.targets() {
                // The argument of an edge is used where the edge leads.
                let params = &func.blocks[target.block.index()].params;
                target.args.iter().zip(params).for_each(|(&a, &param)| note(a, target.block, Some((block, param))));
            }
        }
    }
    outside
}

/// IR blocks that all walks from divergent branches to where their ways meet may visit together. In a function that needs
/// more every value varies.
const MAX_WALKED: usize = 50_000_000;

/// The place of each IR block in [`order`]; those that nobody reaches are the last.
fn ranks(func: &Function) -> Vec<usize> {
    let mut ranks = vec![usize::MAX; func.blocks.len()];
    order(func).into_iter().enumerate().for_each(|(rank, block)| ranks[block.index()] = rank);
    ranks
}

/// Bits of the number of a lane.
const LANE_BITS: u32 = 5;

/// How often the ways of a branch lead to an IR block.
#[derive(Clone, Copy, Default)]
struct Ways {
    /// The number of the walk that came last.
    walk: u32,
    /// Ways of the branch that lead here.
    count: u32,
}

struct State<'a> {
    is_private: &'a dyn Fn(Inst) -> bool,
    /// Low bits of a value that are zero in the first thread of a warp.
    alignment: &'a dyn Fn(Value) -> u32,
    func: &'a Function,
    cfg: &'a Cfg,
    post: PostDominators,
    loops: Loops,
    left_by: Vec<Vec<Value>>,
    /// `None`: nothing known yet; shapes only rise.
    shapes: Vec<Option<LaneShape>>,
    /// The place of each block in the order in which threads that have diverged run.
    rank: Vec<usize>,
    /// What decides by which edge threads come into a block.
    control: Vec<LaneShape>,
    /// Of each block, the shape of its branch for which [`State::diverge`] has run.
    diverged: Vec<Option<LaneShape>>,
    spinning: Option<Spinning>,
    ways: Vec<Ways>,
    /// Walks so far, one a way.
    walks: u32,
    /// What is left of [`MAX_WALKED`].
    budget: usize,
}

impl State<'_> {
    fn get(&self, value: Value) -> Option<LaneShape> {
        if self.func.constant(value).is_some() { Some(UNIFORM) } else { self.shapes[value.index()] }
    }

    fn raise(&mut self, value: Value, shape: LaneShape) -> bool {
        let new = match self.shapes[value.index()] {
            Some(old) => old.join(shape),
            None => shape,
        };
        self.shapes[value.index()].replace(new) != Some(new)
    }

    fn solve(&mut self) {
        let Some(entry) = self.func.entry() else { return };
        for &param in &self.func.blocks[entry.index()].params {
            self.shapes[param.index()] = Some(LaneShape::Varying);
        }
        if !self.loops.is_reducible() {
            for &block in self.cfg.rpo() {
                for &param in &self.func.blocks[block.index()].params {
                    self.shapes[param.index()] = Some(LaneShape::Varying);
                }
            }
        }
        let mut again = true;
        while again {
            again = false;
            for at in 0..self.cfg.rpo().len() {
                let block = self.cfg.rpo()[at];
                for i in 0..self.func.blocks[block.index()].insts.len() {
                    again |= self.visit(self.func.blocks[block.index()].insts[i]);
                }
                again |= self.pass_arguments(block);
                again |= self.diverge(block);
                if self.budget == 0 {
                    return;
                }
            }
        }
    }

    fn visit(&mut self, inst: Inst) -> bool {
        let data = &self.func.insts[inst.index()];
        if data.results.is_empty() {
            return false;
        }
        let Some(args) = data.args.iter().map(|&a| self.get(a)).collect::<Option<Vec<LaneShape>>>() else { return false };
        let is_private = data.op == Opcode::Ld && (self.is_private)(inst);
        let shape = match self.bits_of_warp(data, &args) {
            _ if is_private => LaneShape::Varying,
            Some(shape) => shape,
            None => transfer(self.func, data, &args),
        };
        let mut changed = false;
        for &result in &data.results {
            changed |= self.raise(result, shape);
        }
        changed
    }

    /// The shape of bits of a number of which the lanes of a warp differ only in low ones, where the first lane has zeros.
    fn bits_of_warp(&self, data: &InstData, args: &[LaneShape]) -> Option<LaneShape> {
        let (&LaneShape::Affine { stride, per_row, .. }, &[number, constant]) = (args.first()?, &data.args[..]) else { return None };
        if !matches!(data.op, Opcode::Shr | Opcode::And) || stride <= 0 || !(stride as u64).is_power_of_two() {
            return None;
        }
        let constant = self.func.constant(constant)?;
        let differing = stride.trailing_zeros() + LANE_BITS;
        let width = 8 * data.ty.size();
        if data.ty.is_float() || width < 32 || differing >= width || (self.alignment)(number) < differing {
            return None;
        }
        let low = (1 << differing) - 1;
        let stride = match data.op {
            Opcode::Shr => (u64::from(differing)..u64::from(width)).contains(&constant).then_some(0),
            _ if constant & low == low => Some(stride),
            _ => (constant & low == 0).then_some(0),
        };
        stride.map(|stride| LaneShape::Affine { stride, per_row, per_warp: true })
    }

    fn pass_arguments(&mut self, block: Block) -> bool {
        let mut changed = false;
        for target in self.func.targets(block) {
            let control = self.control[target.block.index()];
            for (&param, &arg) in self.func.blocks[target.block.index()].params.iter().zip(&target.args) {
                let Some(shape) = self.get(arg) else { continue };
                // Whichever way a thread came decides which argument it has.
                let shape = if control.is_uniform() { shape } else { shape.mix(control) };
                changed |= self.raise(param, shape);
            }
        }
        changed
    }

    /// Marks where the ways that the branch of `block` separates may meet.
    fn diverge(&mut self, block: Block) -> bool {
        let targets = self.func.targets(block);
        if targets.len() < 2 {
            return false;
        }
        let condition = self.func.blocks[block.index()].insts.last().and_then(|i| self.func.insts[i.index()].args.first().copied());
        let Some(shape) = condition.and_then(|c| self.get(c)) else { return false };
        if shape.is_uniform() || self.diverged[block.index()].replace(shape) == Some(shape) {
            return false;
        }
        let control = shape.mix(UNIFORM);
        let (end, overtaken) = self.meeting(block, targets);
        let mut changed = self.vary_blocks(&overtaken);
        // Ways meet where more than one edge of the branch leads; threads that stay in a loop do not meet those that left it.
        let first = self.walks + 1;
        for target in targets {
            self.walks += 1;
            let mut stack = vec![target.block];
            while let Some(at) = stack.pop() {
                let ways = &mut self.ways[at.index()];
                if ways.walk == self.walks {
                    continue;
                }
                self.budget = self.budget.saturating_sub(1);
                *ways = Ways { walk: self.walks, count: if ways.walk >= first { ways.count + 1 } else { 1 } };
                if ways.count > 1 && self.cfg.preds(at).len() > 1 {
                    let new = self.control[at.index()].join(control);
                    changed |= std::mem::replace(&mut self.control[at.index()], new) != new;
                }
                if Some(at) != end {
                    stack.extend(self.cfg.succs(at));
                }
            }
        }
        // Loops that this branch leaves, for some threads earlier than for others.
        let mut id = self.loops.innermost(block);
        while let Some(inside) = id {
            if targets.iter().any(|t| !self.loops.contains(inside, t.block)) {
                for i in 0..self.left_by[inside].len() {
                    changed |= self.raise(self.left_by[inside][i], LaneShape::Varying);
                }
                changed |= self.let_go_ahead(inside);
                changed |= self.start_over(inside, targets);
            } else {
                // Two loops may share a header: threads go round the inner one while others wait behind it, in the outer.
                let header = self.loops.get(inside).header;
                let goes_round = Some(header) != end && self.ways[header.index()].walk >= first;
                if goes_round {
                    changed |= self.vary_all(inside);
                    changed |= self.let_go_ahead(inside);
                    changed |= self.start_over(inside, targets);
                }
            }
            id = self.loops.get(inside).parent;
        }
        changed
    }
}

fn transfer(func: &Function, data: &InstData, args: &[LaneShape]) -> LaneShape {
    // As a factor of the result: modulo 2^32 the sign does not matter, but a wide product of unsigned numbers has none.
    let is_unsigned = data.attrs.mul == Some(MulMode::Wide) && !data.ty.is_signed();
    let constant = |i: usize| {
        let bits = data.args.get(i).and_then(|&a| func.constant(a))?;
        Some(match (data.ty.size(), is_unsigned) {
            (4, true) => i64::from(bits as u32),
            (4, false) => i64::from(bits as i32),
            _ => bits as i64,
        })
    };
    let times = |shape: LaneShape, factor: Option<i64>| match (shape, factor) {
        (LaneShape::Affine { stride, per_row, per_warp }, Some(f)) => {
            LaneShape::Affine { stride: stride.wrapping_mul(f), per_row, per_warp }
        }
        _ => LaneShape::Varying,
    };
    let mixed = || args.iter().fold(UNIFORM, |all, &a| all.mix(a));
    let product = || match (constant(0), constant(1)) {
        (_, Some(f)) => times(args[0], Some(f)),
        (Some(f), _) => times(args[1], Some(f)),
        _ => args[0].mix(args[1]),
    };
    match data.op {
        Opcode::Sreg => match data.payload {
            Payload::Sreg(Sreg::TidX) => LaneShape::affine(1),
            Payload::Sreg(Sreg::TidY | Sreg::TidZ) => LaneShape::Affine { stride: 0, per_row: true, per_warp: false },
            Payload::Sreg(Sreg::Warpid) => LaneShape::Affine { stride: 0, per_row: false, per_warp: true },
            Payload::Sreg(Sreg::Laneid | Sreg::LanemaskEq | Sreg::LanemaskLt | Sreg::LanemaskLe | Sreg::LanemaskGt | Sreg::LanemaskGe) => {
                LaneShape::Varying
            }
            _ => UNIFORM,
        },
        Opcode::Add if !data.ty.is_float() && !data.attrs.sat => args[0].with(args[1], |a, b| Some(a.wrapping_add(b))),
        Opcode::Sub if !data.ty.is_float() && !data.attrs.sat => args[0].with(args[1], |a, b| Some(a.wrapping_sub(b))),
        Opcode::Neg if !data.ty.is_float() => times(args[0], Some(-1)),
        Opcode::Mul if !data.ty.is_float() && data.attrs.mul != Some(MulMode::Hi) => product(),
        Opcode::Mad if data.attrs.mul != Some(MulMode::Hi) => product().with(args[2], |a, b| Some(a.wrapping_add(b))),
        Opcode::Shl => times(args[0], constant(1).filter(|c| (0..32).contains(c)).map(|c| 1 << c)).or_mixed(mixed),
        Opcode::Cvt if !data.ty.is_float() && !data.src_ty.is_float() && data.ty.size() >= 4 && data.src_ty.size() >= 4 => args[0],
        Opcode::Mov | Opcode::Cvta => {
            args.iter().fold(None, |all: Option<LaneShape>, &a| Some(all.map_or(a, |b| b.mix(a)))).unwrap_or(UNIFORM)
        }
        // Both values have the shape, and the choice is the same for all threads that share the rest.
        Opcode::Selp => args[0].join(args[1]).with(args[2], |a, b| (b == 0).then_some(a)),
        Opcode::Ld => match mixed() {
            shape @ LaneShape::Affine { .. } if is_unchanging(data) => shape,
            LaneShape::Affine { per_row, .. }
                if matches!(data.attrs.sem, None | Some(Sem::Weak)) && data.attrs.space != Some(Space::Local) =>
            {
                LaneShape::Affine { stride: 0, per_row, per_warp: true }
            }
            _ => LaneShape::Varying,
        },
        // Every thread gets the count, or whether all or any.
        Opcode::Bar => UNIFORM,
        _ => match data.op.row().effects {
            Effects::Pure | Effects::PureNotSpeculatable => mixed(),
            _ => LaneShape::Varying,
        },
    }
}

impl LaneShape {
    fn or_mixed(self, mixed: impl Fn() -> LaneShape) -> LaneShape {
        if self == LaneShape::Varying { mixed() } else { self }
    }
}

fn is_unchanging(data: &InstData) -> bool {
    matches!(data.attrs.space, Some(Space::Const | Space::Param)) || data.attrs.cache == Some(CacheOp::Nc)
}
