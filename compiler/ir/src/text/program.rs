//! A whole program as text: a device module, a host module, or one after the other.

use super::parse::{broken_rule, read};
use crate::{Module, ModuleKind, Program, verify_program};
use kern_diag::{Code, Diagnostic, FileId, Span};

/// What each module starts with.
const START: &str = ".version";

/// Reads a program; `file` is where the places of the diagnostic point. A module that is not there is empty. It keeps all
/// rules of the IR then, as one that was read from bytecode does.
///
/// # Errors
/// The first mistake.
pub fn parse_program(file: FileId, text: &str) -> Result<Program, Box<Diagnostic>> {
    let mut program = Program { device: Module::new(ModuleKind::Device), host: Module::new(ModuleKind::Host) };
    let (first, second) = parts(text);
    let mut had = None;
    for part in [Some(first), second].into_iter().flatten() {
        let module = read(file, &part)?;
        let kind = module.kind;
        if had.replace(kind) == Some(kind) {
            let at = part.find(START).unwrap_or(0) as u32;
            let span = Span::new(file, at, at + START.len() as u32);
            return Err(Box::new(Diagnostic::error(Code::IR_TEXT, span, "a second module for the same side")));
        }
        *(if kind == ModuleKind::Host { &mut program.host } else { &mut program.device }) = module;
    }
    if let Some(error) = verify_program(&program).into_iter().next() {
        return Err(broken_rule(file, text, &error));
    }
    for func in program.device.functions.iter_mut().chain(&mut program.host.functions) {
        func.compact();
    }
    Ok(program)
}

/// The text of each module.
fn parts(text: &str) -> (String, Option<String>) {
    let is_start = |line: &str| line.trim_start().starts_with(START);
    // Comments may come before the first.
    let second = text.match_indices("\n.version").map(|(at, _)| at + 1).find(|&at| text[..at].lines().any(is_start));
    let Some(at) = second else { return (text.to_string(), None) };
    // Blanks instead of the first module keep the places of the second right.
    let blank: String = text[..at].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    (text[..at].to_string(), Some(blank + &text[at..]))
}
