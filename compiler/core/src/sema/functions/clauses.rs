//! Where a `requires` clause may stand behind a function's parameters (C++20 [dcl.decl] 4).

use super::NewFunction;
use crate::sema::entity::FuncName;
use crate::sema::{Sema, errors};

impl<'a> Sema<'a> {
    /// Reports a clause of a function that no template makes, and of a destructor.
    pub(super) fn clause_rules(&mut self, new: &NewFunction<'a>, kind: &FuncName) {
        let Some(clause) = new.declared.params.and_then(|p| p.requires.as_deref()) else { return };
        if matches!(kind, FuncName::Destructor) {
            self.report(errors::unsupported(clause.span, "a constraint of a destructor"));
        } else if new.template.is_none() && !self.inside_template(new.scope) {
            self.report(errors::constrains_no_template(clause.span));
        }
    }
}
