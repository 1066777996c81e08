//! `noexcept(condition)` (C++17 [except.spec]): the condition of a member is looked at once its class is complete.

use crate::hir::ClassId;
use crate::sema::entity::Func;
use crate::sema::{Sema, errors};
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// Whether the condition behind `params`, those of `func`, holds. What is wrong with that of an instance is not told: perhaps
    /// nobody needs it ([except.spec]/13).
    pub(super) fn noexcept_holds(&mut self, params: &'a ast::FunctionParams, func: &Func<'a>) -> bool {
        let Some(condition) = params.noexcept_if.as_deref() else { return params.is_noexcept };
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
