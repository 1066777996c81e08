//! What a name means: the definition that is chosen for it among those of all files.

use super::side::Part;
use super::{LinkError, Linkage, place};
use crate::{Function, GlobalVarData, LocId};
use std::collections::HashMap;

/// Something of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Item {
    /// The file's number.
    pub(super) part: usize,
    /// Whether it is a variable.
    pub(super) is_variable: bool,
    /// Its number among the functions or variables of the file.
    pub(super) index: usize,
}

/// Definitions by name.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    chosen: HashMap<&'a str, Item>,
}

impl<'a> Definitions<'a> {
    /// Chooses; two external definitions of a name are reported.
    pub(super) fn new(parts: &[Part<'a>], errors: &mut Vec<LinkError>) -> Definitions<'a> {
        let mut found = Definitions::default();
        for wanted in [Linkage::External, Linkage::Weak] {
            for (number, part) in parts.iter().enumerate() {
                for item in part.items(number).filter(|item| part.linkage(*item) == wanted) {
                    match found.chosen.get(part.name(item)) {
                        None => drop(found.chosen.insert(part.name(item), item)),
                        Some(first) if wanted == Linkage::External => errors.push(LinkError::Duplicate {
                            name: part.display_name(item).to_string(),
                            first: parts[first.part].place(*first),
                            second: part.place(item),
                        }),
                        Some(_) => {}
                    }
                }
            }
        }
        found
    }

    /// The definition of `name`.
    pub(super) fn get(&self, name: &str) -> Option<Item> {
        self.chosen.get(name).copied()
    }
}

impl<'a> Part<'a> {
    /// Functions, then variables.
    pub(super) fn items(&self, part: usize) -> impl Iterator<Item = Item> + use<> {
        let functions = (0..self.module.functions.len()).map(move |index| Item { part, is_variable: false, index });
        functions.chain((0..self.module.globals.len()).map(move |index| Item { part, is_variable: true, index }))
    }

    pub(super) fn function(&self, item: Item) -> &'a Function {
        &self.module.functions[item.index]
    }

    pub(super) fn variable(&self, item: Item) -> &'a GlobalVarData {
        &self.module.globals[item.index]
    }

    pub(super) fn linkage(&self, item: Item) -> Linkage {
        let list = if item.is_variable { &self.symbols.variables } else { &self.symbols.functions };
        list.get(item.index).copied().unwrap_or(Linkage::Internal)
    }

    pub(super) fn name(&self, item: Item) -> &'a str {
        if item.is_variable { &self.variable(item).name } else { &self.function(item).name }
    }

    /// The name that a user reads.
    pub(super) fn display_name(&self, item: Item) -> &'a str {
        match item.is_variable {
            true if self.variable(item).info.name.is_empty() => &self.variable(item).name,
            true => &self.variable(item).info.name,
            false => &self.function(item).display_name,
        }
    }

    /// Where it is declared.
    pub(super) fn place(&self, item: Item) -> Option<super::LinkPlace> {
        let loc = if item.is_variable { LocId(self.variable(item).info.loc) } else { self.function(item).loc };
        place(self.module, loc)
    }
}
