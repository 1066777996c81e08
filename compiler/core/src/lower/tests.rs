//! Lowering of typed programs made by hand: what each construct becomes.

use crate::hir::*;
use crate::pass::{self, PassOptions};
use kern_diag::{Diagnostics, SourceMap, Span};
use kern_ir as ir;
use std::sync::Arc;

/// A program with one function under construction.
struct Maker {
    program: Program,
    locals: Vec<Local>,
    sources: SourceMap,
}

impl Maker {
    fn new() -> Maker {
        let mut sources = SourceMap::new();
        sources.add("test.cu", "\n".repeat(100), false);
        Maker { program: Program::default(), locals: Vec::new(), sources }
    }

    fn ty(&mut self, ty: Type) -> TypeId {
        self.program.types.intern(ty)
    }

    fn int(&mut self) -> TypeId {
        self.ty(Type::Int(IntType::Int))
    }

    fn pointer(&mut self, to: TypeId, is_const: bool) -> TypeId {
        self.ty(Type::Pointer(QualType { is_const, ..to.into() }))
    }

    fn local(&mut self, name: &str, ty: TypeId) -> LocalId {
        let name = Arc::from(name);
        self.locals.push(Local { name, ty: ty.into(), align: None, is_vla: false, destructor: None, span: Span::default() });
        LocalId(self.locals.len() as u32 - 1)
    }

    fn function(&mut self, name: &str, is_kernel: bool, result: TypeId, params: usize, stmts: Vec<StmtKind>) -> FunctionId {
        let stmts = stmts.into_iter().map(|kind| Stmt { kind, span: Span::default() }).collect();
        let function = Function {
            name: name.into(),
            display_name: name.into(),
            symbol: name.into(),
            space: ExecutionSpace { is_kernel, device: is_kernel, host: !is_kernel },
            used_on_host: !is_kernel,
            used_on_device: is_kernel,
            result,
            params: (0..params as u32).map(LocalId).collect(),
            is_variadic: false,
            locals: std::mem::take(&mut self.locals),
            labels: Vec::new(),
            body: Some(Block { stmts, end: Span::default() }),
            launch_bounds: None,
            is_noinline: false,
            is_forceinline: false,
            is_system: false,
            device_twin: None,
            span: Span::default(),
        };
        self.program.functions.push(function);
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    fn lower(&self, kind: ir::ModuleKind) -> ir::Module {
        let mut diagnostics = Diagnostics::new();
        let module = super::lower(&self.program, kind, &self.sources, &mut diagnostics);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let errors: Vec<String> = ir::verify(&module).iter().map(ToString::to_string).collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
        for opt_level in [0, 2] {
            let options = PassOptions { opt_level, verify: true, ..PassOptions::default() };
            let mut optimised = module.clone();
            if let Err(errors) = pass::run(&mut optimised, &options) {
                panic!("-O{opt_level}: {}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
            }
        }
        module
    }
}

fn expr(ty: TypeId, kind: ExprKind) -> Expr {
    Expr { kind, ty, is_volatile: false, is_const: false, span: Span::default() }
}

fn load(ty: TypeId, place: ExprKind) -> Expr {
    expr(ty, ExprKind::Load(Box::new(expr(ty, place))))
}

/// The mnemonics of a function's instructions in layout order.
fn mnemonics(module: &ir::Module, name: &str) -> Vec<String> {
    let func = &module.functions[module.find_function(name).unwrap().index()];
    let insts = func.layout.iter().flat_map(|block| &func.blocks[block.index()].insts);
    insts
        .map(|inst| {
            let data = &func.insts[inst.index()];
            let vector = if data.attrs.vector > 1 { format!(".v{}", data.attrs.vector) } else { String::new() };
            let space = data.attrs.space.map_or(String::new(), |space| format!(".{space}"));
            format!("{}{space}{vector}.{}", data.op.row().name, data.ty)
        })
        .collect()
}

/// `void copy(T *out, const T *in) { out[threadIdx.x] = in[threadIdx.x]; }`
fn copy_kernel(make: &mut Maker, ty: TypeId) {
    let (out_ty, in_ty) = (make.pointer(ty, false), make.pointer(ty, true));
    let (out, input) = (make.local("out", out_ty), make.local("in", in_ty));
    let uint = make.ty(Type::Int(IntType::UInt));
    let element = |base: LocalId, pointer: TypeId| {
        let index = expr(uint, ExprKind::SpecialRegister(SpecialRegister::ThreadIdx(0)));
        let add = ExprKind::PointerAdd { pointer: Box::new(load(pointer, ExprKind::Local(base))), index: Box::new(index), subtract: false };
        expr(ty, ExprKind::Deref(Box::new(expr(pointer, add))))
    };
    let value = expr(ty, ExprKind::Load(Box::new(element(input, in_ty))));
    let assign = expr(ty, ExprKind::Assign { place: Box::new(element(out, out_ty)), value: Box::new(value) });
    let void = make.ty(Type::Void);
    make.function("copy", true, void, 2, vec![StmtKind::Expr(assign)]);
}

fn class(make: &mut Maker, fields: &[(TypeId, u64)], size: u64, align: u64) -> TypeId {
    let fields = fields.iter().map(|&(ty, offset)| Field { name: "m".into(), ty: ty.into(), offset, bits: None, is_base: false }).collect();
    let id = make.program.types.add_class(Class {
        name: "S".into(),
        fields,
        size,
        align,
        is_union: false,
        is_trivial: true,
        is_complete: true,
        is_empty: false,
    });
    make.ty(Type::Class(id))
}

/// The accesses that a copy of `ty` makes besides those of parameters.
fn copy_accesses(make: &mut Maker, ty: TypeId) -> Vec<String> {
    copy_kernel(make, ty);
    let module = make.lower(ir::ModuleKind::Device);
    mnemonics(&module, "copy")
        .into_iter()
        .filter(|m| (m.starts_with("ld") || m.starts_with("st")) && !m.contains("local") && !m.contains("param"))
        .collect()
}

#[test]
fn scalars_are_copied_by_one_access() {
    let mut make = Maker::new();
    let int = make.int();
    assert_eq!(copy_accesses(&mut make, int), ["ld.s32", "st.s32"]);
}

#[test]
fn objects_are_copied_as_their_alignment_allows() {
    let mut make = Maker::new();
    let float = make.ty(Type::F32);
    let quad: Vec<_> = (0..4).map(|i| (float, 4 * i)).collect();
    let unaligned = class(&mut make, &quad[..3], 12, 4);
    assert_eq!(copy_accesses(&mut make, unaligned), ["ld.f32", "ld.f32", "ld.f32", "st.f32", "st.f32", "st.f32"]);
    let mut make = Maker::new();
    let float = make.ty(Type::F32);
    let aligned = class(&mut make, &quad.iter().map(|q| (float, q.1)).collect::<Vec<_>>(), 16, 16);
    assert_eq!(copy_accesses(&mut make, aligned), ["ld.v4.f32", "st.v4.f32"]);
    let mut make = Maker::new();
    let float = make.ty(Type::F32);
    let pair = class(&mut make, &[(float, 0), (float, 4)], 8, 8);
    assert_eq!(copy_accesses(&mut make, pair), ["ld.v2.f32", "st.v2.f32"]);
    let mut make = Maker::new();
    let float = make.ty(Type::F32);
    let padded = class(&mut make, &[(float, 0), (float, 4), (float, 8)], 16, 16);
    assert_eq!(copy_accesses(&mut make, padded), ["ld.v4.f32", "st.v4.f32"]);
    let mut make = Maker::new();
    let char = make.ty(Type::Int(IntType::SChar));
    let char4 = class(&mut make, &[(char, 0), (char, 1), (char, 2), (char, 3)], 4, 4);
    assert_eq!(copy_accesses(&mut make, char4), ["ld.v4.s8", "st.v4.s8"]);
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
            condition: Some(condition),
            step: Some(step),
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

impl Maker {
    /// The type that C++ spells like that; classes become vectors of two or four members.
    fn spelled(&mut self, text: &str) -> TypeId {
        let text = text.trim().trim_start_matches("const ");
        if let Some(pointee) = text.strip_suffix('*') {
            let to = self.spelled(pointee);
            return self.pointer(to, false);
        }
        use IntType::*;
        let ty = match text {
            "void" => Type::Void,
            "bool" => Type::Bool,
            "char" => Type::Int(Char),
            "signed char" => Type::Int(SChar),
            "unsigned char" => Type::Int(UChar),
            "short" => Type::Int(Short),
            "unsigned short" => Type::Int(UShort),
            "int" => Type::Int(Int),
            "unsigned int" => Type::Int(UInt),
            "long" => Type::Int(Long),
            "unsigned long" => Type::Int(ULong),
            "long long" => Type::Int(LongLong),
            "unsigned long long" => Type::Int(ULongLong),
            "float" => Type::F32,
            "double" => Type::F64,
            vector => {
                let count: u64 = vector[vector.len() - 1..].parse().unwrap_or_else(|_| panic!("type {vector}"));
                let element = match &vector[..vector.len() - 1] {
                    "char" => "signed char".to_string(),
                    "longlong" => "long long".to_string(),
                    "ulonglong" => "unsigned long long".to_string(),
                    name => name.strip_prefix('u').map_or(name.to_string(), |rest| format!("unsigned {rest}")),
                };
                let element = self.spelled(&element);
                let size = self.program.types.size_of(element);
                let fields: Vec<_> = (0..count).map(|i| (element, i * size)).collect();
                return class(self, &fields, count * size, (count * size).min(16));
            }
        };
        self.ty(ty)
    }

    /// A kernel or host function that calls the intrinsic of `row` with zeros.
    fn call_intrinsic(&mut self, row: &crate::intrinsics::Row, on_device: bool) {
        let (head, params) = row.declaration.split_once('(').unwrap();
        let result = self.spelled(head.trim_end_matches(row.name()));
        let mut args = Vec::new();
        for param in params.trim_end_matches(')').split(',').map(|p| p.split('=').next().unwrap().trim()).filter(|p| !p.is_empty()) {
            let name_at = param.rfind([' ', '*']).unwrap() + 1;
            let ty = self.spelled(&param[..name_at]);
            self.local("p", ty);
            args.push(expr(ty, ExprKind::Zero));
        }
        let callee = self.function(row.name(), false, result, args.len(), Vec::new());
        let declared = &mut self.program.functions[callee.0 as usize];
        (declared.symbol, declared.body, declared.used_on_host) = (row.key.as_ref().into(), None, false);
        let call = expr(result, ExprKind::Call { callee: Callee::Direct(callee), args, returns_reference: false });
        let void = self.ty(Type::Void);
        let number = self.program.functions.len();
        self.function(&format!("caller{number}"), on_device, void, 0, vec![StmtKind::Expr(call)]);
    }
}

#[test]
fn every_intrinsic_lowers() {
    for row in crate::intrinsics::rows() {
        let mut make = Maker::new();
        make.call_intrinsic(row, true);
        make.lower(ir::ModuleKind::Device);
        if row.host != crate::intrinsics::HostSide::None {
            let mut make = Maker::new();
            make.call_intrinsic(row, false);
            make.lower(ir::ModuleKind::Host);
        }
    }
}

/// A kernel with one `asm`: an `=`-output and inputs of the constraints' types, all zero.
fn asm_kernel(template: &str, output: &str, inputs: &[&str]) -> Result<ir::Module, String> {
    let mut make = Maker::new();
    let of = |make: &mut Maker, constraint: &str| match constraint.trim_start_matches(['=', '+']) {
        "l" => make.ty(Type::Int(IntType::ULong)),
        "f" => make.ty(Type::F32),
        "d" => make.ty(Type::F64),
        "h" => make.ty(Type::Int(IntType::UShort)),
        _ => make.ty(Type::Int(IntType::UInt)),
    };
    let out_ty = of(&mut make, output);
    let out = make.local("out", out_ty);
    let outputs = if output.is_empty() { Vec::new() } else { vec![(output.into(), expr(out_ty, ExprKind::Local(out)))] };
    let inputs = inputs
        .iter()
        .map(|c| {
            let ty = of(&mut make, c);
            ((*c).into(), expr(ty, if *c == "n" { ExprKind::Int(7) } else { ExprKind::Zero }))
        })
        .collect();
    let void = make.ty(Type::Void);
    make.function("k", true, void, 0, vec![StmtKind::Asm { template: template.into(), outputs, inputs, is_volatile: true }]);
    let mut diagnostics = Diagnostics::new();
    let module = super::lower(&make.program, ir::ModuleKind::Device, &make.sources, &mut diagnostics);
    if let Some(first) = diagnostics.iter().next() {
        return Err(first.message.clone());
    }
    let errors: Vec<String> = ir::verify(&module).iter().map(ToString::to_string).collect();
    if errors.is_empty() { Ok(module) } else { Err(errors.join("\n")) }
}

#[test]
fn inline_ptx_lowers() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("mov.u32 %0, %%laneid;", "=r", &[]),
        ("mov.u64 %0, %%globaltimer;", "=l", &[]),
        ("mov.u32 %0, %%clock;", "=r", &[]),
        ("add.s32 %0, %1, %2;", "=r", &["r", "r"]),
        ("mad.lo.u32 %0, %1, %2, %0;", "+r", &["r", "r"]),
        ("mul.wide.u32 %0, %1, %2;", "=l", &["r", "r"]),
        ("fma.rn.f32 %0, %1, %1, 0f3F800000;", "=f", &["f"]),
        ("{ .reg .pred p; setp.ne.u32 p, %1, 0; selp.u32 %0, 1, 2, p; }", "=r", &["r"]),
        ("{.reg .pred p;\n setp.lt.s32 p, %1, %2;\n @p mov.u32 %0, 5;\n @!p mov.u32 %0, 6;}", "=r", &["r", "r"]),
        ("ld.global.cg.f32 %0, [%1+4];", "=f", &["l"]),
        ("{ .reg .f32 a; ld.global.nc.v2.f32 {%0, a}, [%1]; }", "=f", &["l"]),
        ("st.global.cs.u32 [%0], %1;", "", &["l", "r"]),
        ("st.volatile.shared.u32 [%0], %1;", "", &["r", "r"]),
        ("atom.global.add.u32 %0, [%1], %2;", "=r", &["l", "r"]),
        ("red.global.add.f32 [%0], %1;", "", &["l", "f"]),
        ("cvta.to.shared.u64 %0, %1;", "=l", &["l"]),
        ("bar.sync 0;", "", &[]),
        ("bar.warp.sync 0xffffffff;", "", &[]),
        ("membar.gl;", "", &[]),
        ("fence.acq_rel.gpu;", "", &[]),
        ("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;", "=r", &["r"]),
        ("{.reg .pred q; shfl.sync.up.b32 %0|q, %1, 1, 0, -1;}", "=r", &["r"]),
        ("{.reg .pred q; setp.eq.u32 q, %1, 1; vote.sync.ballot.b32 %0, q, -1;}", "=r", &["r"]),
        ("activemask.b32 %0;", "=r", &[]),
        ("lop3.b32 %0, %1, %2, 3, 0x96;", "=r", &["r", "r"]),
        ("mov.b64 %0, {%1, %2};", "=l", &["r", "r"]),
        ("{.reg .b32 lo, hi; mov.b64 {lo, hi}, %1; mov.b32 %0, hi;}", "=r", &["l"]),
        ("bfe.u32 %0, %1, 4, 8;", "=r", &["r"]),
        ("bfi.b32 %0, %1, %2, 4, 8;", "=r", &["r", "r"]),
        ("prmt.b32 %0, %1, %2, 0x5140;", "=r", &["r", "r"]),
        ("cvt.rn.f32.s32 %0, %1;", "=f", &["r"]),
        ("cvt.rzi.s32.f32 %0, %1;", "=r", &["f"]),
        ("rsqrt.approx.ftz.f32 %0, %1;", "=f", &["f"]),
        ("ex2.approx.f32 %0, %1; // a comment", "=f", &["f"]),
        ("popc.b64 %0, %1;", "=r", &["l"]),
        ("mov.u32 %0, %1;", "=r", &["n"]),
        ("shf.l.wrap.b32 %0, %1, %2, 3;", "=r", &["r", "r"]),
        ("add.f64 %0, %1, 0d3FF0000000000000;", "=d", &["d"]),
        ("", "", &[]),
    ];
    for (template, output, inputs) in cases {
        if let Err(what) = asm_kernel(template, output, inputs) {
            panic!("`{template}`: {what}");
        }
    }
}

#[test]
fn wrong_inline_ptx_is_refused() {
    for (template, part) in [
        ("frobnicate.u32 %0, %1;", "not supported"),
        ("mov.u32 %0, %9;", "no register"),
        ("add.s32 %0;", "more operands"),
        ("loop: bra loop;", "labels"),
        ("ld.global.u32 %0, %1;", "brackets"),
    ] {
        let message = asm_kernel(template, "=r", &["r"]).unwrap_err();
        assert!(message.contains(part), "`{template}`: {message}");
    }
}

/// Short forms for statements about one `int x`.
struct Small {
    int: TypeId,
    boolean: TypeId,
    void: TypeId,
    x: LocalId,
}

impl Small {
    fn new(make: &mut Maker) -> Small {
        let int = make.int();
        let (boolean, void) = (make.ty(Type::Bool), make.ty(Type::Void));
        Small { int, boolean, void, x: make.local("x", int) }
    }

    fn set(&self, value: i128) -> StmtKind {
        let (place, value) = (Box::new(expr(self.int, ExprKind::Local(self.x))), Box::new(expr(self.int, ExprKind::Int(value))));
        StmtKind::Expr(expr(self.int, ExprKind::Assign { place, value }))
    }

    fn is(&self, value: i128) -> Expr {
        let (left, right) = (Box::new(load(self.int, ExprKind::Local(self.x))), Box::new(expr(self.int, ExprKind::Int(value))));
        expr(self.boolean, ExprKind::Binary { op: BinaryOp::Eq, left, right })
    }
}

fn block(stmts: Vec<StmtKind>) -> Block {
    Block { stmts: stmts.into_iter().map(|kind| Stmt { kind, span: Span::default() }).collect(), end: Span::default() }
}

fn repeat(condition: Option<Expr>, body: Vec<StmtKind>, test_last: bool) -> StmtKind {
    StmtKind::Loop { condition_decl: Vec::new(), condition, step: None, body: block(body), test_last, unroll: None }
}

#[test]
fn dense_cases_become_a_table_and_sparse_ones_comparisons() {
    for (step, table) in [(1, 1), (1000, 0)] {
        let mut make = Maker::new();
        let small = Small::new(&mut make);
        let cases = (0..6).map(|i| (i * step - 2, i * step - 2, LabelId(i as u32))).collect();
        let body = (0..6).flat_map(|i| [StmtKind::Label(LabelId(i)), small.set(i as i128), StmtKind::Break]).collect();
        let value = load(small.int, ExprKind::Local(small.x));
        let switch = StmtKind::Switch { value, cases, default: None, body: block(body) };
        make.function("k", true, small.void, 0, vec![switch]);
        let module = make.lower(ir::ModuleKind::Device);
        assert_eq!(mnemonics(&module, "k").iter().filter(|m| m.starts_with("brx")).count(), table);
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
                StmtKind::If { condition: small.is(2), then: block(vec![StmtKind::Goto(LabelId(1))]), otherwise: None },
                StmtKind::If {
                    condition: small.is(3),
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
        StmtKind::If { condition: small.is(7), then: block(vec![StmtKind::Goto(LabelId(0))]), otherwise: None },
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
            condition: pick(load(small.boolean, ExprKind::Local(flag)), small.is(7)),
            then: block(vec![small.set(8)]),
            otherwise: None,
        },
    ];
    make.function("k", true, small.void, 0, body);
    make.lower(ir::ModuleKind::Device);
}

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
    let made = |n| expr(ty, ExprKind::Construct { constructor, args: vec![number(n)] });
    let temporary = |n| expr(ty, ExprKind::Temporary { value: Box::new(made(n)), destructor: Some(destructor), extended: false });
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
        destructor: Some(destructor),
    };
    let delete = |pointer| ExprKind::Delete { pointer: Box::new(pointer), is_array: true, destructor: Some(destructor) };
    let body = vec![
        repeat(
            Some(maybe.clone()),
            vec![
                StmtKind::Declare { local: object, init: Some(made(4)) },
                StmtKind::If { condition: maybe, then: block(vec![StmtKind::Return(Some(number(1)))]), otherwise: None },
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
        kernel: Callee::Direct(kernel),
        grid: dim(),
        block: dim(),
        shared: Box::new(expr(ulong, ExprKind::Int(0))),
        stream: Box::new(expr(stream, ExprKind::Null)),
        args: vec![expr(char, ExprKind::Int(1)), expr(double, ExprKind::Float(2.0))],
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
