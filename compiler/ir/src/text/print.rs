//! Writes a module as PTX that `ptxas -arch=sm_90` accepts.
//!
//! Host modules are written in the same syntax with `.target host`; `ptxas` has no use for them. Lost in the text
//! are byte ranges of places (lines and columns stay), places of variables, and unreachable code. `//:` remarks hold
//! what PTX has no word for, and are read back: names and types as a user reads them, unroll factors, `noinline`, and that contraction is
//! settled.
//! Math functions that are no instruction stay calls of libdevice's `__nv_…`, for the linker (`ptxas -c`).

use super::function::FunctionPrinter;
use super::module_printer::{Printer, signature};
use super::names::remark;
use crate::*;
use std::fmt::Write;

/// The text of `module`, which the verifier must accept.
pub fn print(module: &Module) -> String {
    let mut printer = Printer::new(module);
    printer.header();
    // Functions without bodies first: the order in which they are read back.
    let is_extern = |f: &&Function| f.kind == FunctionKind::Extern;
    let externs = module.functions.iter().filter(is_extern);
    for func in externs.chain(module.functions.iter().filter(|f| !is_extern(f))) {
        if func.kind != FunctionKind::Kernel {
            let linkage = if func.kind == FunctionKind::Extern { ".extern " } else { "" };
            let signature = signature(func);
            let _ = writeln!(printer.out, "{linkage}{signature}\n;");
        }
    }
    for var in printer.variables_in_order() {
        printer.variable(&module.globals[var]);
    }
    let bodies = module.functions.iter().filter(|f| f.kind != FunctionKind::Extern);
    for (ordinal, func) in bodies.enumerate() {
        printer.out.push('\n');
        if func.display_name != func.name && !remark(&func.display_name).is_empty() {
            let _ = writeln!(printer.out, "//: {}", remark(&func.display_name));
        }
        FunctionPrinter::new(&mut printer, func, ordinal).print();
    }
    printer.debug_strings();
    printer.out
}
