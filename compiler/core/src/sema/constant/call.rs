//! Calls of `constexpr` functions, and the statements of their bodies.

use super::{Base, Evaluator, MAX_DEPTH, Pointer, Result, Value};
use crate::hir::{self, FunctionId, LocalId, StmtKind, TypeId};
use crate::sema::entity::{Body, FuncId, FuncName};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
    Return,
    Goto(hir::LabelId),
}

impl Evaluator<'_, '_> {
    pub(super) fn call(&mut self, callee: &hir::Callee, args: &[hir::Expr], into: Option<Pointer>) -> Result<Option<Value>> {
        let f = match callee {
            hir::Callee::Direct(f) => *f,
            hir::Callee::Virtual { slot } => {
                let Some((object, rest)) = args.split_first() else { return Err("it calls a function of no object".into()) };
                let this = self.scalar(object)?;
                let Value::Pointer(at) = this else { return Err("it calls a function of no object".into()) };
                let f = self.virtual_function(at, *slot)?;
                return self.invoke(f, Some(this), rest, into);
            }
            hir::Callee::Indirect(e) => match self.scalar(e)? {
                Value::Pointer(Pointer { base: Base::Function(f), .. }) => f,
                _ => return Err("it calls through an unknown pointer".into()),
            },
        };
        self.invoke(f, None, args, into)
    }

    pub(super) fn invoke(
        &mut self,
        f: FunctionId,
        this: Option<Value>,
        args: &[hir::Expr],
        into: Option<Pointer>,
    ) -> Result<Option<Value>> {
        self.tick()?;
        if self.calls.len() as u32 > MAX_DEPTH {
            return Err("it recurses too deeply".into());
        }
        let owner: FuncId = self.sema.hir_owner[f.0 as usize];
        let func = &self.sema.funcs[owner.0 as usize];
        let name = self.sema.plain_func_name(func);
        let implicit = !matches!(func.body, Body::None | Body::Ast(_));
        let allowed = func.flags.is_constexpr || implicit || (matches!(func.kind, FuncName::Destructor));
        let is_library = func.is_system && matches!(func.body, Body::None) && self.is_in_library();
        if is_library && let Some(result) = self.library_call(&name, args) {
            return result.map(Some);
        }
        let func = &self.sema.funcs[owner.0 as usize];
        if !allowed && !self.is_constant_member(func) {
            return Err(format!("it calls `{name}`, which is not `constexpr`").into());
        }
        self.sema.check_body(owner);
        let function = &self.sema.functions[f.0 as usize];
        let Some(body) = function.body.clone() else { return Err(format!("it calls `{name}`, which has no body here").into()) };
        let params = function.params.clone();
        let types: Vec<TypeId> = params.iter().filter_map(|p| function.locals.get(p.0 as usize)).map(|l| l.ty.ty).collect();
        let result_ty = function.result;
        let mut locals = HashMap::new();
        let mut at = 0;
        if let Some(this) = this {
            let object = self.fresh(8);
            let ty = types.first().copied().unwrap_or(result_ty);
            self.store(Pointer { base: Base::Object(object), offset: 0 }, ty, this)?;
            if let Some(p) = params.first() {
                locals.insert(*p, Pointer { base: Base::Object(object), offset: 0 });
            }
            at = 1;
        }
        for (i, arg) in args.iter().enumerate() {
            let (Some(p), Some(ty)) = (params.get(at + i), types.get(at + i)) else { continue };
            let place = match &arg.kind {
                // The caller's temporary is the parameter.
                hir::ExprKind::Temporary { destructor: Some(_), .. } if arg.ty == *ty => self.place(arg)?,
                _ => {
                    let object = self.fresh(self.sema.types.size_of(*ty));
                    self.build(arg, object, 0, *ty)?;
                    Pointer { base: Base::Object(object), offset: 0 }
                }
            };
            locals.insert(*p, place);
        }
        let is_object = self.is_object_type(result_ty);
        let result_object = match into {
            Some(Pointer { base: Base::Object(i), .. }) if is_object => i,
            _ => self.fresh(self.sema.types.size_of(result_ty)),
        };
        let target = into.filter(|_| is_object).unwrap_or(Pointer { base: Base::Object(result_object), offset: 0 });
        self.calls.push(locals);
        self.results.push((result_object, None));
        self.local_types.push(f);
        self.offsets.push(target.offset as u64);
        let flow = self.block(&body);
        self.offsets.pop();
        self.local_types.pop();
        self.calls.pop();
        let result = self.results.pop();
        flow?;
        if is_object {
            return Ok(Some(Value::Pointer(target)));
        }
        Ok(result.and_then(|(_, v)| v))
    }

    pub(super) fn block(&mut self, block: &hir::Block) -> Result<Flow> {
        self.scope(|evaluator| evaluator.statements(block))
    }

    pub(super) fn statements(&mut self, block: &hir::Block) -> Result<Flow> {
        let mut i = 0;
        while i < block.stmts.len() {
            match self.statement(&block.stmts[i])? {
                Flow::Next => i += 1,
                Flow::Goto(label) => {
                    // Forward or backward inside this block; otherwise outer blocks look.
                    match block.stmts.iter().position(|s| matches!(s.kind, StmtKind::Label(l) if l == label)) {
                        Some(at) => i = at,
                        None => return Ok(Flow::Goto(label)),
                    }
                }
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, s: &hir::Stmt) -> Result<Flow> {
        self.tick()?;
        match &s.kind {
            StmtKind::Expr(e) => {
                self.full_expression(|evaluator| evaluator.effect(e))?;
                Ok(Flow::Next)
            }
            StmtKind::Declare { local, init } => {
                let (ty, destructor) = self.current_local(*local)?;
                let object = self.room(self.sema.types.size_of(ty))?;
                let at = Pointer { base: Base::Object(object), offset: 0 };
                if let Some(call) = self.calls.last_mut() {
                    call.insert(*local, at);
                }
                if let Some(init) = init {
                    self.full_expression(|evaluator| evaluator.build(init, object, 0, ty))?;
                }
                self.lives(at, ty, destructor);
                Ok(Flow::Next)
            }
            // What stands first notes the handlers; nothing is thrown here, or the value is no constant.
            StmtKind::Try { body, .. } => body.stmts.get(1).map_or(Ok(Flow::Next), |tried| self.statement(tried)),
            StmtKind::OnThrow { .. } => Ok(Flow::Next),
            StmtKind::Block(b) => self.block(b),
            StmtKind::If { condition, then, otherwise } => {
                if self.full_expression(|evaluator| evaluator.truth(condition))? {
                    self.block(then)
                } else if let Some(o) = otherwise {
                    self.block(o)
                } else {
                    Ok(Flow::Next)
                }
            }
            StmtKind::Loop { condition_decl, condition, step, body, test_last, .. } => {
                let mut first = true;
                loop {
                    self.tick()?;
                    let tests = !(first && *test_last);
                    first = false;
                    let flow = self.scope(|evaluator| {
                        if tests {
                            for d in condition_decl {
                                evaluator.statement(d)?;
                            }
                            if let Some(c) = condition
                                && !evaluator.full_expression(|evaluator| evaluator.truth(c))?
                            {
                                return Ok(Flow::Break);
                            }
                        }
                        match evaluator.block(body)? {
                            Flow::Next | Flow::Continue => {}
                            other => return Ok(other),
                        }
                        if let Some(step) = step {
                            evaluator.full_expression(|evaluator| evaluator.effect(step))?;
                        }
                        Ok(Flow::Next)
                    })?;
                    match flow {
                        Flow::Next => {}
                        Flow::Break => return Ok(Flow::Next),
                        other => return Ok(other),
                    }
                }
            }
            StmtKind::Switch { value, cases, default, body } => {
                let Value::Int(n) = self.full_expression(|evaluator| evaluator.scalar(value))? else {
                    return Err("it switches on something else than a number".into());
                };
                let label = cases.iter().find(|(a, b, _)| *a <= n && n <= *b).map(|c| c.2).or(*default);
                let Some(label) = label else { return Ok(Flow::Next) };
                let Some(at) = body.stmts.iter().position(|s| matches!(s.kind, StmtKind::Label(l) if l == label)) else {
                    return Err("it jumps into a nested block".into());
                };
                let flow = self.scope(|evaluator| {
                    for s in &body.stmts[at..] {
                        match evaluator.statement(s)? {
                            Flow::Next => {}
                            flow => return Ok(flow),
                        }
                    }
                    Ok(Flow::Next)
                })?;
                Ok(if flow == Flow::Break { Flow::Next } else { flow })
            }
            StmtKind::Break => Ok(Flow::Break),
            StmtKind::Continue => Ok(Flow::Continue),
            StmtKind::Return(None) => Ok(Flow::Return),
            StmtKind::Return(Some(e)) => {
                if self.is_object_type(e.ty) {
                    let object = self.results.last().map_or(0, |r| r.0);
                    let offset = self.offsets.last().copied().unwrap_or(0);
                    self.full_expression(|evaluator| evaluator.build(e, object, offset, e.ty))?;
                } else {
                    let v = self.full_expression(|evaluator| evaluator.scalar(e))?;
                    if let Some(r) = self.results.last_mut() {
                        r.1 = Some(v);
                    }
                }
                Ok(Flow::Return)
            }
            StmtKind::Goto(l) => Ok(Flow::Goto(*l)),
            StmtKind::Label(_) => Ok(Flow::Next),
            StmtKind::InitStatic { .. } => Err("it initialises a static variable".into()),
            StmtKind::Asm { .. } => Err("it contains `asm`".into()),
        }
    }

    fn current_local(&self, id: LocalId) -> Result<(TypeId, Option<FunctionId>)> {
        self.local_types
            .last()
            .and_then(|f| self.sema.functions[f.0 as usize].locals.get(id.0 as usize))
            .map(|l| (l.ty.ty, l.destructor))
            .ok_or_else(|| "it declares a variable".into())
    }
}
