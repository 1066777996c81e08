//! One file of those that are linked: what it has, and under which names.

use super::{Linkage, Object, Symbols, place};
use crate::{Function, GlobalVarData, LocId, Module};

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

/// One file's module.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) module: &'a Module,
    pub(super) symbols: &'a Symbols,
    /// The same file's host code, for device modules.
    host: Option<&'a Module>,
}

impl<'a> Part<'a> {
    pub(super) fn of_device(object: &'a Object) -> Part<'a> {
        Part { module: &object.program.device, symbols: &object.device, host: Some(&object.program.host) }
    }

    pub(super) fn of_host(object: &'a Object) -> Part<'a> {
        Part { module: &object.program.host, symbols: &object.host, host: None }
    }

    /// Whether the host code of the file names this variable.
    pub(super) fn is_named_by_host(&self, name: &str) -> bool {
        self.host.is_some_and(|host| host.globals.iter().any(|g| (g.is_device_shadow || g.is_managed) && g.name == name))
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
