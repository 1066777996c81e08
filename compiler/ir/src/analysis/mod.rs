//! Analyses of one function. Each is computed from scratch and is outdated by any change of what it looks at.

mod call_order;
mod counting;
mod division;
mod dominators;
mod loops;
mod message;
mod order;
mod placement;
mod pressure;
mod provenance;
mod shared_layout;
mod spin;
mod uniformity;
mod uses;

pub use call_order::CallOrder;
pub use counting::{counters, counts};
pub use division::{Remainder, Step, quotient_steps, remainder};
pub use dominators::{Dominators, PostDominators};
pub use loops::{Loop, LoopId, Loops, MAX_NESTING, loop_nesting, loops_too_deep};
pub use message::{Flag, Message, Messages};
pub use order::order;
pub use placement::{Placement, def_blocks};
pub use pressure::{pressure, stack_of_call};
pub use provenance::Provenance;
pub use shared_layout::{SharedLayout, shared_layout};
pub use spin::Spinning;
pub use uniformity::{LaneShape, UNIFORM, Uniformity};
pub use uses::{Use, Uses};
