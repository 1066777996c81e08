//! What is made is destroyed, once, on every way out.

use super::control::{Small, block, repeat};
use super::{Maker, class, expr, load, mnemonics};
use crate::hir::*;
use kern_ir as ir;

/// A class of 24 bytes with a constructor of one `int` and a destructor, both only declared.
fn guarded_class(make: &mut Maker) -> (TypeId, FunctionId, FunctionId) {
    let int = make.int();
    let ty = class(make, &[(int, 0), (int, 8), (int, 16)], 24, 8);
    let (this, void) = (make.pointer(ty, false), make.ty(Type::Void));
    make.local("this", this);
    make.local("n", int);
    let constructor = make.function("construct", false, void, 2, Vec::new());
    make.local("this", this);
    let destructor = make.function("destroy", false, void, 1, Vec::new());
    (ty, constructor, destructor)
}

#[test]
fn what_is_made_is_destroyed() {
    let mut make = Maker::new();
    let (ty, constructor, destructor) = guarded_class(&mut make);
    let small = Small::new(&mut make);
    let number = |n| expr(small.int, ExprKind::Int(n));
    let made = |n| expr(ty, ExprKind::Construct { constructor, args: vec![number(n)], in_braces: false });
    let kept = |value, lifetime| ExprKind::Temporary { value: Box::new(value), destructor: Some(destructor), lifetime };
    let temporary = |n| expr(ty, kept(made(n), Lifetime::Expression));
    let object = make.local("object", ty);
    let array_ty = make.ty(Type::Array { element: ty.into(), length: Some(5) });
    let array = make.local("array", array_ty);
    for local in [object, array] {
        make.locals[local.0 as usize].destructor = Some(destructor);
    }
    let pointer = make.pointer(ty, false);
    let first = |n| expr(small.int, ExprKind::Load(Box::new(expr(small.int, ExprKind::Field { base: Box::new(temporary(n)), field: 0 }))));
    let equal = expr(small.boolean, ExprKind::Binary { op: BinaryOp::Eq, left: Box::new(first(1)), right: Box::new(first(2)) });
    let maybe = expr(small.boolean, ExprKind::And(Box::new(small.is(1)), Box::new(equal)));
    let fill = expr(array_ty, ExprKind::Fill { element: Box::new(made(9)), length: 5 });
    let new = ExprKind::New {
        element: ty,
        count: Some(Box::new(load(small.int, ExprKind::Local(small.x)))),
        init: Some(Box::new(made(3))),
        placement: None,
        allocator: None,
        deallocator: None,
        destructor: Some(destructor),
    };
    let delete = |pointer| ExprKind::Delete {
        pointer: Box::new(pointer),
        is_array: true,
        destructor: Some(destructor),
        slot: None,
        deallocator: None,
    };
    let body = vec![
        repeat(
            Some(maybe.clone()),
            vec![
                StmtKind::Declare { local: object, init: Some(made(4)) },
                StmtKind::If { condition: Box::new(maybe), then: block(vec![StmtKind::Return(Some(number(1)))]), otherwise: None },
                StmtKind::Declare { local: array, init: Some(fill) },
                StmtKind::Expr(expr(small.void, delete(expr(pointer, new)))),
                StmtKind::Break,
            ],
            false,
        ),
        StmtKind::Return(Some(first(5))),
    ];
    make.function("main", false, small.int, 0, body);
    let module = make.lower(ir::ModuleKind::Host);
    let main = mnemonics(&module, "main");
    // Made and destroyed: two in each condition, one in the result (10). `object` is made once and destroyed at the early
    // return and at `break` (3), `array` likewise but once (2), the deleted array made and destroyed, with its memory (4).
    assert_eq!(main.iter().filter(|m| m.starts_with("call")).count(), 19);
}
