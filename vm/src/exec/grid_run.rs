//! A launch in progress: what it owns, between two of its steps.
//!
//! *What.* [`GridRun::begin`] makes one of a configuration and parameters, [`GridRun::step`] gives its blocks as many time slices as a
//! [`Budget`] allows, [`GridRun::end`] tells the sinks and keeps the report. In between, everything of the launch is here: frame, blocks that
//! wait, counters, schedule, findings already made, and what the engine keeps of it. While it steps, that is an [`Engine`].
//! Where all its threads spin, what they wait for may be written by the host, a copy, or another kernel, after the launch: such a run
//! stays with the core, and [`resume`] goes on with it.
//! *Invariant.* Output, findings and counters do not depend on how many steps there are; a test says so. What the machine has at hand of
//! a launch is that of the one that steps; sinks have one launch at a time between its beginning and its end.
//! *Cost.* A step moves the engine's fields in and out, some hundred bytes. Steps with a budget are on one host thread.

use super::cluster::Clusters;
use super::core::Execution;
use super::engine::{Engine, Frame, Reported, Store};
use super::executor::EngineState;
use super::grid::{Budget, LANES, Progress, Queue};
use super::schedule::Schedule;
use super::touched::{constants, linear_textures, touch_parameters};
use super::warp::Point;
use crate::call::Stop;
use crate::decode::externs::{ClusterFunction, launches_others};
use crate::finding::{LaunchSite, Place};
use crate::instrument::LaunchReport;
use crate::instrument::observe::{Interests, LaunchEvent};
use crate::launch::{Counters, LaunchConfig, error};
use crate::loader::Layout;
use crate::machine::LaunchErrors;
use crate::report;
use kern_ir::analysis::shared_layout;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A launch that the host only asks for ends after that part of the fuel of one that does nothing.
const POLLED_OF_IDLE: u64 = 8;

/// A launch that has begun and not ended.
pub(crate) struct GridRun<'p> {
    layout: Rc<Layout<'p>>,
    /// Nanoseconds of the world's clock.
    started: u64,
    /// Nothing while it runs.
    state: Option<Suspended>,
    /// Nothing before the first step.
    queue: Option<Queue>,
    /// Once it has nothing more to do.
    result: Option<Result<(), Stop>>,
    /// While it waits for others than its own threads: what of the machine was about it.
    away: Option<Away>,
    /// It has waited so.
    has_waited: bool,
    /// Instructions that its threads have spun since others last did something but ask for it.
    polled: u64,
}

/// What a machine knows of the launch at hand.
struct Away {
    site: Option<Arc<LaunchSite>>,
    wanted: Interests,
    errors: LaunchErrors,
}

/// What of an [`Engine`] belongs to the launch, while that does not run.
struct Suspended {
    frame: Frame<LANES>,
    counters: Counters,
    effects: u64,
    error: i32,
    wrong_accesses: u64,
    fuel: u64,
    taken: u64,
    session: EngineState,
    has_paused: bool,
    schedule: Option<Schedule>,
    seen: Reported,
    refused: HashMap<Point, usize>,
}

impl Suspended {
    /// The engine, which goes on where it was.
    fn resume<'m, 'p>(self, host: Execution<'m, 'p>, layout: Rc<Layout<'p>>, store: Box<Store<LANES>>) -> Engine<'m, 'p, LANES> {
        let Suspended { frame, counters, effects, error, wrong_accesses, fuel, taken, session, has_paused, schedule, seen, refused } = self;
        Engine {
            counters,
            effects,
            error,
            wrong_accesses,
            taken,
            session,
            has_paused,
            schedule,
            seen,
            refused,
            ..Engine::new(host, layout, store, frame, fuel)
        }
    }

    /// What stays of an engine, and the decoded functions, which are the machine's.
    fn of(engine: Engine<LANES>) -> (Suspended, Box<Store<LANES>>) {
        let Engine { frame, counters, effects, error, wrong_accesses, fuel, taken, session, has_paused, schedule, seen, refused, .. } =
            engine;
        let state =
            Suspended { frame, counters, effects, error, wrong_accesses, fuel, taken, session, has_paused, schedule, seen, refused };
        (state, engine.store)
    }
}

/// Runs a kernel to its end, in the steps that the configuration asks for; CUDA's error code. `None` if it `may_wait` for what others
/// do, and does: then it is the last of those that [wait](super::core::Core::waiting).
///
/// # Errors
/// The program cannot go on.
pub(crate) fn launch<'p>(
    host: &mut Execution<'_, 'p>,
    function: u32,
    config: &LaunchConfig,
    params: &[u8],
    place: Option<Place>,
    may_wait: bool,
) -> Result<Option<i32>, Stop> {
    match GridRun::begin(host, function, config, params, place) {
        Ok(run) => run.go_on(host, may_wait),
        Err(error) => Ok(Some(error)),
    }
}

/// How a launch that waits goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resume {
    /// Others have done something.
    Acted,
    /// Somebody asks whether it is over, which ends it if nothing else happens any more.
    Polled,
    /// Nobody does anything before it has ended.
    End,
}

/// Goes on with the first launch that waits, as [`launch`] does; and whether it has done anything. If it is to end and cannot, it says so
/// itself.
///
/// # Errors
/// The program cannot go on.
pub(crate) fn resume(host: &mut Execution, how: Resume) -> Result<(Option<i32>, bool), Stop> {
    let Some(mut run) = host.core.waiting.pop_front() else { return Ok((Some(error::SUCCESS), true)) };
    if let Some(Away { site, wanted, errors }) = run.away.take() {
        host.machine.findings.set_launch(site);
        host.machine.sinks.come_back(wanted);
        host.machine.launch_errors.come_back(errors);
    }
    // Its threads look again, and none of them has waited too long.
    run.state.iter_mut().for_each(|state| state.effects += 1);
    let blocks = run.queue.iter_mut().flat_map(|queue| queue.blocks());
    blocks.flat_map(|block| &mut block.warps).for_each(|warp| warp.is_active = true);
    if how == Resume::Acted {
        run.polled = 0;
    }
    let may_wait = how != Resume::End && run.polled < host.machine.config.idle_fuel / POLLED_OF_IDLE;
    let before = run.done().1;
    let ended = run.go_on(host, may_wait)?;
    let has_acted = host.core.waiting.back().is_none_or(|run| run.done().1 != before);
    Ok((ended, ended.is_some() || has_acted))
}

impl<'p> GridRun<'p> {
    /// See [`launch`].
    fn go_on(mut self, host: &mut Execution<'_, 'p>, may_wait: bool) -> Result<Option<i32>, Stop> {
        let budget = match host.machine.config.slices_a_step {
            0 => Budget::Whole,
            slices => Budget::Slices(slices),
        };
        let before = self.done();
        let progress = loop {
            let progress = self.step(host, budget, may_wait);
            if progress != Progress::Ready {
                break progress;
            }
        };
        if progress == Progress::Waits {
            let site = host.machine.findings.launch();
            host.machine.findings.set_launch(None);
            let errors = host.machine.launch_errors.leave();
            self.has_waited = true;
            self.away = Some(Away { site, wanted: host.machine.sinks.leave(), errors });
            let ((had_spun, had_done), (has_spun, has_done)) = (before, self.done());
            let spun = if had_done == has_done { has_spun - had_spun } else { 0 };
            self.polled += spun;
            // The host gets as much time as that took.
            host.core.waiting_rests = host.core.waiting_rests.saturating_add(spun);
            host.core.waiting.push_back(Box::new(self));
            return Ok(None);
        }
        self.end(host).map(Some)
    }

    /// Instructions and effects of its threads so far.
    fn done(&self) -> (u64, u64) {
        self.state.as_ref().map_or((0, 0), |state| (state.counters.warp_instructions, state.effects))
    }

    /// A launch of a kernel begins; its configuration is one that the device takes.
    ///
    /// # Errors
    /// CUDA's error code: there is no such launch.
    fn begin(
        host: &mut Execution<'_, 'p>,
        function: u32,
        config: &LaunchConfig,
        params: &[u8],
        place: Option<Place>,
    ) -> Result<GridRun<'p>, i32> {
        let layout = host.machine.device_layout.clone();
        let kernel = &layout.module.functions[function as usize];
        let started = host.world.monotonic_ns();
        let shared = shared_layout(layout.module, function, config.dynamic_shared);
        let threads = config.threads() as u32;
        let limit = host.machine.device.local_bytes_per_thread as u64;
        if host.core.device_store.code(&layout, function).frame > limit {
            return Err(error::LAUNCH_OUT_OF_RESOURCES);
        }
        let number = host.machine.launch_count;
        host.machine.launch_count += 1;
        let frame = Frame {
            kernel: function,
            config: *config,
            params: params.to_vec(),
            shared_offsets: shared.offsets,
            shared_size: shared.size,
            shared_map: shared.map,
            tids: (0..threads.div_ceil(32)).map(|warp| thread_numbers(config, warp)).collect(),
            stack_limit: host.runtime.stack_limit(&host.machine.device),
            grid_id: number + 1,
            launched: place.clone(),
            clusters: (config.cluster_size() > 1 || ClusterFunction::are_in(layout.module)).then(Clusters::default),
        };
        let has_children = host.machine.config.check_races && launches_others(layout.module);
        let textures = if host.machine.config.looks_for_races() { linear_textures(host.machine) } else { Vec::new() };
        host.machine.tell_managed();
        host.machine.sinks.start(&LaunchEvent {
            module: layout.module,
            kernel: &kernel.display_name,
            function,
            config,
            static_shared: shared.static_size,
            shared_map: &frame.shared_map,
            number,
            params,
            may_overlap: host.runtime.may_overlap() || has_children,
            has_children,
            linear_textures: &textures,
        });
        host.machine.findings.set_launch(Some(Arc::new(LaunchSite {
            number,
            kernel: kernel.display_name.clone(),
            symbol: kernel.name.clone(),
            config: *config,
            place,
        })));
        host.machine.launch_errors.start_launch();
        if host.machine.memory.has_shared() {
            // What this launch uses is noted where its accesses first meet an allocation.
            host.core.device_store.forget();
            let code = host.core.device_store.code(&layout, function);
            touch_parameters(&code, params, &mut host.machine.memory);
        }
        let fuel = host
            .machine
            .config
            .launch_fuel
            .saturating_sub(host.machine.spent_by_launch)
            .min(host.machine.total_left(host.machine.stats.host_instructions));
        let store = host.core.device_store.take();
        let (state, store) = Suspended::of(Engine::new(host.lend(), layout.clone(), store, frame, fuel));
        host.core.device_store = store;
        Ok(GridRun { layout, started, state: Some(state), queue: None, result: None, away: None, has_waited: false, polled: 0 })
    }

    /// Runs blocks, as far as the budget allows.
    fn step(&mut self, host: &mut Execution<'_, 'p>, budget: Budget, may_wait: bool) -> Progress {
        let Some(state) = self.state.take() else { return Progress::Ended };
        if self.has_waited {
            host.machine.tell_managed();
        }
        let mut store = host.core.device_store.take();
        store.refresh(host.machine.memory.generation);
        let mut engine = state.resume(host.lend(), self.layout.clone(), store);
        let progress = match self.steps(&mut engine, budget, may_wait) {
            Ok(progress @ (Progress::Ready | Progress::Waits)) => progress,
            ended => {
                self.result = Some(ended.map(|_| ()));
                self.finish(&mut engine);
                Progress::Ended
            }
        };
        let (state, store) = Suspended::of(engine);
        self.state = Some(state);
        host.core.device_store = store;
        progress
    }

    fn steps(&mut self, engine: &mut Engine<LANES>, budget: Budget, may_wait: bool) -> Result<Progress, Stop> {
        if self.queue.is_none() {
            let how = &engine.machine.config;
            engine.schedule = Schedule::new(how, engine.frame.grid_id, &mut engine.machine.chosen.0);
            engine.core.executor.prepare(engine);
        }
        let queue = match &mut self.queue {
            Some(queue) => queue,
            none => none.insert(engine.first_blocks()?),
        };
        queue.may_wait = may_wait;
        engine.run_blocks(queue, budget)
    }

    /// No block runs any more: takes back what workers have, and what the engine keeps.
    fn finish(&mut self, engine: &mut Engine<LANES>) {
        if let Some(workers) = self.queue.take().and_then(|queue| queue.workers) {
            workers.reclaim(engine);
        }
        engine.core.executor.finish(engine);
        if let Some(schedule) = engine.schedule.take() {
            let kernel = &self.layout.module.functions[engine.frame.kernel as usize];
            engine.keep_choices(schedule, &kernel.display_name);
        }
        if engine.machine.config.shows_progress {
            engine.world.launch_ended();
        }
    }

    /// The launch is over: CUDA's error code.
    ///
    /// # Errors
    /// The program cannot go on.
    fn end(self, host: &mut Execution) -> Result<i32, Stop> {
        let has_waited = self.has_waited;
        let (Some(result), Some(state)) = (self.result, self.state) else { return Ok(error::LAUNCH_FAILURE) };
        let Suspended { frame: Frame { kernel: function, config, params, launched: place, .. }, counters, error, taken, .. } = state;
        let kernel = &self.layout.module.functions[function as usize];
        let racing = report::race::report(host.machine, function, &config, &params, place.as_ref());
        if host.machine.config.check_races && has_waited && error == 0 && result.is_ok() {
            report::flags::report_polls(host.machine, function, &racing);
        }
        if host.machine.config.check_races && host.runtime.may_overlap() {
            let mut footprint = host.machine.sinks.footprint();
            let variables = &host.machine.device_layout.variables;
            let address = |variable: usize| variables.get(variable).map(|place| place.generic_address);
            footprint.extend(constants(self.layout.module, function, address));
            host.runtime.note_footprint(footprint);
        }
        host.machine.learn_managed();
        report::init::report_reads(host.machine, function, &config, &params, &racing);
        report::read_only::report(host.machine, function, &config, &params, &racing);
        host.machine.findings.set_launch(None);
        host.machine.memory.give_back(taken);
        host.machine.launched_instructions += counters.warp_instructions;
        host.machine.allowance = host.machine.host_fuel().saturating_sub(host.machine.stats.host_instructions);
        let failed = |other: i32| if error != 0 { error } else { other };
        let error = match result {
            Ok(()) | Err(Stop::Launch(_) | Stop::Fault(_)) if host.machine.launch_errors.has_failed_assertion() => error::ASSERT,
            Ok(()) if error == 0 => host.machine.launch_errors.error().unwrap_or(0),
            Ok(()) => error,
            Err(Stop::Launch(code)) => failed(code),
            Err(Stop::Fault(_)) => failed(error::LAUNCH_FAILURE),
            Err(stop) => return Err(stop),
        };
        let seconds = host.world.monotonic_ns().saturating_sub(self.started) as f64 * 1e-9;
        host.machine.stats.thread_instructions += counters.thread_instructions;
        host.machine.stats.kernel_seconds += seconds;
        let (kernel, symbol) = (kernel.display_name.clone(), kernel.name.clone());
        let mut launch = LaunchReport { kernel, symbol, config, place, error, counters, seconds, profile: None, blocks: None, trace: None };
        host.machine.sinks.end(&mut launch);
        host.machine.keep(launch)?;
        Ok(error)
    }
}

fn thread_numbers(config: &LaunchConfig, warp: u32) -> [[u32; LANES]; 3] {
    let mut tids = [[0; LANES]; 3];
    let [x, y, _] = config.block;
    for lane in 0..LANES {
        let thread = warp * 32 + lane as u32;
        tids[0][lane] = thread % x;
        tids[1][lane] = thread / x % y;
        tids[2][lane] = thread / x / y;
    }
    tids
}
