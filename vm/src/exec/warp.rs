//! Warps: activations, splits, and which split runs next.

use crate::decode::code::DecodedFunction;
use crate::decode::registers::{Mask, RegisterFile, Registers};
use crate::loader::Layout;
use crate::memory::CallPath;
use std::rc::Rc;

impl Split {
    /// Lanes at a program point.
    pub(crate) fn new(activation: ActivationId, pc: u32, mask: Mask, state: State) -> Split {
        Split { activation, pc, mask, state, yielded: false, stuck: None, waits: None, cohort: 0, held: None }
    }

    /// It is ready and has not had its time slice.
    pub(crate) fn may_run(&self) -> bool {
        self.state == State::Ready && !self.yielded
    }
}

/// Number of an activation of a warp.
pub(crate) type ActivationId = u32;

/// No activation: the caller of a kernel.
pub(crate) const NOBODY: ActivationId = u32::MAX;

/// A call in progress, by one or more lanes.
pub(crate) struct Activation<const L: usize> {
    pub(crate) code: Rc<DecodedFunction<L>>,
    pub(crate) file: RegisterFile,
    pub(crate) registers: Registers<L>,
    pub(crate) parent: ActivationId,
    /// The operation of the parent that called.
    pub(crate) call_pc: u32,
    /// Where this frame's `.local` variables start: offset, in host code an address.
    pub(crate) local_base: u64,
    pub(crate) depth: u32,
    /// Bytes of the device's stack that calls have taken up to this one; see `Layout::stack_of`.
    pub(crate) stack: u64,
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
    /// It had its time slice.
    pub(crate) yielded: bool,
    /// It spins: nothing changed since the number of effects was this.
    pub(crate) stuck: Option<u64>,
    /// The same, but for what its loops count: it waits for somebody, though not for ever.
    pub(crate) waits: Option<u64>,
    /// Splits with one number, not 0, were parked together by compiled code, which can go on with them together.
    pub(crate) cohort: u32,
    /// It lets those go first that took the other side of a branch.
    pub(crate) held: Option<Held>,
}

/// Why a split lets others go first, though it is at a lower block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Held {
    /// The lanes that took the other side.
    pub(crate) by: Mask,
    /// They go first up to this block, where the sides meet.
    pub(crate) until: u32,
}

impl Held {
    /// Whether lanes at a block are still on the other side.
    pub(crate) fn lets_go_first(self, mask: Mask, block: u32) -> bool {
        self.by & mask != 0 && block < self.until
    }
}

/// Back edges a warp may take before fuel is looked at and a loop that may spin yields.
pub(crate) const TIME_SLICE: u32 = 1024;

/// A memory of lanes that yielded together, to see whether they do again at the same place and unchanged (Brent's
/// cycle search).
pub(crate) struct Probe {
    pub(crate) activation: ActivationId,
    pub(crate) pc: u32,
    pub(crate) mask: Mask,
    pub(crate) effects: u64,
    /// Of the registers.
    pub(crate) digest: u128,
    /// The same of those that do not only count rounds.
    pub(crate) without_counts: u128,
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
    /// The branch at which each lane last diverged from others.
    pub(crate) diverged_at: [Point; 32],
    /// Something was noted in these.
    has_history: bool,
    /// Warp instructions since it last did something visible, up to when fuel was last looked at.
    pub(crate) idle: u64,
    /// It did something visible since fuel was last looked at.
    pub(crate) is_active: bool,
    /// Back edges left of its time slice.
    pub(crate) time_slice: u32,
    /// Its only split has its registers as compiled code packed them for this program point.
    pub(crate) packed: Option<u32>,
    /// The last number given to splits that were parked together.
    pub(crate) cohort: u32,
    /// Since somebody last did something visible. Lanes that diverge and meet again between two time slices are still the same.
    pub(crate) probes: Vec<Probe>,
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
            diverged_at: [(u32::MAX, u32::MAX); 32],
            has_history: false,
            idle: 0,
            is_active: false,
            time_slice: TIME_SLICE,
            packed: None,
            cohort: 0,
            probes: Vec::new(),
        }
    }

    /// The calls that led to `point` of an activation, innermost first.
    pub(crate) fn call_path(&self, layout: &Layout, activation: ActivationId, point: Point) -> CallPath {
        let mut path = CallPath::new(layout.site(point));
        self.add_callers(layout, &mut path, activation);
        path
    }

    /// Adds the sites from which an activation's function and its callers were called.
    pub(crate) fn add_callers(&self, layout: &Layout, path: &mut CallPath, activation: ActivationId) {
        let mut current = self.activation(activation);
        while current.parent != NOBODY && !path.is_full() {
            let parent = self.activation(current.parent);
            path.push(layout.site((parent.code.id, parent.code.ops[current.call_pc as usize].inst)));
            current = parent;
        }
    }

    /// Makes it ready for another block.
    pub(crate) fn reset(&mut self) {
        (self.live, self.idle, self.is_active, self.time_slice, self.packed) = (self.all, 0, false, TIME_SLICE, None);
        self.splits.clear();
        self.probes.clear();
        if std::mem::take(&mut self.has_history) {
            self.ended_at = [(u32::MAX, u32::MAX); 32];
            self.diverged_at = [(u32::MAX, u32::MAX); 32];
        }
    }

    /// Lanes of `mask` diverged at a branch.
    pub(crate) fn note_divergence(&mut self, mask: Mask, branch: Point) {
        self.has_history = true;
        // Mostly neighbours go one way.
        let mut left = mask;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let count = (left >> first).trailing_ones() as usize;
            self.diverged_at[first..first + count].fill(branch);
            left &= !((u64::MAX << first) as u32) | ((u64::MAX << (first + count)) as u32);
        }
    }

    /// Lanes of `mask` ended.
    pub(crate) fn note_end(&mut self, mask: Mask, point: Point) {
        self.has_history = true;
        (0..32).filter(|lane| mask >> lane & 1 != 0).for_each(|lane: usize| self.ended_at[lane] = point);
    }

    /// The kernel's activation, if the last block left it.
    pub(crate) fn root(&self) -> Option<&Activation<L>> {
        self.activations.first()?.as_ref()
    }

    /// Takes it.
    pub(crate) fn take_root(&mut self) -> Option<Activation<L>> {
        self.activations.first_mut()?.take()
    }

    /// Gives a warp without code the kernel's activation, its number 0.
    pub(crate) fn set_root(&mut self, root: Activation<L>) {
        self.activations.clear();
        self.free.clear();
        self.activations.push(Some(root));
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
        self.add(Split::new(activation, pc, mask, State::Ready));
    }

    /// Adds a split; one that is ready merges with a ready one there that has or has not had its time slice as well.
    pub(crate) fn add(&mut self, split: Split) {
        let same =
            |s: &&mut Split| s.activation == split.activation && s.pc == split.pc && s.state == State::Ready && s.yielded == split.yielded;
        if split.state == State::Ready
            && let Some(other) = self.splits.iter_mut().find(same)
        {
            other.mask |= split.mask;
            (other.stuck, other.waits, other.cohort) = (None, None, 0);
            self.activation_mut(split.activation).users -= 1;
            return;
        }
        self.splits.push(split);
    }

    /// A new time slice: whoever had one may run again.
    pub(crate) fn wake(&mut self) {
        self.time_slice = TIME_SLICE;
        if self.splits.iter().any(|s| s.yielded) {
            for mut split in std::mem::take(&mut self.splits) {
                split.yielded = false;
                self.add(split);
            }
        }
    }

    /// The block that a split is in.
    pub(crate) fn block(&self, split: &Split) -> u32 {
        self.activation(split.activation).code.block_of[split.pc as usize]
    }

    /// The split to run: ready, not yet had its time slice; deepest activation, then lowest block.
    pub(crate) fn pick(&self) -> Option<usize> {
        if let [split] = &self.splits[..] {
            return (split.state == State::Ready && !split.yielded).then_some(0);
        }
        let ready = self.splits.iter().enumerate().filter(|(_, s)| s.may_run());
        ready.min_by_key(|(_, s)| (self.is_held(s), self.rank(s))).map(|(i, _)| i)
    }

    /// Whether there is a split to which this one gives precedence.
    fn is_held(&self, split: &Split) -> bool {
        split.held.is_some_and(|held| {
            let mut others = self.splits.iter().filter(|other| other.may_run() && other.activation == split.activation);
            others.any(|other| held.lets_go_first(other.mask, self.block(other)))
        })
    }

    /// The index of the split of an activation that is at an operation and may run, if there is one.
    pub(crate) fn ready_at(&self, activation: ActivationId, pc: u32) -> Option<usize> {
        self.splits.iter().position(|split| split.may_run() && split.activation == activation && split.pc == pc)
    }

    /// The place of a split among those of the warp: the lowest runs first.
    fn rank(&self, split: &Split) -> (u32, u32, u32, u32) {
        (u32::MAX - self.activation(split.activation).depth, self.block(split), split.pc, split.mask.trailing_zeros())
    }

    /// The splits by rank, with their indices. In the list they lie as they came and went, which tells nothing: the engines take
    /// them out in other orders.
    pub(crate) fn ranked(&self) -> Vec<(usize, &Split)> {
        let mut ranks: Vec<_> = self.splits.iter().map(|split| self.rank(split)).zip(0..).collect();
        ranks.sort_unstable();
        ranks.into_iter().map(|(_, index)| (index, &self.splits[index])).collect()
    }

    /// The instruction a split is at.
    pub(crate) fn point(&self, split: &Split) -> Point {
        let code = &self.activation(split.activation).code;
        (code.id, code.ops[split.pc as usize].inst)
    }
}

/// What `grow_local` makes the bytes of a lane.
pub(crate) fn grown<const L: usize>(warp: &Warp<L>, bytes: u64) -> u64 {
    // A kernel's own frame is known; calls go on to need more.
    if warp.local_stride == 0 { bytes.next_multiple_of(64) } else { bytes.next_power_of_two().max(64) }
}

/// Makes `.local` of each lane at least `bytes` long.
pub(crate) fn grow_local<const L: usize>(warp: &mut Warp<L>, bytes: u64) {
    if bytes <= warp.local_stride {
        return;
    }
    let stride = grown(warp, bytes);
    let mut local = vec![0; L * stride as usize];
    for lane in 0..L {
        let old = &warp.local[lane * warp.local_stride as usize..][..warp.local_stride as usize];
        local[lane * stride as usize..][..old.len()].copy_from_slice(old);
    }
    (warp.local, warp.local_stride) = (local, stride);
}

/// Calls that may be in progress in one thread; far more than any stack allows.
pub(crate) const DEPTH_LIMIT: u32 = 1 << 20;

/// The kernel's activation in each warp, which lasts from block to block.
pub(crate) const ROOT: u32 = 0;
