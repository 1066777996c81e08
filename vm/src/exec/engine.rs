//! What all files of the engine share while a launch, or host code, runs.

use super::barrier::BlockBarriers;
use super::cluster::Clusters;
use super::core::{Core, Execution, Runtime};
use super::executor::EngineState;
use super::holders::Holders;
use super::live::Live;
use super::schedule::Schedule;
use super::warp::{Activation, ActivationId, NOBODY, Point, Warp};
use crate::call::{Arg, Stop};
use crate::decode::code::{DecodedFunction, Select};
use crate::decode::decode;
use crate::decode::registers::{ALL, Mask, RegisterFile, Registers, Width};
use crate::decode::side::{is_device, is_host};
use crate::finding::Thread;
use crate::finding::{Finding, Place};
use crate::instrument::observe::{FenceEvent, Observer, WarpId};
use crate::launch::{Counters, LaunchConfig};
use crate::loader::Layout;
use crate::machine::Machine;
use crate::memory::{SHARED, Side, Site, Trace};
use crate::world::World;
use kern_diag::Code as DiagCode;
use kern_ir::{LocId, Opcode, Scope};
use std::collections::HashMap;
use std::rc::Rc;

/// Decoded functions of a module, with register files ready to use.
pub(crate) struct Store<const L: usize> {
    select: Select<L>,
    codes: Vec<Option<Rc<DecodedFunction<L>>>>,
    files: Vec<Vec<RegisterFile>>,
    /// A file that nobody uses, with the constants, for comparison.
    unused: Vec<Option<RegisterFile>>,
    /// By function, which registers are needed where, as far as somebody has asked.
    live: Vec<Option<Option<Rc<Live>>>>,
    /// Cached allocations by function and access.
    pub(crate) caches: Vec<Vec<Cache>>,
    /// The memory's generation that the caches belong to.
    pub(crate) generation: u64,
    /// What accesses of host code last did wrong, by function and access.
    pub(crate) repeats: Vec<Vec<Option<Repeat>>>,
    /// Where stores go that are wrong.
    pub(crate) sink: Box<[u64; 8]>,
    /// Those of the caches that hold variables of the host's stack: function and access.
    pub(crate) stack_caches: Vec<(u32, u32)>,
    /// Those of the caches that hold blocks of the host's heap.
    pub(crate) heap_caches: Holders<(u32, u32)>,
}

/// The allocation that an access last met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cache {
    /// First address.
    pub(crate) base: u64,
    /// Bytes that may be accessed; 0 for none.
    pub(crate) size: u64,
    /// Pointer that address 0 would have.
    pub(crate) origin: *mut u8,
    /// Writes are allowed.
    pub(crate) writable: bool,
}

/// A wrong access of host code that has been reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeat {
    /// The allocation or variable that its pointer lies in.
    pub(crate) base: u64,
    pub(crate) size: u64,
    /// It was freed.
    pub(crate) is_freed: bool,
    /// Of the memory.
    pub(crate) generations: [u64; 2],
    /// The finding.
    pub(crate) index: usize,
}

/// An access that has met nothing.
pub(crate) const NO_CACHE: Cache = Cache { base: 0, size: 0, origin: std::ptr::null_mut(), writable: false };

impl<const L: usize> Store<L> {
    /// Nothing decoded yet.
    pub(crate) fn new(select: Select<L>) -> Store<L> {
        Store {
            select,
            codes: Vec::new(),
            files: Vec::new(),
            unused: Vec::new(),
            live: Vec::new(),
            caches: Vec::new(),
            generation: 0,
            repeats: Vec::new(),
            sink: Box::new([0; 8]),
            stack_caches: Vec::new(),
            heap_caches: Holders::default(),
        }
    }

    /// Takes it out of where it is.
    pub(crate) fn take(self: &mut Box<Self>) -> Box<Store<L>> {
        let select = self.select;
        std::mem::replace(self, Box::new(Store::new(select)))
    }

    /// The code of function `id`, decoded when first asked for.
    pub(crate) fn code(&mut self, layout: &Layout, id: u32) -> Rc<DecodedFunction<L>> {
        let index = id as usize;
        if self.codes.len() <= index {
            self.codes.resize_with(index + 1, || None);
            self.files.resize_with(index + 1, Vec::new);
            self.unused.resize_with(index + 1, || None);
            self.caches.resize_with(index + 1, Vec::new);
        }
        if let Some(code) = &self.codes[index] {
            return code.clone();
        }
        let code = Rc::new(decode::<L>(layout, id, self.select));
        self.caches[index] = vec![NO_CACHE; code.accesses.len()];
        self.codes[index] = Some(code.clone());
        code
    }

    /// A register file of `code` with its constants in place.
    pub(crate) fn file(&mut self, code: &DecodedFunction<L>) -> RegisterFile {
        self.files[code.id as usize].pop().unwrap_or_else(|| Self::make_file(code))
    }

    /// What a file of `code` is before anybody has used it.
    pub(crate) fn unused(&mut self, code: &DecodedFunction<L>) -> &RegisterFile {
        self.unused[code.id as usize].get_or_insert_with(|| Self::make_file(code))
    }

    /// Which registers of `code` are needed where; `None` if it is too large to find out.
    pub(crate) fn live(&mut self, layout: &Layout, code: &DecodedFunction<L>) -> Option<Rc<Live>> {
        let index = code.id as usize;
        if self.live.len() <= index {
            self.live.resize_with(index + 1, || None);
        }
        self.live[index].get_or_insert_with(|| Live::new(&layout.module.functions[index], code).map(Rc::new)).clone()
    }

    fn make_file(code: &DecodedFunction<L>) -> RegisterFile {
        let mut file = RegisterFile::new(code.slots, L);
        let registers = file.registers::<L>();
        for &(slot, width, bits) in &code.constants {
            match width {
                Width::Word => registers.write(slot, &[bits as u32; L], ALL),
                Width::Double => registers.write(slot, &[bits; L], ALL),
                Width::Predicate => registers.set_predicate(slot, if bits != 0 { u32::MAX } else { 0 }, ALL),
            }
        }
        file
    }

    /// Takes back what an activation used.
    pub(crate) fn recycle(&mut self, activation: Activation<L>) {
        self.recycle_file(&activation.code, activation.file);
    }

    /// Takes back a file of `code`.
    pub(crate) fn recycle_file(&mut self, code: &DecodedFunction<L>, file: RegisterFile) {
        self.files[code.id as usize].push(file);
    }

    /// Forgets cached allocations if memory has changed.
    pub(crate) fn refresh(&mut self, generation: u64) {
        if self.generation != generation {
            self.generation = generation;
            self.forget();
        }
    }

    /// Forgets cached allocations.
    pub(crate) fn forget(&mut self) {
        self.caches.iter_mut().for_each(|list| list.fill(NO_CACHE));
        self.stack_caches.clear();
        self.heap_caches.clear();
    }

    /// Forgets a block of the host's heap, which was freed.
    fn forget_block(&mut self, base: u64) {
        let caches = &mut self.caches;
        self.heap_caches.take(base, |(function, site)| caches[function as usize][site as usize] = NO_CACHE);
        self.repeats.iter_mut().flatten().filter(|known| known.is_some_and(|known| known.base == base)).for_each(|known| *known = None);
    }

    /// Forgets cached variables of the host's stack.
    pub(crate) fn forget_stack(&mut self) {
        for (function, site) in self.stack_caches.drain(..) {
            self.caches[function as usize][site as usize] = NO_CACHE;
        }
    }
}

/// What a launch gives its threads.
pub(crate) struct Frame<const L: usize> {
    /// The kernel; nothing in host code.
    pub(crate) kernel: u32,
    pub(crate) config: LaunchConfig,
    pub(crate) params: Vec<u8>,
    /// Offset of each shared variable of the module; `u64::MAX` if the kernel does not use it.
    pub(crate) shared_offsets: Vec<u64>,
    /// Bytes of static and dynamic shared memory.
    pub(crate) shared_size: u64,
    /// Shared variables by offset: offset, size, variable.
    pub(crate) shared_map: Vec<(u64, u64, u32)>,
    /// `threadIdx` of the lanes of each warp.
    pub(crate) tids: Vec<[[u32; L]; 3]>,
    /// Bytes of the stack of each thread: `cudaLimitStackSize`.
    pub(crate) stack_limit: u64,
    /// Number of the launch.
    pub(crate) grid_id: u64,
    /// Where it was launched.
    pub(crate) launched: Option<Place>,
    /// Its clusters, if blocks may ask for any of them.
    pub(crate) clusters: Option<Clusters>,
}

/// Findings already made, by code, point and what was accessed; nothing for what follows from another.
pub(super) type Reported = HashMap<(DiagCode, Point, u64), Option<usize>>;

/// Everything while it runs.
pub(crate) struct Engine<'m, 'p, const L: usize> {
    pub(crate) machine: &'m mut Machine<'p>,
    pub(crate) core: &'m mut Core<'p>,
    pub(crate) runtime: &'m mut dyn Runtime,
    pub(crate) world: &'m mut dyn World,
    pub(crate) layout: Rc<Layout<'p>>,
    pub(crate) store: Box<Store<L>>,
    pub(crate) frame: Frame<L>,
    pub(crate) counters: Counters,
    /// Grows with everything another thread could see.
    pub(crate) effects: u64,
    /// The first error of the launch, as CUDA's code.
    pub(crate) error: i32,
    /// Wrong accesses of the launch's threads so far.
    pub(crate) wrong_accesses: u64,
    /// Instructions left.
    pub(crate) fuel: u64,
    /// Bytes of memory taken for the launch's blocks.
    pub(crate) taken: u64,
    /// What the engine keeps of this launch, if it is another one than the interpreter.
    pub(crate) session: EngineState,
    /// The split that runs next has just been looked at: it executes an operation before it stops again.
    pub(crate) has_paused: bool,
    /// Who runs when, where that is not fixed.
    pub(crate) schedule: Option<Schedule>,
    /// The activation whose callee host code runs to its end.
    pub(crate) bottom: ActivationId,
    /// Of the last call of a runtime function by host code: room for those of the next.
    pub(super) args: Vec<Arg>,
    pub(super) seen: Reported,
    /// Reads that were refused, whose values are worth nothing: the finding of each.
    pub(crate) refused: HashMap<Point, usize>,
}

impl<'m, 'p, const L: usize> Engine<'m, 'p, L> {
    pub(crate) fn new(
        Execution { machine, core, runtime, world }: Execution<'m, 'p>,
        layout: Rc<Layout<'p>>,
        store: Box<Store<L>>,
        frame: Frame<L>,
        fuel: u64,
    ) -> Engine<'m, 'p, L> {
        let counters = Counters::default();
        Engine {
            machine,
            core,
            runtime,
            world,
            layout,
            store,
            frame,
            counters,
            effects: 0,
            error: 0,
            wrong_accesses: 0,
            fuel,
            taken: 0,
            session: EngineState::default(),
            has_paused: false,
            schedule: None,
            bottom: NOBODY,
            args: Vec::new(),
            seen: Reported::new(),
            refused: HashMap::new(),
        }
    }

    /// Which side's code this runs.
    pub(crate) fn side(&self) -> Side {
        if is_host(L) { Side::Host } else { Side::Device }
    }

    /// The site of a point.
    pub(crate) fn site(&self, point: Point) -> Site {
        self.layout.site(point)
    }

    /// The place of a point that is the program's own.
    pub(crate) fn place(&self, point: Point) -> Option<Place> {
        self.machine.place(&[self.site(point)])
    }

    /// The calls that led to `point` of an activation, innermost first.
    pub(crate) fn trace(&self, warp: &Warp<L>, activation: u32, point: Point) -> Trace {
        Trace::from(&*warp.call_path(&self.layout, activation, point))
    }

    /// Reports a mistake; one seen before at this point is only counted, without building the finding.
    pub(crate) fn report(&mut self, code: DiagCode, point: Point, build: impl FnOnce(&mut Self) -> Finding) {
        self.report_about(code, point, (0, None), |engine| {
            let finding = build(engine);
            Some(engine.machine.findings.report(finding))
        });
    }

    /// Reports a mistake of a thread about the allocation at `thing`, if `make` does: it answers the finding's number. One seen before
    /// at this point is only counted, unless this thread is the one to show.
    pub(crate) fn report_about(
        &mut self,
        code: DiagCode,
        point: Point,
        (thing, thread): (u64, Option<Thread>),
        make: impl FnOnce(&mut Self) -> Option<usize>,
    ) {
        if is_device(L) && self.machine.launch_errors.has_failed_assertion() {
            return;
        }
        let findings = &mut self.machine.findings;
        match self.seen.get(&(code, point, thing)) {
            Some(&Some(index)) if !thread.is_some_and(|t| findings.shows_after(index, &t)) => findings.again(index),
            Some(None) => {}
            _ => {
                let index = make(self);
                self.seen.insert((code, point, thing), index);
            }
        }
    }

    /// The finding that a mistake about `thing` was reported as.
    pub(crate) fn reported(&self, code: DiagCode, point: Point, thing: u64) -> Option<usize> {
        self.seen.get(&(code, point, thing)).copied().flatten()
    }

    /// Whether compiled host code may start at a block; `counts` if it is gone back to, or entered, once more.
    #[inline(always)]
    pub(crate) fn is_hot(&self, code: &DecodedFunction<L>, block: u32, counts: bool) -> bool {
        is_host(L) && self.session.is_some() && code.tier_up[block as usize].is_hot(counts)
    }

    /// Host functions whose frames are below `top` have ended.
    pub(crate) fn pop_host_frames(&mut self, top: u64) {
        self.machine.memory.pop_host_frames(top);
        self.forget_stack(top);
    }

    /// Forgets cached variables of the host's stack below `top`, if there are any.
    pub(crate) fn forget_stack(&mut self, top: u64) {
        if self.machine.memory.end_cached(top) {
            self.store.forget_stack();
            self.machine.memory.lowest_cached = self.core.executor.forget_stack(&mut self.core.engine_cache, top);
        }
    }

    /// Forgets what is cached of blocks of the host's heap that were freed.
    pub(crate) fn forget_freed(&mut self) {
        while let Some((base, size)) = self.machine.memory.freed.pop() {
            self.store.forget_block(base);
            self.core.executor.forget_block(&mut self.core.engine_cache, base, size);
        }
    }

    /// Coordinates of a lane; `None` on the host.
    pub(crate) fn thread(&self, warp: &Warp<L>, barriers: &BlockBarriers, lane: usize) -> Option<Thread> {
        if is_host(L) {
            return None;
        }
        let tid = &self.frame.tids[warp.index as usize];
        Some(Thread { block: barriers.index, thread: [tid[0][lane], tid[1][lane], tid[2][lane]], warp: warp.index, lane: lane as u32 })
    }

    /// Bytes of a shared variable at an offset.
    pub(crate) fn shared_variable_size(&self, variable: u32, offset: u64) -> u64 {
        let size = self.layout.module.globals[variable as usize].size;
        if self.layout.module.globals[variable as usize].is_dynamic_shared { self.frame.shared_size.saturating_sub(offset) } else { size }
    }

    /// The shared variable that a generic address lies in or right behind: where it is and how many bytes it has.
    pub(crate) fn shared_variable_at(&self, address: u64) -> Option<(u64, u64)> {
        let offset = address.checked_sub(SHARED)?;
        let at = self.frame.shared_map.partition_point(|variable| variable.0 <= offset).checked_sub(1)?;
        let &(start, size, _) = self.frame.shared_map.get(at)?;
        (offset - start <= size).then_some((SHARED + start, size))
    }

    /// From the start of a block's shared memory, the bytes in which each access at a multiple of its size lies in one variable: all of
    /// them, or none where a variable may end within an access, or others begin behind a gap.
    pub(crate) fn plain_shared_bytes(&self, shared: &[u8]) -> u64 {
        const LARGEST_ACCESS: u64 = 16;
        let mut end = 0u64;
        for &(offset, size, _) in &self.frame.shared_map {
            if offset != end || !offset.is_multiple_of(LARGEST_ACCESS) {
                return 0;
            }
            end = offset.saturating_add(size);
        }
        if end <= shared.len() as u64 { end } else { 0 }
    }

    /// Whether somebody watches.
    #[inline(always)]
    pub(crate) fn is_observed(&self) -> bool {
        is_device(L) && self.machine.sinks.wanted().is_any()
    }

    /// Tells the observers something about a warp.
    #[cold]
    pub(crate) fn observe(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, mut tell: impl FnMut(&mut dyn Observer, WarpId)) {
        let id = warp_id(warp, barriers);
        self.machine.sinks.tell(|observer| tell(observer, id));
    }

    /// Tells the observers of a fence, of copies that become a group, or of a wait for them.
    #[cold]
    pub(crate) fn observe_fence(&mut self, warp: &Warp<L>, barriers: &BlockBarriers, (function, inst): (u32, u32), mask: u32) {
        let Some(code) = self.layout.module.functions.get(function as usize) else { return };
        let Some(data) = code.insts.get(inst as usize) else { return };
        match data.op {
            Opcode::Fence => {}
            Opcode::AsyncCommit => return self.observe(warp, barriers, |observer, warp| observer.copies_are_group(warp, mask)),
            Opcode::AsyncWait => {
                let groups = super::touched::groups_to_leave(code, data);
                return self.observe(warp, barriers, |observer, warp| observer.waits_for_copies(warp, groups, mask));
            }
            _ => return,
        }
        if self.schedule.is_some() {
            self.fence_weakly(warp, barriers, data, mask);
        }
        let scope = data.attrs.scope.unwrap_or(Scope::Gpu);
        self.observe(warp, barriers, |observer, warp| observer.fence(&FenceEvent { warp, scope, mask }));
    }

    /// Takes memory for a block.
    ///
    /// # Errors
    /// There is no room: the launch ends as one whose blocks do not fit into the device's memory.
    pub(crate) fn take_memory(&mut self, bytes: u64, what: &str) -> Result<(), Stop> {
        if self.machine.memory.take(bytes) {
            self.taken += bytes;
            return Ok(());
        }
        let kernel = self.frame.kernel;
        self.report(DiagCode::MEMORY_LIMIT, (kernel, u32::MAX), |engine| {
            let loc = engine.layout.module.functions.get(kernel as usize).map_or(LocId::NONE, |function| function.loc);
            let place = engine.machine.place(&[Site { side: Side::Device, function: kernel, loc }]);
            let finding = crate::report::limits::no_memory(engine.machine, place, what);
            finding.label("the launch ends with `cudaErrorMemoryAllocation`")
        });
        Err(Stop::Launch(crate::launch::error::MEMORY_ALLOCATION))
    }

    /// Remembers the launch's first error.
    pub(crate) fn fail(&mut self, error: i32) {
        if self.error == 0 {
            self.error = error;
        }
    }
}

/// Which warp of the grid it is.
pub(crate) fn warp_id<const L: usize>(warp: &Warp<L>, barriers: &BlockBarriers) -> WarpId {
    WarpId { block: barriers.index, block_number: barriers.number, warp: warp.index }
}

/// Where an access is made: what a lane's address means depends on it.
pub(crate) struct AccessContext<'a, const L: usize> {
    pub(crate) warp: &'a mut Warp<L>,
    pub(crate) barriers: &'a mut BlockBarriers,
    pub(crate) activation: ActivationId,
    pub(crate) registers: Registers<L>,
    pub(crate) mask: Mask,
    pub(crate) point: Point,
}
