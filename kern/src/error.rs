//! [`Error`]: what went wrong, as diagnostics.

use std::fmt;

use kern_diag::render::{TextStyle, text};
use kern_diag::{Code, Diagnostic, SourceMap};

use crate::{Finding, LaunchReport};

/// Why a program does not compile, a kernel cannot be launched or its launch failed. Displayed as the diagnostics, with
/// the source lines they are about; `Debug` shows the same, so that `unwrap` does.
///
/// ```
/// let error = kern::Program::from_source("k.kern", "__global__ void k() { x = 1; }").unwrap_err();
/// assert!(error.to_string().starts_with("error[K0302]: unknown name `x`"));
/// ```
#[derive(Clone)]
pub struct Error(Box<Details>);

#[derive(Clone)]
struct Details {
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
    report: Option<LaunchReport>,
}

impl Error {
    /// Of diagnostics whose places are in `sources`.
    pub(crate) fn new(diagnostics: Vec<Diagnostic>, sources: SourceMap) -> Error {
        Error(Box::new(Details { diagnostics, sources, report: None }))
    }

    /// Of a launch that ended badly.
    pub(crate) fn of_launch(diagnostics: Vec<Diagnostic>, sources: SourceMap, report: LaunchReport) -> Error {
        Error(Box::new(Details { diagnostics, sources, report: Some(report) }))
    }

    /// What is wrong, and what was warned of.
    ///
    /// ```
    /// let error = kern::Program::from_source("k.kern", "__global__ void k() { x = 1; y = 2; }").unwrap_err();
    /// assert_eq!(error.diagnostics().len(), 2);
    /// ```
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// The code of the first diagnostic.
    ///
    /// ```
    /// let error = kern::Program::from_source("k.kern", "__global__ void k() { x = 1; }").unwrap_err();
    /// assert_eq!(error.code().unwrap().0, "K0302");
    /// ```
    pub fn code(&self) -> Option<Code> {
        self.0.diagnostics.first().map(|d| d.code)
    }

    /// The files that places refer to.
    ///
    /// ```
    /// let error = kern::Program::from_source("k.kern", "__global__ void k() { x = 1; }").unwrap_err();
    /// assert!(error.sources().files().any(|(_, file)| file.name == "k.kern"));
    /// ```
    pub fn sources(&self) -> &SourceMap {
        &self.0.sources
    }

    /// What was found while the kernel ran, with all its fields; empty if no launch took place.
    ///
    /// ```
    /// let program = kern::Program::load("examples/saxpy.kern")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let (x, y) = (gpu.upload(&[1.0f32])?, gpu.upload(&[1.0f32])?);
    /// let error = program.kernel("saxpy")?.launch(&mut gpu, kern::grid(1).block(2), (2, 1.0f32, &x, &y)).unwrap_err();
    /// assert_eq!((error.findings()[0].code.0, error.findings()[0].count), ("R0101", 1));
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn findings(&self) -> &[Finding] {
        self.0.report.as_ref().map_or(&[], |report| &report.findings)
    }

    /// What the launch did, if one took place: its counters and all findings.
    ///
    /// ```
    /// let kernel = kern::Program::from_source("k.kern", "__global__ void k(int *x) { x[threadIdx.x] = 1; }")?.kernel("k")?;
    /// let mut gpu = kern::Device::new(kern::device("h200")?);
    /// let x = gpu.upload(&[1, 2])?;
    /// let error = kernel.launch(&mut gpu, kern::grid(1).block(3), (&x,)).unwrap_err();
    /// assert_eq!(error.report().unwrap().findings[0].count, 1);
    /// # Ok::<(), kern::Error>(())
    /// ```
    pub fn report(&self) -> Option<&LaunchReport> {
        self.0.report.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.diagnostics.iter().try_for_each(|d| f.write_str(&text(d, &self.0.sources, TextStyle::default())))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for Error {}
