//! [`Kernel::launch`], and what it reports.

use std::fmt;
use std::sync::{Arc, OnceLock};

use kern_diag::render::{TextStyle, text};
use kern_diag::{Code, Diagnostic, SourceMap};
use kern_vm::instrument::metrics::LaunchProfile;
use kern_vm::instrument::metrics::figures::{ProfiledLaunch, metrics};
use kern_vm::launch::error::INVALID_CONFIGURATION;
use kern_vm::launch::{Counters as Totals, LaunchConfig};
use kern_vm::{Finding, Launched, Level, MemoryWorld, NoLaunch};

use crate::arguments::{Given, Held};
use crate::call_site::{CallSite, Part};
use crate::device::{lost, no_room};
use crate::graph::Recorded;
use crate::output::Output;
use crate::places::diagnostic_of;
use crate::{Arguments, Device, DeviceModel, Error, Kernel, LaunchDims, Profile, check};

/// What a launch did. The figures of its [`Profile`] are its fields too: `report.global_loads`.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
/// assert_eq!((report.kernel.as_str(), report.global_loads.sectors), ("k", 1));
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LaunchReport {
    /// The kernel as its source calls it.
    pub kernel: String,
    /// How it was launched.
    pub config: LaunchConfig,
    /// What it asked of memory, under Nsight Compute's names; empty if counting is off.
    pub counters: Counters,
    /// The same as figures with units.
    pub profile: Profile,
    /// Instructions, branches, barriers.
    pub totals: Totals,
    /// Mistakes and warnings, in the order of their first occurrence.
    pub findings: Vec<Finding>,
    /// What the kernel printed.
    pub stdout: String,
    /// What its failed assertions said.
    pub stderr: String,
    /// Seconds the launch took.
    pub seconds: f64,
}

impl LaunchReport {
    /// Of a launch that was not done.
    fn of_nothing(kernel: &str, config: LaunchConfig) -> LaunchReport {
        LaunchReport {
            kernel: kernel.to_string(),
            config,
            counters: Counters::default(),
            profile: Profile::default(),
            totals: Totals::default(),
            findings: Vec::new(),
            stdout: String::new(),
            stderr: String::new(),
            seconds: 0.0,
        }
    }
}

impl std::ops::Deref for LaunchReport {
    type Target = Profile;

    fn deref(&self) -> &Profile {
        &self.profile
    }
}

/// Figures by name: `report.counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"]`. Names and values are those of
/// `kern profile --csv`. Indexing by a name that is not there panics; [`Counters::get`] does not.
///
/// ```
/// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let x = gpu.upload(&[1, 2])?;
/// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
/// assert_eq!(report.counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], 1);
/// # Ok::<(), kern::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Counters {
    /// Made when somebody asks.
    figures: OnceLock<Vec<(&'static str, u64)>>,
    /// Of what; nothing if counting is off.
    of: Option<Arc<Counted>>,
}

/// What figures are made of.
#[derive(Debug)]
struct Counted {
    device: Arc<DeviceModel>,
    config: LaunchConfig,
    profile: Arc<LaunchProfile>,
}

impl Counters {
    fn figures(&self) -> &[(&'static str, u64)] {
        let make = |of: &Arc<Counted>| {
            let launch = ProfiledLaunch { device: &of.device, config: &of.config, profile: &of.profile };
            metrics(&of.profile).map(|metric| (metric.name, (metric.value)(&launch))).collect()
        };
        self.figures.get_or_init(|| self.of.as_ref().map(make).unwrap_or_default())
    }

    /// The figure called `name`.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert_eq!(report.counters.get("no such"), None);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn get(&self, name: &str) -> Option<u64> {
        self.figures().iter().find(|figure| figure.0 == name).map(|figure| figure.1)
    }

    /// All figures, by name.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert!(report.counters.iter().is_sorted());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let mut figures = self.figures().to_vec();
        figures.sort_unstable();
        figures.into_iter()
    }

    /// Whether nothing was counted.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert!(!report.counters.is_empty());
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.of.is_none()
    }
}

impl PartialEq for Counters {
    fn eq(&self, other: &Counters) -> bool {
        self.figures() == other.figures()
    }
}

impl Eq for Counters {}

impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl std::ops::Index<&str> for Counters {
    type Output = u64;

    #[track_caller]
    fn index(&self, name: &str) -> &u64 {
        match self.figures().iter().find(|figure| figure.0 == name) {
            Some((_, value)) => value,
            None if self.is_empty() => panic!("nothing was counted: counting is off"),
            None => panic!("no counter is called `{name}`"),
        }
    }
}

impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(name, value)| writeln!(f, "{name} {value}"))
    }
}

impl Kernel {
    /// Runs the kernel on `device` to its end. `arguments` is a tuple with one argument for each parameter, of exactly its
    /// type: see [`Argument`](crate::Argument).
    ///
    /// # Errors
    /// The arguments do not fit the parameters, the launch is not possible on the device, or the kernel made a mistake;
    /// then [`Error::report`] has what it did until its end.
    ///
    /// # Panics
    /// With the panic of a [`World`](crate::World) or a watch of the device, when the launch is over; the device can be used on.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x, int n) { x[threadIdx.x] += n; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let report = kernel.launch(&mut gpu, kern::grid(1).block(2), (&x, 3))?;
    /// assert_eq!(gpu.download(&x)?, [4, 5]);
    /// # Ok::<(), kern::Error>(())
    /// ```
    #[track_caller]
    pub fn launch(&self, device: &mut Device, dims: LaunchDims, arguments: impl Arguments) -> Result<LaunchReport, Error> {
        self.launch_with(device, dims, &arguments.give_all(), check::Style::Tuple, CallSite::caller())
    }

    /// Runs the kernel with arguments that are already in a list.
    pub(crate) fn launch_with(
        &self,
        device: &mut Device,
        dims: LaunchDims,
        given: &Given,
        style: check::Style,
        site: CallSite,
    ) -> Result<LaunchReport, Error> {
        device.collect();
        let params = check::parameters(self, device, given, style, site)?;
        self.launch_checked(device, dims, &params, || given.held(), site)
    }

    /// Runs the kernel with a parameter buffer; `held` keeps the memory that it has addresses of.
    pub(crate) fn launch_checked(
        &self,
        device: &mut Device,
        dims: LaunchDims,
        params: &[u8],
        held: impl FnOnce() -> Vec<Held>,
        site: CallSite,
    ) -> Result<LaunchReport, Error> {
        let config = dims.config().map_err(|reason| self.bad_shape(INVALID_CONFIGURATION, &reason, site))?;
        if let Some(recorded) = &mut device.recorded {
            recorded.push(Recorded { kernel: self.clone(), dims, params: params.to_vec(), held: held(), site });
            return Ok(LaunchReport::of_nothing(self.name(), config));
        }
        #[cfg(feature = "tracing")]
        let _span = tracing::info_span!("launch", kernel = self.name(), grid = ?config.grid, block = ?config.block).entered();
        let mut output = Output::begin(device);
        let launched = device.gpu.launch(self.program.shared_ir(), self.id, &config, params, &device.config, &mut output);
        output.end(device);
        let launched = launched.map_err(|problem| match problem {
            NoLaunch::Configuration(code, reason) => self.bad_shape(code, &reason, site),
            NoLaunch::NoRoom(variable) => no_room(&variable, site),
            NoLaunch::Stopped(status) => self.stopped(status, site),
            NoLaunch::NoKernel | NoLaunch::Lost => lost(site),
        })?;
        let error = launched.report.error;
        let report = report(device, launched, &output.streams);
        #[cfg(feature = "tracing")]
        tracing::info!(findings = report.findings.len(), instructions = report.totals.warp_instructions, error, "launched");
        if error == 0 && report.findings.iter().all(|f| f.level != Level::Error) {
            Ok(report)
        } else {
            Err(self.failed(error, report, site))
        }
    }

    fn bad_shape(&self, code: i32, reason: &str, site: CallSite) -> Error {
        let message = format!("`{}` cannot be launched like this: {reason}", self.name());
        let diagnostic = Diagnostic::without_place(Code::LAUNCH_SHAPE, message).note(error_text(code));
        self.at_launch(diagnostic, Part::Argument(1), reason, site)
    }

    fn stopped(&self, status: i32, site: CallSite) -> Error {
        let message = format!("the launch of `{}` was ended with status {status}", self.name());
        self.at_launch(Diagnostic::without_place(Code::KERNEL_FAILED, message), Part::Name, "launched here", site)
    }

    fn at_launch(&self, diagnostic: Diagnostic, part: Part, label: &str, site: CallSite) -> Error {
        let mut sources = self.program.sources().clone();
        let diagnostic = site.blame(diagnostic, part, label, &mut sources);
        Error::new(vec![diagnostic], sources)
    }

    fn failed(&self, error: i32, report: LaunchReport, site: CallSite) -> Error {
        let mut sources = self.program.sources().clone();
        let mut diagnostics: Vec<Diagnostic> = report.findings.iter().map(|f| diagnostic_of(f, &mut sources)).collect();
        let mut last = Diagnostic::without_place(Code::KERNEL_FAILED, format!("the launch of `{}` failed", self.name()));
        if error != 0 {
            last = last.note(error_text(error));
        }
        if let Some(words) = report.stderr.lines().next() {
            last = last.note(words);
        }
        diagnostics.push(site.blame(last, Part::Name, "launched here", &mut sources));
        Error::of_launch(diagnostics, sources, report)
    }

    /// The findings of a launch of this kernel as text, with the source lines they are about.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[threadIdx.x] = 1; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let error = kernel.launch(&mut gpu, kern::grid(1).block(3), (&x,)).unwrap_err();
    /// assert!(kernel.findings_text(error.report().unwrap()).contains("out-of-bounds"));
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn findings_text(&self, report: &LaunchReport) -> String {
        let mut sources: SourceMap = self.program.sources().clone();
        let diagnostics: Vec<Diagnostic> = report.findings.iter().map(|f| diagnostic_of(f, &mut sources)).collect();
        diagnostics.iter().map(|d| text(d, &sources, TextStyle::default())).collect()
    }
}

fn report(device: &Device, launched: Launched, streams: &MemoryWorld) -> LaunchReport {
    let Launched { mut report, findings } = launched;
    let profile = ProfiledLaunch::new(device.model(), &report).as_ref().map(Profile::new);
    let counted = |profile| Arc::new(Counted { device: device.gpu.shared_device(), config: report.config, profile });
    let of = report.profile.take().map(counted);
    LaunchReport {
        counters: Counters { figures: OnceLock::new(), of },
        profile: profile.unwrap_or_default(),
        kernel: report.kernel,
        config: report.config,
        totals: report.counters,
        findings,
        stdout: String::from_utf8_lossy(&streams.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&streams.stderr).into_owned(),
        seconds: report.seconds,
    }
}

fn error_text(code: i32) -> String {
    format!("CUDA's error {code}, `{}`: {}", kern_stdlib::error_name(code), kern_stdlib::error_text(code))
}
