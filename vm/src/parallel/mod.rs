//! Blocks of one launch on several host threads: which launches may ([`independence`]), and who runs what
//! ([`workers`]).

pub(crate) mod independence;
pub(crate) mod pool;
pub(crate) mod workers;
