//! The correct programs of the tree, of which `kern sanitize` has nothing to say.

use std::path::{Path, PathBuf};

use crate::annotations::Annotations;
use crate::command::{Outcome, kern};
use crate::{files_below, root, shown};

/// Programs among the correct ones of which something is found, and why nobody minds there.
const KNOWN: &[(&str, &str)] = &[
    ("h200/shared_banks.cu", "parts of the array are read that nothing was written to: only their banks matter"),
    ("h200/shared_wide.cu", "as in `shared_banks`"),
    ("run/cuda/kernels_as_values.cu", "two blocks write the same values"),
    ("run/cuda/indexing.cu", "all threads write one value"),
    ("h200/memory_api.cu", "sixteen threads add to a managed variable without an atomic operation"),
    ("h200/scan_histogram_block.cu", "four warps clear the same counters"),
    ("h200/store_patterns.cu", "lanes store to one address on purpose"),
    ("run/cuda/graph_capture_rules.cu", "two streams write the same variable: only what the calls answer matters"),
    ("run/cuda/peers.cu", "as in `graph_capture_rules`"),
    ("h200/wide_words_through_tables.cu", "as in `shared_banks`, and lanes store to one address on purpose"),
    ("h200/first_level_cache.cu", "a plain load follows an atomic without a barrier: only where the line is matters"),
    ("h200/atomics_on_one_address.cu", "two blocks share a variable whose atomics have the scope of a block"),
    ("h200/shuffle_absent_lanes.cu", "what shuffles give of lanes that take no part is what it is about"),
    ("run/cuda/every_operation.cu", "shuffles read from lanes that are elsewhere, as the H200 was measured to"),
    ("h200/strings.cu", "a thread changes the first character while others look at it"),
];

/// A correct program.
#[derive(Clone, Debug)]
pub struct Correct {
    /// Where it is.
    pub path: PathBuf,
    /// Something is found in it, and nobody minds.
    pub is_known: bool,
}

/// All of them; some of the examples are there for their mistake.
pub fn correct_programs() -> Vec<Correct> {
    let areas = ["tests/sanitize/good", "tests/findings/good", "tests/run/cuda", "tests/h200", "examples"];
    let files =
        areas.iter().flat_map(|area| files_below(&root().join(area), &["cu", "kern"])).filter(|path| !shown(path).contains("_mistake_"));
    let is_known = |path: &Path| KNOWN.iter().any(|(name, _)| shown(path).ends_with(name));
    files.map(|path| Correct { is_known: is_known(&path), path }).collect()
}

/// `kern sanitize` of a program with these options, as its comments want it run.
pub fn sanitize(path: &Path, wanted: &Annotations, options: &[&str]) -> Outcome {
    let mut args = vec!["sanitize".to_string(), "--json".into()];
    args.extend(options.iter().map(|option| (*option).to_string()));
    args.extend(wanted.run_args());
    args.push(shown(path));
    args.extend((!wanted.argv.is_empty()).then(|| "--".to_string()));
    args.extend(wanted.argv.iter().cloned());
    kern(&args, wanted.stdin.as_bytes())
}

/// What only `kern sanitize` finds and calls an error: races, reads of what was never written, mistakes about weak memory.
pub fn accusations(outcome: &Outcome) -> Vec<String> {
    let is_of_sanitize = |code: &str| ["R03", "R06", "R07"].iter().any(|family| code.starts_with(family));
    let found = outcome.diagnostics();
    let found = found.iter().filter(|d| d["severity"] != "note" && d["code"].as_str().is_some_and(is_of_sanitize));
    found.map(|d| format!("{} {}", d["code"], d["message"])).collect()
}
