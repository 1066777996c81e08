//! Mutants of programs: accepted modules of which a few numbers, registers, types, opcodes or operands are changed such that
//! the verifier accepts them again. What it lets through must neither harm the machine nor tell the engines apart.
//!
//! Before: a program that the verifier accepts. After: another one that it accepts, or none if no change was.

use super::Random;
use super::change::{CHANGES, Change};
use kern_ir::{Function, Module, ModuleKind, Program, verify, verify_function, verify_program};

/// Changes of a mutant at most.
const MOST_CHANGES: usize = 5;

/// Attempts at a change.
const ATTEMPTS: usize = 12;

/// A changed program, and what was changed.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The verifier accepts it.
    pub program: Program,
    /// A line for each change.
    pub changes: Vec<String>,
}

/// Mutant `number` of one of `programs`, the same for the same number.
pub fn mutant(programs: &[Program], number: u64) -> Option<Mutant> {
    let mut random = Random(number.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x5851_f42d_4c95_7f2d);
    let mut mutant = Mutant { program: programs[random.below(programs.len())].clone(), changes: Vec::new() };
    let wanted = 1 + random.below(MOST_CHANGES);
    for _ in 0..wanted * ATTEMPTS {
        if mutant.changes.len() == wanted {
            break;
        }
        let is_host = random.below(4) == 0;
        let module = if is_host { &mut mutant.program.host } else { &mut mutant.program.device };
        if let Some(line) = attempt(module, &mut random) {
            mutant.changes.push(line);
        }
    }
    let is_accepted = !mutant.changes.is_empty() && verify_program(&mutant.program).is_empty();
    is_accepted.then_some(mutant)
}

/// One change of a module, undone if the verifier does not accept it.
fn attempt(module: &mut Module, random: &mut Random) -> Option<String> {
    if random.below(12) == 0 {
        return change_variable(module, random);
    }
    let index = pick_function(module, random)?;
    let (name, change): (&str, Change) = CHANGES[random.below(CHANGES.len())];
    let before = &module.functions[index];
    let mut func = before.clone();
    change(module, &mut func, random)?;
    if func == *before || !verify_function(module, &func).is_empty() {
        return None;
    }
    let line = format!("{}: {name}{}", func.name, difference(module, before, &func));
    let before = std::mem::replace(&mut module.functions[index], func);
    // What a function declares is looked at with the module.
    let is_declared_alike =
        (&before.slots, &before.kernel_params) == (&module.functions[index].slots, &module.functions[index].kernel_params);
    if is_declared_alike || verify(module).is_empty() {
        return Some(line);
    }
    module.functions[index] = before;
    None
}

/// A function with code: often `main` of the host, which says how kernels are launched.
fn pick_function(module: &Module, random: &mut Random) -> Option<usize> {
    if module.kind == ModuleKind::Host && random.below(2) == 0 {
        return module.find_function("main").map(|id| id.index()).filter(|&i| !module.functions[i].layout.is_empty());
    }
    let with_code: Vec<usize> = (0..module.functions.len()).filter(|&i| !module.functions[i].layout.is_empty()).collect();
    if with_code.is_empty() { None } else { Some(with_code[random.below(with_code.len())]) }
}

/// What two forms of a function have different, as a person reads it: the first few instructions.
fn difference(module: &Module, before: &Function, after: &Function) -> String {
    let lines = |func: &Function| module.display_function(func).lines().map(str::to_string).collect::<Vec<String>>();
    let (old, new) = (lines(before), lines(after));
    let missing = |from: &[String], other: &[String]| from.iter().filter(|l| !other.contains(l)).take(3).cloned().collect::<Vec<_>>();
    let (gone, come) = (missing(&old, &new), missing(&new, &old));
    format!("\n    - {}\n    + {}", gone.join("\n    - "), come.join("\n    + "))
}

/// Another size, alignment, space or start of a variable.
fn change_variable(module: &mut Module, random: &mut Random) -> Option<String> {
    if module.globals.is_empty() {
        return None;
    }
    let index = random.below(module.globals.len());
    let before = module.globals[index].clone();
    let var = &mut module.globals[index];
    match random.below(6) {
        0 => var.size = [0, 1, 3, 4, 8, 16, 100, 4096, 49152, 1 << 33][random.below(10)],
        1 => var.size = var.size.saturating_add_signed(random.below(33) as i64 - 16),
        2 => var.align = 1 << random.below(17),
        3 => var.is_const = !var.is_const,
        4 => var.space = kern_ir::Space::ALL[random.below(kern_ir::Space::ALL.len())],
        _ => {
            let kern_ir::GlobalInit::Bytes(bytes, _) = &mut var.init else { return None };
            let at = random.below(bytes.len().max(1));
            *bytes.get_mut(at)? = random.bits() as u8;
        }
    }
    if *var == before || !verify(module).is_empty() {
        module.globals[index] = before;
        return None;
    }
    let var = &module.globals[index];
    Some(format!("variable {}: size {} align {} space {} const {}", var.name, var.size, var.align, var.space, var.is_const))
}
