//! Inline PTX: `asm("…" : outputs : inputs)` (Inline PTX Assembly in CUDA).
//!
//! The template is parsed into instructions over named registers and emitted as IR: straight-line code, so a register
//! is whatever value it was given last. A guarded instruction becomes a branch around it. In a template with labels the
//! registers are variables in memory, which the passes make values of. Calls in a template are refused.

mod async_copy;
mod barrier;
mod bits;
mod carry;
mod cluster;
mod composed;
mod emit;
mod halves;
mod mbarrier;
mod memory;
mod modified;
mod named;
mod parse;
mod registers;
mod sync;
mod textures;
mod video;

use super::layout::{Repr, repr};
use super::{FunctionLowering, Place, errors};
use crate::hir::Expr;
use kern_diag::Span;
use kern_ir::{Effects, InstData, Opcode, Payload, RegType, ValueDef};
use registers::Asm;
use std::ops::Range;
use std::sync::Arc;

impl FunctionLowering<'_, '_> {
    pub(crate) fn lower_asm(
        &mut self,
        span: Span,
        template: &str,
        outputs: &[(Arc<str>, Expr)],
        inputs: &[(Arc<str>, Expr)],
        is_volatile: bool,
    ) {
        self.full_expression(span, |this| match this.try_asm(span, template, outputs, inputs) {
            Ok(made) if is_volatile => this.keep_in_place(made),
            Ok(_) => {}
            Err(what) => this.m.report(errors::inline_ptx(span, &what)),
        });
    }

    /// The numbers of the instructions that the statements became.
    fn try_asm(
        &mut self,
        span: Span,
        template: &str,
        outputs: &[(Arc<str>, Expr)],
        inputs: &[(Arc<str>, Expr)],
    ) -> Result<Range<usize>, String> {
        if !self.m.is_device() {
            return if template.trim().is_empty() { Ok(0..0) } else { Err("inline assembly in host code is not supported".to_string()) };
        }
        // Without operands a template stands as it is.
        let statements = if outputs.is_empty() && inputs.is_empty() {
            parse::template(template)?
        } else {
            let number = self.m.asm_statements;
            self.m.asm_statements += 1;
            parse::template(&parse::numbered(template, number))?
        };
        let mut values = Vec::new();
        for (constraint, e) in inputs {
            let class = class_of(constraint)?;
            let value = self.value(e);
            let class = class.unwrap_or_else(|| self.b.func.ty(value));
            let word = self.predicate_as_word(value);
            values.push((class, Some(self.resized(word, class))));
        }
        let places: Vec<Place> = outputs.iter().map(|(_, e)| self.place(e)).collect();
        let mut asm = Asm::new(&statements, self)?;
        for (index, ((constraint, e), place)) in outputs.iter().zip(&places).enumerate() {
            let class = class_of(constraint)?.ok_or("an output cannot have the constraint `n`")?;
            let start = if constraint.contains('+') {
                let value = self.load_value(*place, e.ty);
                let word = self.predicate_as_word(value);
                Some(self.resized(word, class))
            } else {
                None
            };
            asm.define(self, format!("%{index}"), class, start);
        }
        for (index, (class, value)) in values.into_iter().enumerate() {
            asm.define(self, format!("%{}", outputs.len() + index), class, value);
        }
        self.at(span);
        let first = self.b.func.insts.len();
        for statement in &statements {
            asm.statement(self, statement)?;
        }
        let made = first..self.b.func.insts.len();
        if self.b.current().is_none() {
            let unreached = self.b.create_block();
            self.b.switch_to(unreached);
        }
        for (index, ((_, e), place)) in outputs.iter().zip(&places).enumerate() {
            let Repr::Scalar(ty) = repr(self.types(), e.ty) else { return Err("an output must be a scalar".to_string()) };
            let value = asm.read(self, &format!("%{index}"))?;
            let value = self.resized(value, ty.reg());
            let value = if ty.size() < 4 && ty.reg() == RegType::B32 { self.convert_op(super::computed(ty), ty, value) } else { value };
            let value = self.value_of_raw(value, e.ty);
            self.store_value(*place, e.ty, value);
        }
        Ok(made)
    }

    /// Of these instructions those that access memory stay in place, or the last that computes something if none does.
    fn keep_in_place(&mut self, made: Range<usize>) {
        let of_register = |func: &kern_ir::Function, data: &InstData| {
            let address = data.args.first().map(|&address| func.def(address));
            matches!(address, Some(ValueDef::Result(inst, _)) if matches!(func.insts[inst.index()].payload, Payload::Slot(_)))
        };
        let func = &mut self.b.func;
        let all: Vec<usize> = made.filter(|&i| !of_register(func, &func.insts[i])).collect();
        let accesses: Vec<usize> = all.iter().copied().filter(|&i| matches!(func.insts[i].op, Opcode::Ld | Opcode::St)).collect();
        let is_pure = |&i: &usize| func.insts[i].effects() == Effects::Pure && !matches!(func.insts[i].payload, Payload::Slot(_));
        let last = if accesses.is_empty() { all.iter().copied().rfind(is_pure) } else { None };
        accesses.into_iter().chain(last).for_each(|i| func.insts[i].attrs.is_in_place = true);
    }

    /// The bits of `value` in a register of `class`, extended with zeros or truncated.
    pub(crate) fn resized(&mut self, value: kern_ir::Value, class: RegType) -> kern_ir::Value {
        use kern_ir::Type;
        let from = self.b.func.ty(value);
        if from == class {
            return value;
        }
        if from.size() == class.size() || from == RegType::Pred || class == RegType::Pred {
            return self.bits(value, class);
        }
        match (from, class.size()) {
            (RegType::B16, 4) => self.bits(value, class),
            (_, 2) => {
                let word = self.resized(value, RegType::B32);
                self.bits(word, class)
            }
            (_, 8) => {
                let word = self.bits(value, RegType::B32);
                let wide = self.convert_op(Type::U64, Type::U32, word);
                self.bits(wide, class)
            }
            _ => {
                let wide = self.bits(value, RegType::B64);
                let word = self.convert_op(Type::U32, Type::U64, wide);
                self.bits(word, class)
            }
        }
    }
}

/// The register class of a constraint; `None` for a constant, which has that of its value.
fn class_of(constraint: &str) -> Result<Option<RegType>, String> {
    Ok(Some(match constraint.trim_start_matches(['=', '+', '&']) {
        "r" => RegType::B32,
        "l" => RegType::B64,
        "f" => RegType::F32,
        "d" => RegType::F64,
        "h" => RegType::B16,
        "n" => return Ok(None),
        other => return Err(format!("unknown constraint `{other}`")),
    }))
}
