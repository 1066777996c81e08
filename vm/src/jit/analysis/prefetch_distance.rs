//! Loads of which a loop goes through memory in strides of the whole grid: `for (i = ...; i < n; i += gridDim.x * blockDim.x)`.
//!
//! Each iteration reads another page, too many for the processor's own prefetching, and its instructions are so many that
//! little of the next iteration begins before this one's load is there. So such a loop prefetches.

use super::*;
use crate::decode::side::is_host;
use kern_ir::{Inst, MulMode, Opcode, Payload, Sreg};

/// How far a loop's address moves in one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stride {
    /// A uniform signed value from before the loop.
    pub(crate) step: Value,
    /// Bytes for each of it.
    pub(crate) scale: i64,
}

/// Additions and multiplications that are followed, one below the other. Each may be looked into on all sides.
const DEPTH: u32 = 6;

/// Steps in an iteration of a loop that was unrolled.
const STEPS: usize = 8;

impl<const L: usize> Plan<'_, L> {
    /// Of loads of a warp's rows of elements, by operation.
    pub(super) fn find_strides(&mut self) {
        let is_grid = |data: &InstData| matches!(data.payload, Payload::Sreg(Sreg::NctaidX | Sreg::NctaidY | Sreg::NctaidZ));
        if is_host(L) || !self.operations().any(|pc| is_grid(self.inst(pc))) {
            return;
        }
        let steps = self.grid_steps();
        if steps.is_empty() {
            return;
        }
        for pc in self.operations() {
            let OpKind::Load(_) = self.code.ops[pc].kind else { continue };
            let address = self.inst(pc).args[0];
            if self.shape(address).is_affine() && self.shape(address).stride() != 0 {
                let stride = self.follow(address, 1, &steps, DEPTH);
                self.strides.extend(stride.map(|stride| (pc, stride)));
            }
        }
    }

    /// Variables of loops that grow by steps of the grid, with how much in an iteration.
    fn grid_steps(&self) -> HashMap<Value, Stride> {
        let mut steps = HashMap::new();
        for pc in self.operations() {
            for (segment, param, arg) in self.moves(pc) {
                if segment < self.segments.len() && self.segments[segment].start <= pc {
                    steps.extend(self.growth(param, arg, self.segments[segment].start).map(|stride| (param, stride)));
                }
            }
        }
        steps
    }

    /// By how much a value that is passed back to the loop at an operation exceeds what it was there, if that is one step of
    /// the grid, or several.
    fn growth(&self, param: Value, mut arg: Value, header: usize) -> Option<Stride> {
        let mut found: Option<Stride> = None;
        for _ in 0..STEPS {
            let Some(data) = self.made_by(arg).filter(|data| data.op == Opcode::Add) else { break };
            let step = data.args.iter().copied().find(|&value| self.is_grid_step(value, header, DEPTH))?;
            let rest = if data.args[0] == step { data.args[1] } else { data.args[0] };
            let scale = found.map_or(0, |found| found.scale) + 1;
            if found.is_some_and(|found| found.step != step) {
                return None;
            }
            found = Some(Stride { step, scale });
            arg = rest;
        }
        found.filter(|_| arg == param)
    }

    /// Whether a value depends on `gridDim`, and was made before the operation.
    fn is_grid_step(&self, value: Value, before: usize, depth: u32) -> bool {
        let is_before = || {
            let ValueDef::Result(inst, _) = self.func.def(value) else { return false };
            (0..before).any(|pc| self.code.ops[pc].inst == inst.0)
        };
        let depends = self.made_by(value).is_some_and(|data| match (data.op, &data.payload) {
            (_, Payload::Sreg(Sreg::NctaidX | Sreg::NctaidY | Sreg::NctaidZ)) => true,
            (Opcode::Mul | Opcode::Shl | Opcode::Cvt | Opcode::Add | Opcode::Mad, _) => {
                depth > 0 && data.args.iter().any(|&arg| self.is_grid_step(arg, before, depth - 1))
            }
            _ => false,
        });
        depends && self.shape(value).is_uniform() && is_before()
    }

    /// How far `scale` times the value moves in an iteration, if it is a loop's variable and what is the same in all iterations.
    fn follow(&self, value: Value, scale: i64, steps: &HashMap<Value, Stride>, depth: u32) -> Option<Stride> {
        if let Some(stride) = steps.get(&value) {
            return Some(Stride { step: stride.step, scale: stride.scale.checked_mul(scale)? });
        }
        let data = self.made_by(value).filter(|_| depth > 0)?;
        let constant = |value: Value| self.constant(value).map(|bits| bits as i64).filter(|&c| (1..1 << 20).contains(&c));
        let follow = |value: Value, by: i64| self.follow(value, scale.checked_mul(by)?, steps, depth - 1);
        let product = |a: Value, b: Value| match (constant(a), constant(b)) {
            (None, Some(by)) => follow(a, by),
            (Some(by), None) => follow(b, by),
            _ => None,
        };
        match (data.op, &data.args[..]) {
            (Opcode::Add, &[a, b]) => follow(a, 1).or_else(|| follow(b, 1)),
            (Opcode::Cvt, &[a]) if !data.ty.is_float() && !data.src_ty.is_float() => follow(a, 1),
            (Opcode::Mul, &[a, b]) if data.attrs.mul != Some(MulMode::Hi) => product(a, b),
            (Opcode::Mad, &[a, b, c]) if data.attrs.mul != Some(MulMode::Hi) => product(a, b).or_else(|| follow(c, 1)),
            (Opcode::Shl, &[a, b]) => follow(a, 1 << constant(b).filter(|&by| by < 20)?),
            _ => None,
        }
    }

    /// The instruction that made a value.
    fn made_by(&self, value: Value) -> Option<&InstData> {
        match self.func.def(value) {
            ValueDef::Result(Inst(inst), 0) => Some(&self.func.insts[inst as usize]),
            _ => None,
        }
    }
}
