//! The function body being checked: its locals, labels and open statements.
//!
//! Frames nest: a lambda, or a function whose result type must be known now, is checked while another body is open.

use super::declare::pack_names;
use crate::hir::{self, ClassId, LabelId, LocalId, QualType, TypeId};
use crate::sema::entity::{Entity, FuncId, Name, Param, Scalar, ScopeId, ScopeKind};
use crate::sema::scope::Want;
use crate::sema::{Sema, errors, walk};
use kern_diag::Span;
use kern_syntax::ast;
use std::collections::{BTreeMap, HashMap};

/// What sema knows of a local beside HIR.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct LocalInfo {
    /// The value of a constant, for folding.
    pub(in crate::sema) constant: Option<Scalar>,
    /// The local that holds the length of a variable-length array.
    pub(in crate::sema) vla_length: Option<LocalId>,
    /// Those that hold its dimensions.
    pub(in crate::sema) vla_dimensions: Vec<LocalId>,
    /// A statement declares it, under a name.
    pub(in crate::sema) is_variable: bool,
    /// How often the body names it.
    pub(in crate::sema) named: u32,
    /// The outermost block of the body declares it.
    pub(in crate::sema) is_outermost: bool,
    /// How many `try`s were around its declaration.
    pub(in crate::sema) tries: u32,
    /// It stands for a part of a structured binding, of this type.
    pub(in crate::sema) part: Option<QualType>,
}

/// What the `return`s of a body name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sema) enum Returned {
    /// There was none.
    Nothing,
    /// All of them this variable of the outermost block.
    Variable(LocalId),
    /// Something else.
    Other,
}

/// An open `switch`.
#[derive(Clone, Debug)]
pub(in crate::sema) struct SwitchFrame {
    pub(in crate::sema) ty: TypeId,
    pub(in crate::sema) cases: Vec<(i128, i128, LabelId)>,
    /// The same by first value, which do not overlap: last value and place.
    pub(in crate::sema) ranges: BTreeMap<i128, (i128, Span)>,
    pub(in crate::sema) default: Option<(LabelId, Span)>,
}

/// The function body being checked.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Frame {
    pub(in crate::sema) id: u32,
    pub(in crate::sema) func: FuncId,
    pub(in crate::sema) space: hir::ExecutionSpace,
    pub(in crate::sema) locals: Vec<hir::Local>,
    pub(in crate::sema) info: Vec<LocalInfo>,
    pub(in crate::sema) labels: Vec<Name>,
    pub(in crate::sema) named_labels: HashMap<Name, (LabelId, bool, Span)>,
    /// `None` while `auto` is being deduced.
    pub(in crate::sema) result: Option<QualType>,
    /// The first `return` decides what `auto` is.
    pub(in crate::sema) is_deduced: bool,
    pub(in crate::sema) returned: Returned,
    /// The `try`s around the statement being checked.
    pub(in crate::sema) tries: u32,
    /// The scope of the parameters.
    pub(in crate::sema) outermost: Option<ScopeId>,
    /// The scopes of what conditions and loops declare, whose names their outermost block may not declare again.
    pub(in crate::sema) headers: Vec<ScopeId>,
    pub(in crate::sema) this: Option<(ClassId, bool, LocalId)>,
    /// The tables that a constructor or destructor of a class with virtual bases gets behind `this`.
    pub(in crate::sema) tables: Option<LocalId>,
    pub(in crate::sema) switches: Vec<SwitchFrame>,
    pub(in crate::sema) loops: u32,
    pub(in crate::sema) breakables: u32,
    /// The closure whose call operator this is.
    pub(in crate::sema) closure: Option<ClassId>,
    /// Where `return` goes in a destructor.
    pub(in crate::sema) end_label: Option<LabelId>,
    /// The thread-dependent conditions around the statement being checked.
    pub(in crate::sema) thread_dependent: Vec<Span>,
    pub(in crate::sema) has_shared: u64,
    /// What `alloca` gave, and the statement that starts it.
    pub(in crate::sema) allocas: Option<(LocalId, hir::Stmt)>,
}

impl Frame {
    pub(in crate::sema) fn new_label(&mut self, name: &str) -> LabelId {
        self.labels.push(name.into());
        LabelId(self.labels.len() as u32 - 1)
    }
}

impl<'a> Sema<'a> {
    /// `this` and the parameters as locals; how many belong to `this`.
    pub(super) fn param_locals(&mut self, f: FuncId) -> (Vec<hir::Local>, usize) {
        let func = &self.funcs[f.0 as usize];
        let params = func.params.clone();
        let this = self.this_type(f);
        let span = self.funcs[f.0 as usize].span;
        let mut locals = Vec::new();
        if let Some(ty) = this {
            locals.push(hir::Local { name: "this".into(), ty: ty.into(), align: None, vla: None, destructor: None, span });
        }
        if self.takes_tables(f) {
            let ty = self.tables_type();
            locals.push(hir::Local { name: "".into(), ty: ty.into(), align: None, vla: None, destructor: None, span });
        }
        let own = locals.len();
        for p in params {
            locals.push(hir::Local {
                name: p.name.unwrap_or_else(|| "".into()),
                ty: p.ty,
                align: None,
                vla: None,
                destructor: None,
                span: p.span,
            });
        }
        (locals, own)
    }

    /// The type of `this` in a non-static member function.
    pub(in crate::sema) fn this_type(&mut self, f: FuncId) -> Option<TypeId> {
        let func = &self.funcs[f.0 as usize];
        let class = func.class.filter(|_| !func.is_static)?;
        let (is_const, is_volatile) = (func.is_const, func.is_volatile);
        Some(self.pointer_to_object(class, is_const, is_volatile))
    }

    fn pointer_to_object(&mut self, class: ClassId, is_const: bool, is_volatile: bool) -> TypeId {
        let ty = self.class_type(class);
        self.pointer_to(QualType { is_const, is_volatile, ..ty.into() })
    }

    pub(super) fn new_frame(&mut self, f: FuncId) -> Frame {
        self.next_frame += 1;
        let func = &self.funcs[f.0 as usize];
        Frame {
            id: self.next_frame,
            func: f,
            space: func.space,
            locals: Vec::new(),
            info: Vec::new(),
            labels: Vec::new(),
            named_labels: HashMap::new(),
            result: if func.deduce_result { None } else { Some(func.ty.result) },
            is_deduced: func.deduce_result,
            returned: Returned::Nothing,
            tries: 0,
            outermost: None,
            headers: Vec::new(),
            this: None,
            tables: None,
            switches: Vec::new(),
            loops: 0,
            breakables: 0,
            closure: None,
            end_label: None,
            thread_dependent: Vec::new(),
            has_shared: 0,
            allocas: None,
        }
    }

    /// The depth of instantiation of the function being checked.
    pub(in crate::sema) fn frame_depth(&self) -> u32 {
        self.frames.last().map_or(0, |f| self.funcs[f.func.0 as usize].depth)
    }

    pub(in crate::sema) fn frame(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Runs `f` with the parameters `list` visible, for what stands behind them. Those of a member function have a `this`, for an
    /// object of that class, constant or not ([expr.prim.this]/2); others that of the function around.
    pub(in crate::sema) fn with_params_in_scope<R>(
        &mut self,
        list: &[Param<'a>],
        member_of: Option<(ClassId, bool)>,
        f: impl FnOnce(&mut Sema<'a>) -> R,
    ) -> R {
        let func = self.broken_function("".into(), self.scope, Span::default());
        let id = self.add_function(func);
        let frame = self.new_frame(id);
        let around = self.frames.last().filter(|f| f.closure.is_none());
        let this = around.and_then(|f| f.this.and_then(|(class, is_const, id)| Some((class, is_const, f.locals.get(id.0 as usize)?.ty))));
        let this = match member_of {
            Some((class, is_const)) => Some((class, is_const, self.pointer_to_object(class, is_const, false).into())),
            None => this,
        };
        self.frames.push(frame);
        let result = self.in_block(|sema| {
            for p in list {
                sema.declare_param(p);
            }
            // `this` is a local of the frame that it is used in.
            let this = this.map(|(class, is_const, ty)| (class, is_const, sema.hidden_local("this", ty, Span::default())));
            if let Some(frame) = sema.frames.last_mut() {
                frame.this = this;
            }
            f(sema)
        });
        self.frames.pop();
        result
    }

    /// Binds the names of parameter packs that have no elements in the present scope.
    pub(in crate::sema) fn bind_empty_packs(&mut self, params: &ast::FunctionParams) {
        let scope = self.scope;
        for name in pack_names(Some(params)) {
            if self.own_name(scope, &name, Want::Any).is_none() {
                self.bind(scope, &name, Entity::Pack(Vec::new()));
            }
        }
    }

    /// Runs `f` on a default argument that may name `earlier` parameters, of which it may only ask what they are
    /// ([dcl.fct.default] 9): they are locals of a frame that nothing runs in.
    pub(in crate::sema) fn with_named_parameters<R>(
        &mut self,
        earlier: &[Param<'a>],
        default: &'a ast::Expr,
        f: impl FnOnce(&mut Sema<'a>) -> R,
    ) -> R {
        let mut is_named = false;
        walk::names_in_expr(default, &mut |name| is_named |= earlier.iter().any(|p| p.name.as_ref() == Some(name)));
        if !is_named || self.frames.is_empty() {
            return f(self);
        }
        let func = self.broken_function("".into(), self.scope, Span::default());
        let id = self.add_function(func);
        let frame = self.new_frame(id);
        self.frames.push(frame);
        let scope = self.new_scope(ScopeKind::Local, Some(self.scope));
        self.within(scope, |sema| {
            for p in earlier {
                sema.declare_param(p);
            }
        });
        // The function that calls stays the one that is checked.
        let Some(frame) = self.frames.pop() else { return f(self) };
        self.frames.insert(0, frame);
        let result = self.within(scope, f);
        self.frames.remove(0);
        result
    }

    pub(super) fn declare_param(&mut self, p: &Param<'a>) -> LocalId {
        let local = hir::Local {
            name: p.name.clone().unwrap_or_else(|| "".into()),
            ty: p.ty,
            align: None,
            vla: None,
            destructor: None,
            span: p.span,
        };
        let id = self.add_local(local);
        let frame = self.frames.last().map_or(0, |f| f.id);
        if let Some(name) = &p.name {
            let scope = self.scope;
            let entity = Entity::Local { frame, id };
            if p.of_pack {
                match self.scope_mut(scope).names.get_mut(name).and_then(|slot| slot.item.as_mut()) {
                    Some(Entity::Pack(items)) => items.push(entity),
                    _ => self.bind(scope, name, Entity::Pack(vec![entity])),
                }
            } else {
                self.declare(scope, name, entity, p.span);
            }
        }
        id
    }

    pub(in crate::sema) fn add_local(&mut self, local: hir::Local) -> LocalId {
        let Some(frame) = self.frames.last_mut() else { return LocalId(0) };
        frame.locals.push(local);
        frame.info.push(LocalInfo::default());
        LocalId(frame.locals.len() as u32 - 1)
    }

    /// A local made by sema.
    pub(in crate::sema) fn hidden_local(&mut self, name: &str, ty: QualType, span: Span) -> LocalId {
        self.add_local(hir::Local { name: name.into(), ty, align: None, vla: None, destructor: None, span })
    }

    pub(super) fn finish_labels(&mut self, frame: &Frame) {
        let mut missing: Vec<(Name, Span)> =
            frame.named_labels.iter().filter(|(_, (_, defined, _))| !defined).map(|(n, (_, _, span))| (n.clone(), *span)).collect();
        kern_diag::sort_by_number(&mut missing, |(_, s)| s.start.into());
        for (name, span) in missing {
            self.report(errors::unknown_label(span, &name));
        }
    }

    /// Whether the body being checked runs on the host only as far as its specifiers say.
    pub(in crate::sema) fn in_host_function(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|f| f.space.host && !f.space.is_kernel && (!f.space.device || self.funcs[f.func.0 as usize].is_implicitly_both))
    }
}
