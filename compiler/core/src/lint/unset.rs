//! Scalars that are read before anything was written to them.
//!
//! Follows control forward with the variables that no way so far has written to. Of a loop only the first round is looked at: a
//! variable of outside that the loop writes is told of only where the first round surely comes.

use super::Lint;
use crate::hir::walk::{RED_ZONE, STACK_STEP, operands, statements};
use crate::hir::{Block, Conversion, Expr, ExprKind, Function, LocalId, Stmt, StmtKind, Type};
use kern_diag::{Code, Diagnostic, Span};
use rustc_hash::FxHashSet;

/// What the runtime's handles point to, and what makes one.
const MADE_BY: &[(&str, &str)] = &[("CUstream_st", "cudaStreamCreate"), ("CUevent_st", "cudaEventCreate")];

/// Most variables that are followed at once.
const MOST: usize = 64;

pub(super) fn check(lint: &mut Lint<'_>, function: &Function) {
    let Some(body) = &function.body else { return };
    let mut jumps = false;
    statements(body, &mut |stmt| jumps |= matches!(stmt.kind, StmtKind::Goto(_)));
    if jumps {
        return;
    }
    let mut flow = Flow {
        lint,
        function,
        unset: Some(FxHashSet::default()),
        loops: Vec::new(),
        is_conditional: false,
        switches: Vec::new(),
        uses: Vec::new(),
    };
    flow.block(body);
    for (local, span) in flow.uses {
        tell(lint, function, local, span);
    }
}

fn tell(lint: &mut Lint<'_>, function: &Function, id: LocalId, span: Span) {
    let local = &function.locals[id.0 as usize];
    let name = &local.name;
    let is_pointer = matches!(lint.program.types.get(local.ty.ty), Type::Pointer(_));
    let made_by = match lint.program.types.get(local.ty.ty) {
        Type::Pointer(to) => match lint.program.types.get(to.ty) {
            Type::Class(class) => MADE_BY.iter().find(|(ty, _)| *ty == &*lint.program.types.class(*class).name).map(|(_, maker)| *maker),
            _ => None,
        },
        _ => None,
    };
    let help = match (is_pointer, made_by) {
        (_, Some(maker)) => format!("make it first: `{maker}(&{name})`"),
        (true, None) => format!("let `{name}` point to something first"),
        (false, None) => format!("give `{name}` a value where it is declared: `{name} = 0`"),
    };
    let diagnostic = Diagnostic::warning(Code::USED_UNSET, span, format!("`{name}` is used before it has a value"))
        .label("nothing was written to it so far")
        .also(local.span, "declared without a value")
        .help(help);
    lint.warn(diagnostic);
}

struct Flow<'l, 'a, 'f> {
    lint: &'l Lint<'a>,
    function: &'f Function,
    /// Variables without a value on every way here; `None` where control does not come.
    unset: Option<FxHashSet<LocalId>>,
    /// For each open loop the variables of outside that it writes.
    loops: Vec<FxHashSet<LocalId>>,
    /// The first round of the innermost loop comes here only under a condition.
    is_conditional: bool,
    /// For each open switch what is unset where it jumps.
    switches: Vec<FxHashSet<LocalId>>,
    uses: Vec<(LocalId, Span)>,
}

impl Flow<'_, '_, '_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            stacker::maybe_grow(RED_ZONE, STACK_STEP, || self.statement(stmt));
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(e) => self.expression(e),
            StmtKind::Declare { local, init } => {
                init.iter().for_each(|e| self.expression(e));
                self.loops.iter_mut().for_each(|written| {
                    written.remove(local);
                });
                self.set(*local);
                let is_tracked = init.is_none() && is_scalar(self.lint, self.function, *local);
                if let Some(unset) = self.unset.as_mut().filter(|unset| is_tracked && unset.len() < MOST) {
                    unset.insert(*local);
                }
            }
            StmtKind::InitStatic { init, .. } => self.expression(init),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { condition, then, otherwise } => {
                self.expression(condition);
                self.either(|flow| flow.block(then), |flow| otherwise.iter().for_each(|block| flow.block(block)));
                self.is_conditional |= leaves(then) || otherwise.as_ref().is_some_and(leaves);
            }
            StmtKind::Loop { condition_decl, condition, step, body, test_last, .. } => {
                self.repeated(condition_decl, condition.as_deref(), step.as_deref(), body, *test_last);
            }
            StmtKind::Switch { value, body, .. } => {
                self.expression(value);
                let Some(before) = self.unset.take() else { return };
                let conditional = std::mem::replace(&mut self.is_conditional, true);
                self.switches.push(before.clone());
                self.block(body);
                self.switches.pop();
                self.is_conditional = conditional || leaves(body);
                let written = written(body, None);
                self.unset = Some(before.difference(&written).copied().collect());
            }
            StmtKind::Label(_) => {
                // Functions with `goto` are not looked at: a switch jumps here.
                let jumped = self.switches.last().cloned();
                self.unset = join(self.unset.take(), jumped);
            }
            StmtKind::Return(value) => {
                value.iter().for_each(|e| self.expression(e));
                self.unset = None;
            }
            StmtKind::Try { body, handler, .. } => {
                let before = self.unset.clone();
                self.block(body);
                // An exception may leave anywhere in the body.
                let after = std::mem::replace(&mut self.unset, before.map(|b| b.difference(&written(body, None)).copied().collect()));
                self.block(handler);
                self.unset = join(self.unset.take(), after);
                self.is_conditional = true;
            }
            StmtKind::OnThrow { object, .. } => self.expression(object),
            StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) => self.unset = None,
            StmtKind::Asm { outputs, inputs, .. } => inputs.iter().chain(outputs).for_each(|(_, e)| self.expression(e)),
        }
    }

    fn repeated(&mut self, decl: &[Stmt], condition: Option<&Expr>, step: Option<&Expr>, body: &Block, test_last: bool) {
        let Some(before) = self.unset.clone() else { return };
        let mut written = written(body, condition.into_iter().chain(step));
        for stmt in decl {
            if let StmtKind::Declare { init: Some(e), .. } = &stmt.kind {
                note_written(e, &mut written);
            }
        }
        let conditional = std::mem::take(&mut self.is_conditional);
        self.loops.push(written.clone());
        let test = |flow: &mut Self| {
            decl.iter().for_each(|stmt| flow.statement(stmt));
            condition.into_iter().for_each(|e| flow.expression(e));
        };
        if !test_last {
            test(self);
        }
        self.block(body);
        // `continue` may come here, and later rounds do.
        self.is_conditional = true;
        if test_last {
            test(self);
        }
        step.into_iter().for_each(|e| self.expression(e));
        self.loops.pop();
        self.is_conditional = conditional;
        self.unset = Some(before.difference(&written).copied().collect());
    }

    /// Two ways, of which one is taken.
    fn either(&mut self, one: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) {
        let conditional = std::mem::replace(&mut self.is_conditional, true);
        let before = self.unset.clone();
        one(self);
        let after = std::mem::replace(&mut self.unset, before);
        other(self);
        self.unset = join(after, self.unset.take());
        self.is_conditional = conditional;
    }

    fn expression(&mut self, e: &Expr) {
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || match &e.kind {
            ExprKind::Load(place) => match &place.kind {
                ExprKind::Local(local) => self.read(*local, place.span),
                _ => self.expression(place),
            },
            // `(void)x` only names it.
            ExprKind::Convert { conversion: Conversion::ToVoid, operand } if is_load_of_local(operand) => {}
            ExprKind::Assign { place, value } => match &place.kind {
                ExprKind::Local(local) => {
                    self.expression(value);
                    self.set(*local);
                }
                _ => {
                    self.expression(value);
                    self.expression(place);
                }
            },
            ExprKind::CompoundAssign { place, value, .. } => {
                self.expression(value);
                self.changed(place);
            }
            ExprKind::Step { place, .. } => self.changed(place),
            // Its address is taken: somebody else may write it.
            ExprKind::Local(local) => self.set(*local),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.expression(left);
                self.either(|flow| flow.expression(right), |_| {});
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.expression(condition);
                self.either(|flow| flow.expression(then), |flow| flow.expression(otherwise));
            }
            ExprKind::Statements { block, value } => {
                self.block(block);
                value.iter().for_each(|e| self.expression(e));
            }
            _ => operands(e, &mut |operand| self.expression(operand)),
        });
    }

    fn changed(&mut self, place: &Expr) {
        match &place.kind {
            ExprKind::Local(local) => self.read(*local, place.span),
            _ => self.expression(place),
        }
    }

    fn read(&mut self, local: LocalId, span: Span) {
        let is_unset = self.unset.as_mut().is_some_and(|unset| unset.remove(&local));
        let later = self.is_conditional && self.loops.iter().any(|written| written.contains(&local));
        if is_unset && !later {
            self.uses.push((local, span));
        }
    }

    fn set(&mut self, local: LocalId) {
        if let Some(unset) = &mut self.unset {
            unset.remove(&local);
        }
    }
}

/// What both ways leave unset.
fn join(a: Option<FxHashSet<LocalId>>, b: Option<FxHashSet<LocalId>>) -> Option<FxHashSet<LocalId>> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.intersection(&b).copied().collect()),
        (one, None) | (None, one) => one,
    }
}

fn is_scalar(lint: &Lint<'_>, function: &Function, id: LocalId) -> bool {
    let local = &function.locals[id.0 as usize];
    let is_scalar =
        matches!(lint.program.types.get(local.ty.ty), Type::Bool | Type::Int(_) | Type::F32 | Type::F64 | Type::Pointer(_) | Type::Enum(_));
    is_scalar && !local.name.is_empty() && !local.ty.is_volatile && local.vla.is_none()
}

fn is_load_of_local(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Load(place) if matches!(place.kind, ExprKind::Local(_)))
}

/// Whether control may leave `block` otherwise than at its end.
fn leaves(block: &Block) -> bool {
    let mut any = false;
    statements(block, &mut |stmt| any |= matches!(stmt.kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return(_)));
    any
}

/// The locals that `body` and `more` may write to, or give the address of to somebody.
fn written<'e>(body: &'e Block, more: impl IntoIterator<Item = &'e Expr>) -> FxHashSet<LocalId> {
    let mut written = FxHashSet::default();
    crate::hir::walk::expressions(body, &mut |e| note_written(e, &mut written));
    more.into_iter().for_each(|e| note_written(e, &mut written));
    written
}

fn note_written(e: &Expr, written: &mut FxHashSet<LocalId>) {
    stacker::maybe_grow(RED_ZONE, STACK_STEP, || match &e.kind {
        ExprKind::Load(place) if matches!(place.kind, ExprKind::Local(_)) => {}
        ExprKind::Local(local) => {
            written.insert(*local);
        }
        _ => operands(e, &mut |operand| note_written(operand, written)),
    });
}
