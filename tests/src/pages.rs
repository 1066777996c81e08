//! Pages of the book that are made of the tables in the code: what is supported, what is not, what is not checked, how a run
//! differs from a GPU, and the opcodes. `cargo run -p kern-tests --bin pages` writes them; a test says when they are stale.

use std::collections::BTreeMap;
use std::fmt::Write;

use kern_core::intrinsics;
use kern_ir::OPCODES;
use kern_vm::device::Device;
use kern_vm::differences::{DIFFERENCES, UNCHECKED};

use crate::{MADE, agreement};

/// Path in the repository and text of each page.
pub fn pages() -> Vec<(&'static str, String)> {
    vec![
        ("docs/supported.md", supported()),
        ("docs/differences.md", differences()),
        ("docs/compute_sanitizer.md", agreement::page()),
        ("docs/opcodes.md", opcodes()),
    ]
}

/// Text without what Markdown takes for the end of a cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn supported() -> String {
    let mut page = format!("# What is supported\n\n{MADE}\n");
    page.push_str(
        "What of the language is there, in words, is in [The language](language.md). A feature that is missing names itself: the \
         report's title is `unsupported` and its code starts with `K05`. A function, header or type that is in no list is unknown.\n",
    );
    headers(&mut page);
    runtime(&mut page);
    device_functions(&mut page);
    checks(&mut page);
    page
}

fn headers(page: &mut String) {
    page.push_str("\n## Headers\n\n");
    let mut names: Vec<&str> = kern_stdlib::header_names().filter(|n| !n.starts_with("kern/")).collect();
    names.sort_unstable();
    let names: Vec<String> = names.iter().map(|n| format!("`<{n}>`")).collect();
    let _ = writeln!(page, "{}.", names.join(", "));
    page.push_str("\nKnown, and not there yet (K0501): ");
    let is_there = |name: &str| kern_stdlib::header_names().any(|n| n == name);
    let missing: Vec<String> = kern_syntax::KNOWN_HEADERS
        .iter()
        .filter(|n| !is_there(n))
        .map(|n| if n.ends_with('/') { format!("`<{n}…>`") } else { format!("`<{n}>`") })
        .collect();
    let _ = writeln!(page, "{}.", missing.join(", "));
}

/// The functions of the runtime and the C library, a table a header.
fn runtime(page: &mut String) {
    let mut by_header: BTreeMap<&str, Vec<&kern_stdlib::RuntimeFunction>> = BTreeMap::new();
    for row in kern_stdlib::RUNTIME.iter().filter(|r| !r.name.starts_with("__")) {
        by_header.entry(row.header).or_default().push(row);
    }
    page.push_str("\n## Functions of the CUDA runtime and the C library\n");
    for (header, mut rows) in by_header.into_iter().filter(|(header, _)| !header.starts_with("kern/")) {
        rows.sort_unstable_by_key(|r| r.name);
        let _ = write!(page, "\n### `<{header}>`\n\n| function | what it does |\n|---|---|\n");
        for row in rows {
            let until = row.cuda_versions.and_then(|v| v.until).map(|v| format!(" Until CUDA {}.{}.", v / 10, v % 10));
            let errors: Vec<String> = row.errors.iter().map(|error| format!("`cudaError{error}`")).collect();
            let errors = if errors.is_empty() { String::new() } else { format!(" May return {}.", errors.join(", ")) };
            let _ = writeln!(page, "| `{}` | {}{}{errors} |", row.name, cell(row.doc), until.unwrap_or_default());
        }
    }
}

/// Names of the device functions: overloads once.
fn device_functions(page: &mut String) {
    let mut names: Vec<&str> = intrinsics::rows().iter().map(intrinsics::Row::name).collect();
    names.sort_unstable();
    names.dedup();
    let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    let _ = write!(page, "\n## Device functions\n\n{}.\n", names.join(", "));
}

fn checks(page: &mut String) {
    page.push_str("\n## What is checked\n\nWhile a program runs:\n\n| code | what is reported |\n|---|---|\n");
    for row in kern_diag::CODES.iter().filter(|r| r.code.0.starts_with('R')) {
        let _ = writeln!(page, "| [{0}](codes/{0}.md) | {1} |", row.code, cell(row.title));
    }
    page.push_str("\nWhile it is compiled, beside all that makes a program wrong, warnings:\n\n| code | what is reported |\n|---|---|\n");
    for row in kern_diag::CODES.iter().filter(|r| r.code.0.starts_with("K06")) {
        let _ = writeln!(page, "| [{0}](codes/{0}.md) | {1} |", row.code, cell(row.title));
    }
    page.push_str("\n## What is not checked\n\n| mistake | what happens |\n|---|---|\n");
    for row in UNCHECKED {
        let _ = writeln!(page, "| {} | {} |", cell(row.mistake), cell(row.today));
    }
}

fn differences() -> String {
    let mut page = format!("# How this differs from a GPU\n\n{MADE}\n");
    page.push_str("Output, errors and counters are those of the GPU that `--device` names but for what stands here.\n\n");
    page.push_str("| | on a GPU | here |\n|---|---|---|\n");
    for row in DIFFERENCES {
        let _ = writeln!(page, "| **{}** | {} | {} |", cell(row.topic), cell(row.gpu), cell(row.here));
    }
    page.push_str("\nMistakes that nobody looks for are listed in [What is supported](supported.md#what-is-not-checked).\n");
    devices(&mut page);
    page
}

/// The rows of the opcodes.
fn opcodes() -> String {
    let mut page = format!("# Opcodes\n\n{MADE}\nWhat formats and effects are is in [The IR](ir.md#opcodes).\n\n");
    page.push_str("| opcode | PTX | format | effects | lanes meet | PTX ISA | what it does |\n|---|---|---|---|---|---|---|\n");
    for row in OPCODES {
        let meets = if row.is_warp_level { "yes" } else { "" };
        let (op, name, effects, section) = (row.op, row.name, row.effects, row.section());
        let _ = writeln!(page, "| `{op:?}` | `{name}` | {} | {effects:?} | {meets} | {section} | {} |", row.format, cell(row.doc()));
    }
    page
}

/// What `--device` changes.
fn devices(page: &mut String) {
    page.push_str(
        "\n## What `--device` changes\n\nWhat `cudaGetDeviceProperties` and `cudaDeviceGetAttribute` answer, the limits of a launch, the \
         occupancy, how many blocks and warps are resident, the memory there is, `__CUDA_ARCH__`, the rules that warp operations follow \
         (before compute capability 7.0 all lanes of a warp go in step), the modelled times, and the rules of the counters. Not the \
         results of arithmetic: code is contracted as for compute capability 9.0. The counters of `h200` are verified against the hardware; \
         those of the others follow the documented rules of their compute capability.\n\n",
    );
    page.push_str("| name | product | compute capability | multiprocessors | memory | shared memory a block | registers a multiprocessor |\n|---|---|---|---|---|---|---|\n");
    for device in Device::all() {
        let gigabytes = device.memory_bytes as f64 / f64::from(1 << 30);
        let _ = writeln!(
            page,
            "| `{}` | {} | {}.{} | {} | {:.0} GiB | {} KiB | {} |",
            device.key,
            cell(&device.name),
            device.major,
            device.minor,
            device.sm_count,
            gigabytes,
            device.shared_per_block_optin / 1024,
            device.regs_per_sm
        );
    }
}
