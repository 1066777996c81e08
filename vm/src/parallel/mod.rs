//! Blocks of one launch on several host threads: which launches may ([`independence`]), and threads that wait for work ([`pool`]).
//! Who runs what is the engine's: see `jit::runtime::workers`.

pub(crate) mod independence;
#[cfg(feature = "jit")]
pub(crate) mod pool;
