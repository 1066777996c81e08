//! [`Graph`]: launches that are put together once and done many times.

use std::fmt;

use kern_diag::{Code, Diagnostic, SourceMap};

use crate::arguments::Held;
use crate::call_site::{CallSite, Part};
use crate::{Device, Error, Kernel, LaunchDims, LaunchReport};

/// A launch that waits to be done: what it takes was checked when it was recorded.
#[derive(Clone)]
pub(crate) struct Recorded {
    pub(crate) kernel: Kernel,
    pub(crate) dims: LaunchDims,
    pub(crate) params: Vec<u8>,
    /// The memory of the arguments: as long as they are kept, nothing else is at their addresses.
    pub(crate) held: Vec<Held>,
    pub(crate) site: CallSite,
}

/// Launches in the order in which [`Device::record`] saw them, as CUDA's graphs are captured from a stream. [`Graph::launch`] does them,
/// as often as one likes, without looking at arguments again.
///
/// ```
/// let source = "__global__ void add(int *x, int n) { x[threadIdx.x] += n; }
///               __global__ void twice(int *x) { x[threadIdx.x] *= 2; }";
/// let program = kern::Program::from_source("graph.kern", source)?;
/// let (add, twice) = (program.kernel("add")?, program.kernel("twice")?);
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let graph = gpu.record(|gpu| {
///     add.launch(gpu, kern::grid(1).block(2), (&x, 1))?;
///     twice.launch(gpu, kern::grid(1).block(2), (&x,))?;
///     Ok(())
/// })?;
/// assert_eq!(gpu.download(&x)?, [1, 2]); // nothing was done yet
/// for _ in 0..2 {
///     let reports = graph.launch(&mut gpu)?;
///     assert_eq!(reports[1].kernel, "twice");
/// }
/// assert_eq!(gpu.download(&x)?, [10, 14]);
/// # Ok::<(), kern::Error>(())
/// ```
///
/// A graph keeps the buffers and textures that its launches take: one that was dropped is freed when the last graph that has it is gone.
/// It does not keep what kernels reach by other ways: addresses inside of data, and those of [`Kernel::launch_untyped`]. Memory that was
/// freed there is found by a launch, as long as nothing else was allocated at its address.
#[derive(Clone)]
pub struct Graph {
    launches: Vec<Recorded>,
    /// The memory of the device that it is of.
    heap: std::sync::Arc<crate::buffer::Heap>,
}

impl Recorded {
    fn launch(&self, device: &mut Device) -> Result<LaunchReport, Error> {
        self.kernel.launch_checked(device, self.dims, &self.params, || self.held.clone(), self.site)
    }
}

/// A device that records. It goes back to what it did before when this ends, also by a panic.
struct Recording<'a> {
    device: &'a mut Device,
    outer: Option<Vec<Recorded>>,
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        self.device.recorded = self.outer.take();
    }
}

impl Graph {
    /// How many launches it has.
    ///
    /// ```
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let graph = gpu.record(|_| Ok(()))?;
    /// assert!(graph.is_empty() && graph.len() == 0 && graph.kernels().next().is_none());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.launches.len()
    }

    /// Whether it has none.
    ///
    /// ```
    /// assert!(kern::Device::new(kern::device("h200")?).record(|_| Ok(()))?.is_empty());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.launches.is_empty()
    }

    /// The kernels, in the order of their launches.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k() {}")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let graph = gpu.record(|gpu| kernel.launch(gpu, kern::grid(1), ()).map(drop))?;
    /// assert_eq!(graph.kernels().map(|kernel| kernel.name().to_string()).collect::<Vec<_>>(), ["k"]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.launches.iter().map(|one| &one.kernel)
    }

    /// Does all launches, one after the other; what each did.
    ///
    /// # Errors
    /// That of the first launch that fails, as [`Kernel::launch`] has it: later ones are not done. Or the graph was recorded on another
    /// device (K1005).
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k() {}")?.kernel("k")?;
    /// let (mut one, mut other) = (kern::Device::new(kern::device("h200")?), kern::Device::new(kern::device("t4")?));
    /// let graph = one.record(|gpu| kernel.launch(gpu, kern::grid(1), ()).map(drop))?;
    /// assert_eq!(graph.launch(&mut other).unwrap_err().code().unwrap().0, "K1005");
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn launch(&self, device: &mut Device) -> Result<Vec<LaunchReport>, Error> {
        let site = CallSite::caller();
        if !device.owns(&self.heap) {
            let diagnostic = Diagnostic::without_place(Code::FOREIGN_BUFFER, device.foreign("", "a graph", &self.heap));
            let mut sources = SourceMap::new();
            let diagnostic = site.blame(diagnostic, Part::Argument(0), "another device than the one it was recorded on", &mut sources);
            return Err(Error::new(vec![diagnostic], sources));
        }
        device.collect();
        self.launches.iter().map(|one| one.launch(device)).collect()
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.kernels().map(Kernel::name)).finish()
    }
}

impl Device {
    /// Records the launches that `work` makes on this device, instead of doing them; their reports are empty. All else that it does, it
    /// does at once: memory is allocated, read and written. A `__device__` function of [`kernels!`](crate::kernels) cannot be called: there
    /// would be no result. See [`Graph`].
    ///
    /// # Errors
    /// What `work` answers: arguments that do not fit are found here (K1003 to K1006), and calls of device functions (K1006).
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let graph = gpu.record(|gpu| kernel.launch(gpu, kern::grid(1).block(2), (&x, 3)).map(drop))?;
    /// assert_eq!((graph.len(), gpu.download(&x)?), (1, vec![1, 2]));
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn record(&mut self, work: impl FnOnce(&mut Device) -> Result<(), Error>) -> Result<Graph, Error> {
        let outer = self.recorded.replace(Vec::new());
        let recording = Recording { device: self, outer };
        work(recording.device)?;
        let launches = recording.device.recorded.take().unwrap_or_default();
        Ok(Graph { launches, heap: recording.device.heap.clone() })
    }
}
