//! What launches and host code have in common: how code is made of a function, or a part of one, and how it is run.

use super::backend::Backend;
use super::context::Context;
use super::emit;
use super::fault;
use super::helpers::HELPERS;
use super::plan::{Extent, Plan};
use super::regions::RegionList;
use super::session::Compiled;
use super::shape::Geometry;
use super::watch::Watch;
use crate::interp::barrier::Ledger;
use crate::interp::code::Kind;
use crate::interp::engine::Engine;
use crate::interp::warp::Warp;
use crate::report;
use crate::runtime::Stop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

impl<const L: usize> Engine<'_, '_, L> {
    /// Machine code of a function, or of the part of it that `extent` says; `None` if that is for the interpreter.
    pub(super) fn make(&mut self, function: u32, geometry: Geometry, extent: Extent, is_observed: bool) -> Option<Compiled> {
        let backend = self.machine.jit.backend.get_or_insert_with(|| Backend::new(HELPERS).map(Rc::new)).clone()?;
        // Cranelift checks itself by panics: such a function is left to the interpreter.
        let result = catch_unwind(AssertUnwindSafe(|| self.compile(&backend, function, geometry, extent, is_observed)));
        debug_assert!(result.is_ok(), "the code generator fails");
        result.ok().flatten()
    }

    fn compile(&mut self, backend: &Backend, function: u32, geometry: Geometry, extent: Extent, is_observed: bool) -> Option<Compiled> {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, function);
        let func = &layout.module.functions[function as usize];
        // Malformed functions are for the interpreter, which checks as it goes.
        if code.ops.iter().any(|op| op.kind == Kind::Unsupported) || code.ops.len() > 60_000 {
            return None;
        }
        let plan = Plan::new(func, &code, geometry, extent, is_observed);
        let mut regions = RegionList::new(code.accesses.len(), &self.frame.shared_offsets);
        let mut watch = Watch::default();
        let (built, entries) =
            emit::build(&plan, &mut regions, &mut watch, &backend.thunks, backend.call_conv(), backend.frontend_config());
        let (memory, made) = match backend.compile(vec![built]) {
            Ok(made) => made,
            Err(reason) => {
                debug_assert!(false, "the code generator rejects `{}`: {reason}", func.name);
                return None;
            }
        };
        let nodes = plan.nodes.iter().zip(&plan.is_entry).map(|(n, &e)| (n.start as u32, e)).collect();
        let made = made.into_iter().next()?;
        Some(Compiled { made, _memory: memory, entries, regions, function, watch, nodes })
    }

    /// What every run of compiled code needs to know.
    pub(super) fn fill_context(&mut self, c: &mut Context, compiled: &Compiled, ledger: &mut Ledger) {
        (c.cta, c.grid) = (ledger.index, self.frame.config.grid);
        (c.stopped, c.compiled, c.lanes) = (0, &raw const *compiled, L as u32);
        c.ledger = (&raw mut *ledger).cast();
        if let Some(session) = &self.jit {
            c.params = session.params.as_ptr();
        }
        c.engine = (&raw mut *self).cast();
    }

    /// Runs compiled code.
    ///
    /// # Errors
    /// It faulted, which is a mistake of kern; the launch ends.
    pub(super) fn run_code(&mut self, compiled: &Compiled, context: *mut Context) -> Result<u32, Stop> {
        // SAFETY: the code was made with this signature and lives as long as `compiled`; the context is complete.
        unsafe { fault::enter(compiled.made.code, context) }.map_err(|fault| {
            // SAFETY: compiled code is done with it.
            let (activation, number) = unsafe { ((*context).activation, (*context).warp_index - (*context).first_warp) };
            // SAFETY: as in the helpers: the warps are those of this run, exclusively borrowed by its caller.
            let warp = unsafe { &*(*context).warps.cast::<Warp<L>>().add(number as usize) };
            let code = warp.activation(activation).code.clone();
            let pc = compiled.made.places.iter().find(|place| fault.offset < place.0 as usize).map_or(0, |place| place.1);
            let point = (code.id, code.ops.get(pc as usize).map_or(u32::MAX, |op| op.inst));
            self.report(report::INTERNAL, point, |engine| {
                let trace = engine.trace(warp, activation, point);
                report::fault(engine.machine, &trace, fault.name, fault.address as u64)
            });
            if L == 1 { Stop::Fault(139) } else { Stop::Launch(crate::launch::error::LAUNCH_FAILURE) }
        })
    }

    /// Why a helper ended the launch; goes on with its panic, if it was one.
    pub(super) fn stopped(&mut self) -> Stop {
        if let Some(panic) = self.jit.as_mut().and_then(|s| s.panic.take()) {
            std::panic::resume_unwind(panic);
        }
        let stop = self.jit.as_mut().and_then(|s| s.stop.take());
        stop.unwrap_or(Stop::Launch(crate::launch::error::LAUNCH_FAILURE))
    }
}
