//! For tests of kernels: what `#[kern::test]` runs, [`assert_profile!`](crate::assert_profile), and texts for snapshots.

use std::fmt::{Debug, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use kern_diag::render::{TextStyle, text};

use crate::places::diagnostic_of;
use crate::{Device, Element, LaunchReport, Module, device};

/// What a test may return.
pub trait Outcome {
    /// Why it failed.
    fn failure(self) -> Option<String>;
}

impl Outcome for () {
    fn failure(self) -> Option<String> {
        None
    }
}

impl<E: Debug> Outcome for Result<(), E> {
    fn failure(self) -> Option<String> {
        self.err().map(|error| format!("{error:?}"))
    }
}

/// Runs a test with a device, its threads in their usual order.
///
/// # Panics
/// When it fails: that is what a test does.
pub fn run_test<O: Outcome>(model: &str, sanitize: bool, test: impl FnOnce(&mut Device) -> O) {
    run(device_of(model, sanitize), test);
}

/// Runs a test with a new device for each seed, in the orders of threads that follow from them.
///
/// # Panics
/// When it fails under one of them, which is told.
pub fn run_test_under<O: Outcome>(model: &str, sanitize: bool, seeds: impl IntoIterator<Item = u64>, test: impl Fn(&mut Device) -> O) {
    let mut is_run = false;
    for seed in seeds {
        let mut gpu = device_of(model, sanitize);
        gpu.seed(seed);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| run(gpu, &test))) {
            eprintln!("the test failed under seed {seed}: `seeds = {seed}..={seed}` runs it in that order of threads again");
            resume_unwind(panic);
        }
        is_run = true;
    }
    assert!(is_run, "the test has no seeds, so it was not run");
}

fn device_of(model: &str, sanitize: bool) -> Device {
    let model = device(model).unwrap_or_else(|error| panic!("{error}"));
    let mut gpu = Device::new(model);
    gpu.sanitize(sanitize);
    gpu
}

fn run<O: Outcome>(mut gpu: Device, test: impl FnOnce(&mut Device) -> O) {
    if let Some(failure) = test(&mut gpu).failure() {
        panic!("{failure}");
    }
}

impl LaunchReport {
    /// The launch in words that do not change from run to run, for snapshots: how it was launched, the figures that are not 0, the
    /// codes and messages of findings, and what was printed.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __global__ void fill(float *x) { x[threadIdx.x] = 1; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let mut x = gpu.alloc::<f32>(64)?;
    /// let report = kernels::fill(&mut gpu, kern::grid(1).block(64), &mut x)?;
    /// assert!(report.snapshot().starts_with("fill<<<1, 64>>>\n"));
    /// assert!(report.snapshot().contains("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum 8\n"));
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn snapshot(&self) -> String {
        let mut out = format!("{}{}\n", self.kernel, self.config.text());
        for (name, value) in self.counters.iter().filter(|(_, value)| *value != 0) {
            let _ = writeln!(out, "{name} {value}");
        }
        for finding in &self.findings {
            let _ = writeln!(out, "[{}] {}", finding.code, finding.message);
        }
        for (name, printed) in [("stdout", &self.stdout), ("stderr", &self.stderr)].iter().filter(|(_, printed)| !printed.is_empty()) {
            let _ = writeln!(out, "{name}:\n{}", printed.trim_end());
        }
        out
    }
}

impl Module {
    /// The findings of a launch of one of the kernels as text, with the lines of the Rust file that they are about.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// mod kernels {
    ///     kern::kernels! { __global__ void fill(float *x) { x[threadIdx.x] = 1; } }
    /// }
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let mut x = gpu.alloc::<f32>(1)?;
    /// let error = kernels::fill(&mut gpu, kern::grid(1).block(2), &mut x).unwrap_err();
    /// let text = kernels::KERNELS.findings_text(error.report().unwrap());
    /// assert!(text.contains("x[threadIdx.x] = 1;"), "{text}");
    /// # }
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn findings_text(&self, report: &LaunchReport) -> String {
        let mut sources = self.program().map(|program| program.sources().clone()).unwrap_or_default();
        let diagnostics: Vec<_> = report.findings.iter().map(|finding| diagnostic_of(finding, &mut sources)).collect();
        diagnostics.iter().map(|d| text(d, &sources, TextStyle::default())).collect()
    }
}

/// Elements as lines of `per_line`, for snapshots of pictures and grids.
///
/// ```
/// assert_eq!(kern::snapshot_rows(&[0u8, 1, 0, 1, 1, 0], 3), "0 1 0\n1 1 0\n");
/// ```
pub fn snapshot_rows<T: Element + Debug>(data: &[T], per_line: usize) -> String {
    let line = |row: &[T]| row.iter().map(|element| format!("{element:?}")).collect::<Vec<_>>().join(" ") + "\n";
    data.chunks(per_line.max(1)).map(line).collect()
}

/// Asserts on a figure of a launch: `assert_profile!(report, global_loads.sectors_per_request <= 4.0)`. A failure shows the figure, what
/// was wanted, and all figures of the launch.
///
/// Before the dot stands a field of [`Profile`](crate::Profile) (`global_load` is `global_loads`), behind it one of its own fields or
/// methods.
///
/// ```
/// # #[cfg(feature = "macros")] {
/// mod kernels {
///     kern::kernels! { __global__ void fill(float *x) { x[threadIdx.x] = 1; } }
/// }
/// let mut gpu = kern::Device::new(kern::device("h200")?);
/// let mut x = gpu.alloc::<f32>(64)?;
/// let report = kernels::fill(&mut gpu, kern::grid(1).block(64), &mut x)?;
/// kern::assert_profile!(report, global_store.sectors_per_request <= 4.0);
/// kern::assert_profile!(report, global_stores.sectors == 8);
/// kern::assert_profile!(report, occupancy.percent > 90.0, "blocks are too small");
/// # }
/// # Ok::<(), kern::Error>(())
/// ```
#[macro_export]
macro_rules! assert_profile {
    ($report:expr, $part:ident . $figure:ident $op:tt $wanted:expr $(, $($message:tt)+)?) => {{
        let report = &$report;
        assert!(report.is_counted(), "nothing was counted: counting is off");
        let have = $crate::assert_profile!(@figure $crate::assert_profile!(@part report $part), $figure);
        let wanted = $wanted;
        if !(have $op wanted) {
            let what = concat!(stringify!($part), ".", stringify!($figure), " ", stringify!($op), " ");
            let more: Vec<String> = vec![$(format!(": {}", format!($($message)+)))?];
            let more = more.concat();
            panic!("expected {what}{wanted:?}, found {have:?}{more}\n{}", report.snapshot());
        }
    }};
    (@part $report:ident global_load) => { $report.global_loads };
    (@part $report:ident global_store) => { $report.global_stores };
    (@part $report:ident global_atomic) => { $report.global_atomics };
    (@part $report:ident global_reduction) => { $report.global_reductions };
    (@part $report:ident local_load) => { $report.local_loads };
    (@part $report:ident local_store) => { $report.local_stores };
    (@part $report:ident shared_load) => { $report.shared_loads };
    (@part $report:ident shared_store) => { $report.shared_stores };
    (@part $report:ident shared_atomic) => { $report.shared_atomics };
    (@part $report:ident $part:ident) => { $report.$part };
    (@figure $part:expr, requests) => { $part.requests };
    (@figure $part:expr, threads) => { $part.threads };
    (@figure $part:expr, bytes) => { $part.bytes };
    (@figure $part:expr, sectors) => { $part.sectors };
    (@figure $part:expr, wavefronts) => { $part.wavefronts };
    (@figure $part:expr, bank_conflicts) => { $part.bank_conflicts };
    (@figure $part:expr, blocks) => { $part.blocks };
    (@figure $part:expr, warps) => { $part.warps };
    (@figure $part:expr, percent) => { $part.percent };
    (@figure $part:expr, $figure:ident) => { $part.$figure() };
}
