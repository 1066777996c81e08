//! Inline PTX.

use super::{Maker, expr};
use crate::hir::*;
use kern_diag::Diagnostics;
use kern_ir as ir;

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
    let module = crate::lower::lower(&make.program, ir::ModuleKind::Device, &make.sources, &mut diagnostics);
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
        ("{.reg .pred p, q; again: setp.lt.u32 p|q, %0, 5; @p add.u32 %0, %0, 1; @p bra again;}", "+r", &[]),
        ("vadd.s32.u32.s32.sat.min %0, %1.b1, %2.h0, %1;", "=r", &["r", "r"]),
        ("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %1;", "=r", &["r", "r"]),
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
        ("bra loop;", "no label `loop`"),
        ("loop: loop: bra loop;", "stands twice"),
        ("ld.global.u32 %0, %1;", "brackets"),
    ] {
        let message = asm_kernel(template, "=r", &["r"]).unwrap_err();
        assert!(message.contains(part), "`{template}`: {message}");
    }
}
