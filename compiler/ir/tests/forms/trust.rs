//! The rules that unchecked steps of the engines rest on, each broken once: `docs/trust.md` names them.
//!
//! A broken module must be refused by the verifier, and so by every loader: here as bytecode, whose writer knows no rules.

use crate::sample;
use crate::verifier::{ADD, BRANCH, CALL, LD_PARAM, MUL, SETP, ST, TID, right};
use kern_ir::RegType::{B32, B64, F64, Pred};
use kern_ir::*;
use std::collections::BTreeSet;

/// A rule: its name in the document, words of what the verifier says, and a change that breaks it.
type Rule = (&'static str, &'static str, fn(&mut Program));

/// Changes the kernel of [`right`].
macro_rules! kernel {
    (|$f:ident| $body:expr) => {
        |program| {
            let $f = &mut program.device.functions[1];
            $body;
        }
    };
}

/// Changes `main` of the host, which is otherwise right; its entry block is given.
macro_rules! host {
    (|$f:ident, $b:ident| $body:expr) => {
        |program| {
            let $f = &mut program.host.functions[1];
            let mut $b = Builder::new($f);
            let block = $b.create_block();
            $b.switch_to(block);
            $body;
        }
    };
}

const RULES: &[Rule] = &[
    // Registers.
    ("operand-classes", "expected operands", kernel!(|f| f.insts[ADD].args[1] = f.insts[LD_PARAM].results[0])),
    ("operand-count", "expected operands", kernel!(|f| _ = f.insts[ADD].args.pop())),
    ("result-class", "expected results", kernel!(|f| f.values[f.insts[MUL].results[0].index()].ty = B64)),
    (
        "result-count",
        "expected results",
        kernel!(|f| {
            let extra = f.add_value(B32, ValueDef::Result(Inst(ADD as u32), 1));
            f.insts[ADD].results.push(extra);
        }),
    ),
    (
        "second-result",
        "expected results",
        kernel!(|f| {
            let mask = f.add_constant(B32, u64::from(u32::MAX));
            let extra = f.add_value(B64, ValueDef::Result(Inst(ADD as u32), 1));
            let data = &mut f.insts[ADD];
            (data.op, data.ty, data.src_ty) = (Opcode::Shfl, Type::B32, Type::B32);
            (data.attrs.shfl, data.args) = (Some(ShflMode::Idx), vec![data.args[0], data.args[0], data.args[0], mask]);
            data.results.push(extra);
        }),
    ),
    (
        "move-size",
        "`mov` from",
        kernel!(|f| {
            let wide = f.insts[LD_PARAM].results[0];
            (f.insts[ADD].op, f.insts[ADD].ty, f.insts[ADD].args) = (Opcode::Mov, Type::B32, vec![wide]);
        }),
    ),
    (
        "wide-product",
        "`wide` needs 32-bit operands",
        kernel!(|f| {
            let wide = f.insts[LD_PARAM].results[0];
            f.values[f.insts[MUL].results[0].index()].ty = B64;
            let data = &mut f.insts[MUL];
            (data.ty, data.attrs.mul, data.args) = (Type::U64, Some(MulMode::Wide), vec![wide, wide]);
        }),
    ),
    (
        "conversion-types",
        "no conversion from",
        kernel!(|f| {
            let data = &mut f.insts[ADD];
            (data.op, data.ty, data.src_ty, data.args) = (Opcode::Cvt, Type::S32, Type::B32, vec![data.args[0]]);
        }),
    ),
    ("special-register-width", "another width", kernel!(|f| f.insts[TID].payload = Payload::Sreg(Sreg::Gridid))),
    ("constant-fits", "does not fit `.b32`", kernel!(|f| f.insts[ADD].args[0] = f.add_constant(B32, 1 << 32))),
    ("defined-once", "defined elsewhere", kernel!(|f| f.insts[ADD].results[0] = Value(0))),
    ("defined-before-use", "not defined on every path", kernel!(|f| f.insts[ST].args[1] = f.insts[MUL].results[0])),
    ("value-exists", "does not exist", kernel!(|f| f.insts[ADD].args[0] = Value(9999))),
    // Flow.
    ("block-ends", "does not end in a terminator", kernel!(|f| f.blocks[2].insts.truncate(1))),
    ("one-end-a-block", "before the end of its block", kernel!(|f| f.blocks[2].insts.swap(0, 1))),
    ("target-exists", "not in the layout", kernel!(|f| f.insts[BRANCH].targets_mut()[0].block = Block(77))),
    ("edge-arguments", "arguments for", kernel!(|f| f.insts[BRANCH].targets_mut()[1].args.clear())),
    ("edge-classes", "of class `.b64`", kernel!(|f| f.insts[BRANCH].targets_mut()[1].args[0] = f.insts[LD_PARAM].results[0])),
    ("entry-block", "entry block has predecessors", kernel!(|f| f.insts[BRANCH].targets_mut()[0].block = Block(0))),
    (
        "switch-targets",
        "needs a target",
        kernel!(|f| {
            let index = f.insts[TID].results[0];
            let data = &mut f.insts[BRANCH];
            (data.op, data.args, data.payload) = (Opcode::Brx, vec![index], Payload::Targets(Vec::new()));
        }),
    ),
    ("condition-class", "expected operands (.pred)", kernel!(|f| f.insts[BRANCH].args[0] = f.insts[TID].results[0])),
    (
        "barrier-number",
        "barrier 16",
        kernel!(|f| {
            f.insts[ST] = InstData { offset: 16, ..InstData::new(Opcode::Bar, Type::B32) };
        }),
    ),
    (
        "barrier-results",
        "expected results",
        kernel!(|f| {
            let predicate = f.insts[SETP].results[0];
            let data = &mut f.insts[ST];
            *data = InstData { args: vec![predicate], ..InstData::new(Opcode::Bar, Type::B32) };
            data.attrs.bar = Some(BarKind::RedPopc);
        }),
    ),
    // Calls.
    ("call-arguments", "arguments for `helper`", kernel!(|f| f.insts[CALL].args.clear())),
    ("call-argument-classes", "expected operands", kernel!(|f| f.insts[CALL].args[0] = f.insts[LD_PARAM].results[0])),
    ("call-result", "expected results", |program| program.device.functions[0].results[0] = B64),
    ("call-through-address", "function's address", kernel!(|f| f.insts[CALL].payload = Payload::CallIndirect(vec![B32]))),
    (
        "call-through-result",
        "expected results",
        kernel!(|f| {
            let address = f.insts[LD_PARAM].results[0];
            f.insts[CALL].args.insert(0, address);
            f.insts[CALL].payload = Payload::CallIndirect(vec![B64]);
        }),
    ),
    ("predicates-stay", "predicates are not passed", |program| program.device.functions[0].results[0] = Pred),
    ("kernels-are-launched", "cannot be called", kernel!(|f| f.insts[CALL].payload = Payload::Call(FuncId(1)))),
    ("return-value", "expected operands", |program| program.device.functions[0].insts[0].args.clear()),
    ("one-result", "more than one result", |program| program.device.functions[0].results.push(B32)),
    ("parameters-of-entry", "not those of the function", |program| program.device.functions[0].params.push(B32)),
    // Memory.
    ("address-class", "address of this space", kernel!(|f| f.insts[ST].args[0] = f.insts[TID].results[0])),
    ("element-classes", "expected operands", kernel!(|f| f.insts[ST].ty = Type::U64)),
    ("vector-elements", "expected operands", kernel!(|f| f.insts[ST].attrs.vector = 4)),
    (
        "vector-length",
        "vector of 3",
        kernel!(|f| {
            let data = &mut f.insts[ST];
            (data.attrs.vector, data.args) = (3, [&data.args[..], &[data.args[1]; 2]].concat());
        }),
    ),
    (
        "vector-bytes",
        "at most 16 bytes",
        kernel!(|f| {
            let data = &mut f.insts[ST];
            (data.ty, data.attrs.vector, data.args) = (Type::U64, 4, vec![data.args[0]; 5]);
        }),
    ),
    (
        "memory-types",
        "no type `.pred`",
        kernel!(|f| {
            let predicate = f.insts[SETP].results[0];
            (f.insts[ST].ty, f.insts[ST].args[1]) = (Type::Pred, predicate);
        }),
    ),
    (
        "atomic-operands",
        "expected operands",
        kernel!(|f| {
            let data = &mut f.insts[ST];
            (data.op, data.ty, data.attrs.atom) = (Opcode::Red, Type::U64, Some(AtomOp::Add));
        }),
    ),
    (
        "atomic-types",
        "no `inc` of `.s32`",
        kernel!(|f| {
            let data = &mut f.insts[ST];
            (data.op, data.ty, data.attrs.atom) = (Opcode::Red, Type::S32, Some(AtomOp::Inc));
        }),
    ),
    ("constants-stay", "is not written", kernel!(|f| f.insts[ST].attrs.space = Some(Space::Const))),
    ("parameter-offset", "outside of parameter", kernel!(|f| f.insts[LD_PARAM].offset = 1)),
    ("parameter-exists", "kernel parameter 9", kernel!(|f| f.insts[LD_PARAM].payload = Payload::Param(9))),
    ("parameter-places", "expected 8", kernel!(|f| f.kernel_params.push(sample::kernel_param(Some(Type::U32), 4, 4, 0)))),
    ("parameter-bytes", "a kernel has at most 32764", kernel!(|f| f.kernel_params.push(sample::kernel_param(None, 32_757, 1, 8)))),
    ("parameters-of-kernels", "only kernels have kernel", |program| {
        program.device.functions[0].kernel_params = program.device.functions[1].kernel_params.clone();
    }),
    (
        "slot-exists",
        "slot9 does not exist",
        kernel!(|f| {
            f.insts[TID].op = Opcode::Address;
            f.insts[TID].payload = Payload::Slot(Slot(9));
        }),
    ),
    (
        "frame-bytes",
        "bytes together",
        kernel!(|f| {
            f.slots[0].size = (1 << 40) - 1;
            f.slots.push(f.slots[0].clone());
        }),
    ),
    ("variable-exists", "var99 does not exist", kernel!(|f| f.insts[TID].payload = Payload::Global(GlobalVar(99)))),
    ("variable-bytes", "too large together", |program| {
        for index in 0..5 {
            program.device.globals.push(sample::global(&format!("large{index}"), Space::Global, 1 << 44));
        }
    }),
    ("variable-spaces", "cannot be in space", |program| program.device.globals[0].space = Space::Local),
    ("initial-bytes", "initial bytes", |program| program.device.globals[0].init = GlobalInit::Bytes(vec![1; 33], vec![])),
    ("initial-addresses", "not aligned or outside", |program| {
        let relocation = Relocation::Function { offset: 32, target: FuncId(0) };
        program.device.globals[0].init = GlobalInit::Bytes(vec![], vec![relocation]);
    }),
    ("alignments", "not a power of two", kernel!(|f| f.slots[0].align = 0)),
    // Sides.
    ("runtime-side", "runtime function of the host only", |program| {
        let mut atexit = Function::new("atexit", FunctionKind::Extern);
        atexit.params = vec![B64];
        program.device.functions.push(atexit);
    }),
    (
        "host-has-one-lane",
        "the host has no `shfl.sync`",
        host!(|f, b| {
            let zero = b.constant(B32, 0);
            let mut shuffle = InstData { args: vec![zero; 4], ..InstData::new(Opcode::Shfl, Type::B32) };
            shuffle.attrs.shfl = Some(ShflMode::Idx);
            b.value(shuffle, B32);
            b.push(InstData::new(Opcode::Trap, Type::B32), &[]);
        }),
    ),
    (
        "host-has-no-barriers",
        "the host has no `bar`",
        host!(|f, b| {
            b.push(InstData::new(Opcode::Bar, Type::B32), &[]);
            b.push(InstData::new(Opcode::Trap, Type::B32), &[]);
        }),
    ),
    ("host-returns", "the host has no `exit`", host!(|f, b| b.push(InstData::new(Opcode::Exit, Type::B32), &[]))),
    (
        "host-spaces",
        "the host has no `.shared` memory",
        host!(|f, b| {
            let zero = b.constant(B64, 0);
            let mut load = InstData { args: vec![zero], ..InstData::new(Opcode::Ld, Type::F64) };
            load.attrs.space = Some(Space::Shared);
            b.value(load, F64);
            b.push(InstData::new(Opcode::Trap, Type::B32), &[]);
        }),
    ),
    ("host-has-no-kernels", "a kernel in a host module", |program| {
        let mut kernel = Function::new("k", FunctionKind::Kernel);
        let mut b = Builder::new(&mut kernel);
        let block = b.create_block();
        b.switch_to(block);
        b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
        program.host.functions.push(kernel);
    }),
    ("variadic-functions", "take more arguments", |program| program.device.functions[0].is_variadic = true),
    // Places and names, which reports and bindings follow.
    ("places-exist", "loc99 does not exist", kernel!(|f| f.insts[ADD].loc = LocId(99))),
    ("places-end", "inlined at a later place", |program| program.device.locs[1].inlined_at = LocId(2)),
    ("names-differ", "the name is taken", |program| program.device.functions[1].name = "helper".into()),
];

#[test]
fn every_rule_is_one() {
    let whole = Program { device: right(), host: sample::host() };
    assert_eq!(verify_program(&whole), []);
    let mut problems = Vec::new();
    for (name, words, change) in RULES {
        let mut program = whole.clone();
        change(&mut program);
        let errors: Vec<String> = verify_program(&program).iter().map(ToString::to_string).collect();
        if !errors.iter().any(|e| e.contains(words)) {
            problems.push(format!("{name}: expected `{words}`, found {errors:?}"));
        }
        let refused = bytecode::decode(&bytecode::encode(&program));
        if !refused.is_err_and(|d| d.message.contains("breaks a rule of the IR")) {
            problems.push(format!("{name}: the loader takes it"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The document names every rule, and nothing that does not exist.
#[test]
fn the_document_names_them() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let text = std::fs::read_to_string(format!("{root}/docs/trust.md")).expect("the document is there");
    let mut named = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| step")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [_, _, tests] = cells[..] else { panic!("three columns: {row}") };
        for test in tests.split('`').skip(1).step_by(2) {
            match test.split_once('/') {
                Some(_) => assert!(std::path::Path::new(&format!("{root}/{test}")).exists(), "{test} does not exist"),
                None => {
                    named.insert(test);
                }
            }
        }
    }
    let rules: BTreeSet<&str> = RULES.iter().map(|rule| rule.0).collect();
    assert_eq!(named, rules);
}
