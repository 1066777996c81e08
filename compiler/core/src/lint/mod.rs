//! Warnings about programs that compile: what nvcc's front end says too, found by looking over the typed program.
//!
//! A warning must be true: where a rule cannot tell, it says nothing. Headers that come with kern are not looked at; a
//! template is told of once, for the first instance in which the mistake is.

mod completion;
mod constant_never_set;
mod containers;
mod dead_local;
mod empty_if;
mod format;
mod indentation;
mod local_handed_on;
mod missing_return;
mod never_written;
mod no_effect;
mod scan;
mod shared_overlap;
mod shuffle_width;
mod unset;
mod unsigned_zero;
mod unused;

pub(crate) use dead_local::returns_own_address;

use crate::hir::walk::{RED_ZONE, STACK_STEP, expressions, operands};
use crate::hir::{Expr, Function, FunctionId, Program};
use kern_diag::{Code, Diagnostic, Diagnostics, SourceMap, Span};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// Most warnings; nobody reads more.
const MOST: usize = 1000;

/// Looks over all functions of the user's.
pub(crate) fn run(program: &Program, sources: &SourceMap, diagnostics: &mut Diagnostics) {
    let mut lint = Lint { program, sources, told: HashSet::new(), found: Vec::new(), leaves: RefCell::default() };
    for function in program.functions.iter().filter(|f| !f.is_system && f.body.is_some()) {
        missing_return::check(&mut lint, function);
        dead_local::check(&mut lint, function);
        unset::check(&mut lint, function);
        never_written::check(&mut lint, function);
        unused::check(&mut lint, function);
        no_effect::check(&mut lint, function);
        indentation::check(&mut lint, function);
        empty_if::check(&mut lint, function);
        shared_overlap::check(&mut lint, function);
        each_expression(function, &mut |e| {
            unsigned_zero::look_at(&mut lint, function, e);
            format::look_at(&mut lint, e);
            scan::look_at(&mut lint, function, e);
            containers::look_at(&mut lint, e);
            local_handed_on::look_at(&mut lint, function, e);
            shuffle_width::look_at(&mut lint, e);
        });
    }
    constant_never_set::check(&mut lint);
    lint.found.sort_by_key(|(at, _)| *at);
    lint.found.into_iter().for_each(|(_, diagnostic)| diagnostics.push(diagnostic));
}

/// What the rules share.
struct Lint<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    told: HashSet<(Code, Span)>,
    /// With the place in the user's text: file and byte.
    found: Vec<((u32, u32), Diagnostic)>,
    /// Whether functions never return, by function; once somebody has asked.
    leaves: RefCell<HashMap<FunctionId, bool>>,
}

impl Lint<'_> {
    /// Warns, unless the place is in a header of kern's own or was told of already.
    fn warn(&mut self, diagnostic: Diagnostic) {
        let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else { return };
        let site = self.sources.call_site(span);
        let is_system = |span: Span| self.sources.get(span.file).is_none_or(|file| file.is_system);
        if self.found.len() < MOST && !is_system(span) && !is_system(site) && self.told.insert((diagnostic.code, span)) {
            self.found.push(((site.file.0, site.start), diagnostic));
        }
    }
}

/// Calls `visit` on every expression of `function`, the outer before the inner.
fn each_expression<'f>(function: &'f Function, visit: &mut dyn FnMut(&'f Expr)) {
    if let Some(body) = &function.body {
        expressions(body, &mut |e| each_part(e, visit));
    }
}

/// Calls `visit` on `e` and all its parts.
fn each_part<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    stacker::maybe_grow(RED_ZONE, STACK_STEP, || {
        visit(e);
        operands(e, &mut |operand| each_part(operand, visit));
    });
}
