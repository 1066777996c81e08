//! Jumps past initialisers (C++17 [stmt.dcl]/3): a `goto` or `case` may not lead into the scope of a variable past what gives it
//! its value. Looks at a whole body, where each label knows the variables that live there.

use crate::hir::{self, Block, LabelId, LocalId, Stmt, StmtKind};
use crate::sema::{Sema, errors};
use kern_diag::Span;
use std::collections::HashMap;

/// A jump, or what it leads to: the initialised variables in whose scope it stands.
struct Place {
    live: Vec<LocalId>,
    span: Span,
}

#[derive(Default)]
struct Jumps {
    labels: HashMap<LabelId, Place>,
    /// Each with whether it is one of a `switch`.
    jumps: Vec<(LabelId, Place, bool)>,
}

impl Sema<'_> {
    /// Reports the jumps of `body` that pass an initialiser.
    pub(super) fn check_jumps(&mut self, body: &Block, locals: &[hir::Local], space: hir::ExecutionSpace) {
        let mut found = Jumps::default();
        found.block(body, &mut Vec::new(), locals);
        let Jumps { labels, jumps } = found;
        let mut told = Vec::new();
        for (label, from, is_case) in jumps {
            let Some(to) = labels.get(&label) else { continue };
            let Some(&passed) = to.live.iter().find(|local| !from.live.contains(local) && !told.contains(*local)) else { continue };
            told.push(passed);
            let local = &locals[passed.0 as usize];
            let at = if is_case { to.span } else { from.span };
            let is_let = is_case && !space.host;
            let told = errors::jump_past_initialiser(at, &local.name, local.span, is_case, is_let);
            if is_let { self.warn(told) } else { self.report(told) }
        }
    }
}

impl Jumps {
    fn block(&mut self, block: &Block, live: &mut Vec<LocalId>, locals: &[hir::Local]) {
        let before = live.len();
        self.statements(&block.stmts, live, locals);
        live.truncate(before);
    }

    fn statements(&mut self, stmts: &[Stmt], live: &mut Vec<LocalId>, locals: &[hir::Local]) {
        for stmt in stmts {
            let place = |live: &[LocalId]| Place { live: live.to_vec(), span: stmt.span };
            match &stmt.kind {
                StmtKind::Declare { local, init } => {
                    let declared = &locals[local.0 as usize];
                    if !declared.name.is_empty() && (init.is_some() || declared.destructor.is_some()) {
                        live.push(*local);
                    }
                }
                StmtKind::Label(label) => drop(self.labels.insert(*label, place(live))),
                StmtKind::Goto(label) => self.jumps.push((*label, place(live), false)),
                StmtKind::Block(block) => self.block(block, live, locals),
                StmtKind::If { then, otherwise, .. } => {
                    self.block(then, live, locals);
                    otherwise.iter().for_each(|block| self.block(block, live, locals));
                }
                StmtKind::Loop { condition_decl, body, .. } => {
                    let before = live.len();
                    self.statements(condition_decl, live, locals);
                    self.block(body, live, locals);
                    live.truncate(before);
                }
                StmtKind::Switch { cases, default, body, .. } => {
                    let labels = cases.iter().map(|case| case.2).chain(*default);
                    self.jumps.extend(labels.map(|label| (label, place(live), true)));
                    self.block(body, live, locals);
                }
                StmtKind::Try { body, handler, .. } => {
                    self.block(body, live, locals);
                    self.block(handler, live, locals);
                }
                _ => {}
            }
        }
    }
}
