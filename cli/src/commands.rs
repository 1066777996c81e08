//! One file a command.

pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod devices;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod grade;
pub(crate) mod lesson;
pub(crate) mod man;
pub(crate) mod nvcc;
#[cfg(feature = "playground")]
pub(crate) mod playground;
pub(crate) mod profile;
pub(crate) mod run;
pub(crate) mod sanitize;
pub(crate) mod trace;
