//! A plan as one lane sees it: every value is a scalar. Code for lanes that run one after the other is made of it.

use super::*;

impl<'a, const L: usize> Plan<'a, L> {
    /// The plan of one lane.
    pub(crate) fn of_one_lane(&self) -> Plan<'a, L> {
        let count = self.segments.len();
        Plan {
            func: self.func,
            code: self.code,
            geometry: self.geometry,
            unit: self.unit.clone(),
            segments: self.segments.clone(),
            shapes: vec![LaneShape::UNIFORM; self.shapes.len()],
            constants: self.constants.clone(),
            value_in: self.value_in.clone(),
            live_in: self.live_in.clone(),
            is_shared: self.is_shared.clone(),
            is_kept: self.is_kept.clone(),
            is_noncanonical: self.is_noncanonical.clone(),
            frame_resident: Vec::new(),
            is_written: Vec::new(),
            is_spilled_at_definition: vec![false; self.is_shared.len()],
            waiting: vec![Set::new(count); count],
            sought: vec![Set::new(count); count],
            is_masked: vec![false; count],
            is_entry: vec![false; count],
            spins: self.spins.clone(),
            is_observed: false,
            told: None,
            is_pausable: false,
            has_threads: false,
            may_diverge: false,
            end_lane_tests: HashMap::new(),
            addresses: HashMap::new(),
            outlives_loop: vec![false; self.outlives_loop.len()],
            is_deferred: vec![false; self.is_deferred.len()],
            callees: HashMap::new(),
            groups: HashMap::new(),
            strides: HashMap::new(),
            region_loops: OnceCell::new(),
        }
    }
}
