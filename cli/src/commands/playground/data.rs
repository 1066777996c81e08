//! What the page asks for besides programs' events: answers of the server, and files of a site without one.

use kern_diag::CodeRow;
use kern_ir::OPCODES;
use kern_vm::device::Device;
use serde_json::{Value, json};

use crate::lesson::builtin::Lesson;
use crate::lesson::exercise::Folder;

/// The page of a code, in Markdown.
pub(super) fn page_of(row: &CodeRow) -> Value {
    json!({ "code": row.code.0, "title": row.title, "page": row.page() })
}

/// The lessons, in order: their texts, where one starts, and what is to be reached.
pub(super) fn lessons(lessons: &'static [Lesson]) -> Value {
    let one = |lesson: &'static Lesson| {
        let title = lesson.text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let goals = Folder::builtin(lesson).map(|folder| folder.exercise.goal.iter().map(|goal| goal.text.clone()).collect::<Vec<_>>());
        let goals = goals.unwrap_or_default();
        json!({ "name": lesson.name, "title": title, "text": lesson.text, "program": lesson.program, "goals": goals })
    };
    lessons.iter().map(one).collect()
}

/// The devices with what decides how many blocks a multiprocessor holds; bytes of shared memory, registers of 32 bits.
pub(super) fn devices() -> Value {
    let one = |device: &Device| {
        let fact = |name: &str, otherwise: u64| device.fact("occupancy", name).map_or(otherwise, |value| value as u64);
        json!({
            "key": device.key,
            "name": device.name,
            "compute_capability": format!("{}.{}", device.major, device.minor),
            "multiprocessors": device.sm_count,
            "max_threads_per_block": device.max_threads_per_block,
            "max_threads": device.max_threads_per_sm,
            "max_blocks": device.max_blocks_per_sm,
            "shared_bytes": device.shared_per_sm,
            "shared_per_block": device.shared_per_block,
            "shared_per_block_optin": device.shared_per_block_optin,
            "shared_reserved": device.shared_reserved_per_block,
            "shared_unit": fact("smem_alloc_unit", 256),
            "registers": device.regs_per_sm,
            "registers_per_block": device.regs_per_block,
            "registers_per_thread": device.max_regs_per_thread,
            "register_unit": fact("reg_alloc_unit", 256),
            "warp_unit": fact("warp_alloc_granularity", 4),
            // By the block on devices of the first generation: a multiple of this for all its warps.
            "registers_by_block": device.facts.get("occupancy").and_then(|group| group.get("reg_alloc_style")).and_then(|style| style.as_str()) == Some("block"),
        })
    };
    Device::all().iter().map(one).collect()
}

/// PTX's instructions: mnemonic, what it does, sections of the PTX ISA that tell of it.
pub(super) fn opcodes() -> Value {
    OPCODES.iter().map(|row| json!([row.name, row.doc(), row.section()])).collect()
}
