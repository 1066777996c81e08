//! Functions that a block declares (C++17 [dcl.fct.default]/4, [basic.link]/6).

use super::NewFunction;
use crate::sema::Sema;
use crate::sema::entity::{Body, Entity, FuncId, FuncRef, Progress};
use crate::sema::scope::Want;
use crate::sema::specifiers::{Declared, plain_name};
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// `int f(int);` in a block: a function of the namespace around, which the block has a name for.
    pub(in crate::sema) fn declare_block_function(
        &mut self,
        specs: &'a ast::DeclSpecs,
        declared: Declared<'a>,
        asm_label: Option<&'a ast::StringLiteral>,
    ) {
        let (home, scope, span) = (self.enclosing_namespace(), self.scope, declared.span);
        let (name, list) = (declared.path.and_then(plain_name).cloned(), declared.params);
        let Some(f) = self.declare_function(NewFunction::new(specs, declared, None, asm_label, home, None, home)) else { return };
        let Some(name) = name else { return };
        let body = self.funcs[f.0 as usize].hir;
        if let Some(Entity::Functions(set)) = self.own_name(scope, &name, Want::Any)
            && body.is_some()
            && set.iter().any(|known| self.body_of(*known) == body)
        {
            return;
        }
        let f = match list.filter(|list| list.params.iter().any(|p| p.default.is_some())) {
            Some(list) => self.with_defaults_of_block(f, list),
            None => f,
        };
        self.declare(scope, &name, Entity::Functions(vec![FuncRef::Plain(f)]), span);
    }

    /// The function `f` with the default arguments of `list`, which count in the block alone that gives them.
    fn with_defaults_of_block(&mut self, f: FuncId, list: &'a ast::FunctionParams) -> FuncId {
        if self.funcs[f.0 as usize].deduce_result {
            return f;
        }
        for (p, written) in self.funcs[f.0 as usize].params.iter_mut().zip(&list.params) {
            if let (Some(known), Some(own)) = (p.default, written.default.as_deref())
                && std::ptr::eq(known, own)
            {
                p.default = None;
            }
        }
        let hir = self.use_function(f);
        let params = self.param_list(list);
        let mut own = self.funcs[f.0 as usize].clone();
        for (p, written) in own.params.iter_mut().zip(params) {
            (p.default, p.default_scope) = (written.default, written.default_scope);
        }
        (own.hir, own.body, own.progress) = (Some(hir), Body::None, Progress::Done);
        self.add_function(own)
    }
}
