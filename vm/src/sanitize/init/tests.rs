//! Text to text: `vm/tests/host_init/RULE.ptx` holds host code, `//= expected`, and the same code instrumented; `vm/tests/variables` kernels.

use super::instrument;
use kern_ir::{Module, ModuleKind, Program};
use std::path::Path;

fn instrumented(kind: ModuleKind, text: &str) -> Result<String, String> {
    let target = if kind == ModuleKind::Host { "host" } else { "sm_90" };
    let text = format!(".version 8.3\n.target {target}\n.address_size 64\n{text}");
    let module = kern_ir::text::parse(kern_diag::FileId(0), &text).map_err(|mistake| format!("{mistake:?}"))?;
    let (device, host) = match kind {
        ModuleKind::Host => (Module::new(ModuleKind::Device), module),
        ModuleKind::Device => (module, Module::new(ModuleKind::Host)),
    };
    let Program { device, host } = instrument(&Program { device, host }, true).ok_or("not instrumented")?.program;
    let printed = kern_ir::text::print(if kind == ModuleKind::Host { &host } else { &device });
    // Declarations and directives are as before.
    Ok(printed.split_once("\n{\n").map_or(String::new(), |(_, body)| format!("{{\n{}\n", body.trim_end())))
}

/// What is not as the files of a folder expect.
fn wrong(folder: &str, kind: ModuleKind) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("there are tests").flatten() {
        let source = std::fs::read_to_string(entry.path()).expect("a test is text");
        let (given, expected) = source.split_once("//= expected\n").expect("a test says what it expects");
        match instrumented(kind, given) {
            Ok(found) if found == expected => {}
            Ok(found) => wrong.push(format!("{}:\n{found}", entry.path().display())),
            Err(mistake) => wrong.push(format!("{}: {mistake}", entry.path().display())),
        }
    }
    wrong.join("\n")
}

#[test]
fn host_code() {
    assert_eq!(wrong("host_init", ModuleKind::Host), "");
}

#[test]
fn variables_of_kernels() {
    assert_eq!(wrong("variables", ModuleKind::Device), "");
}
