//! [`Device`]: a GPU with memory, for launches of single kernels.

use std::sync::Arc;

use kern_diag::{Code, Diagnostic, SourceMap};
use kern_embed::layout::Layout;
use kern_vm::{COMPILE_AFTER, DeviceContext, EngineKind, Interrupt, NoLaunch, Order, RunConfig};

use crate::buffer::{Buffer, DeviceSlice, Heap};
use crate::call_site::{CallSite, Part};
use crate::element::{Element, bytes_of, elements_of};
use crate::graph::Recorded;
use crate::{DeviceModel, Error, Program, World};

/// The model called `name`: `h200`, `t4`, `gtx480`; `kern devices` lists them.
///
/// # Errors
/// There is none.
///
/// ```
/// assert_eq!(kern::device("t4")?.sm_count, 40);
/// assert_eq!(kern::device("abacus").unwrap_err().code().unwrap().0, "K0890");
/// # Ok::<(), kern::Error>(())
/// ```
pub fn device(name: &str) -> Result<DeviceModel, Error> {
    DeviceModel::find(name).ok_or_else(|| {
        let problem = Diagnostic::without_place(Code::UNKNOWN_DEVICE, format!("no device is called `{name}`"));
        Error::new(vec![problem.help("`kern devices` lists them")], SourceMap::new())
    })
}

/// What a launch counts.
///
/// ```
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// gpu.count(kern::Counting::Off);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Counting {
    /// Nothing.
    Off,
    /// What it asks of memory.
    #[default]
    On,
    /// Also what the first-level caches make of it.
    WithCaches,
}

/// A GPU with memory, which keeps what it holds from launch to launch. An error of one launch does not spoil the next.
///
/// ```
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1.5f32])?;
/// assert_eq!(gpu.download(&x)?, [1.5]);
/// # Ok::<(), kern::Error>(())
/// ```
pub struct Device {
    pub(crate) gpu: DeviceContext,
    pub(crate) config: RunConfig,
    pub(crate) heap: Arc<Heap>,
    /// Asked from time to time whether a launch should go on.
    pub(crate) watch: Option<Box<Watch>>,
    /// Launches instead of which something is recorded.
    pub(crate) recorded: Option<Vec<Recorded>>,
    /// The outside, for what kernels print and for clocks.
    pub(crate) world: Option<Box<dyn World + Send>>,
}

/// Says whether a launch should go on.
pub(crate) type Watch = dyn FnMut() -> bool + Send;

impl Device {
    /// A device whose memory is empty.
    ///
    /// ```
    /// let gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(gpu.model().key, "gh100_h200_sxm");
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn new(model: DeviceModel) -> Device {
        let whole = RunConfig { device: String::new(), args: Vec::new(), ..RunConfig::default() };
        let config = RunConfig { profile: true, compile_after: COMPILE_AFTER, ..whole };
        let heap = Arc::new(Heap::of(&model.name));
        Device { gpu: DeviceContext::new(model), config, heap, watch: None, recorded: None, world: None }
    }

    /// The model.
    ///
    /// ```
    /// let mut model = kern::device("t4")?;
    /// model.shared_per_sm *= 2; // what if?
    /// assert_eq!(kern::Device::new(model).model().shared_per_sm, 2 * kern::device("t4")?.shared_per_sm);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn model(&self) -> &DeviceModel {
        self.gpu.device()
    }

    /// Says what later launches count: [`Counting::On`] unless told otherwise. Counting costs time.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// gpu.count(kern::Counting::Off);
    /// assert!(kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?.counters.is_empty());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn count(&mut self, counting: Counting) -> &mut Device {
        self.config.profile = counting != Counting::Off;
        self.config.caches = counting == Counting::WithCaches;
        self
    }

    /// Says what executes later launches.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// gpu.engine(kern::EngineKind::Interp);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn engine(&mut self, engine: EngineKind) -> &mut Device {
        (self.config.engine, self.config.compile_after) = (engine, 0);
        self
    }

    /// Says on how many host threads (1 to 64) the blocks of later launches may run; results, findings and counters do not
    /// depend on it. Launches that are counted run on one.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// gpu.count(kern::Counting::Off).threads(4);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn threads(&mut self, threads: u32) -> &mut Device {
        self.config.threads = threads.clamp(1, 64);
        self
    }

    /// Says whether mistakes are looked for in later launches that need not show: races, flags that
    /// announce nothing, and reads of shared memory that nothing was written to. What is found makes the launch an error, as a wrong access
    /// does. Buffers start as zeros, so reading one is no mistake.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __global__ void sum(int *x) { x[0] += threadIdx.x; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let mut x = gpu.alloc::<i32>(1)?;
    /// kernels::sum(&mut gpu, kern::grid(1).block(64), &mut x)?;
    /// let error = kernels::sum(gpu.sanitize(true), kern::grid(1).block(64), &mut x).unwrap_err();
    /// assert!(error.to_string().contains("race"), "{error}");
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn sanitize(&mut self, sanitize: bool) -> &mut Device {
        (self.config.check_races, self.config.check_init, self.config.check_weak) = (sanitize, sanitize, sanitize);
        self
    }

    /// Says in which order blocks, warps, and lanes that have diverged run in later launches: it follows from a seed, for each launch anew; 0
    /// is the order of their numbers. CUDA promises none, so a result that depends on it is wrong. With [`Device::sanitize`], threads then also
    /// see of global memory what CUDA's memory model allows, which need not be what was written last. Launches are interpreted.
    ///
    /// ```
    /// let source = "__global__ void last(int *x) { atomicExch(x, threadIdx.x / 32); }"; // which warp is last?
    /// let kernel = kern::Program::from_source("last.kern", source)?.kernel("last")?;
    /// let mut last = std::collections::BTreeSet::new();
    /// for seed in 0..16 {
    ///     let mut gpu = kern::Device::new(kern::device("h200")?);
    ///     let x = gpu.alloc::<i32>(1)?;
    ///     kernel.launch(gpu.seed(seed), kern::grid(1).block(128), (&x,))?;
    ///     last.insert(gpu.download(&x)?[0]);
    /// }
    /// assert!(last.len() > 1);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn seed(&mut self, seed: u64) -> &mut Device {
        self.config.order = Order::Seed(seed);
        self
    }

    /// Says what is outside of later launches: who gets what kernels print, as they print it, and which time their clocks show. Reports
    /// have the text besides. A world that panics ends the launch, which panics then; the device can be used on.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// struct Log(Arc<Mutex<String>>);
    /// impl kern::World for Log {
    ///     fn write(&mut self, _: kern::OutputStream, bytes: &[u8]) -> Result<(), kern::Closed> {
    ///         self.0.lock().unwrap().push_str(&String::from_utf8_lossy(bytes));
    ///         Ok(())
    ///     }
    /// }
    /// let source = "#include <cstdio>\n__global__ void hello() { printf(\"hello from %d\\n\", threadIdx.x); }";
    /// let kernel = kern::Program::from_source("hello.kern", source)?.kernel("hello")?;
    /// let (mut gpu, log) = (kern::Device::new(kern::device("h200")?), Arc::new(Mutex::new(String::new())));
    /// gpu.world(Log(log.clone()));
    /// kernel.launch(&mut gpu, kern::grid(1).block(2), ())?;
    /// assert_eq!(*log.lock().unwrap(), "hello from 0\nhello from 1\n");
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn world(&mut self, world: impl World + Send + 'static) -> &mut Device {
        self.world = Some(Box::new(world));
        self
    }

    /// Says how many instructions of warps a later launch may execute before it is stopped.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k() { for (volatile int i = 0;; i++) {} }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let error = kernel.launch(gpu.fuel(1000), kern::grid(1), ()).unwrap_err();
    /// assert_eq!(error.findings()[0].code.0, "R0402");
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn fuel(&mut self, instructions: u64) -> &mut Device {
        self.config.launch_fuel = instructions;
        self.config.idle_fuel = instructions;
        self
    }

    /// Memory for `len` elements, all zero.
    ///
    /// # Errors
    /// The device has not that much left.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.alloc::<f32>(2)?;
    /// assert_eq!(gpu.download(&x)?, [0.0, 0.0]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn alloc<T: Element>(&mut self, len: usize) -> Result<Buffer<T>, Error> {
        self.alloc_at(len, CallSite::caller())
    }

    /// The same, for whoever knows the place of the call.
    pub(crate) fn alloc_at<T: Element>(&mut self, len: usize, site: CallSite) -> Result<Buffer<T>, Error> {
        self.collect();
        let size = (len as u64).checked_mul(T::BYTES as u64);
        match size.and_then(|size| self.gpu.allocate(size)) {
            Some(address) => Ok(Buffer::new(self.heap.clone(), address, len)),
            None => Err(self.no_memory(size, site)),
        }
    }

    /// A buffer with a copy of `data`.
    ///
    /// # Errors
    /// The device has not enough memory left.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// assert_eq!(x.len(), 2);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn upload<T: Element>(&mut self, data: &[T]) -> Result<Buffer<T>, Error> {
        self.upload_at(data, CallSite::caller())
    }

    /// The same, for whoever knows the place of the call.
    pub(crate) fn upload_at<T: Element>(&mut self, data: &[T], site: CallSite) -> Result<Buffer<T>, Error> {
        let buffer = self.alloc_at(data.len(), site)?;
        self.gpu.write(buffer.address, &bytes_of(data));
        Ok(buffer)
    }

    /// A copy of what the buffer holds.
    ///
    /// # Errors
    /// The buffer belongs to another device.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[[1.0f32, 2.0]])?;
    /// assert_eq!(gpu.download(&x)?, [[1.0, 2.0]]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn download<T: Element>(&self, buffer: &DeviceSlice<T>) -> Result<Vec<T>, Error> {
        self.download_at(buffer, CallSite::caller())
    }

    /// The same, for whoever knows the place of the call.
    pub(crate) fn download_at<T: Element>(&self, buffer: &DeviceSlice<T>, site: CallSite) -> Result<Vec<T>, Error> {
        self.check_owner(buffer, site)?;
        let bytes = self.gpu.read(buffer.address, (buffer.len() * T::BYTES) as u64);
        bytes.map(|bytes| elements_of(&bytes)).ok_or_else(|| lost(site))
    }

    /// Replaces what the buffer holds by `data`, which must be as long.
    ///
    /// # Errors
    /// It is not, or the buffer belongs to another device.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.alloc::<i32>(2)?;
    /// gpu.write(&x, &[3, 4])?;
    /// assert_eq!(gpu.write(&x, &[3]).unwrap_err().code().unwrap().0, "K1010");
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn write<T: Element>(&mut self, buffer: &DeviceSlice<T>, data: &[T]) -> Result<(), Error> {
        let site = CallSite::caller();
        self.check_owner(buffer, site)?;
        if data.len() != buffer.len() {
            let message = format!("{} elements are written to a buffer of {}", data.len(), buffer.len());
            return Err(problem(
                Diagnostic::without_place(Code::BUFFER_LENGTH, message),
                site,
                Part::Argument(1),
                "not as long as the buffer",
            ));
        }
        if self.gpu.write(buffer.address, &bytes_of(data)) { Ok(()) } else { Err(lost(site)) }
    }

    /// What the variable that `program` declares as `__device__` or `__constant__` holds.
    ///
    /// # Errors
    /// The program has no such variable, or its elements are no `T`.
    ///
    /// ```
    /// let program = kern::Program::from_source("v.kern", "__device__ int v[2] = {3, 4}; __global__ void k() {}")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// assert_eq!(gpu.read_symbol::<i32>(&program, "v")?, [3, 4]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn read_symbol<T: Element>(&mut self, program: &Program, name: &str) -> Result<Vec<T>, Error> {
        let site = CallSite::caller();
        let (address, size) = self.symbol::<T>(program, name, site)?;
        self.gpu.read(address, size).map(|bytes| elements_of(&bytes)).ok_or_else(|| lost(site))
    }

    /// Writes the variable that `program` declares as `__device__` or `__constant__`, from its start.
    ///
    /// # Errors
    /// The program has no such variable, its elements are no `T`, or `data` is longer.
    ///
    /// ```
    /// let program = kern::Program::from_source("v.kern", "__constant__ int v[2]; __global__ void k() {}")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// gpu.write_symbol(&program, "v", &[5, 6])?;
    /// assert_eq!(gpu.read_symbol::<i32>(&program, "v")?, [5, 6]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn write_symbol<T: Element>(&mut self, program: &Program, name: &str, data: &[T]) -> Result<(), Error> {
        let site = CallSite::caller();
        let (address, size) = self.symbol::<T>(program, name, site)?;
        let bytes = bytes_of(data);
        if bytes.len() as u64 > size {
            let message = format!("{} bytes are written to `{name}`, which has {size}", bytes.len());
            return Err(problem(
                Diagnostic::without_place(Code::BUFFER_LENGTH, message),
                site,
                Part::Argument(2),
                "longer than the variable",
            ));
        }
        if self.gpu.write(address, &bytes) { Ok(()) } else { Err(lost(site)) }
    }

    /// Address and bytes of a variable whose elements are `T`.
    fn symbol<T: Element>(&mut self, program: &Program, name: &str, site: CallSite) -> Result<(u64, u64), Error> {
        self.collect();
        let unknown = |message: String, label: &str| {
            let diagnostic = Diagnostic::without_place(Code::UNKNOWN_SYMBOL, message);
            let mut sources = program.sources().clone();
            let diagnostic = site.blame(diagnostic, Part::Argument(1), label, &mut sources);
            Error::new(vec![diagnostic], sources)
        };
        match self.gpu.symbol(program.shared_ir(), name) {
            Err(NoLaunch::NoRoom(variable)) => Err(no_room(&variable, site)),
            Err(_) => Err(lost(site)),
            Ok(None) => Err(unknown(format!("the program has no device variable `{name}`"), "no such variable")),
            Ok(Some(symbol)) => {
                let globals = &program.ir().device.globals;
                let of_type = globals.iter().find(|g| g.info.name == name || g.name == name).map_or("", |g| g.info.type_name.as_str());
                let element = kern_embed::cxx::numbers(of_type.split('[').next().unwrap_or("").trim());
                let is_other = element.is_some_and(|element| Layout::Numbers(element) != T::LAYOUT);
                if is_other || !symbol.size.is_multiple_of(T::BYTES as u64) {
                    let message = format!("`{name}` is of type `{of_type}`, not of `{}`", T::LAYOUT.rust());
                    return Err(unknown(message, &format!("used as `{}`", T::LAYOUT.rust())));
                }
                Ok((symbol.address, symbol.size))
            }
        }
    }

    /// Address and bytes of a variable that its program says the type of.
    pub(crate) fn variable(&mut self, program: &Program, name: &str, site: CallSite) -> Result<(u64, u64), Error> {
        self.collect();
        match self.gpu.symbol(program.shared_ir(), name) {
            Ok(Some(symbol)) => Ok((symbol.address, symbol.size)),
            Err(NoLaunch::NoRoom(variable)) => Err(no_room(&variable, site)),
            _ => Err(lost(site)),
        }
    }

    /// Who is asked whether the next launch should go on, and what ends it.
    pub(crate) fn watch_anew(&mut self) -> Option<(Box<Watch>, Interrupt)> {
        let watch = self.watch.take()?;
        self.config.shows_progress = true;
        // One that was rung ends every launch.
        if self.config.interrupt.get().is_some() {
            self.config.interrupt = Interrupt::default();
        }
        Some((watch, self.config.interrupt.clone()))
    }

    /// Frees what was dropped.
    pub(crate) fn collect(&mut self) {
        for address in self.heap.take_dropped() {
            self.gpu.release(address);
        }
        for number in self.heap.take_textures() {
            self.gpu.remove_texture(number);
        }
    }

    /// Whether `heap` is this device's.
    pub(crate) fn owns(&self, heap: &Arc<Heap>) -> bool {
        Arc::ptr_eq(heap, &self.heap)
    }

    fn check_owner<T: Element>(&self, buffer: &DeviceSlice<T>, site: CallSite) -> Result<(), Error> {
        if self.owns(buffer.heap()) {
            return Ok(());
        }
        let diagnostic = Diagnostic::without_place(Code::FOREIGN_BUFFER, self.foreign("", "a buffer", buffer.heap()));
        Err(problem(diagnostic, site, Part::Argument(0), "allocated on another device"))
    }

    /// What is said of memory of another device.
    pub(crate) fn foreign(&self, who: &str, what: &str, heap: &Heap) -> String {
        format!("{who}expected {what} of this device ({}), found one of another ({})", self.heap.device(), heap.device())
    }

    pub(crate) fn no_memory(&self, size: Option<u64>, site: CallSite) -> Error {
        let size = size.map_or("more than 2^64".into(), |size| size.to_string());
        let message = format!("the device has {} bytes of memory left, {size} are asked for", self.gpu.free_bytes());
        problem(Diagnostic::without_place(Code::DEVICE_MEMORY, message), site, Part::Name, "allocated here")
    }
}

/// An error about one place of the Rust program.
fn problem(diagnostic: Diagnostic, site: CallSite, part: Part, label: &str) -> Error {
    let mut sources = SourceMap::new();
    let diagnostic = site.blame(diagnostic, part, label, &mut sources);
    Error::new(vec![diagnostic], sources)
}

/// The device does not work any more.
pub(crate) fn lost(site: CallSite) -> Error {
    let message = "an earlier launch made the device unusable";
    problem(Diagnostic::without_place(Code::INTERNAL, message), site, Part::Name, "used here")
}

/// The device has no room for a program's variable.
pub(crate) fn no_room(variable: &str, site: CallSite) -> Error {
    let message = format!("the device has no room for the variable `{variable}`");
    problem(Diagnostic::without_place(Code::NO_ROOM, message), site, Part::Name, "used here")
}
