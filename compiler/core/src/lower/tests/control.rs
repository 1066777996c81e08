//! Control flow, and short forms for the statements in it.

use super::{Maker, expr, load, mnemonics};
use crate::hir::*;
use kern_diag::Span;
use kern_ir as ir;

/// Short forms for statements about one `int x`.
pub(super) struct Small {
    pub(super) int: TypeId,
    pub(super) boolean: TypeId,
    pub(super) void: TypeId,
    pub(super) x: LocalId,
}

impl Small {
    pub(super) fn new(make: &mut Maker) -> Small {
        let int = make.int();
        let (boolean, void) = (make.ty(Type::Bool), make.ty(Type::Void));
        Small { int, boolean, void, x: make.local("x", int) }
    }

    pub(super) fn set(&self, value: i128) -> StmtKind {
        let (place, value) = (Box::new(expr(self.int, ExprKind::Local(self.x))), Box::new(expr(self.int, ExprKind::Int(value))));
        StmtKind::Expr(expr(self.int, ExprKind::Assign { place, value }))
    }

    pub(super) fn is(&self, value: i128) -> Expr {
        let (left, right) = (Box::new(load(self.int, ExprKind::Local(self.x))), Box::new(expr(self.int, ExprKind::Int(value))));
        expr(self.boolean, ExprKind::Binary { op: BinaryOp::Eq, left, right })
    }
}

pub(super) fn block(stmts: Vec<StmtKind>) -> Block {
    Block { stmts: stmts.into_iter().map(|kind| Stmt { kind, span: Span::default() }).collect(), end: Span::default() }
}

pub(super) fn repeat(condition: Option<Expr>, body: Vec<StmtKind>, test_last: bool) -> StmtKind {
    StmtKind::Loop {
        condition_decl: Vec::new(),
        condition: condition.map(Box::new),
        step: None,
        body: block(body),
        test_last,
        unroll: None,
    }
}

#[test]
fn a_loop_has_its_place_and_its_unrolling() {
    let mut make = Maker::new();
    let (int, bool_ty, void) = (make.int(), make.ty(Type::Bool), make.ty(Type::Void));
    let i = make.local("i", int);
    let condition = expr(
        bool_ty,
        ExprKind::Binary { op: BinaryOp::Lt, left: Box::new(load(int, ExprKind::Local(i))), right: Box::new(expr(int, ExprKind::Int(10))) },
    );
    let step = expr(int, ExprKind::Step { place: Box::new(expr(int, ExprKind::Local(i))), is_increment: true, is_prefix: true });
    let body = vec![
        StmtKind::Declare { local: i, init: Some(expr(int, ExprKind::Int(0))) },
        StmtKind::Loop {
            condition_decl: Vec::new(),
            condition: Some(Box::new(condition)),
            step: Some(Box::new(step)),
            body: Block::default(),
            test_last: false,
            unroll: Some(4),
        },
    ];
    make.function("k", true, void, 0, body);
    let module = make.lower(ir::ModuleKind::Device);
    let func = &module.functions[0];
    let heads: Vec<_> = func.layout.iter().filter(|b| func.blocks[b.index()].unroll == Some(4)).collect();
    assert_eq!(heads.len(), 1);
    assert_ne!(func.blocks[heads[0].index()].loc, ir::LocId::NONE);
    assert_eq!(mnemonics(&module, "k").iter().filter(|m| m.starts_with("setp")).count(), 1);
}

#[test]
fn dense_cases_of_host_code_become_a_table_and_others_comparisons() {
    for (kind, step, table) in [(ir::ModuleKind::Host, 1, 1), (ir::ModuleKind::Host, 1000, 0), (ir::ModuleKind::Device, 1, 0)] {
        let mut make = Maker::new();
        let small = Small::new(&mut make);
        let cases = (0..6).map(|i| (i * step - 2, i * step - 2, LabelId(i as u32))).collect();
        let body = (0..6).flat_map(|i| [StmtKind::Label(LabelId(i)), small.set(i as i128), StmtKind::Break]).collect();
        let value = load(small.int, ExprKind::Local(small.x));
        let switch = StmtKind::Switch { value: Box::new(value), cases, default: None, body: block(body) };
        make.function("k", kind == ir::ModuleKind::Device, small.void, 0, vec![switch]);
        let module = make.lower(kind);
        assert_eq!(mnemonics(&module, "k").iter().filter(|m| m.starts_with("brx")).count(), table);
        // Halves of three, the test for which of them first.
        let tests = mnemonics(&module, "k").iter().filter(|m| m.starts_with("setp")).count();
        assert_eq!(tests, if table == 1 { 0 } else { 7 });
    }
}

#[test]
fn jumps_go_anywhere() {
    let mut make = Maker::new();
    let small = Small::new(&mut make);
    let body = vec![
        StmtKind::Label(LabelId(0)),
        repeat(
            Some(small.is(1)),
            vec![
                StmtKind::If { condition: Box::new(small.is(2)), then: block(vec![StmtKind::Goto(LabelId(1))]), otherwise: None },
                StmtKind::If {
                    condition: Box::new(small.is(3)),
                    then: block(vec![StmtKind::Continue]),
                    otherwise: Some(block(vec![StmtKind::Break])),
                },
                StmtKind::Return(None),
                small.set(4),
            ],
            false,
        ),
        repeat(None, vec![StmtKind::Block(block(vec![StmtKind::Break, small.set(5)]))], true),
        repeat(Some(small.is(6)), vec![StmtKind::Continue], true),
        StmtKind::If { condition: Box::new(small.is(7)), then: block(vec![StmtKind::Goto(LabelId(0))]), otherwise: None },
        StmtKind::Label(LabelId(1)),
        repeat(None, Vec::new(), false),
    ];
    make.function("k", true, small.void, 0, body);
    make.program.functions[0].labels = vec!["a".into(), "b".into()];
    make.lower(ir::ModuleKind::Device);
}

#[test]
fn conditions_and_conditionals() {
    let mut make = Maker::new();
    let small = Small::new(&mut make);
    let both = |a, b| expr(small.boolean, ExprKind::And(Box::new(a), Box::new(b)));
    let either = |a, b| expr(small.boolean, ExprKind::Or(Box::new(a), Box::new(b)));
    let not = |a| expr(small.boolean, ExprKind::Unary { op: UnaryOp::Not, operand: Box::new(a) });
    let condition = either(both(small.is(1), not(small.is(2))), both(small.is(3), either(small.is(4), small.is(5))));
    let flag = make.local("flag", small.boolean);
    let pick = |then, otherwise| {
        let (then, otherwise) = (Box::new(then), Box::new(otherwise));
        expr(small.boolean, ExprKind::Conditional { condition: Box::new(condition.clone()), then, otherwise })
    };
    let body = vec![
        StmtKind::Declare { local: flag, init: Some(condition.clone()) },
        StmtKind::Declare { local: flag, init: Some(pick(small.is(6), expr(small.boolean, ExprKind::Int(1)))) },
        StmtKind::If {
            condition: Box::new(pick(load(small.boolean, ExprKind::Local(flag)), small.is(7))),
            then: block(vec![small.set(8)]),
            otherwise: None,
        },
    ];
    make.function("k", true, small.void, 0, body);
    make.lower(ir::ModuleKind::Device);
}
