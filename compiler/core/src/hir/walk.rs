//! Looking over HIR: for the warnings, and before it is lowered.

use super::{Block, Callee, Expr, ExprKind, Function, GlobalId, LabelId, LaunchDim, LocalId, Stmt, StmtKind};
use std::collections::{HashMap, HashSet};

/// Stack left when more is taken, and how much more: deep expressions never overflow.
pub(crate) const RED_ZONE: usize = 128 << 10;
/// See [`RED_ZONE`].
pub(crate) const STACK_STEP: usize = 4 << 20;

/// Calls `visit` on each operand of `e`, and on the expressions of statement expressions.
pub(crate) fn operands<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Null
        | ExprKind::Zero
        | ExprKind::Local(_)
        | ExprKind::Global(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::SpecialRegister(_)
        | ExprKind::VariadicArguments
        | ExprKind::ConstantEvaluated
        | ExprKind::Error => {}
        ExprKind::Deref(a) | ExprKind::Load(a) | ExprKind::AddressOf(a) | ExprKind::Decay(a) | ExprKind::VaArg(a) | ExprKind::Throw(a) => {
            visit(a)
        }
        ExprKind::Field { base, .. } => visit(base),
        ExprKind::Element { base, index } => {
            visit(base);
            visit(index);
        }
        ExprKind::Temporary { value, .. } | ExprKind::Building { value, .. } => visit(value),
        ExprKind::Unary { operand, .. } | ExprKind::Convert { operand, .. } => visit(operand),
        ExprKind::Binary { left, right, .. }
        | ExprKind::PointerDiff { left, right }
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right) => {
            visit(left);
            visit(right);
        }
        ExprKind::PointerAdd { pointer, index, .. } => {
            visit(pointer);
            visit(index);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            visit(condition);
            visit(then);
            visit(otherwise);
        }
        ExprKind::Sequence { first, second } => {
            visit(first);
            visit(second);
        }
        ExprKind::Assign { place, value } | ExprKind::CompoundAssign { place, value, .. } => {
            visit(place);
            visit(value);
        }
        ExprKind::Step { place, .. } => visit(place),
        ExprKind::Call { callee, args, .. } => {
            callee_operand(callee, visit);
            args.iter().for_each(visit);
        }
        ExprKind::Launch { kernel, grid, block, shared, stream, args } => {
            callee_operand(kernel, visit);
            for dim in [grid, block] {
                match &**dim {
                    LaunchDim::Scalar(e) | LaunchDim::Dim3(e) => visit(e),
                }
            }
            visit(shared);
            visit(stream);
            args.iter().for_each(visit);
        }
        ExprKind::Aggregate(parts) => parts.iter().for_each(|(_, part)| visit(part)),
        ExprKind::Construct { args, .. } => args.iter().for_each(visit),
        ExprKind::Fill { element, .. } => visit(element),
        ExprKind::New { count, init, placement, allocator, .. } => {
            [count, init, placement].into_iter().flatten().for_each(|e| visit(e));
            allocator.iter().for_each(|a| a.1.iter().for_each(&mut *visit));
        }
        ExprKind::Delete { pointer, .. } => visit(pointer),
        ExprKind::Statements { block, value } => {
            expressions(block, visit);
            if let Some(value) = value {
                visit(value);
            }
        }
    }
}

fn callee_operand<'e>(callee: &'e Callee, visit: &mut dyn FnMut(&'e Expr)) {
    if let Callee::Indirect(pointer) = callee {
        visit(pointer);
    }
}

/// The global that a place is part of (not one it only points at).
pub(crate) fn root_global(e: &Expr) -> Option<GlobalId> {
    match &e.kind {
        ExprKind::Global(id) => Some(*id),
        ExprKind::Field { base, .. } | ExprKind::Element { base, .. } => root_global(base),
        ExprKind::Deref(p) => match &p.kind {
            ExprKind::PointerAdd { pointer, .. } => match &pointer.kind {
                ExprKind::Decay(place) => root_global(place),
                _ => None,
            },
            ExprKind::Decay(place) => root_global(place),
            _ => None,
        },
        _ => None,
    }
}

/// Calls `visit` on the outermost expressions of `block`.
pub(crate) fn expressions<'e>(block: &'e Block, visit: &mut dyn FnMut(&'e Expr)) {
    block.stmts.iter().for_each(|stmt| statement(stmt, visit));
}

/// The variables with static storage that `block` names.
pub(crate) fn globals(block: &Block) -> HashSet<GlobalId> {
    fn add(e: &Expr, found: &mut HashSet<GlobalId>) {
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || {
            if let ExprKind::Global(id) = e.kind {
                found.insert(id);
            }
            operands(e, &mut |operand| add(operand, found));
        });
    }
    let mut found = HashSet::new();
    expressions(block, &mut |e| add(e, &mut found));
    found
}

/// The local variables that `block` names other than to copy them, or to assign to them as a whole.
pub(crate) fn taken_apart(block: &Block) -> HashSet<LocalId> {
    fn add(e: &Expr, found: &mut HashSet<LocalId>) {
        let is_local = |e: &Expr| matches!(e.kind, ExprKind::Local(_));
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || match &e.kind {
            ExprKind::Local(id) => {
                found.insert(*id);
            }
            ExprKind::Load(place) if is_local(place) => {}
            ExprKind::Assign { place, value } if is_local(place) => add(value, found),
            _ => operands(e, &mut |operand| add(operand, found)),
        });
    }
    let mut found = HashSet::new();
    expressions(block, &mut |e| add(e, &mut found));
    found
}

fn statement<'e>(stmt: &'e Stmt, visit: &mut dyn FnMut(&'e Expr)) {
    stacker::maybe_grow(RED_ZONE, STACK_STEP, || match &stmt.kind {
        StmtKind::Expr(e) => visit(e),
        StmtKind::Declare { init, .. } => init.iter().for_each(visit),
        StmtKind::InitStatic { init, .. } => visit(init),
        StmtKind::Block(block) => expressions(block, visit),
        StmtKind::If { condition, then, otherwise } => {
            visit(condition);
            expressions(then, visit);
            if let Some(otherwise) = otherwise {
                expressions(otherwise, visit);
            }
        }
        StmtKind::Loop { condition_decl, condition, step, body, .. } => {
            condition_decl.iter().for_each(|stmt| statement(stmt, visit));
            condition.iter().chain(step).for_each(|e| visit(e));
            expressions(body, visit);
        }
        StmtKind::Switch { value, body, .. } => {
            visit(value);
            expressions(body, visit);
        }
        StmtKind::Try { body, handler, .. } => {
            expressions(body, visit);
            expressions(handler, visit);
        }
        StmtKind::OnThrow { object, .. } => visit(object),
        StmtKind::Return(value) => value.iter().for_each(visit),
        StmtKind::Asm { outputs, inputs, .. } => outputs.iter().chain(inputs).for_each(|(_, e)| visit(e)),
        StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::Label(_) => {}
    });
}

/// Calls `visit` on every statement of `block`, the outer before the inner (those of statement expressions excepted).
pub(crate) fn statements<'b>(block: &'b Block, visit: &mut dyn FnMut(&'b Stmt)) {
    for stmt in &block.stmts {
        visit(stmt);
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || match &stmt.kind {
            StmtKind::Block(inner) | StmtKind::Switch { body: inner, .. } => statements(inner, visit),
            StmtKind::Loop { condition_decl, body, .. } => {
                condition_decl.iter().for_each(&mut *visit);
                statements(body, visit);
            }
            StmtKind::Try { body, handler, .. } => {
                statements(body, visit);
                statements(handler, visit);
            }
            StmtKind::If { then, otherwise, .. } => {
                statements(then, visit);
                otherwise.iter().for_each(|inner| statements(inner, visit));
            }
            _ => {}
        });
    }
}

/// Whether evaluating `e` leaves something to destroy at the end of the full expression.
pub(crate) fn makes_temporaries(e: &Expr) -> bool {
    stacker::maybe_grow(RED_ZONE, STACK_STEP, || {
        if matches!(&e.kind, ExprKind::Temporary { destructor: Some(_), .. }) {
            return true;
        }
        let mut any = false;
        operands(e, &mut |operand| any = any || makes_temporaries(operand));
        any
    })
}

/// The parameters of `function` that are only loaded from, at constant offsets: they need no copy.
pub(crate) fn only_read(function: &Function) -> HashSet<LocalId> {
    let mut kept: HashSet<LocalId> = function.params.iter().copied().collect();
    if let Some(body) = &function.body {
        expressions(body, &mut |e| note_uses(e, &mut kept));
    }
    kept
}

fn note_uses(e: &Expr, kept: &mut HashSet<LocalId>) {
    stacker::maybe_grow(RED_ZONE, STACK_STEP, || match &e.kind {
        ExprKind::Load(place) if is_constant_path(place) => {}
        ExprKind::Local(id) => {
            kept.remove(id);
        }
        _ => operands(e, &mut |operand| note_uses(operand, kept)),
    });
}

fn is_constant_path(e: &Expr) -> bool {
    if e.is_volatile {
        return false;
    }
    match &e.kind {
        ExprKind::Local(_) => true,
        ExprKind::Field { base, .. } => is_constant_path(base),
        ExprKind::Element { base, index } => matches!(index.kind, ExprKind::Int(_)) && is_constant_path(base),
        _ => false,
    }
}

/// The HIR blocks around each label (by address), outermost first; empty for functions without labels.
pub(crate) fn label_paths(function: &Function) -> HashMap<LabelId, Vec<usize>> {
    let mut paths = HashMap::new();
    if let (false, Some(body)) = (function.labels.is_empty(), &function.body) {
        block_labels(body, &mut Vec::new(), &mut paths);
    }
    paths
}

/// What tells two HIR blocks of one function apart.
pub(crate) fn block_identity(block: &Block) -> usize {
    std::ptr::from_ref(block).addr()
}

fn block_labels(block: &Block, path: &mut Vec<usize>, paths: &mut HashMap<LabelId, Vec<usize>>) {
    path.push(block_identity(block));
    for stmt in &block.stmts {
        stacker::maybe_grow(RED_ZONE, STACK_STEP, || match &stmt.kind {
            StmtKind::Label(label) => {
                paths.insert(*label, path.clone());
            }
            StmtKind::Block(inner) | StmtKind::Loop { body: inner, .. } | StmtKind::Switch { body: inner, .. } => {
                block_labels(inner, path, paths);
            }
            StmtKind::Try { body, handler, .. } => {
                block_labels(body, path, paths);
                block_labels(handler, path, paths);
            }
            StmtKind::If { then, otherwise, .. } => {
                block_labels(then, path, paths);
                if let Some(otherwise) = otherwise {
                    block_labels(otherwise, path, paths);
                }
            }
            _ => {}
        });
    }
    path.pop();
}
