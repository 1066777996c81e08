//! What a program is written with: the instructions of its device code, and the functions that it calls.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::machine::{FUEL, Machine, compile_args, nowhere};
use crate::args::Side;
use crate::commands::emit::ptx_text;
use crate::program::load_program;
use crate::report::Reporter;

/// Names of instructions with their modifiers (`shfl.sync.down.b32`), and of functions.
#[derive(Debug)]
pub(super) struct Code {
    instructions: BTreeSet<String>,
    functions: BTreeSet<String>,
}

impl Code {
    /// Whether there is such a function, or such an instruction whatever its further modifiers: `shfl`, `bar.sync`.
    pub(super) fn has(&self, name: &str) -> bool {
        let is_one = |instruction: &String| instruction.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.functions.contains(name) || self.instructions.iter().any(is_one)
    }
}

/// The code of a program as it is written: without optimisation, which might remove what it uses.
///
/// # Errors
/// A sentence: it does not compile.
pub(super) fn code_of(file: &str, text: &str, machine: &Machine) -> Result<Code, String> {
    let files: Arc<[(String, String)]> = [(file.to_string(), text.to_string())].into();
    let compile = compile_args(file, 0);
    let mut outside = nowhere(&files, machine);
    let mut reporter = Reporter::silent(&compile, &outside);
    let loaded = load_program(&compile, FUEL, &mut reporter, &mut outside).map_err(|_| "the program does not compile".to_string())?;
    let mut code = Code { instructions: BTreeSet::new(), functions: BTreeSet::new() };
    let names: std::collections::HashMap<&str, &str> = [&loaded.program.device, &loaded.program.host]
        .iter()
        .flat_map(|module| &module.functions)
        .map(|function| (function.name.as_str(), function.display_name.split(['(', '<']).next().unwrap_or_default()))
        .collect();
    for (side, is_device) in [(Side::Device, true), (Side::Host, false)] {
        for line in ptx_text(&loaded.program, side, None).unwrap_or_default().lines() {
            let line = line.trim_start();
            let line = if line.starts_with('@') { line.split_once(' ').map_or("", |(_, rest)| rest) } else { line };
            let (mnemonic, operands) = line.split_once([' ', '\t']).unwrap_or((line.trim_end_matches(';'), ""));
            if mnemonic.starts_with("call") {
                let words = operands.split(|c: char| !(c.is_ascii_alphanumeric() || "_$".contains(c)));
                code.functions.extend(words.filter(|word| !word.is_empty()).map(|word| (*names.get(word).unwrap_or(&word)).to_string()));
            } else if is_device && mnemonic.starts_with(|c: char| c.is_ascii_lowercase()) {
                code.instructions.insert(mnemonic.to_string());
            }
        }
    }
    Ok(code)
}
