//! The registers and labels of a template.

use super::parse::Statement;
use crate::lower::{Base, FunctionLowering, Place};
use kern_ir::{Block, Cmp, RegType, Type, Value};
use std::collections::BTreeMap;

/// The registers of a template and what they hold.
pub(super) struct Asm {
    pub(super) registers: BTreeMap<String, (RegType, Held)>,
    /// The blocks of the labels.
    labels: BTreeMap<String, Block>,
    /// Accesses are halves of a `cp.async`.
    pub(super) is_async: bool,
}

/// Where a register is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Held {
    /// The value it was given last.
    Value(Option<Value>),
    /// A variable: control comes from several places.
    Variable(Place),
}

impl Asm {
    /// Without registers; knows the labels of all `statements`.
    pub(super) fn new(statements: &[Statement], f: &mut FunctionLowering<'_, '_>) -> Result<Asm, String> {
        let mut labels = BTreeMap::new();
        for statement in statements {
            if let Statement::Label(name) = statement
                && labels.insert(name.clone(), f.b.create_block()).is_some()
            {
                return Err(format!("the label `{name}` stands twice"));
            }
        }
        Ok(Asm { registers: BTreeMap::new(), labels, is_async: false })
    }

    pub(super) fn define(&mut self, f: &mut FunctionLowering<'_, '_>, name: String, class: RegType, value: Option<Value>) {
        let held = if self.labels.is_empty() {
            Held::Value(value)
        } else {
            let slot = f.add_slot(8, 8, kern_ir::VarInfo::default());
            let place = Place::new(Base::Slot(slot));
            let value = value.unwrap_or_else(|| f.b.constant(class, 0));
            store(f, place, class, value);
            Held::Variable(place)
        };
        self.registers.insert(name, (class, held));
    }

    /// The value of a register; one that was never written holds zero.
    pub(super) fn read(&mut self, f: &mut FunctionLowering<'_, '_>, name: &str) -> Result<Value, String> {
        match self.registers.get(name) {
            Some((_, Held::Value(Some(value)))) => Ok(*value),
            Some((class, Held::Value(None))) => Ok(f.b.constant(*class, 0)),
            Some((RegType::Pred, Held::Variable(place))) => {
                let (word, zero) = (f.load(*place, Type::B32), f.word(0));
                Ok(f.compare(Cmp::Ne, Type::U32, word, zero))
            }
            Some((class, Held::Variable(place))) => Ok(f.load(*place, stored_as(*class))),
            None => Err(format!("`{name}` is no register or operand")),
        }
    }

    pub(super) fn write(&mut self, f: &mut FunctionLowering<'_, '_>, name: &str, value: Value) -> Result<(), String> {
        if name == "_" {
            return Ok(());
        }
        let (class, held) = self.registers.get_mut(name).ok_or_else(|| format!("`{name}` is no register or operand"))?;
        let value = f.resized(value, *class);
        match held {
            Held::Value(known) => *known = Some(value),
            Held::Variable(place) => store(f, *place, *class, value),
        }
        Ok(())
    }

    pub(super) fn target(&self, name: &str) -> Result<Block, String> {
        self.labels.get(name).copied().ok_or_else(|| format!("there is no label `{name}`"))
    }
}

/// How a register lies in memory; a predicate is a word.
fn stored_as(class: RegType) -> Type {
    match class {
        RegType::B16 => Type::B16,
        RegType::B64 => Type::B64,
        RegType::F32 => Type::F32,
        RegType::F64 => Type::F64,
        _ => Type::B32,
    }
}

fn store(f: &mut FunctionLowering<'_, '_>, place: Place, class: RegType, value: Value) {
    let value = f.predicate_as_word(value);
    f.store(place, stored_as(class), value);
}
