//! Lowering of typed programs made by hand: what each construct becomes.

use crate::hir::*;
use crate::pass::{self, PassOptions};
use kern_diag::{Diagnostics, SourceMap, Span};
use kern_ir as ir;
use std::sync::Arc;

mod calls;
mod cleanup;
mod control;
mod inline_ptx;
mod intrinsics;

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
        self.locals.push(Local { name, ty: ty.into(), align: None, vla: None, destructor: None, span: Span::default() });
        LocalId(self.locals.len() as u32 - 1)
    }

    fn function(&mut self, name: &str, is_kernel: bool, result: TypeId, params: usize, stmts: Vec<StmtKind>) -> FunctionId {
        let stmts = stmts.into_iter().map(|kind| Stmt { kind, span: Span::default() }).collect();
        let function = Function {
            name: name.into(),
            display_name: name.into(),
            symbol: name.into(),
            linkage: Linkage::External,
            space: ExecutionSpace { is_kernel, device: is_kernel, host: !is_kernel },
            used_on_host: !is_kernel,
            used_on_device: is_kernel,
            result,
            params: (0..params as u32).map(LocalId).collect(),
            is_variadic: false,
            locals: std::mem::take(&mut self.locals),
            named_result: None,
            named: Vec::new(),
            labels: Vec::new(),
            body: Some(Block { stmts, end: Span::default() }),
            launch_bounds: None,
            cluster_dims: None,
            max_registers: None,
            is_noexcept: false,
            is_noinline: false,
            is_forceinline: false,
            is_system: false,
            is_instance: false,
            device_twin: None,
            span: Span::default(),
        };
        self.program.functions.push(function);
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    fn lower(&self, kind: ir::ModuleKind) -> ir::Module {
        let mut diagnostics = Diagnostics::new();
        let module = crate::lower::lower(&self.program, kind, &self.sources, &mut diagnostics);
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
        data_size: size,
        align,
        is_union: false,
        is_trivial: true,
        has_constructors: false,
        destructor: None,
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
