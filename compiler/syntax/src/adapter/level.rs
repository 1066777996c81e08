//! Where a declaration stands.

use crate::intern::Symbol;

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    Namespace,
    /// A member of a class of this name.
    Class(Option<Symbol>),
    Block,
    Param,
    TypeName,
}
