//! What compiled code works with while it runs: the memory that it shares with the engine ([`abi`]), the functions it calls
//! (`helpers`), the cache of code (`session`), and how code is entered and left (`run`, `block_loop`, `calls`, `runtime_call`).

pub(crate) mod abi;
pub(crate) mod block_loop;
pub(crate) mod calls;
pub(crate) mod code_cache;
pub(crate) mod helpers;
mod marshalling;
pub(crate) mod regions;
pub(crate) mod run;
mod runtime_call;
pub(crate) mod session;
pub(crate) mod tlb;
mod told;
pub(crate) mod workers;
