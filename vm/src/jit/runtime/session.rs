//! Launches with compiled code: the cache of functions, and runs of warps.

use super::abi::{Context, ExitReason, Opaque, REGIONS, Region, Slot};
use super::compiled::Compiled;
use super::flush::flush;
use super::regions::Source;
use crate::call::Stop;
use crate::decode::code::{DecodedFunction, OpKind};
use crate::decode::registers::RegisterFile;
use crate::exec::barrier::BlockBarriers;
use crate::exec::engine::Engine;
use crate::exec::executor::Pause;
use crate::exec::warp::{Split, State, Warp};
use crate::jit::analysis::CompilationUnit;
use crate::jit::analysis::shape::Geometry;
use crate::jit::analysis::told::Unneeded;
use std::rc::Rc;

/// What a function works with in a launch.
pub(crate) struct WorkMemory {
    /// A context, its regions and its masks, which are 0 between runs.
    words: Vec<[u64; 8]>,
    /// The context points to these.
    _staging: RegisterFile,
    _code: Rc<DecodedFunction<32>>,
}

impl WorkMemory {
    /// Where the context lies.
    pub(crate) fn base(&mut self) -> *mut u8 {
        self.words.as_mut_ptr().cast()
    }
}

/// A function in a launch: its code and its context.
pub(crate) struct Instance {
    pub(crate) compiled: Rc<Compiled>,
    pub(crate) memory: WorkMemory,
    shared: *const u8,
    generation: u64,
}

/// A launch with compiled code.
pub(crate) struct Session {
    pub(crate) kernel: u32,
    pub(crate) geometry: Geometry,
    /// Somebody wants to know what accesses and branches do.
    pub(crate) is_observed: bool,
    /// Somebody is told of accesses: of which of the kernel's he need not be.
    pub(crate) told: Option<Unneeded>,
    /// Where code that tells of less is worth its compilation: when so many accesses of all kernels were told of for nothing.
    pub(super) patience: u64,
    /// By function; `None` inside where there is no code.
    instances: Vec<Option<Option<Instance>>>,
    pub(crate) params: Vec<u8>,
    /// Room for those of the next block loop.
    pub(crate) spare_slots: Vec<Slot>,
    /// Of the memory whose allocations the regions are.
    pub(crate) generation: u64,
    /// Why a helper ended the launch.
    pub(crate) stop: Option<Stop>,
    /// A panic of a helper, on its way past compiled code.
    pub(crate) panic: Option<Box<dyn std::any::Any + Send>>,
}

impl Session {
    /// For a launch of `kernel`, which is `func`.
    pub(crate) fn new(kernel: u32, func: &kern_ir::Function, geometry: Geometry, params: &[u8], is_observed: bool) -> Session {
        let mut padded = params.to_vec();
        // Compiled code reads any of the kernel's parameters unchecked; those that the launch did not pass are zeros.
        padded.resize(params.len().max(func.param_bytes() as usize) + 64, 0);
        Session { kernel, geometry, is_observed, params: padded, ..Session::host() }
    }

    /// Other code is asked for.
    pub(crate) fn forget_instances(&mut self) {
        self.instances.clear();
    }

    /// For host code.
    pub(crate) fn host() -> Session {
        let (geometry, instances) = (Geometry::host(), Vec::new());
        Session {
            kernel: u32::MAX,
            geometry,
            is_observed: false,
            told: None,
            patience: u64::MAX,
            instances,
            params: Vec::new(),
            spare_slots: Vec::new(),
            generation: 0,
            stop: None,
            panic: None,
        }
    }
}

impl<const L: usize> Engine<'_, '_, L> {
    /// The launch with compiled code that this is, if it is one.
    pub(crate) fn jit(&self) -> Option<&Session> {
        self.session.get()
    }

    /// The same, to change.
    pub(crate) fn jit_mut(&mut self) -> Option<&mut Session> {
        self.session.get_mut()
    }
}

impl Engine<'_, '_, 32> {
    fn compiled(&mut self, function: u32) -> Option<Rc<Compiled>> {
        let session = self.jit()?;
        let (kernel, geometry, is_observed) = (session.kernel, session.geometry, session.is_observed);
        let told = session.told.as_ref().map(|unneeded| if function == kernel { unneeded.clone() } else { Rc::new([]) });
        let key = (kernel, function, geometry, is_observed, told.clone(), self.machine.config.pauses.is_some());
        if let Some(known) = self.jit_cache().find(&key) {
            return known;
        }
        let compiled = self.make(function, geometry, CompilationUnit::Function, (is_observed, told)).map(Rc::new);
        // The launch's instance holds it too, so that it does not go while it runs.
        self.jit_cache().keep(key, compiled.clone());
        compiled
    }

    /// Room for a function of a launch to work in.
    pub(crate) fn work_memory(&mut self, compiled: &Compiled) -> WorkMemory {
        let layout = self.layout.clone();
        let code = self.store.code(&layout, compiled.function);
        let mut marshalling = self.store.file(&code);
        let mut words = vec![[0; 8]; compiled.instance_bytes().div_ceil(64) + 1];
        // SAFETY: the memory begins with a context, for which zeros are valid.
        let context = unsafe { &mut *words.as_mut_ptr().cast::<Context>() };
        (context.run.marshalling, context.records.ops) = (marshalling.registers::<32>().base().cast(), code.ops.as_ptr());
        WorkMemory { words, _staging: marshalling, _code: code }
    }

    pub(crate) fn instance(&mut self, function: u32) -> Option<&mut Instance> {
        let index = function as usize;
        if self.jit()?.instances.get(index).is_none_or(Option::is_none) {
            let is_eager = self.machine.config.compile_after == 0 || self.jit()?.kernel == function;
            if !is_eager && !self.jit_cache().is_called_often(function) {
                return None;
            }
            let instance = self.compiled(function).map(|compiled| {
                let memory = self.work_memory(&compiled);
                Instance { compiled, memory, shared: std::ptr::null(), generation: u64::MAX }
            });
            let instances = &mut self.jit_mut()?.instances;
            if instances.len() <= index {
                instances.resize_with(index + 1, || None);
            }
            instances[index] = Some(instance);
        }
        self.jit_mut()?.instances[index].as_mut()?.as_mut()
    }

    /// Runs split `index` of the warp, with those that can go on together with it, as compiled code; `None` if there
    /// is none for where they are.
    ///
    /// # Errors
    /// The launch ends.
    pub(crate) fn run_compiled(&mut self, warp: &mut Warp<32>, barriers: &mut BlockBarriers, index: usize) -> Result<Option<Pause>, Stop> {
        let activation = warp.splits[index].activation;
        let (cohort, pc) = (warp.splits[index].cohort, warp.splits[index].pc);
        let current = warp.activation(activation);
        let (code, local_base) = (current.code.clone(), current.local_base);
        let Some(instance) = self.instance(code.id) else { return Ok(None) };
        let compiled = instance.compiled.clone();
        let base = instance.memory.base();
        let context = base.cast::<Context>();
        let is_here = |s: &Split| s.activation == activation && s.state == State::Ready && !s.yielded;
        let together: Vec<usize> = (0..warp.splits.len()).filter(|&i| is_here(&warp.splits[i])).collect();
        if together.len() > 1 && (cohort == 0 || together.iter().any(|&i| warp.splits[i].cohort != cohort)) {
            return Ok(None);
        }
        let mask = warp.splits[index].mask;
        let segment = compiled.segment(pc);
        // What compiled code holds as a base and a stride must be so; lanes that it has spilled together are as it left them.
        let is_packed = together.len() == 1 && warp.packed == Some(pc);
        let registers = current.registers;
        let is_sound = |i: usize| {
            let split = &warp.splits[i];
            compiled.segment(split.pc).is_some_and(|n| compiled.affine[n].iter().all(|l| l.holds(registers, split.mask)))
        };
        if !is_packed && cohort == 0 && !is_sound(index) {
            return Ok(None);
        }
        let entry = match segment.and_then(|n| compiled.entries.full[n]) {
            Some(entry) if together.len() == 1 && mask == u32::MAX => entry,
            _ => {
                let fits = |i: usize| compiled.segment(warp.splits[i].pc).is_some_and(|n| compiled.segments[n].1);
                match compiled.entries.masked {
                    Some(entry) if together.iter().all(|&i| fits(i)) => entry,
                    _ => return Ok(None),
                }
            }
        };
        let is_masked = compiled.entries.masked == Some(entry);
        let masks = compiled.masks(base);
        let mut owned = 0;
        for &i in together.iter().rev() {
            let split = warp.splits.swap_remove(i);
            owned |= split.mask;
            if let (Some(n), true) = (compiled.segment(split.pc), is_masked) {
                // SAFETY: as above.
                unsafe { masks.add(n).write(split.mask) };
            }
        }
        warp.activation_mut(activation).users -= together.len() as u32 - 1;
        warp.packed = None;
        self.find_regions(code.id, barriers, base, &compiled);
        {
            let registers = warp.activation(activation).registers;
            // SAFETY: the block begins with a context, which nothing else refers to.
            let c = unsafe { &mut *context };
            self.run_context(&compiled).fill(c, barriers);
            c.run.registers = registers.base().cast();
            c.run.tids = self.frame.tids[warp.index as usize].as_ptr().cast();
            c.run.local = warp.local.as_mut_ptr();
            (c.run.local_stride, c.run.local_base) = (warp.local_stride, local_base);
            (c.run.time_slice, c.run.entry, c.run.owned) = (warp.time_slice, entry, owned);
            (c.run.warp_index, c.run.first_warp, c.barrier_region.warps_in_order) = (warp.index, warp.index, 0);
            (c.run.activation, c.core.warps) = (activation, Opaque::to_mut(&raw mut *warp));
        }
        // SAFETY: the context is complete.
        let reason = unsafe { compiled.enter(context, std::ptr::null()) }.map_err(|fault| self.faulted(&compiled, context, fault))?;
        // SAFETY: the run is over; its pointers are to what this function borrows exclusively.
        let c = unsafe {
            flush::<32>(context);
            &mut *context
        };
        warp.time_slice = c.run.time_slice;
        let (pc, mask) = (c.outcome.pc, c.outcome.mask);
        if reason == ExitReason::Stop {
            return Err(self.stopped());
        }
        let left = compiled.take_split_lanes(base);
        self.after_run(warp, barriers, activation, (reason, pc, mask), &left).map(Some)
    }

    /// The launch has ended: what was counted goes to the profile.
    pub(crate) fn add_up(&mut self) {
        let Some(mut session) = self.session.take::<Session>().filter(|session| session.is_observed) else { return };
        for instance in session.instances.iter_mut().flatten().flatten() {
            let compiled = &instance.compiled;
            // SAFETY: this is the memory of an instance of the function, and nothing runs.
            let (records, words) = unsafe { compiled.counted(instance.memory.base()) };
            if let Some(profile) = self.machine.sinks.sums() {
                compiled.counter_plan.add_records(profile, compiled.function, records, words);
                compiled.counter_plan.empty(profile, compiled.function, words);
            }
        }
    }

    /// What became of a run: `left` are lanes that can go on where they are.
    pub(crate) fn after_run(
        &mut self,
        warp: &mut Warp<32>,
        barriers: &mut BlockBarriers,
        activation: u32,
        (how, pc, mask): (ExitReason, u32, u32),
        left: &[(u32, u32)],
    ) -> Result<Pause, Stop> {
        let code = warp.activation(activation).code.clone();
        let all = u32::MAX;
        warp.cohort = warp.cohort.wrapping_add(1).max(1);
        let cohort = warp.cohort;
        warp.activation_mut(activation).users += left.len() as u32;
        for &(pc, mask) in left {
            warp.add(Split { cohort, ..Split::new(activation, pc, mask, State::Ready) });
        }
        match how {
            ExitReason::Ended => {
                let point = (code.id, code.ops[pc as usize].inst);
                let store = &mut self.store;
                warp.release(activation, |activation| store.recycle(activation));
                self.end_at(warp, barriers, point, all);
                Ok(Pause::Ended)
            }
            ExitReason::Nobody => {
                let store = &mut self.store;
                warp.release(activation, |activation| store.recycle(activation));
                Ok(Pause::Ended)
            }
            ExitReason::Barrier | ExitReason::PackedBarrier => {
                let is_packed = how == ExitReason::PackedBarrier;
                let mask = if is_packed { all } else { mask };
                let waits = self.arrive_at(warp, barriers, activation, pc, mask);
                if is_packed {
                    warp.packed = Some(pc + 1);
                }
                let state = if waits { self.barrier_state(&code, pc) } else { State::Ready };
                let pc = if waits { pc } else { pc + 1 };
                warp.add(Split { cohort, ..Split::new(activation, pc, mask, state) });
                Ok(Pause::Parked)
            }
            ExitReason::Sync => {
                self.wait_for_lanes(warp, barriers, activation, pc, mask);
                Ok(Pause::Parked)
            }
            ExitReason::Yield | ExitReason::PackedYield => {
                let is_packed = how == ExitReason::PackedYield;
                let mask = if is_packed { all } else { mask };
                warp.packed = is_packed.then_some(pc);
                let mut split = Split { yielded: true, cohort, ..Split::new(activation, pc, mask, State::Ready) };
                self.look_for_cycle(warp, &mut split);
                warp.add(split);
                Ok(Pause::Yielded)
            }
            // Those of the launch, of a barrier region and of host code have been looked at by who ran this.
            ExitReason::Deoptimise | ExitReason::Stop | ExitReason::BarrierRegion | ExitReason::Return | ExitReason::Resume => {
                warp.splits.push(Split::new(activation, pc, mask, State::Ready));
                let index = warp.splits.len() - 1;
                self.interpret_split(warp, barriers, index)
            }
        }
    }

    fn barrier_state(&self, code: &crate::decode::code::DecodedFunction<32>, pc: u32) -> State {
        match code.ops[pc as usize].kind {
            OpKind::Bar(_, number, _) => State::Barrier(number),
            _ => State::Ready,
        }
    }

    /// Brings the regions of a function up to date.
    pub(crate) fn find_regions(&mut self, function: u32, barriers: &BlockBarriers, base: *mut u8, compiled: &Compiled) {
        let generation = self.machine.memory.generation;
        let shared = barriers.shared.as_ptr();
        let Some(instance) = self.instance(function) else { return };
        let (is_old, has_moved) = (instance.generation != generation, instance.shared != shared);
        if !is_old && !has_moved {
            return;
        }
        self.write_regions(barriers, base, compiled, is_old);
        if let Some(instance) = self.instance(function) {
            (instance.generation, instance.shared) = (generation, shared);
        }
    }

    /// Writes the regions of an instance at `base`, or only those that are of the block.
    pub(crate) fn write_regions(&self, barriers: &BlockBarriers, base: *mut u8, compiled: &Compiled, all: bool) {
        let regions = base.wrapping_add(REGIONS).cast::<Region>();
        for (index, spec) in compiled.regions.specs.iter().enumerate() {
            // SAFETY: the instance has room for the function's regions.
            let at = unsafe { regions.add(index) };
            let region = match spec.source {
                _ if all => self.region_of(spec, barriers),
                Source::Shared(_) | Source::AllShared => self.region_of(spec, barriers),
                Source::Site(_) => {
                    // SAFETY: all were written when the instance was made.
                    let held = unsafe { at.read() };
                    let Some(moved) = self.moved_in_shared(spec, held, barriers) else { continue };
                    moved
                }
                _ => continue,
            };
            // SAFETY: as above.
            unsafe { at.write(region) };
        }
    }
}
