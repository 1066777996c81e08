//! What a command line of nvcc asks for.

use kern_core::lower::FastMath;
use std::path::PathBuf;

/// What is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Goal {
    #[default]
    Program,
    Object,
    Library,
    DeviceLink,
    Ptx,
    Depend,
    Version,
    Help,
    /// `--list-gpu-arch`
    Architectures,
    /// `--list-gpu-code`
    Codes,
}

/// A command line of nvcc.
#[derive(Debug, Default)]
pub(super) struct Job {
    pub(super) goal: Goal,
    pub(super) inputs: Vec<PathBuf>,
    pub(super) output: Option<PathBuf>,
    pub(super) output_folder: Option<PathBuf>,
    pub(super) defines: Vec<String>,
    pub(super) includes: Vec<PathBuf>,
    pub(super) libraries: Vec<String>,
    pub(super) library_folders: Vec<PathBuf>,
    /// Every input is CUDA C++ (`-x cu`).
    pub(super) is_cuda: bool,
    pub(super) rdc: bool,
    pub(super) fmad: bool,
    /// How precise floats are in device code.
    pub(super) fast_math: FastMath,
    /// Device code is compiled for a debugger, which contracts nothing.
    pub(super) device_debug: bool,
    pub(super) openmp: bool,
    /// `c++20`
    pub(super) standard: Option<String>,
    /// The highest architecture that code is made for: 90.
    pub(super) arch: Option<u32>,
    pub(super) depends: bool,
    pub(super) depend_file: Option<PathBuf>,
    pub(super) depend_targets: Vec<String>,
    pub(super) has_phony_targets: bool,
    pub(super) is_verbose: bool,
    /// Say what would be done, and do nothing.
    pub(super) is_dry: bool,
    pub(super) warnings: Vec<String>,
}
