//! What compiled code works with while it runs: the memory that it shares with the engine and the functions it calls ([`abi`], `helper_table`; what these
//! do, `helpers`, and what they see, `caller`), code as it was made (`compiled`) and where it is kept (`code_cache`, `session`), and
//! how code is entered and left (`run`, `block_loop`, `calls`, `runtime_call`).

pub(crate) mod abi;
pub(crate) mod block_loop;
pub(crate) mod caller;
pub(crate) mod calls;
pub(crate) mod code_cache;
pub(crate) mod compiled;
pub(crate) mod flush;
mod helper_table;
pub(crate) mod helpers;
mod lane_loop_counts;
pub(crate) mod lane_loops;
mod marshalling;
pub(crate) mod on_stack;
pub(crate) mod regions;
pub(crate) mod run;
mod runtime_call;
pub(crate) mod session;
mod time_slice;
pub(crate) mod tlb;
mod told;
pub(crate) mod workers;
