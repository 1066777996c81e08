//! Host code as machine code: groups of one lane, loop by loop.
//!
//! The interpreter counts how often it goes back to a loop's header, or enters a function ([`Heat`]). What it has done often
//! is compiled and entered there from then on; code that runs once is not worth compiling. The counts are those of the
//! program's own steps, so every run does the same. Compiled code leaves for the interpreter where the loop ends.
//!
//! A call runs the function to its end within a helper, on the process's stack as far as [`DEEPEST`] goes; from there on
//! the interpreter's activations are the only stack.

use super::context::{Context, REGION, REGIONS, Region, status};
use super::helpers::flush;
use super::plan::Extent;
use super::session::Compiled;
use super::shape::Geometry;
use crate::interp::barrier::Ledger;
use crate::interp::code::{Code, Kind};
use crate::interp::engine::Engine;
use crate::interp::step::{Pause, Running};
use crate::interp::warp::{ActivationId, Warp};
use crate::memory::{HOST_STACK, Window};
use crate::runtime::Stop;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Times that the interpreter goes back to a loop's header, or enters a function, before that is compiled.
const HOT: u32 = 1000;

/// Calls of compiled code that may be in progress on the process's stack.
const DEEPEST: u32 = 48;

/// How often a block of host code was gone back to or entered, or what came of it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Heat(Cell<u32>);

impl Heat {
    const COMPILED: u32 = u32::MAX;
    const COLD: u32 = u32::MAX - 1;

    /// Whether to look for compiled code; `counts` if this is one more time.
    #[inline(always)]
    pub(crate) fn is_hot(&self, counts: bool) -> bool {
        let times = self.0.get();
        if times < HOT && counts {
            self.0.set(times + 1);
            return times + 1 == HOT;
        }
        times == Heat::COMPILED
    }
}

/// A loop, or a function, of host code.
pub(crate) struct Part {
    compiled: Compiled,
    /// Contexts of which none is in use; a function that calls itself needs several.
    spare: RefCell<Vec<Workspace>>,
}

/// A context, and behind it its regions.
struct Workspace(Vec<[u64; 8]>);

impl Workspace {
    fn context(&mut self) -> *mut Context {
        self.0.as_mut_ptr().cast()
    }
}

/// The host code that was compiled, by function and the block it is entered at.
#[derive(Default)]
pub(crate) struct HostCode(Vec<Vec<Option<Rc<Part>>>>);

impl HostCode {
    fn find(&self, function: u32, block: usize) -> Option<Rc<Part>> {
        self.0.get(function as usize)?.get(block)?.clone()
    }

    fn keep(&mut self, code: &Code<1>, block: usize, part: Part) -> Rc<Part> {
        let index = code.id as usize;
        if self.0.len() <= index {
            self.0.resize_with(index + 1, Vec::new);
        }
        self.0[index].resize_with(code.blocks.len(), || None);
        self.0[index][block].insert(Rc::new(part)).clone()
    }
}

impl Engine<'_, '_, 1> {
    /// Runs compiled code from where `run` is, if there is any; `None` if there is none.
    ///
    /// # Errors
    /// The program ends.
    pub(crate) fn run_part(&mut self, warp: &mut Warp<1>, ledger: &mut Ledger, run: &mut Running<1>) -> Result<Option<Pause>, Stop> {
        let Some(part) = self.part_at(&run.code, run.pc) else { return Ok(None) };
        let spare = part.spare.borrow_mut().pop();
        let mut workspace = spare.unwrap_or_else(|| {
            let bytes = REGIONS + part.compiled.regions.specs.len() * REGION;
            let mut workspace = Workspace(vec![[0; 8]; bytes.div_ceil(64)]);
            // SAFETY: the workspace begins with a context, for which zeros are valid; no memory has this generation.
            unsafe { (*workspace.context()).generation = u64::MAX };
            workspace
        });
        let context = workspace.context();
        // SAFETY: as above, and nothing else refers to it.
        self.prepare(unsafe { &mut *context }, &part.compiled, (warp, ledger), run);
        // SAFETY: the context is complete.
        let how = unsafe { part.compiled.enter(context) }.map_err(|fault| self.faulted(&part.compiled, context, fault))?;
        // SAFETY: the run is over; its pointers are to what this function borrows exclusively.
        let c = unsafe {
            flush::<1>(context);
            &mut *context
        };
        (warp.turn, run.pc) = (c.turn, c.pc);
        part.spare.borrow_mut().push(workspace);
        match how {
            status::STOP => Err(self.stopped()),
            status::GO_ON => Ok(Some(Pause::Hot)),
            status::RETURN => {
                let code = run.code.clone();
                Ok(self.leave(warp, ledger, run, &code.ops[run.pc as usize]).or(Some(Pause::Hot)))
            }
            _ => self.run(warp, ledger, run).map(Some),
        }
    }

    fn prepare(&mut self, c: &mut Context, compiled: &Compiled, (warp, ledger): (&mut Warp<1>, &mut Ledger), run: &Running<1>) {
        let memory = &self.machine.memory;
        let (is_old, has_old_stack) = (c.generation != memory.generation, c.stack_generation != memory.stack_generation);
        if is_old || has_old_stack {
            (c.generation, c.stack_generation) = (memory.generation, memory.stack_generation);
            // SAFETY: a workspace has room for the regions of its function behind the context.
            let regions = unsafe {
                let first = (&raw mut *c).cast::<u8>().add(REGIONS).cast::<Region>();
                std::slice::from_raw_parts_mut(first, compiled.regions.specs.len())
            };
            for (region, spec) in regions.iter_mut().zip(&compiled.regions.specs) {
                if is_old {
                    *region = self.region_of(spec, ledger);
                } else if Window::of(region.base) == Window::HostStack {
                    *region = Region::EMPTY;
                }
            }
        }
        self.surroundings(compiled).fill(c, ledger);
        c.registers = run.registers.base().cast();
        c.staging = c.registers;
        c.local_base = warp.activation(run.activation).local_base;
        c.local = self.machine.memory.host_stack.base().wrapping_add((c.local_base - HOST_STACK) as usize);
        (c.turn, c.entry, c.activation) = (warp.turn, 0, run.activation);
        c.warps = (&raw mut *warp).cast();
    }

    /// The compiled code that starts at an operation; makes it when it is time.
    fn part_at(&mut self, code: &Rc<Code<1>>, pc: u32) -> Option<Rc<Part>> {
        let block = code.block_of[pc as usize] as usize;
        let heat = &code.heat[block].0;
        if code.blocks[block].start != pc || (heat.get() != HOT && heat.get() != Heat::COMPILED) {
            return None;
        }
        if heat.get() == Heat::COMPILED {
            return self.machine.jit.host.find(code.id, block);
        }
        let extent = if block == 0 { Extent::Function } else { Extent::Loop(block as u32) };
        let compiled = self.make(code.id, Geometry::host(), extent, false);
        heat.set(if compiled.is_some() { Heat::COMPILED } else { Heat::COLD });
        let part = Part { compiled: compiled?, spare: RefCell::default() };
        Some(self.machine.jit.host.keep(code, block, part))
    }

    /// Calls the function that an operation of compiled code calls; whether it has run to its end.
    ///
    /// # Errors
    /// The program ends.
    pub(super) fn call_from_code(
        &mut self,
        warp: &mut Warp<1>,
        ledger: &mut Ledger,
        activation: ActivationId,
        pc: u32,
    ) -> Result<bool, Stop> {
        if self.machine.native_calls >= DEEPEST {
            return Ok(false);
        }
        let caller = warp.activation(activation);
        let code = caller.code.clone();
        let mut run = Running { activation, code: code.clone(), registers: caller.registers, pc, mask: 1 };
        let op = &code.ops[pc as usize];
        match op.kind {
            Kind::Call(function, call) => self.enter(warp, ledger, &mut run, function, call)?,
            Kind::CallIndirect(call) => self.enter_indirect(warp, ledger, &mut run, op, call)?,
            _ => return Ok(false),
        }
        if run.activation == activation {
            // It was one without a body.
            return Ok(true);
        }
        run.code.heat[0].is_hot(true);
        let bottom = std::mem::replace(&mut self.bottom, activation);
        self.machine.native_calls += 1;
        let result = self.run_host(warp, ledger, &mut run);
        self.machine.native_calls -= 1;
        self.bottom = bottom;
        result.map(|()| true)
    }
}
