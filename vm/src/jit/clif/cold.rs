//! Blocks to which only cold ones lead are cold themselves.
//!
//! **Before.** A side way begins with a cold block; what it splits into is laid out with the code beside it.
//! **After.** All of it lies behind hot code, which the register allocator then takes for the loop that it is.
//! **Cost.** A visit of a block for each edge to it.

use cranelift_codegen::flowgraph::ControlFlowGraph;
use cranelift_codegen::ir::{Block, Function};

/// Marks them.
pub(super) fn spread(func: &mut Function) {
    let cfg = ControlFlowGraph::with_function(func);
    let mut waiting: Vec<Block> = func.layout.blocks().filter(|&block| func.layout.is_cold(block)).collect();
    while let Some(cold) = waiting.pop() {
        for next in cfg.succ_iter(cold) {
            let is_new = !func.layout.is_cold(next) && Some(next) != func.layout.entry_block();
            if is_new && cfg.pred_iter(next).all(|edge| func.layout.is_cold(edge.block)) {
                func.layout.set_cold(next);
                waiting.push(next);
            }
        }
    }
}
