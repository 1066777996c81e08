//! Host code as machine code: groups of one lane, loop by loop.
//!
//! The interpreter counts how often it goes back to a loop's header, or enters a function (`decode::tier_up`). What it has done often
//! is compiled and entered there from then on; code that runs once is not worth compiling. The counts are those of the
//! program's own steps, so every run does the same. Compiled code leaves for the interpreter where the loop ends.
//!
//! Calls run the function to its end, on the process's stack (`calls`) as long as that is not too deep; from there on the
//! interpreter's activations are the only stack.

use super::analysis::CompilationUnit;
use super::analysis::shape::Geometry;
use super::runtime::abi::{CallStub, Context, ExitReason, Opaque, REGIONS, Region};
use super::runtime::calls::{HostFrame, recycle};
use super::runtime::compiled::Compiled;
use super::runtime::flush::flush;
use super::runtime::regions::HeldRegions;
use super::runtime::tlb::Tlb;
use crate::call::Stop;
use crate::decode::code::DecodedFunction;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::executor::{Pause, Running};
use crate::exec::warp::Warp;
use crate::memory::HOST_STACK;
use crate::platform::fault::MachineCode;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::HashMap;
use std::pin::Pin;
use std::rc::Rc;

/// A loop, or a function, of host code.
pub(crate) struct CompiledRegion {
    pub(super) compiled: Compiled,
    /// Where it is called, if it is a function; and its spare contexts.
    stub: Rc<CallStub>,
    /// All of its contexts; a function that calls itself needs several.
    host_frames: RefCell<Vec<Pin<Box<HostFrame>>>>,
}

/// The host code that was compiled.
#[derive(Default)]
pub(crate) struct HostCode {
    /// By function and the block it is entered at.
    regions: Vec<Vec<Option<Rc<CompiledRegion>>>>,
    /// By function.
    stubs: HashMap<u32, Rc<CallStub>>,
    /// All of it in memory.
    pub(super) ranges: Vec<MachineCode>,
    /// Of the contexts.
    pub(super) regions_held: HeldRegions,
    /// The contexts point to it.
    pub(super) tlb: Box<Tlb>,
    /// By function and region, how often a small block of the heap was looked for by a helper.
    finds: FxHashMap<(u32, u32), u32>,
}

/// A region that has met so many small blocks by a helper is not one of the last.
const MANY: u32 = 64;

impl HostCode {
    fn find(&self, function: u32, block: usize) -> Option<Rc<CompiledRegion>> {
        self.regions.get(function as usize)?.get(block)?.clone()
    }

    /// A region of a function meets another small block of the heap; whether there were many.
    pub(super) fn meets_many(&mut self, function: u32, region: u32) -> bool {
        let finds = self.finds.entry((function, region)).or_default();
        *finds += 1;
        *finds > MANY
    }

    /// The code that starts there.
    pub(super) fn starting_at(&self, start: *const u8) -> Option<Rc<CompiledRegion>> {
        self.regions.iter().flatten().flatten().find(|region| region.compiled.made.code.start == start).cloned()
    }

    fn keep(&mut self, code: &DecodedFunction<1>, block: usize, compiled: Compiled) -> Rc<CompiledRegion> {
        let index = code.id as usize;
        if self.regions.len() <= index {
            self.regions.resize_with(index + 1, Vec::new);
        }
        self.regions[index].resize_with(code.blocks.len(), || None);
        let stub = if block == 0 { self.stub(code.id) } else { Rc::default() };
        stub.entry.set(compiled.made.code.start);
        self.ranges.push(compiled.made.code);
        let region = CompiledRegion { compiled, stub, host_frames: RefCell::default() };
        self.regions[index][block].insert(Rc::new(region)).clone()
    }

    /// Where a function is called, now or later.
    pub(super) fn stub(&mut self, function: u32) -> Rc<CallStub> {
        self.stubs.entry(function).or_default().clone()
    }
}

impl Engine<'_, '_, 1> {
    /// Runs compiled code from where `run` is, if there is any; `None` if there is none.
    ///
    /// # Errors
    /// The program ends.
    pub(crate) fn run_compiled_region(
        &mut self,
        warp: &mut Warp<1>,
        barriers: &mut BlockBarriers,
        run: &mut Running<1>,
    ) -> Result<Option<Pause>, Stop> {
        if self.machine.memory.is_stack_used_by_operations() {
            return Ok(None);
        }
        let Some(region) = self.compiled_at(&run.code, run.pc) else { return Ok(None) };
        let mut context = region.stub.spare.get();
        if context.is_null() {
            let file = self.store.file(&run.code);
            let tlb = &raw const *self.jit_cache().host.tlb;
            let mut host_frame = HostFrame::new(&region.compiled, &run.code, file, tlb);
            context = host_frame.context();
            region.host_frames.borrow_mut().push(Box::into_pin(host_frame));
        } else {
            // SAFETY: spare contexts are those of the region's host frames.
            region.stub.spare.set(unsafe { (*context).host.next });
        }
        // SAFETY: as above, and nothing else refers to it.
        self.prepare(unsafe { &mut *context }, &region.compiled, (warp, barriers), run);
        // SAFETY: the context is complete, and the code lives.
        let entered = unsafe { region.compiled.enter(context, &raw const self.jit_cache().host.ranges) };
        let how = entered.map_err(|fault| self.faulted(&region.compiled, context, fault))?;
        // SAFETY: the run is over; its pointers are to what this function borrows exclusively.
        unsafe {
            flush::<1>(context);
            (warp.time_slice, run.pc) = ((*context).run.time_slice, (*context).outcome.pc);
            recycle(&region.stub, context);
        }
        match how {
            ExitReason::Stop => Err(self.stopped()),
            ExitReason::Resume => Ok(Some(Pause::Hot)),
            ExitReason::Return => {
                let code = run.code.clone();
                Ok(self.leave(warp, barriers, run, &code.ops[run.pc as usize]).or(Some(Pause::Hot)))
            }
            _ if self.core.threads.is_due => Ok(Some(Pause::Yielded)),
            _ => self.interpret(warp, barriers, run).map(Some),
        }
    }

    fn prepare(&mut self, c: &mut Context, compiled: &Compiled, (warp, barriers): (&mut Warp<1>, &mut BlockBarriers), run: &Running<1>) {
        let generation = self.machine.memory.generation;
        if c.host.generation != generation {
            c.host.generation = generation;
            self.find_regions(c, compiled, barriers);
        }
        self.run_context(compiled).fill(c, barriers);
        c.run.registers = run.registers.base().cast();
        c.run.marshalling = c.run.registers;
        c.run.local_base = warp.activation(run.activation).local_base;
        c.run.local = self.machine.memory.host_stack.base().wrapping_add((c.run.local_base - HOST_STACK) as usize);
        (c.run.time_slice, c.run.entry, c.run.activation) = (warp.time_slice, 0, run.activation);
        (c.host.stack_limit, c.host.depth) = (self.core.stack_limit as u64, warp.activation(run.activation).depth);
        (c.host.quick_stack_limit, c.host.lowest_frame) = (self.core.quick_stack_limit as u64, self.machine.memory.lowest_frame());
        c.host.memory = &raw const *self.machine.memory;
        c.core.warps = Opaque::to_mut(&raw mut *warp);
    }

    /// All regions of a context are found anew: allocations became others.
    pub(super) fn find_regions(&mut self, c: &mut Context, compiled: &Compiled, barriers: &BlockBarriers) {
        for (index, spec) in compiled.regions.specs.iter().enumerate() {
            let region = self.region_of(spec, barriers);
            self.set_host_region(c, index, region);
        }
    }

    /// Makes a region of a context another one.
    pub(super) fn set_host_region(&mut self, c: &mut Context, index: usize, region: Region) {
        // SAFETY: a host frame has room for the regions of its function behind the context, and lives as long as the host's code.
        unsafe {
            let at = (&raw mut *c).cast::<u8>().add(REGIONS).cast::<Region>().add(index);
            self.jit_cache().host.regions_held.set(at, region);
        }
    }

    /// The compiled code that starts at an operation; makes it when it is time.
    fn compiled_at(&mut self, code: &Rc<DecodedFunction<1>>, pc: u32) -> Option<Rc<CompiledRegion>> {
        let block = code.block_of[pc as usize] as usize;
        let tier_up = &code.tier_up[block];
        if code.blocks[block].start != pc || !(tier_up.is_due() || tier_up.is_compiled()) {
            return None;
        }
        if tier_up.is_compiled() {
            return self.jit_cache().host.find(code.id, block);
        }
        let unit = if block == 0 { CompilationUnit::Function } else { CompilationUnit::Loop(block as u32) };
        let compiled = self.make(code.id, Geometry::host(), unit, (false, None));
        tier_up.tried(compiled.is_some());
        Some(self.jit_cache().host.keep(code, block, compiled?))
    }
}
