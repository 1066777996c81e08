//! Every row of the intrinsics table parses as a declaration, is found by a call, and lowers to code that the verifier
//! accepts.

use kern_core::driver::{Options, compile};
use kern_core::intrinsics::{self, Row};
use kern_syntax::{LoadedFile, Loader};
use std::fmt::Write;

/// One file.
struct OneFile(String);

impl Loader for OneFile {
    fn load(&self, name: &str, _: Option<&str>, _: bool) -> Option<LoadedFile> {
        (name == "test.cu").then(|| LoadedFile { name: name.to_string(), text: self.0.as_str().into(), is_system: false })
    }
}

/// A kernel that calls the function of `row` with its own parameters.
fn kernel(row: &Row, number: usize) -> String {
    let (head, params) = row.declaration.split_once('(').unwrap();
    let result = head.trim_end_matches(row.name()).trim();
    let params: Vec<&str> =
        params.trim_end_matches(')').split(',').map(|p| p.split('=').next().unwrap().trim()).filter(|p| !p.is_empty()).collect();
    let names: Vec<&str> = params.iter().map(|p| p.rsplit([' ', '*', '&']).next().unwrap()).collect();
    let mut text = format!("__global__ void kernel{number}(");
    let out = if result == "void" { String::new() } else { format!("{result} *out_{number}") };
    let list: Vec<&str> = (!out.is_empty()).then_some(out.as_str()).into_iter().chain(params.iter().copied()).collect();
    let store = if result == "void" { String::new() } else { format!("*out_{number} = ") };
    write!(text, "{}) {{ {store}{}({}); }}", list.join(", "), row.name(), names.join(", ")).unwrap();
    text
}

#[test]
fn every_intrinsic_compiles() {
    let mut text = String::new();
    for (number, row) in intrinsics::rows().iter().enumerate() {
        writeln!(text, "{}", kernel(row, number)).unwrap();
    }
    writeln!(text, "int main() {{ return 0; }}").unwrap();
    let compiled = compile("test.cu", &Options::default(), &OneFile(text.clone()));
    let messages: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|d| format!("{} {}: {}", d.code, d.message, d.primary.as_ref().map_or("", |l| compiled.sources.text(l.span))))
        .collect();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    let program = compiled.program.expect("no errors");
    for (number, row) in intrinsics::rows().iter().enumerate() {
        let id = program.device.functions.iter().position(|f| f.display_name.starts_with(&format!("kernel{number}"))).unwrap();
        assert!(!program.device.functions[id].layout.is_empty(), "{}", row.declaration);
    }
}
