//! What only the compiled engine can do wrong. That it does what the interpreter does, the tests of that one say, which run both.

use super::runtime::abi::{ExitReason, FIELDS, Helper};
use super::runtime::code_cache::Cache;
use super::runtime::helpers::ENTRY_POINTS;
use crate::config::EngineKind;
use crate::instrument::observe::{Interests, MemoryEvent, Observer};
use crate::interp::tests::*;
use kern_ir::*;

#[test]
fn blocks_of_many_sizes_share_code() {
    let program = program(|_, a| {
        let (p, t, n) = (a.param(0), a.sreg(Sreg::TidX), a.sreg(Sreg::NtidX));
        let at = a.element(p, t, 4);
        a.store(Space::Global, Type::B32, at, n);
        a.ret();
    });
    let mut bench = Bench::on(&program, EngineKind::Jit);
    bench.zeros(1024);
    for threads in 1..200 {
        assert_eq!(bench.run(1, threads), 0, "{:?}", bench.messages());
        assert_eq!(bench.read(0, threads as usize), vec![threads; threads as usize]);
    }
    let kept = Cache::of(&mut bench.vm.core.engine_cache).kept();
    // Those with code of their own, and two kinds of all others: full warps or not.
    assert!(kept <= 8 + 2, "{}", kept);
}

/// Each thread stores its number.
fn numbers() -> Program {
    program(|_, a| {
        let (p, t) = (a.param(0), a.sreg(Sreg::TidX));
        let at = a.element(p, t, 4);
        a.store(Space::Global, Type::B32, at, t);
        a.ret();
    })
}

/// Wants to be told of the accesses of a launch's first block.
struct First;

impl Observer for First {
    fn interests(&self) -> Interests {
        Interests::ACCESSES
    }

    fn unneeded(&mut self, knows_block: bool) -> Vec<bool> {
        vec![knows_block; 64]
    }

    fn memory(&mut self, _event: &MemoryEvent) {}
}

#[test]
fn code_that_tells_of_too_much_stands_in_until_other_code_is_worth_its_compilation() {
    let program = numbers();
    let mut bench = Bench::on(&program, EngineKind::Jit);
    bench.vm.machine.sinks.add(Box::new(First));
    bench.zeros(128);
    for (blocks, kept) in [(1, 1), (3, 1), (20_000, 2), (3, 2)] {
        assert_eq!(bench.run(blocks, 32), 0, "{:?}", bench.messages());
        assert_eq!(Cache::of(&mut bench.vm.core.engine_cache).kept(), kept, "{blocks}");
        assert_eq!(bench.read(0, 32), (0..32).collect::<Vec<u32>>());
    }
}

#[test]
fn a_fault_of_compiled_code_ends_the_launch_with_its_site() {
    if !cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))) {
        return;
    }
    let program = program(|module, a| {
        lines(module, 9);
        let (p, t) = (a.param(0), a.sreg(Sreg::TidX));
        let at = a.element(p, t, 4);
        a.line(4);
        a.store(Space::Global, Type::B32, at, t);
        a.ret();
    });
    let mut bench = Bench::on(&program, EngineKind::Jit);
    bench.zeros(64);
    Cache::of(&mut bench.vm.core.engine_cache).is_sabotaged = true;
    assert_eq!(bench.run(1, 64), crate::launch::error::LAUNCH_FAILURE);
    let [finding] = bench.findings() else { panic!("{:?}", bench.messages()) };
    assert_eq!(finding.code, crate::report::INTERNAL);
    assert_eq!(finding.message, "compiled code faulted (SIGSEGV, address 0x5000)");
    assert_eq!(finding.place.as_ref().map(|p| p.line), Some(4));
}

#[test]
fn the_tables_of_the_machine_code_interface_agree() {
    for (number, &(helper, _)) in ENTRY_POINTS.iter().enumerate() {
        assert_eq!((helper as usize, Helper::ALL[number]), (number, helper));
    }
    assert_eq!(ENTRY_POINTS.len(), Helper::ALL.len());
    // A code that is not there is a mistake of the code generator's, and seen at once.
    let reasons: Vec<ExitReason> = (0..=ExitReason::Resume as u32).map(ExitReason::of).collect();
    assert!((0..).zip(&reasons).all(|(code, &reason)| reason as u32 == code));
    assert!(std::panic::catch_unwind(|| ExitReason::of(reasons.len() as u32)).is_err());
    for pair in FIELDS.windows(2).filter(|pair| pair[0].owner == pair[1].owner) {
        assert_ne!(pair[0].offset, pair[1].offset, "{pair:?}");
    }
}

/// What the warp IR says is used: a claim that does not hold gives another result, or is seen.
#[test]
fn the_warp_ir_is_executed() {
    let program = numbers();
    let mut bench = Bench::on(&program, EngineKind::WarpIr);
    bench.zeros(256);
    assert_eq!(bench.run(2, 32), 0, "{:?}", bench.messages());
    assert_eq!(bench.read(0, 32), (0..32).collect::<Vec<u32>>());
    assert_eq!(bench.vm.machine.stats.runs_of_warp_ir, 2);
}
