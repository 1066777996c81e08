//! One file a command.

pub(crate) mod explain;
