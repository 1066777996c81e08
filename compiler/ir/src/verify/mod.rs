//! The verifier: a checklist over every rule of the IR.
//!
//! It runs after lowering, after every pass in debug and test builds, and on every module read from bytecode or text,
//! which may be hostile: it never panics, whatever the ids. A program that fails is a mistake of `kern`; a file that
//! fails is not a module.
//!
//! Order of the checks: `module` (names, variables, places), `structure` (every id in range, blocks and definitions
//! consistent), and only where that holds `operands` (types, numbers of operands, payloads), `modifiers` (what PTX
//! allows for the opcode, type and space) and `dominance` (definitions before uses).

mod dominance;
mod modifiers;
mod module;
mod operands;
mod structure;

use crate::*;

/// A rule that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function, by linkage name; `None` for rules on variables and places.
    pub function: Option<String>,
    /// The IR block.
    pub block: Option<Block>,
    /// The instruction as text.
    pub inst: Option<String>,
    /// The place of the instruction.
    pub loc: LocId,
    /// What is wrong: lowercase, no full stop.
    pub message: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "function `{function}`: ")?;
        }
        if let Some(block) = &self.block {
            write!(f, "{block}: ")?;
        }
        if let Some(inst) = &self.inst {
            write!(f, "`{inst}`: ")?;
        }
        f.write_str(&self.message)
    }
}

/// More than this many errors say nothing new.
const MAX_ERRORS: usize = 100;

/// Everything that is wrong with `program`, at most about a hundred errors; empty when it is right.
pub fn verify_program(program: &Program) -> Vec<VerifyError> {
    let mut errors = verify(&program.device);
    errors.extend(verify(&program.host));
    errors.extend(verify_sides(program));
    errors
}

/// Whether each module of `program` is where its kind says.
pub fn verify_sides(program: &Program) -> Option<VerifyError> {
    let is_right = program.device.kind == ModuleKind::Device && program.host.kind == ModuleKind::Host;
    (!is_right).then(|| VerifyError {
        function: None,
        block: None,
        inst: None,
        loc: LocId::NONE,
        message: "device and host module are swapped".into(),
    })
}

/// Everything that is wrong with `module`, at most about a hundred errors; empty when it is right.
pub fn verify(module: &Module) -> Vec<VerifyError> {
    let mut errors = verify_tables(module);
    for func in &module.functions {
        if errors.len() >= MAX_ERRORS {
            break;
        }
        errors.extend(verify_function(module, func));
    }
    errors
}

/// Everything that is wrong with `module` outside its functions' code: names, variables, places.
pub fn verify_tables(module: &Module) -> Vec<VerifyError> {
    module::check(module)
}

/// Everything that is wrong with one function, given that the rest of `module` is right.
pub fn verify_function(module: &Module, func: &Function) -> Vec<VerifyError> {
    let mut checker = Checker { module, func, errors: Vec::new() };
    structure::check(&mut checker);
    if checker.errors.is_empty() {
        for (block, inst, data) in func.iter_insts() {
            if let Err(message) = operands::check(module, func, data).and_then(|()| modifiers::check(module.kind, data)) {
                checker.at(block, inst, message);
            }
            if checker.errors.len() >= MAX_ERRORS {
                return checker.errors;
            }
        }
        dominance::check(&mut checker);
    }
    checker.errors
}

/// What is wrong with the types and modifiers of one instruction of a module of that kind.
pub fn verify_modifiers(kind: ModuleKind, data: &InstData) -> Result<(), String> {
    modifiers::check(kind, data)
}

/// A rule's answer: what is wrong.
type Rule = Result<(), String>;

/// `Err(message)` unless `holds`.
fn need(holds: bool, message: impl FnOnce() -> String) -> Rule {
    if holds { Ok(()) } else { Err(message()) }
}

struct Checker<'a> {
    module: &'a Module,
    func: &'a Function,
    errors: Vec<VerifyError>,
}

impl Checker<'_> {
    fn of_function(&mut self, message: String) {
        self.push(None, None, message);
    }

    fn of_block(&mut self, block: Block, message: String) {
        self.push(Some(block), None, message);
    }

    fn at(&mut self, block: Block, inst: Inst, message: String) {
        self.push(Some(block), Some(inst), message);
    }

    fn push(&mut self, block: Option<Block>, inst: Option<Inst>, message: String) {
        if self.errors.len() < MAX_ERRORS {
            let loc = inst.and_then(|i| self.func.insts.get(i.index())).map_or(LocId::NONE, |d| d.loc);
            let inst = inst.map(|i| self.module.display_inst(self.func, i));
            self.errors.push(VerifyError { function: Some(self.func.name.clone()), block, inst, loc, message });
        }
    }
}
