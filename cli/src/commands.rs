//! One file a command.

pub(crate) mod devices;
pub(crate) mod explain;
