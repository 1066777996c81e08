//! What a launch asked of memory, as figures with units: the fields of a [`Profile`].

use kern_vm::instrument::metrics::figures::ProfiledLaunch;
use kern_vm::instrument::metrics::{Class, LaunchProfile, Traffic};

/// What a launch asked of memory, which a [`LaunchReport`](crate::LaunchReport) has as its own fields. All is 0 where counting is off,
/// see [`Device::count`](crate::Device::count); [`Profile::is_counted`] tells.
///
/// ```
/// # #[cfg(feature = "macros")] {
/// mod kernels {
///     kern::kernels! { __global__ void fill(float *x, int stride) { x[threadIdx.x * stride] = 1; } }
/// }
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let mut x = gpu.alloc::<f32>(32 * 8)?;
/// let report = kernels::fill(&mut gpu, kern::grid(1).block(32), &mut x, 1)?;
/// assert_eq!(report.global_stores.sectors_per_request(), 4.0);
/// let report = kernels::fill(&mut gpu, kern::grid(1).block(32), &mut x, 8)?;
/// assert_eq!(report.global_stores.sectors_per_request(), 32.0);
/// # }
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// Loads from global memory.
    pub global_loads: GlobalTraffic,
    /// Stores to global memory.
    pub global_stores: GlobalTraffic,
    /// Atomics on global memory whose old value is used.
    pub global_atomics: GlobalTraffic,
    /// Atomics on global memory whose old value is not used.
    pub global_reductions: GlobalTraffic,
    /// Loads from local memory: what of a thread's variables is not in registers.
    pub local_loads: GlobalTraffic,
    /// Stores to local memory.
    pub local_stores: GlobalTraffic,
    /// Loads from shared memory.
    pub shared_loads: SharedTraffic,
    /// Stores to shared memory.
    pub shared_stores: SharedTraffic,
    /// Atomics on shared memory.
    pub shared_atomics: SharedTraffic,
    /// How full a multiprocessor gets.
    pub occupancy: Occupancy,
    is_counted: bool,
}

/// Requests of one kind to global or local memory. A *request* is a warp instruction with an active lane; a *sector* is 32 bytes.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
/// assert_eq!((report.global_loads.requests, report.global_loads.bytes), (1, 8));
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct GlobalTraffic {
    /// Warp instructions.
    pub requests: u64,
    /// Lanes that took part in them.
    pub threads: u64,
    /// Bytes that lanes asked for.
    pub bytes: u64,
    /// Sectors of 32 bytes that the first-level cache looked up.
    pub sectors: u64,
    /// Sectors that were in the first-level cache; only where it is modelled,
    /// [`Counting::WithCaches`](crate::Counting::WithCaches).
    pub l1_hits: Option<u64>,
}

/// Requests of one kind to shared memory.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
/// assert_eq!(report.shared_loads.wavefronts, 0);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct SharedTraffic {
    /// Warp instructions.
    pub requests: u64,
    /// Lanes that took part in them.
    pub threads: u64,
    /// Bytes that lanes asked for.
    pub bytes: u64,
    /// Wavefronts: passes over the 32 banks.
    pub wavefronts: u64,
    /// Of them those that lanes with different words of one bank made necessary.
    pub bank_conflicts: u64,
}

/// How many blocks of a launch a multiprocessor holds at once.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
/// assert_eq!(report.occupancy.blocks, 32);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[non_exhaustive]
pub struct Occupancy {
    /// Blocks.
    pub blocks: u64,
    /// Warps of these blocks.
    pub warps: u64,
    /// Warps, of those that a multiprocessor can hold: 0 to 100.
    pub percent: f64,
}

fn ratio(of: u64, by: u64) -> f64 {
    if by == 0 { 0.0 } else { of as f64 / by as f64 }
}

impl GlobalTraffic {
    fn new(profile: &LaunchProfile, class: Class) -> GlobalTraffic {
        let Traffic { requests, threads, bytes, sectors, hits, .. } = profile.total(class);
        let l1_hits = (profile.has_caches && class == Class::GlobalLoad).then_some(hits);
        GlobalTraffic { requests, threads, bytes, sectors, l1_hits }
    }

    /// Sectors of a request: of a full warp and elements of 4 bytes, 4 if they lie side by side and 32 if each is in another sector.
    /// 0 without requests.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert_eq!(report.global_loads.sectors_per_request(), 1.0);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn sectors_per_request(&self) -> f64 {
        ratio(self.sectors, self.requests)
    }

    /// Of the bytes of the sectors, those that lanes asked for: 0 to 100, and more where several lanes ask for the same bytes.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert_eq!(report.global_loads.efficiency_percent(), 25.0); // 8 bytes of a sector of 32
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn efficiency_percent(&self) -> f64 {
        100.0 * ratio(self.bytes, self.sectors * 32)
    }

    /// Of the sectors, those that were in the first-level cache: 0 to 100. 0 where it is not modelled.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// gpu.count(kern::Counting::WithCaches);
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert_eq!(report.global_loads.l1_hit_percent(), 0.0);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn l1_hit_percent(&self) -> f64 {
        100.0 * ratio(self.l1_hits.unwrap_or(0), self.sectors)
    }
}

impl SharedTraffic {
    fn new(profile: &LaunchProfile, class: Class) -> SharedTraffic {
        let traffic = profile.total(class);
        let Traffic { requests, threads, bytes, wavefronts, .. } = traffic;
        SharedTraffic { requests, threads, bytes, wavefronts, bank_conflicts: traffic.conflicts() }
    }

    /// Wavefronts of a request: 1 without bank conflicts, for elements of up to 4 bytes. 0 without requests.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert_eq!(report.shared_loads.wavefronts_per_request(), 0.0); // there are none
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn wavefronts_per_request(&self) -> f64 {
        ratio(self.wavefronts, self.requests)
    }

    /// Wavefronts of a request that are there because of bank conflicts. 0 without requests.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert_eq!(report.shared_loads.conflicts_per_request(), 0.0); // there are none
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn conflicts_per_request(&self) -> f64 {
        ratio(self.bank_conflicts, self.requests)
    }
}

impl Profile {
    pub(crate) fn new(launch: &ProfiledLaunch<'_>) -> Profile {
        let (global, shared) = (|class| GlobalTraffic::new(launch.profile, class), |class| SharedTraffic::new(launch.profile, class));
        let occupancy = launch.occupancy();
        Profile {
            global_loads: global(Class::GlobalLoad),
            global_stores: global(Class::GlobalStore),
            global_atomics: global(Class::GlobalAtom),
            global_reductions: global(Class::GlobalRed),
            local_loads: global(Class::LocalLoad),
            local_stores: global(Class::LocalStore),
            shared_loads: shared(Class::SharedLoad),
            shared_stores: shared(Class::SharedStore),
            shared_atomics: shared(Class::SharedAtom),
            occupancy: Occupancy { blocks: occupancy.blocks(), warps: occupancy.warps(), percent: occupancy.percent() },
            is_counted: true,
        }
    }

    /// Whether the launch was counted.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert!(report.is_counted());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn is_counted(&self) -> bool {
        self.is_counted
    }
}
