//! Jumps past initialisers (C++17 [stmt.dcl]/3): a `goto` or `case` may not lead into the scope of a variable past what gives it
//! its value. Looks at a whole body, where each label knows the variables that live there.

use crate::hir::{self, Block, LabelId, LocalId, Stmt, StmtKind};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use std::collections::{HashMap, HashSet};

/// An initialised variable, by its number in [`Jumps::live`].
type Innermost = Option<usize>;

/// What lives from a declaration to the end of its block, besides what lives there already.
struct Live {
    local: LocalId,
    outer: Innermost,
    /// How many live.
    depth: u32,
}

/// A jump, or what it leads to.
struct Place {
    innermost: Innermost,
    span: Span,
}

#[derive(Default)]
struct Jumps {
    live: Vec<Live>,
    labels: HashMap<LabelId, Place>,
    /// Each with whether it is one of a `switch`.
    jumps: Vec<(LabelId, Place, bool)>,
}

impl Sema<'_> {
    /// Reports the jumps of `body` that pass an initialiser.
    pub(super) fn check_jumps(&mut self, body: &Block, locals: &[hir::Local], space: hir::ExecutionSpace) {
        let mut found = Jumps::default();
        found.block(body, None, locals);
        let mut told = HashSet::new();
        for (label, from, is_case) in &found.jumps {
            let Some(to) = found.labels.get(label) else { continue };
            let Some(passed) = found.passed(from.innermost, to.innermost).into_iter().find(|&local| told.insert(local)) else { continue };
            let local = &locals[passed.0 as usize];
            let at = if *is_case { to.span } else { from.span };
            let is_let = *is_case && !space.host;
            let mistake = errors::jump_past_initialiser(at, &local.name, local.span, *is_case, is_let);
            if is_let { self.warn(mistake) } else { self.report(mistake) }
        }
    }
}

impl Jumps {
    /// What lives at the one place and not at the other, outermost first.
    fn passed(&self, mut from: Innermost, mut to: Innermost) -> Vec<LocalId> {
        let mut passed = Vec::new();
        while to != from {
            let depth = |at: Innermost| at.map_or(0, |at| self.live[at].depth);
            let (deep, other) = (depth(to), depth(from));
            if let Some(live) = to.filter(|_| deep >= other).map(|at| &self.live[at]) {
                passed.push(live.local);
                to = live.outer;
            }
            if other >= deep {
                from = from.and_then(|at| self.live[at].outer);
            }
        }
        passed.reverse();
        passed
    }

    fn block(&mut self, block: &Block, innermost: Innermost, locals: &[hir::Local]) {
        self.statements(&block.stmts, innermost, locals);
    }

    /// What is innermost behind them.
    fn statements(&mut self, stmts: &[Stmt], mut innermost: Innermost, locals: &[hir::Local]) -> Innermost {
        for stmt in stmts {
            let place = || Place { innermost, span: stmt.span };
            match &stmt.kind {
                StmtKind::Declare { local, init } => {
                    let declared = &locals[local.0 as usize];
                    if !declared.name.is_empty() && (init.is_some() || declared.destructor.is_some()) {
                        let depth = innermost.map_or(0, |outer| self.live[outer].depth) + 1;
                        self.live.push(Live { local: *local, outer: innermost, depth });
                        innermost = Some(self.live.len() - 1);
                    }
                }
                StmtKind::Label(label) => drop(self.labels.insert(*label, place())),
                StmtKind::Goto(label) => self.jumps.push((*label, place(), false)),
                StmtKind::Block(block) => self.block(block, innermost, locals),
                StmtKind::If { then, otherwise, .. } => {
                    self.block(then, innermost, locals);
                    otherwise.iter().for_each(|block| self.block(block, innermost, locals));
                }
                StmtKind::Loop { condition_decl, body, .. } => {
                    let inside = self.statements(condition_decl, innermost, locals);
                    self.block(body, inside, locals);
                }
                StmtKind::Switch { cases, default, body, .. } => {
                    let labels = cases.iter().map(|case| case.2).chain(*default);
                    self.jumps.extend(labels.map(|label| (label, place(), true)));
                    self.block(body, innermost, locals);
                }
                StmtKind::Try { body, handler, .. } => {
                    self.block(body, innermost, locals);
                    self.block(handler, innermost, locals);
                }
                _ => {}
            }
        }
        innermost
    }
}
