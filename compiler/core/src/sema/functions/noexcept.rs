//! `noexcept(condition)` (C++17 [except.spec]): the condition of a member is looked at once its class is complete.

use crate::hir::{ClassId, TypeId};
use crate::sema::entity::{Func, Special};
use crate::sema::{Sema, errors};
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// Whether the condition behind `params`, those of `func`, holds. What is wrong with that of an instance is not told: perhaps
    /// nobody needs it ([except.spec]/13).
    pub(super) fn noexcept_holds(&mut self, params: &'a ast::FunctionParams, func: &Func<'a>) -> bool {
        let Some(condition) = params.noexcept_if.as_deref() else {
            return params.is_noexcept
                || func.class.filter(|_| func.special == Some(Special::Destructor)).is_some_and(|class| self.ends_quietly(class));
        };
        let member_of = func.class.filter(|_| !func.is_static).map(|class| (class, func.is_const));
        let is_quiet = func.is_system || func.template.is_some() || self.inside_template(func.scope);
        self.within(func.scope, |sema| {
            sema.with_params_in_scope(&func.params, member_of, |sema| {
                sema.bind_empty_packs(params);
                if is_quiet {
                    let scope = sema.scope;
                    return sema.holds_quietly(condition, scope);
                }
                let value = sema.condition(condition);
                match sema.evaluate_int(&value) {
                    Ok(n) => n != 0,
                    Err(why) => {
                        sema.report_not_constant(why, |why| errors::not_constant(condition.span, why));
                        false
                    }
                }
            })
        })
    }

    /// Whether the destructors of all parts of a class are `noexcept`: then that of the class is, which does not say so ([except.spec]/8).
    pub(in crate::sema) fn ends_quietly(&self, class: ClassId) -> bool {
        self.types.class(class).fields.iter().all(|field| self.is_quietly_destroyed(field.ty.ty))
            && self.class_info(class).bases.iter().all(|base| self.class_ends_quietly(base.class))
    }

    fn class_ends_quietly(&self, class: ClassId) -> bool {
        self.class_info(class).destructor.is_none_or(|f| self.is_noexcept(f))
    }

    /// Whether the destructor of an object of this type, or of an element, is `noexcept`.
    pub(in crate::sema) fn is_quietly_destroyed(&self, ty: TypeId) -> bool {
        self.class_of(self.innermost(ty.into()).ty).is_none_or(|class| self.class_ends_quietly(class))
    }

    /// Settles which members of a class, complete now, are `noexcept`: their conditions may name all of its members ([class.mem]/6).
    pub(in crate::sema) fn settle_noexcept(&mut self, class: ClassId) {
        let conditions = std::mem::take(&mut self.noexcept_conditions);
        let (own, others): (Vec<_>, Vec<_>) = conditions.into_iter().partition(|(f, _)| self.funcs[f.0 as usize].class == Some(class));
        self.noexcept_conditions = others;
        for (f, params) in own {
            let func = self.funcs[f.0 as usize].clone();
            let is_noexcept = self.noexcept_holds(params, &func);
            self.funcs[f.0 as usize].is_noexcept = is_noexcept;
            if let Some(id) = self.funcs[f.0 as usize].hir {
                self.functions[id.0 as usize].is_noexcept = is_noexcept;
            }
        }
    }
}
