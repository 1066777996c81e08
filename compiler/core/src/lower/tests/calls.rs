//! Calls of functions and launches of kernels.

use super::control::Small;
use super::{Maker, expr};
use crate::hir::*;
use kern_ir as ir;

#[test]
fn host_arguments_go_from_right_to_left() {
    let mut make = Maker::new();
    let (int, void) = (make.int(), make.ty(Type::Void));
    let one = make.function("one", false, int, 0, vec![StmtKind::Return(Some(expr(int, ExprKind::Int(1))))]);
    let two = make.function("two", false, int, 0, vec![StmtKind::Return(Some(expr(int, ExprKind::Int(2))))]);
    make.local("a", int);
    make.local("b", int);
    let take = make.function("take", false, void, 2, Vec::new());
    let call = |id, args| ExprKind::Call { callee: Callee::Direct(id), args, returns_reference: false };
    let args = vec![expr(int, call(one, Vec::new())), expr(int, call(two, Vec::new()))];
    make.function("main", false, int, 0, vec![StmtKind::Expr(expr(void, call(take, args)))]);
    let module = make.lower(ir::ModuleKind::Host);
    let main = &module.functions[module.find_function("main").unwrap().index()];
    let called: Vec<String> = main
        .layout
        .iter()
        .flat_map(|b| &main.blocks[b.index()].insts)
        .filter_map(|i| match main.insts[i.index()].payload {
            ir::Payload::Call(f) => Some(module.functions[f.index()].name.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(called, ["two", "one", "take"]);
}

#[test]
fn launches_fill_the_parameter_buffer() {
    let mut make = Maker::new();
    let small = Small::new(&mut make);
    let (char, double) = (make.ty(Type::Int(IntType::Char)), make.ty(Type::F64));
    make.locals.clear();
    make.local("c", char);
    make.local("d", double);
    let kernel = make.function("kernel", true, small.void, 2, Vec::new());
    let (uint, ulong) = (make.ty(Type::Int(IntType::UInt)), make.ty(Type::Int(IntType::ULong)));
    let stream = make.pointer(small.void, false);
    let dim = || Box::new(LaunchDim::Scalar(expr(uint, ExprKind::Int(32))));
    let launch = ExprKind::Launch {
        kernel: Box::new(Callee::Direct(kernel)),
        grid: dim(),
        block: dim(),
        shared: Box::new(expr(ulong, ExprKind::Int(0))),
        stream: Box::new(expr(stream, ExprKind::Null)),
        args: [expr(char, ExprKind::Int(1)), expr(double, ExprKind::Float(2.0))].into(),
    };
    make.function("main", false, small.int, 0, vec![StmtKind::Expr(expr(small.void, launch))]);
    let module = make.lower(ir::ModuleKind::Host);
    let main = &module.functions[module.find_function("main").unwrap().index()];
    let stores: Vec<i64> = main.insts.iter().filter(|i| i.op == ir::Opcode::St).map(|i| i.offset).collect();
    assert_eq!(stores, [8, 0], "arguments from right to left, aligned as C++ aligns them");
    let kernel = &module.functions[module.find_function("kernel").unwrap().index()];
    assert_eq!(kernel.kind, ir::FunctionKind::Extern);
    let device = make.lower(ir::ModuleKind::Device);
    assert_eq!(device.functions[0].kernel_params.iter().map(|p| p.offset).collect::<Vec<_>>(), [0, 8]);
}
