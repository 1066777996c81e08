//! What runs take and tell, which `kern-vm` defines and this crate passes on, each with an example of its use from here.

/// What a [`Device`](crate::Device) is made of: a product, as [`device`](crate::device()) finds it, whose fields can be changed.
///
/// ```
/// let what_if = kern::DeviceModel { sm_count: 1, ..kern::device("t4")? };
/// assert_eq!(kern::Device::new(what_if).model().sm_count, 1);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::device::Device as DeviceModel;

/// Whether a wrong access reads or writes, in [`AccessFacts`](crate::AccessFacts).
///
/// ```
/// use kern::Access;
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[4] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(4)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1), (&x,)).unwrap_err();
/// assert_eq!(error.findings()[0].facts.access.as_ref().unwrap().access, Access::Write);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::memory::Access;

/// A wrong access, in [`Facts::access`](crate::Facts).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[4] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(4)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1), (&x,)).unwrap_err();
/// let facts: &kern::AccessFacts = error.findings()[0].facts.access.as_ref().unwrap();
/// assert_eq!((facts.space, facts.address - x.address(), facts.bytes), ("global", 16, 4)); // bytes
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::AccessFacts;

/// Where an access should have stayed, in [`AccessFacts`](crate::AccessFacts).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[4] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(4)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1), (&x,)).unwrap_err();
/// let facts = error.findings()[0].facts.access.clone().unwrap();
/// let allocation: kern::AllocationFacts = facts.allocation.unwrap();
/// assert_eq!((allocation.address, allocation.bytes), (x.address(), 16)); // bytes
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::AllocationFacts;

/// What was accessed, in [`AccessFacts`](crate::AccessFacts).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[4] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(4)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1), (&x,)).unwrap_err();
/// let element: kern::ElementFacts = error.findings()[0].facts.access.clone().unwrap().element.unwrap();
/// assert_eq!((element.type_name.as_str(), element.index), ("int", Some(4)));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::ElementFacts;

/// A [`Finding`](crate::Finding) as fields.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[threadIdx.x] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(40)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1).block(64), (&x,)).unwrap_err();
/// let facts: &kern::Facts = &error.findings()[0].facts;
/// assert_eq!(facts.thread.unwrap().thread, [40, 0, 0]);
/// assert!(facts.race.is_none());
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::Facts;

/// The threads that did something wrong together, in [`Facts::group`](crate::Facts).
///
/// ```
/// let source = "__global__ void k(int *x) { if (threadIdx.x < 8) __syncthreads(); x[0] = 1; }";
/// let kernel = kern::Program::from_source("k.kern", source)?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(1)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1).block(64), (&x,)).unwrap_err();
/// let group: Option<kern::Group> = error.findings()[0].facts.group;
/// assert_eq!(group.unwrap().block, [0, 0, 0]);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::Group;

/// The launch that a [`Finding`](crate::Finding) is of, in [`Facts::launch`](crate::Facts).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[4] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(4)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1), (&x,)).unwrap_err();
/// let launch: &kern::LaunchSite = error.findings()[0].facts.launch.as_ref().unwrap();
/// assert_eq!((launch.kernel.as_str(), launch.config.grid), ("k", [1, 1, 1]));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::LaunchSite;

/// Where the statement of an [`Edit`](crate::Edit) is to be added.
///
/// ```
/// assert_ne!(kern::Added::AfterLine(3), kern::Added::EndOfLoop(3));
/// ```
pub use kern_vm::finding::Added;

/// A statement that a [`Finding`](crate::Finding) suggests to add.
///
/// ```
/// let source = "__global__ void k(int *x) {\n    __shared__ int s[64];\n    s[threadIdx.x] = 1;\n    x[threadIdx.x] = s[63 - threadIdx.x];\n}";
/// let kernel = kern::Program::from_source("k.kern", source)?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// gpu.sanitize(true);
/// let x = gpu.alloc::<i32>(64)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1).block(64), (&x,)).unwrap_err();
/// let edit: kern::Edit = error.findings()[0].edit.clone().unwrap();
/// assert_eq!((edit.place, edit.text.as_str()), (kern::Added::AfterLine(3), "__syncthreads();"));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::Edit;

/// How bad a [`Finding`](crate::Finding) is: one that is an error fails its launch.
///
/// ```
/// let source = "__global__ void k(int *x) { x[4] = 1; }";
/// let kernel = kern::Program::from_source("k.kern", source)?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(4)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1), (&x,)).unwrap_err();
/// assert_eq!(error.findings()[0].level, kern::Level::Error);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::Level;

/// The parameter that a wrong pointer came in by, in [`AccessFacts`](crate::AccessFacts).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[4] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(4)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1), (&x,)).unwrap_err();
/// let parameter: kern::ParameterFacts = error.findings()[0].facts.access.clone().unwrap().parameter.unwrap();
/// assert_eq!((parameter.index, parameter.name.as_str()), (0, "x"));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::ParameterFacts;

/// A line of a source file, as data.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) {\n    x[4] = 1;\n}")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(4)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1), (&x,)).unwrap_err();
/// let place: &kern::Place = error.findings()[0].place.as_ref().unwrap();
/// assert_eq!((place.file.as_str(), place.line, place.column), ("k.kern", 2, 5));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::Place;

/// One side of a race, in [`RaceFacts`](crate::RaceFacts).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[0] = threadIdx.x; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(1)?;
/// let error = kernel.launch(gpu.sanitize(true), kern::grid(1).block(64), (&x,)).unwrap_err();
/// let race = error.findings().iter().find_map(|finding| finding.facts.race.clone()).unwrap();
/// let first: kern::RaceAccess = race.first;
/// assert_eq!(first.does, "writes");
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::RaceAccess;

/// Two accesses that race, in [`Facts::race`](crate::Facts).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[0] = threadIdx.x; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(1)?;
/// let error = kernel.launch(gpu.sanitize(true), kern::grid(1).block(64), (&x,)).unwrap_err();
/// let race: Box<kern::RaceFacts> = error.findings().iter().find_map(|finding| finding.facts.race.clone()).unwrap();
/// assert_ne!(race.first.thread, race.second.thread);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::RaceFacts;

/// The thread that made a mistake, in [`Facts::thread`](crate::Facts).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[threadIdx.x] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(40)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1).block(64), (&x,)).unwrap_err();
/// let thread: kern::Thread = error.findings()[0].facts.thread.unwrap();
/// assert_eq!((thread.block, thread.warp, thread.lane), ([0, 0, 0], 1, 8));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::finding::Thread;

/// Instructions, branches and barriers of a launch, in [`LaunchReport::totals`](crate::LaunchReport).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k() {}")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let totals: kern::Totals = kernel.launch(&mut gpu, kern::grid((4, 2)), ())?.totals;
/// assert_eq!(totals.blocks, 8);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::launch::Counters as Totals;

/// How a kernel was launched, in [`LaunchReport::config`](crate::LaunchReport).
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k() {}")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let config: kern::LaunchConfig = kernel.launch(&mut gpu, kern::grid((4, 2)).block(64), ())?.config;
/// assert_eq!((config.grid, config.block), ([4, 2, 1], [64, 1, 1]));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::launch::LaunchConfig;

/// How much memory a run reserves, in [`RunConfig::arenas`](crate::RunConfig).
///
/// ```
/// let config = kern::RunConfig { arenas: kern::ArenaSizes::ALLOCATED, ..kern::RunConfig::default() }; // some 33 MB in all
/// let program = kern::Program::from_source("p.kern", "int main() { return 3; }")?;
/// assert_eq!(program.run(&config, &mut kern::MemoryWorld::default()).exit_status, 3);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::memory::ArenaSizes;

/// A kernel that was stopped, which the function of [`Pauses::new`](crate::Pauses::new) looks at.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// let seen = Arc::new(Mutex::new(Vec::new()));
/// let log = seen.clone();
/// let pauses = kern::Pauses::new(move |paused: &kern::Paused| {
///     log.lock().unwrap().push(paused.block);
///     kern::Resume::Run
/// });
/// pauses.request();
/// let source = "__global__ void k() { for (volatile int i = 0; i < 5000; i++) {} } int main() { k<<<2, 1>>>(); cudaDeviceSynchronize(); }";
/// let program = kern::Program::from_source("p.kern", source)?;
/// program.run(&kern::RunConfig { pauses, ..kern::RunConfig::default() }, &mut kern::MemoryWorld::default());
/// assert_eq!(*seen.lock().unwrap(), [[0, 0, 0]]);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::pause::Paused;

/// Who stops the kernels of a run, in [`RunConfig::pauses`](crate::RunConfig).
///
/// ```
/// let pauses = kern::Pauses::new(|_| kern::Resume::Run);
/// let other = pauses.clone(); // the same
/// std::thread::spawn(move || other.request()).join().unwrap();
/// let config = kern::RunConfig { pauses, ..kern::RunConfig::default() };
/// # let program = kern::Program::from_source("p.kern", "int main() {}")?;
/// assert_eq!(program.run(&config, &mut kern::MemoryWorld::default()).exit_status, 0);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::pause::Pauses;

/// How a run goes on that [`Pauses`](crate::Pauses) stopped.
///
/// ```
/// let mut steps = 3;
/// let pauses = kern::Pauses::new(move |_| {
///     steps -= 1;
///     if steps > 0 { kern::Resume::Step } else { kern::Resume::Run }
/// });
/// # drop(pauses);
/// ```
pub use kern_vm::pause::Resume;

/// What a [`World`](crate::World) answers when nobody reads its output: the program ends.
///
/// ```
/// struct Nobody;
/// impl kern::World for Nobody {
///     fn write(&mut self, _: kern::OutputStream, _: &[u8]) -> Result<(), kern::Closed> {
///         Err(kern::Closed)
///     }
/// }
/// let program = kern::Program::from_source("p.kern", "#include <cstdio>\nint main() { printf(\"1\\n\"); }")?;
/// assert_eq!(program.run(&kern::RunConfig::default(), &mut Nobody).exit_status, 141); // as after SIGPIPE
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::Closed;

/// Where a run was that a limit ended, in [`RunReport::ended`](crate::RunReport).
///
/// ```
/// let program = kern::Program::from_source("p.kern", "int main() { for (;;) {} }")?;
/// let report = program.run(&kern::RunConfig { host_fuel: 1000, ..kern::RunConfig::default() }, &mut kern::MemoryWorld::default());
/// let ended: kern::Ended = report.ended.unwrap();
/// assert_eq!((ended.limit, ended.place.unwrap().line), (kern::Limit::Fuel, 1));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::Ended;

/// What executes kernels, for [`Device::engine`](crate::Device::engine) and [`RunConfig`](crate::RunConfig).
///
/// ```
/// let config = kern::RunConfig { engine: kern::EngineKind::Interp, ..kern::RunConfig::default() };
/// let program = kern::Program::from_source("p.kern", "int main() { return 3; }")?;
/// assert_eq!(program.run(&config, &mut kern::MemoryWorld::default()).exit_status, 3);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::EngineKind;

/// A mistake of a kernel or a whole program, as [`Error::findings`](crate::Error::findings) has it.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[threadIdx.x] = 1; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.alloc::<i32>(40)?;
/// let error = kernel.launch(&mut gpu, kern::grid(1).block(64), (&x,)).unwrap_err();
/// let finding: &kern::Finding = &error.findings()[0];
/// assert_eq!((finding.code.0, finding.count), ("R0101", 24));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::Finding;

/// Ends a run from another thread, by [`RunConfig::interrupt`](crate::RunConfig).
///
/// ```
/// let config = kern::RunConfig::default();
/// let interrupt: kern::Interrupt = config.interrupt.clone(); // the same
/// interrupt.request(kern::Interruption::Timeout); // mostly from another thread
/// let program = kern::Program::from_source("p.kern", "int main() { for (;;) {} }")?;
/// let report = program.run(&config, &mut kern::MemoryWorld::default());
/// assert_eq!(report.exit_status, 124); // as of `timeout`
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::Interrupt;

/// Why an [`Interrupt`](crate::Interrupt) ends a run.
///
/// ```
/// let interrupt = kern::Interrupt::default();
/// interrupt.request(kern::Interruption::Terminate);
/// assert_eq!(interrupt.get(), Some(kern::Interruption::Terminate));
/// ```
pub use kern_vm::Interruption;

/// The launch that ran when a run was ended, in [`Ended::launch`](crate::Ended).
///
/// ```
/// let source = "__global__ void k(volatile int *x) { while (x[0] == 0) {} }
///               int main() { int *x; cudaMalloc(&x, 4); cudaMemset(x, 0, 4); k<<<1, 1>>>(x); cudaDeviceSynchronize(); }";
/// let program = kern::Program::from_source("p.kern", source)?;
/// let report = program.run(&kern::RunConfig { total_fuel: 10_000, ..kern::RunConfig::default() }, &mut kern::MemoryWorld::default());
/// let launch: kern::LaunchState = report.ended.unwrap().launch.unwrap();
/// assert_eq!((launch.kernel.as_str(), launch.ended, launch.blocks), ("k", 0, 1));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::LaunchState;

/// When memory is reported that is never freed, by [`RunConfig::check_leaks`](crate::RunConfig).
///
/// ```
/// let config = kern::RunConfig { check_leaks: kern::LeakCheck::Always, ..kern::RunConfig::default() };
/// let program = kern::Program::from_source("p.kern", "int main() { int *x; cudaMalloc(&x, 4); }")?;
/// let report = program.run(&config, &mut kern::MemoryWorld::default());
/// assert!(report.findings[0].code.0.starts_with("R08"));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::LeakCheck;

/// What ended a run, in [`Ended::limit`](crate::Ended).
///
/// ```
/// assert_eq!(kern::Limit::Output.exit_status(), 121);
/// ```
pub use kern_vm::Limit;

/// A [`World`](crate::World) that keeps what is printed.
///
/// ```
/// let mut world = kern::MemoryWorld::default();
/// let program = kern::Program::from_source("p.kern", "#include <cstdio>\nint main() { fputs(\"no\", stderr); }")?;
/// program.run(&kern::RunConfig::default(), &mut world);
/// assert_eq!((world.stdout, world.stderr), (vec![], b"no".to_vec()));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::MemoryWorld;

/// The order in which threads run, by [`RunConfig::order`](crate::RunConfig); [`Device::seed`](crate::Device::seed) for single launches.
///
/// ```
/// let config = kern::RunConfig { order: kern::Order::Seed(1), ..kern::RunConfig::default() };
/// let source = "#include <cstdio>
///     __global__ void k() { printf(\"%d\", blockIdx.x); }
///     int main() { k<<<8, 1>>>(); cudaDeviceSynchronize(); }";
/// let mut world = kern::MemoryWorld::default();
/// kern::Program::from_source("p.kern", source)?.run(&config, &mut world);
/// world.stdout.sort();
/// assert_eq!(world.stdout, b"01234567"); // in some order
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::Order;

/// How far a launch is, for [`World::progress`](crate::World::progress).
///
/// ```
/// struct Bar(Vec<(u64, u64)>);
/// impl kern::World for Bar {
///     fn write(&mut self, _: kern::OutputStream, _: &[u8]) -> Result<(), kern::Closed> { Ok(()) }
///     fn progress(&mut self, launch: &kern::Progress<'_>) { self.0.push((launch.ended, launch.blocks)); }
/// }
/// let source = "__global__ void k() { for (volatile int i = 0; i < 1000; i++) {} } int main() { k<<<200, 32>>>(); cudaDeviceSynchronize(); }";
/// let mut bar = Bar(Vec::new());
/// kern::Program::from_source("p.kern", source)?.run(&kern::RunConfig { shows_progress: true, ..Default::default() }, &mut bar);
/// assert!(bar.0.iter().all(|(ended, blocks)| ended <= blocks && *blocks == 200));
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::Progress;

/// How [`Program::run`](crate::Program::run) runs a whole program.
///
/// ```
/// let program = kern::Program::from_source("p.kern", "#include <cstdio>\nint main(int n, char **words) { puts(words[1]); }")?;
/// let config = kern::RunConfig { args: vec!["p".into(), "hello".into()], device: "t4".into(), ..kern::RunConfig::default() };
/// let mut world = kern::MemoryWorld::default();
/// program.run(&config, &mut world);
/// assert_eq!(world.stdout, b"hello\n");
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::RunConfig;

/// What [`Program::run`](crate::Program::run) tells of a whole program.
///
/// ```
/// let program = kern::Program::from_source("p.kern", "int main() { int *x = 0; return *x; }")?;
/// let report: kern::RunReport = program.run(&kern::RunConfig::default(), &mut kern::MemoryWorld::default());
/// assert!(report.has_died && report.findings[0].code.0 == "R0105");
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::RunReport;

/// Totals of a run, in [`RunReport::stats`](crate::RunReport).
///
/// ```
/// let source = "__global__ void k() {} int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }";
/// let program = kern::Program::from_source("p.kern", source)?;
/// let stats: kern::RunStats = program.run(&kern::RunConfig::default(), &mut kern::MemoryWorld::default()).stats;
/// assert_eq!(stats.launches, 1);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::RunStats;

/// Where a program writes to, for [`World::write`](crate::World::write).
///
/// ```
/// assert_ne!(kern::OutputStream::Stdout, kern::OutputStream::Stderr);
/// ```
pub use kern_vm::Stream as OutputStream;

/// The outside of a program: [`Program::run`](crate::Program::run) and [`Device::world`](crate::Device::world) take one.
///
/// ```
/// /// Has standard input, and counts what is written.
/// struct Piped { input: &'static [u8], written: usize }
/// impl kern::World for Piped {
///     fn write(&mut self, _: kern::OutputStream, bytes: &[u8]) -> Result<(), kern::Closed> {
///         self.written += bytes.len();
///         Ok(())
///     }
///     fn read_stdin(&mut self, buffer: &mut [u8]) -> usize {
///         std::io::Read::read(&mut self.input, buffer).unwrap_or(0)
///     }
/// }
/// let source = "#include <cstdio>\nint main() { int n; scanf(\"%d\", &n); for (int i = 0; i < n; i++) putchar('x'); }";
/// let mut world = Piped { input: b"12", written: 0 };
/// kern::Program::from_source("p.kern", source)?.run(&kern::RunConfig::default(), &mut world);
/// assert_eq!(world.written, 12);
/// # Ok::<(), kern::Error>(())
/// ```
pub use kern_vm::World;
