//! Counters of each block: as JSON for a map of the grid, as text those blocks that stand out.

use std::fmt::Write;

use kern_vm::instrument::LaunchReport;
use kern_vm::instrument::metrics::block_profile::{BlockProfile, BlockRow};
use serde_json::{Value, json};

/// Most rows of the text.
const MOST_SHOWN: usize = 8;

/// Of each row, in columns.
const COLUMNS: [(&str, fn(&BlockRow) -> u64); 7] = [
    ("ir_warp_instructions", |row| row.counters.warp_instructions),
    ("ir_thread_instructions", |row| row.counters.thread_instructions),
    ("sectors", |row| row.global.sectors),
    ("bank_conflicts", |row| row.shared.conflicts()),
    ("branches", |row| row.counters.branches),
    ("divergent_branches", |row| row.counters.divergent_branches),
    ("barriers", |row| row.counters.barriers),
];

/// Columns, and a row of numbers for each block.
pub(super) fn value(blocks: &BlockProfile) -> Value {
    let columns: Vec<&str> = COLUMNS.iter().map(|column| column.0).collect();
    let rows: Vec<Vec<u64>> = blocks.rows.iter().map(|row| COLUMNS.iter().map(|column| column.1(row)).collect()).collect();
    json!({ "blocks_per_row": blocks.blocks_per_row, "columns": columns, "rows": rows })
}

/// Of each launch the blocks that executed most, if that is known.
pub(super) fn report(launches: &[LaunchReport]) -> String {
    let mut text = String::new();
    for (number, launch) in launches.iter().enumerate() {
        let Some(blocks) = &launch.blocks else { continue };
        let _ = writeln!(text, "\nblocks of launch {number}, {}{}", launch.kernel, launch.config.text());
        let _ = writeln!(
            text,
            "{:>12} {:>14} {:>8} {:>12} {:>15} {:>19}",
            "block", "instructions", "active", "sectors", "bank conflicts", "divergent branches"
        );
        let mut order: Vec<usize> = (0..blocks.rows.len()).collect();
        order.sort_by_key(|&row| std::cmp::Reverse(blocks.rows[row].counters.warp_instructions));
        for &row in order.iter().take(MOST_SHOWN) {
            let BlockRow { counters, global, shared } = blocks.rows[row];
            let first = row as u64 * blocks.blocks_per_row;
            let name =
                if blocks.blocks_per_row == 1 { first.to_string() } else { format!("{first}-{}", first + blocks.blocks_per_row - 1) };
            let active = counters.thread_instructions as f64 / counters.warp_instructions.max(1) as f64;
            let _ = writeln!(
                text,
                "{name:>12} {:>14} {active:>8.1} {:>12} {:>15} {:>19}",
                counters.warp_instructions,
                global.sectors,
                shared.conflicts(),
                counters.divergent_branches
            );
        }
        if order.len() > MOST_SHOWN {
            let _ = writeln!(text, "{:>12} and {} more, which `--json` lists", "", order.len() - MOST_SHOWN);
        }
    }
    text
}
