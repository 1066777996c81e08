//! An instruction of inline PTX, taken apart: name, operands, modifiers.

use super::parse::Instruction;
use kern_ir::{Attrs, Type};

/// An instruction, with what its name and modifiers say.
#[derive(Clone, Copy)]
pub(super) struct Named<'i> {
    pub(super) name: &'i str,
    pub(super) inst: &'i Instruction,
    pub(super) modifiers: &'i Modifiers,
}

/// What the modifiers of an instruction say.
#[derive(Clone, Debug, Default)]
pub(super) struct Modifiers {
    pub(super) attrs: Attrs,
    pub(super) types: Vec<Type>,
    /// Those that have no meaning of their own here.
    pub(super) words: Vec<String>,
}

impl Modifiers {
    /// The last type: that of the operands.
    pub(super) fn ty(&self) -> Result<Type, String> {
        self.types.last().copied().ok_or_else(|| "a type is missing".to_string())
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }

    /// None of them may be left over: an instruction with a modifier does something else.
    pub(super) fn refuse_words(&self, name: &str) -> Result<(), String> {
        self.words.first().map_or(Ok(()), |word| Err(format!("`{name}.{word}` is not supported")))
    }
}
