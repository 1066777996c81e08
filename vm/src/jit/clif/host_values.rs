//! What host code keeps of its own while it runs: its counters in registers, and the bounds that accesses of a loop are compared
//! with behind the regions of its context. The context has the counters whenever a helper or another function may look at them.

use super::*;
use crate::decode::side::{is_device, is_host};
use crate::jit::runtime::abi::BOUNDS;
use crate::jit::wir::Bounds;

/// See the module.
#[derive(Clone, Copy)]
pub(super) struct HostValues {
    /// Instructions and branches since the context was last told.
    full: Variable,
    /// Back edges left.
    time_slice: Variable,
}

impl<const L: usize> Emitter<'_, '_, L> {
    pub(super) fn declare_host_values(&mut self) {
        if is_device(L) {
            return;
        }
        let (full, time_slice) = (self.fb.declare_var(I64), self.fb.declare_var(I32));
        self.host = Some(HostValues { full, time_slice });
        self.read_counters();
    }

    /// Instructions and branches counted, and the back edges that are left.
    pub(super) fn counters(&mut self) -> (Cv, Cv) {
        match self.host {
            Some(_) => {
                let kept = self.kept_counters();
                self.outside_of_stretch(kept)
            }
            None => (self.load(I64, at::FULL), self.load(I32, at::TIME_SLICE)),
        }
    }

    /// As registers have them; in a stretch they are others, see `stretch`.
    pub(super) fn kept_counters(&mut self) -> (Cv, Cv) {
        let HostValues { full, time_slice } = self.host.expect("host code keeps its counters");
        let full = match self.counted_on_stack() {
            Some(slot) => self.fb.ins().stack_load(I64, I64, slot, 0),
            None => self.fb.use_var(full),
        };
        (full, self.fb.use_var(time_slice))
    }

    pub(super) fn keep_counters(&mut self, full: Cv, time_slice: Cv) {
        let HostValues { full: full_var, time_slice: slice_var } = self.host.expect("host code keeps its counters");
        match self.counted_on_stack() {
            Some(slot) => {
                self.fb.ins().stack_store(I64, full, slot, 0);
            }
            None => self.fb.def_var(full_var, full),
        }
        self.fb.def_var(slice_var, time_slice);
    }

    /// Takes a back edge off what is kept of the time slice, and says what is left.
    pub(super) fn count_down(&mut self) -> Cv {
        let HostValues { time_slice, .. } = self.host.expect("host code keeps its counters");
        let left = self.fb.use_var(time_slice);
        let left = self.fb.ins().iadd_imm_s(left, -1);
        self.fb.def_var(time_slice, left);
        left
    }

    pub(super) fn set_counters(&mut self, full: Cv, time_slice: Cv) {
        match self.host {
            Some(_) => {
                let (full, time_slice) = self.inside_of_stretch((full, time_slice));
                self.keep_counters(full, time_slice);
            }
            None => {
                self.store(full, at::FULL);
                self.store(time_slice, at::TIME_SLICE);
            }
        }
    }

    /// Tells the context what was counted.
    pub(super) fn write_counters(&mut self) {
        if self.host.is_some() {
            let (full, time_slice) = self.counters();
            self.store(full, at::FULL);
            self.store(time_slice, at::TIME_SLICE);
        }
    }

    /// The context may have been told otherwise.
    pub(super) fn read_counters(&mut self) {
        if self.host.is_some() {
            let (full, time_slice) = (self.load(I64, at::FULL), self.load(I32, at::TIME_SLICE));
            self.set_counters(full, time_slice);
        }
    }

    /// Loops are entered at `target`, from another segment or from outside: reads their bounds.
    pub(super) fn read_bounds(&mut self, from: Option<usize>, target: usize) {
        for (number, bounds) in self.wir.bounds.iter().enumerate() {
            let is_entered = bounds.range.start == target && from.is_none_or(|from| !bounds.range.contains(&from));
            if is_host(L) && is_entered {
                let root = bounds.root.filter(|_| !bounds.is_varying);
                let points_there = root.map(|root| self.points_to(root, bounds.region));
                self.define_bounds(number, points_there);
            }
        }
    }

    /// Bounds as the context has them; empty ones unless `condition` holds.
    pub(super) fn define_bounds(&mut self, number: usize, condition: Option<Cv>) {
        let Bounds { region, bytes, .. } = self.wir.bounds[number];
        let at = |field| Self::region_at(region, field);
        let base = self.load(I64, at(at::REGION_BASE));
        let mut count = self.load(I64, at(at::REGION_COUNTS + 8 * bytes.trailing_zeros() as i32));
        if let Some(condition) = condition {
            let none = self.int(I64, 0);
            count = self.fb.ins().select(condition, count, none);
        }
        let origin = self.load(I64, at(at::REGION_ORIGIN));
        self.set_bounds(number, [base, count, origin]);
    }

    /// Makes bounds others: first address, offsets that are allowed, and the pointer that address 0 would have.
    pub(super) fn set_bounds(&mut self, number: usize, bounds: [Cv; 3]) {
        for (value, field) in bounds.into_iter().zip([at::BOUNDS_BASE, at::BOUNDS_COUNT, at::BOUNDS_ORIGIN]) {
            self.store(value, self.bounds_at(number, field));
        }
    }

    /// The offset in the context of a field of bounds.
    pub(super) fn bounds_at(&self, number: usize, field: i32) -> i32 {
        (REGIONS + self.regions.specs.len() * REGION + number * BOUNDS) as i32 + field
    }

    /// The interpreter has done something: no bounds are known in the loops that a segment is in.
    pub(super) fn forget_bounds(&mut self, segment: usize) {
        let none = self.int(I64, 0);
        for (number, bounds) in self.wir.bounds.iter().enumerate() {
            if bounds.range.contains(&segment) {
                self.store(none, self.bounds_at(number, at::BOUNDS_COUNT));
            }
        }
    }

    /// Where an address of host code is, which must be in bounds, as must be the pointer that it is computed from if that is not known
    /// to be; what is not goes to `slow`.
    pub(super) fn pass_bounds(&mut self, address: Cv, number: usize, slow: Block) -> Cv {
        let base = self.load(I64, self.bounds_at(number, at::BOUNDS_BASE));
        let count = self.load(I64, self.bounds_at(number, at::BOUNDS_COUNT));
        let Bounds { root, bytes, is_varying, .. } = self.wir.bounds[number];
        if let Some(root) = root.filter(|_| is_varying) {
            let root = self.scalar(root);
            let distance = self.fb.ins().isub(root, base);
            // One past the end is allowed. Where nothing is, no address passes below.
            let size = self.fb.ins().iadd_imm_s(count, bytes as i64 - 1);
            let points_there = self.icmp(IntCC::UnsignedLessThanOrEqual, distance, size);
            self.require(points_there, slow);
        }
        let distance = self.fb.ins().isub(address, base);
        let passes = self.icmp(IntCC::UnsignedLessThan, distance, count);
        self.require(passes, slow);
        let origin = self.load(I64, self.bounds_at(number, at::BOUNDS_ORIGIN));
        self.fb.ins().iadd(address, origin)
    }
}
