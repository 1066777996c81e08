//! `cudaGraphDebugDotPrint`: a graph as a file for Graphviz.

use super::super::code::{INVALID_VALUE, OPERATING_SYSTEM, SUCCESS};
use super::super::error::{call, refuse};
use super::{NodeWork, need_graph};
use crate::runtime::CallContext;
use crate::runtime::paths;
use crate::runtime::{Arg, Args, HostFunction, Stop};
use std::fmt::Write;

pub(in crate::runtime) const FUNCTIONS: &[(&str, HostFunction)] =
    &[("cudaGraphDebugDotPrint", |host, args| call(host, |host| print(host, args)))];

/// What a node is called in the file.
fn label(host: &CallContext, work: &NodeWork) -> String {
    match work {
        NodeWork::Kernel { kernel, config, .. } => {
            format!("{}{}", host.kernel(*kernel).map_or(String::new(), |info| info.name), config.text())
        }
        NodeWork::Copy(_) => "MEMCPY".to_string(),
        NodeWork::Fill(_) => "MEMSET".to_string(),
        NodeWork::Host { .. } => "HOST".to_string(),
        NodeWork::Child => "GRAPH".to_string(),
        NodeWork::Empty => "EMPTY".to_string(),
        NodeWork::WaitEvent(_) => "EVENT_WAIT".to_string(),
        NodeWork::RecordEvent(_) => "EVENT_RECORD".to_string(),
        NodeWork::Allocate { .. } => "MEM_ALLOC".to_string(),
        NodeWork::Free(_) => "MEM_FREE".to_string(),
        NodeWork::Conditional { .. } => "CONDITIONAL".to_string(),
    }
}

/// Nodes by their numbers and edges; the driver's own file has more about each node.
fn print(host: &mut CallContext, args: &[Arg]) -> Result<i32, Stop> {
    attempt!(need_graph(host, args.at(0).u64()));
    if args.at(1).address() == 0 {
        return Ok(refuse(host, INVALID_VALUE, "the path is null"));
    }
    let path = paths::path(host, args.at(1).address())?;
    let Some(graph) = host.state.cuda.graphs.graphs.get(&args.at(0).u64()).cloned() else { return Ok(INVALID_VALUE) };
    let mut text = "digraph dot {\nsubgraph cluster_1 {\nlabel=\"graph_1\" graph[style=\"dashed\"];\n".to_string();
    let number = |handle: u64| graph.nodes.iter().position(|node| node.handle == handle).unwrap_or(0);
    for (index, node) in graph.nodes.iter().enumerate() {
        let label = label(host, &node.work).replace('"', "'");
        _ = writeln!(text, "\"graph_1_node_{index}\"[style=\"solid\" shape=\"rectangle\" label=\"{index}\\n{label}\"];");
    }
    for (from, to) in graph.edges() {
        _ = writeln!(text, "\"graph_1_node_{}\" -> \"graph_1_node_{}\";", number(from), number(to));
    }
    text.push_str("}\n}\n");
    match host.world.write_file(&path, text.as_bytes()) {
        Ok(()) => Ok(SUCCESS),
        Err(_) => Ok(refuse(host, OPERATING_SYSTEM, format!("`{path}` cannot be written"))),
    }
}
