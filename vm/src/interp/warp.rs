//! Warps: activations, splits, and which split runs next.

use super::code::Code;
use super::registers::{Mask, RegisterFile, Registers};
use std::rc::Rc;

/// Number of an activation of a warp.
pub(crate) type ActivationId = u32;

/// No activation: the caller of a kernel.
pub(crate) const NOBODY: ActivationId = u32::MAX;

/// A call in progress, by one or more lanes.
pub(crate) struct Activation<const L: usize> {
    pub(crate) code: Rc<Code<L>>,
    pub(crate) file: RegisterFile,
    pub(crate) registers: Registers<L>,
    pub(crate) parent: ActivationId,
    /// The operation of the parent that called.
    pub(crate) call_pc: u32,
    /// Where this frame's `.local` variables start: offset, in host code an address.
    pub(crate) local_base: u64,
    pub(crate) depth: u32,
    /// Splits and activations that need it.
    pub(crate) users: u32,
}

/// Why a split does not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// It could.
    Ready,
    /// At block barrier `.0`; its program point is the barrier.
    Barrier(u32),
    /// At a warp-level operation, for lanes that its mask names. Those in `.0` were still on their way.
    Sync(Mask),
}

/// Lanes at one program point.
pub(crate) struct Split {
    pub(crate) activation: ActivationId,
    pub(crate) pc: u32,
    pub(crate) mask: Mask,
    pub(crate) state: State,
    /// It had its turn.
    pub(crate) yielded: bool,
    /// It spins: nothing changed since the number of effects was this.
    pub(crate) stuck: Option<u64>,
    pub(crate) probe: Option<Box<Probe>>,
}

/// A memory of where a spinning split was, to see whether it comes back unchanged (Brent's cycle search).
pub(crate) struct Probe {
    pub(crate) activation: ActivationId,
    pub(crate) pc: u32,
    pub(crate) effects: u64,
    pub(crate) registers: Vec<u64>,
    pub(crate) seen: u32,
    pub(crate) limit: u32,
}

/// Where a lane was: function and IR instruction.
pub(crate) type Point = (u32, u32);

/// A warp, or the one lane of host code.
pub(crate) struct Warp<const L: usize> {
    /// Number in the block.
    pub(crate) index: u32,
    /// Lanes that exist.
    pub(crate) all: Mask,
    /// Lanes that have not ended.
    pub(crate) live: Mask,
    pub(crate) activations: Vec<Option<Activation<L>>>,
    free: Vec<ActivationId>,
    pub(crate) splits: Vec<Split>,
    /// `.local` of lane `i` starts at `i * local_stride`.
    pub(crate) local: Vec<u8>,
    pub(crate) local_stride: u64,
    /// Where each lane ended.
    pub(crate) ended_at: [Point; 32],
    /// The branch that last parted each lane from others.
    pub(crate) parted_at: [Point; 32],
    /// Warp instructions since it last did something visible.
    pub(crate) idle: u64,
}

impl<const L: usize> Warp<L> {
    /// A warp without code.
    pub(crate) fn new(index: u32, all: Mask) -> Warp<L> {
        Warp {
            index,
            all,
            live: all,
            activations: Vec::new(),
            free: Vec::new(),
            splits: Vec::new(),
            local: Vec::new(),
            local_stride: 0,
            ended_at: [(u32::MAX, u32::MAX); 32],
            parted_at: [(u32::MAX, u32::MAX); 32],
            idle: 0,
        }
    }

    /// Makes it ready for another block.
    pub(crate) fn reset(&mut self, all: Mask) {
        (self.all, self.live, self.idle) = (all, all, 0);
        self.splits.clear();
        self.ended_at = [(u32::MAX, u32::MAX); 32];
        self.parted_at = [(u32::MAX, u32::MAX); 32];
    }

    pub(crate) fn activation(&self, id: ActivationId) -> &Activation<L> {
        self.activations[id as usize].as_ref().expect("a split's activation exists")
    }

    pub(crate) fn activation_mut(&mut self, id: ActivationId) -> &mut Activation<L> {
        self.activations[id as usize].as_mut().expect("a split's activation exists")
    }

    pub(crate) fn add_activation(&mut self, activation: Activation<L>) -> ActivationId {
        match self.free.pop() {
            Some(id) => {
                self.activations[id as usize] = Some(activation);
                id
            }
            None => {
                self.activations.push(Some(activation));
                self.activations.len() as u32 - 1
            }
        }
    }

    /// One user less; an activation without users is taken out, and its parent loses a user.
    pub(crate) fn release(&mut self, id: ActivationId, mut dropped: impl FnMut(Activation<L>)) {
        let mut next = id;
        while next != NOBODY {
            let activation = self.activation_mut(next);
            activation.users -= 1;
            if activation.users > 0 {
                return;
            }
            let parent = activation.parent;
            if let Some(activation) = self.activations[next as usize].take() {
                dropped(activation);
            }
            self.free.push(next);
            next = parent;
        }
    }

    /// Adds lanes at a program point, merging them with a ready split that is there. The split's use of the
    /// activation is already counted; a merge gives it back.
    pub(crate) fn park(&mut self, activation: ActivationId, pc: u32, mask: Mask) {
        let same = |s: &&mut Split| s.activation == activation && s.pc == pc && s.state == State::Ready;
        if let Some(split) = self.splits.iter_mut().find(same) {
            split.mask |= mask;
            (split.stuck, split.probe) = (None, None);
            self.activation_mut(activation).users -= 1;
            return;
        }
        self.splits.push(Split { activation, pc, mask, state: State::Ready, yielded: false, stuck: None, probe: None });
    }

    /// The block that a split is in.
    pub(crate) fn block(&self, split: &Split) -> u32 {
        self.activation(split.activation).code.block_of[split.pc as usize]
    }

    /// The split to run: ready, not yet had its turn; deepest activation, then lowest block.
    pub(crate) fn pick(&self) -> Option<usize> {
        if let [split] = &self.splits[..] {
            return (split.state == State::Ready && !split.yielded).then_some(0);
        }
        let ready = self.splits.iter().enumerate().filter(|(_, s)| s.state == State::Ready && !s.yielded);
        ready
            .min_by_key(|(_, s)| (u32::MAX - self.activation(s.activation).depth, self.block(s), s.pc, s.mask.trailing_zeros()))
            .map(|(i, _)| i)
    }

    /// The instruction a split is at.
    pub(crate) fn point(&self, split: &Split) -> Point {
        let code = &self.activation(split.activation).code;
        (code.id, code.ops[split.pc as usize].inst)
    }
}
