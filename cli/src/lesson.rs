//! Exercises: a folder with a program to change, its goals, and hints. docs/lessons.md describes the files.
//!
//! Goals are output, findings and counters, never times: kern is deterministic, so a goal is met or is not. Only what stands
//! between a program's edit marks is taken from a submission.

pub(crate) mod builtin;
mod code;
pub(crate) mod condition;
pub(crate) mod exercise;
pub(crate) mod grade;
pub(crate) mod machine;
#[cfg(feature = "playground")]
pub(crate) mod own;
mod reason;
pub(crate) mod regions;
pub(crate) mod template;
