//! Print and parse: every opcode comes back, the second print is a fixed point, no text makes the parser panic.

use crate::sample;
use kern_diag::{Code, FileId};
use kern_ir::text::{parse, parse_program, print};
use kern_ir::*;
use std::collections::HashSet;

fn read(text: &str) -> Module {
    match parse(FileId(0), text) {
        Ok(module) => module,
        Err(d) => {
            let at = d.primary.as_ref().map_or(0, |p| p.span.start as usize);
            panic!("{} at {:?}", d.message, text[at..].lines().next())
        }
    }
}

fn check_round_trip(module: &Module) -> String {
    let errors = verify(module);
    assert!(errors.is_empty(), "{}", errors[0]);
    let first = print(module);
    let second = print(&read(&first));
    assert_eq!(second, print(&read(&second)));
    first
}

#[test]
fn every_opcode_comes_back() {
    let module = sample::every_opcode();
    let text = check_round_trip(&module);
    let ops = |m: &Module| m.functions.iter().flat_map(|f| f.iter_insts().map(|(_, _, d)| d.op)).collect::<HashSet<_>>();
    assert_eq!(OPCODES.iter().map(|r| r.op).collect::<HashSet<_>>(), ops(&module), "the table of the test lacks opcodes");
    // `setp` of predicates comes back as logic; everything else as it was.
    let back = read(&text);
    assert_eq!(ops(&back), ops(&module));
    let again = print(&back);
    assert!(["//: noinline", "//: unroll 4", ".pragma \"nounroll\""].iter().all(|remark| again.contains(remark)));
    insta::assert_snapshot!(text);
}

#[test]
fn printing_what_was_read_changes_nothing_but_copies() {
    let text = print(&sample::every_opcode());
    let again = print(&read(&text));
    let mnemonics = |text: &str| text.lines().filter(|l| ["mov.", ".reg", ".loc"].iter().all(|w| !l.contains(w))).count();
    assert_eq!(mnemonics(&text), mnemonics(&again));
}

#[test]
fn host_modules_come_back() {
    let text = check_round_trip(&sample::host());
    insta::assert_snapshot!(text);
    assert_eq!(read(&text).kind, ModuleKind::Host);
}

#[test]
fn places_come_back_with_their_callers() {
    let module = read(&print(&sample::every_opcode()));
    let chain = |mut id: LocId| {
        let mut chain = Vec::new();
        while let Some(loc) = module.loc(id) {
            chain.push((loc.file, loc.line, loc.function.clone()));
            id = loc.inlined_at;
        }
        chain
    };
    let chains: HashSet<_> = module.functions.iter().flat_map(|f| f.iter_insts().map(|(_, _, d)| chain(d.loc))).collect();
    let innermost = vec![(2, 7, "g(float)".to_string()), (2, 5, "f<int>".to_string()), (1, 11, String::new())];
    assert!(chains.contains(&innermost), "{chains:?}");
}

#[test]
fn no_text_panics() {
    let full = print(&sample::every_opcode());
    // The middle of the kernel is long and alike; the rest has every construct.
    let lines: Vec<&str> = full.lines().collect();
    let text: String =
        lines.iter().enumerate().filter(|(i, _)| *i < 110 || i % 12 == 0 || i + 120 > lines.len()).map(|(_, l)| format!("{l}\n")).collect();
    for cut in (0..text.len()).step_by(7).filter(|c| text.is_char_boundary(*c)) {
        let _ = parse(FileId(0), &text[..cut]);
    }
    let tokens =
        ["", "}", "{", ";", "%r1", "-", "99999999999999999999", "[", "mov.b32", "$L__BB0_1", "\"", "@", "é", "bra.uni", ".reg", "0f1"];
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for _ in 0..1500 {
        let mut changed = text.clone();
        for _ in 0..1 + random(3) {
            let at = random(changed.len());
            let end = (at + random(12)).min(changed.len());
            if changed.is_char_boundary(at) && changed.is_char_boundary(end) {
                changed.replace_range(at..end, tokens[random(tokens.len())]);
            }
        }
        if let Ok(module) = parse(FileId(0), &changed) {
            assert_eq!(verify(&module), []);
        }
    }
}

/// A program as `kern emit` prints it.
fn printed(program: &Program) -> String {
    format!("{}\n{}", print(&program.device), print(&program.host))
}

#[test]
fn programs_are_read_whole() {
    let program = Program { device: sample::every_opcode(), host: sample::host() };
    let once = parse_program(FileId(0), &printed(&program)).expect("it is right");
    assert_eq!(printed(&parse_program(FileId(0), &printed(&once)).expect("it is right")), printed(&once));
    let alone = parse_program(FileId(0), &print(&program.host)).expect("it is right");
    assert_eq!((alone.host.functions.len(), alone.device.functions.len()), (program.host.functions.len(), 0));
}

/// Both modules are held to the rules, the second as the first, and none is forgotten.
#[test]
fn programs_that_break_rules_are_refused() {
    let right = Program { device: sample::every_opcode(), host: sample::host() };
    let bar = "\n.func b(\n)\n{\n\tbar.sync 0;\n\tret;\n}\n";
    let refused = [
        (format!("{}{bar}", printed(&right)), Code::IR_RULE),
        (format!("{}{bar}", print(&right.host)), Code::IR_RULE),
        (format!("{}\n{}", printed(&right), print(&right.host)), Code::IR_TEXT),
        (format!("{}\n{}", print(&right.device), print(&right.device)), Code::IR_TEXT),
    ];
    for (text, code) in refused {
        let error = parse_program(FileId(0), &text).expect_err("it breaks a rule");
        assert_eq!(error.code, code, "{}", error.message);
    }
}
