//! The warp IR executed as it stands, slowly: a third opinion between the interpreter and machine code.
//!
//! *What.* An engine for kernels that takes the [`Wir`] which machine code is made of and does what its instructions say, lane by lane.
//! Where machine code differs from the interpreter, it says whether the passes or the code generator are wrong.
//! *Invariant.* Values are known for lanes only: what the warp IR claims of them is used as machine code uses it. An affine value is
//! made of its bases, a branch by a uniform condition asks one lane, NaNs that are not canonical yet are others, registers of the
//! interpreter get only what is spilled. A claim that does not hold is a panic or another result.
//! *Reads and writes.* What an operation computes the interpreter's functions say: this checks the warp IR, not arithmetic.
//! *May miss.* Host code, launches that somebody observes, counting, prefetching and block loops are not executed so.
//! *Cost.* Some hundred times the interpreter's.

mod run;

use super::analysis::counter_plan::CounterPlan;
use super::analysis::shape::Geometry;
use super::analysis::{CompilationUnit, Plan};
use super::runtime::regions::RegionList;
use super::wir::{self, PassContext, Wir};
use crate::call::Stop;
use crate::decode::code::{DecodedFunction, OpKind, Operations};
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::executor::{Executor, Pause};
use crate::exec::warp::{Split, State, Warp};
use crate::interp::OPERATIONS;
use std::rc::Rc;

/// The engine.
pub(crate) struct WarpIr;

/// A launch.
struct Session {
    geometry: Geometry,
    /// By function; `None` inside where the interpreter does all.
    units: Vec<Option<Option<Rc<Unit>>>>,
}

/// A function's warp IR. The plan refers to the code, and to the module, which outlives every launch.
struct Unit {
    plan: Plan<'static, 32>,
    wir: Wir,
    regions: RegionList,
    code: Rc<DecodedFunction<32>>,
}

impl Executor for WarpIr {
    fn operations(&self) -> Operations {
        OPERATIONS
    }

    fn prepare(&self, core: &mut Engine<32>) {
        let wanted = core.machine.sinks.wanted();
        if !(wanted.events || wanted.accesses || wanted.steps || wanted.blocks || wanted.sums || core.schedule.is_some()) {
            core.session.set(Session { geometry: Geometry::new(core.frame.config.block), units: Vec::new() });
        }
    }

    fn run_split(&self, core: &mut Engine<32>, warp: &mut Warp<32>, barriers: &mut BlockBarriers, index: usize) -> Result<Pause, Stop> {
        if let Some(unit) = core.unit(warp.activation(warp.splits[index].activation).code.id)
            && let Some(together) = core.enter_together(warp, &unit, index)
        {
            core.machine.stats.runs_of_warp_ir += 1;
            return core.run_unit(warp, barriers, &unit, &together);
        }
        core.interpret_split(warp, barriers, index)
    }

    fn finish(&self, core: &mut Engine<32>) {
        core.session.take::<Session>();
    }
}

impl Unit {
    /// The segment that starts at an operation.
    fn segment(&self, pc: u32) -> Option<usize> {
        self.plan.segments.iter().position(|segment| segment.start == pc as usize)
    }
}

impl Engine<'_, '_, 32> {
    /// The warp IR of a function of the launch, if it has one.
    fn unit(&mut self, function: u32) -> Option<Rc<Unit>> {
        let (index, session) = (function as usize, self.session.get::<Session>()?);
        let geometry = session.geometry;
        if session.units.get(index).is_none_or(Option::is_none) {
            let unit = self.make_unit(function, geometry).map(Rc::new);
            let units = &mut self.session.get_mut::<Session>()?.units;
            if units.len() <= index {
                units.resize_with(index + 1, || None);
            }
            units[index] = Some(unit);
        }
        self.session.get::<Session>()?.units[index].clone()?
    }

    fn make_unit(&mut self, function: u32, geometry: Geometry) -> Option<Unit> {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, function);
        if code.ops.iter().any(|op| op.kind == OpKind::Unsupported) {
            return None;
        }
        let func = std::ptr::from_ref(&layout.module.functions[function as usize]);
        // SAFETY: the unit holds the code, and goes with the launch, which the module outlives.
        let (func, decoded) = unsafe { (&*func, &*Rc::as_ptr(&code)) };
        let plan = Plan::new(func, decoded, geometry, CompilationUnit::Function, false);
        let mut regions = RegionList::new(code.accesses.len(), &self.frame.shared_offsets);
        let wir = wir::make(PassContext { plan: &plan, regions: &mut regions, counter_plan: &mut CounterPlan::default() });
        Some(Unit { plan, wir, regions, code })
    }

    /// The splits that go on together with one, if they are where the warp IR may be entered and have values as it holds them.
    fn enter_together(&self, warp: &Warp<32>, unit: &Unit, index: usize) -> Option<Vec<usize>> {
        let Split { activation, cohort, mask, .. } = warp.splits[index];
        let is_here = |split: &Split| split.activation == activation && split.state == State::Ready && !split.yielded;
        let together: Vec<usize> = (0..warp.splits.len()).filter(|&i| is_here(&warp.splits[i])).collect();
        if together.len() > 1 && (cohort == 0 || together.iter().any(|&i| warp.splits[i].cohort != cohort)) {
            return None;
        }
        let is_full = together.len() == 1 && mask == u32::MAX;
        let registers = warp.activation(activation).registers;
        let fits = |&i: &usize| {
            let split = &warp.splits[i];
            let segment = unit.segment(split.pc)?;
            let may_enter = is_full || (unit.plan.may_diverge && unit.plan.is_entry[segment]);
            (may_enter && run::holds(&unit.plan, segment, registers, split.mask)).then_some(())
        };
        together.iter().all(|i| fits(i).is_some()).then_some(together)
    }
}
