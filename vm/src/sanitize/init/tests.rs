//! Text to text: `vm/tests/host_init/RULE.ptx` holds host code, `//= expected`, and the same code instrumented.

use super::host::instrument;
use kern_ir::{Module, ModuleKind, Program};
use std::path::Path;

fn instrumented(text: &str) -> Result<String, String> {
    let text = format!(".version 8.3\n.target host\n.address_size 64\n{text}");
    let host = kern_ir::text::parse(kern_diag::FileId(0), &text).map_err(|mistake| format!("{mistake:?}"))?;
    let program = Program { device: Module::new(ModuleKind::Device), host };
    let printed = kern_ir::text::print(&instrument(&program).ok_or("not instrumented")?.host);
    // Declarations and directives are as before.
    Ok(printed.split_once("\n{\n").map_or(String::new(), |(_, body)| format!("{{\n{}\n", body.trim_end())))
}

#[test]
fn rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/host_init");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("there are tests").flatten() {
        let source = std::fs::read_to_string(entry.path()).expect("a test is text");
        let (given, expected) = source.split_once("//= expected\n").expect("a test says what it expects");
        match instrumented(given) {
            Ok(found) if found == expected => {}
            Ok(found) => wrong.push(format!("{}:\n{found}", entry.path().display())),
            Err(mistake) => wrong.push(format!("{}: {mistake}", entry.path().display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
