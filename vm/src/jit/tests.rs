//! What only the compiled engine can do wrong. That it does what the interpreter does, the tests of that one say, which run both.

use super::runtime::code_cache::Cache;
use crate::config::EngineKind;
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
    let kept = Cache::of(&mut bench.machine.engine_cache).kept();
    // Those with code of their own, and two kinds of all others: full warps or not.
    assert!(kept <= 8 + 2, "{}", kept);
}

#[test]
fn a_fault_of_compiled_code_ends_the_launch_with_its_site() {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
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
    Cache::of(&mut bench.machine.engine_cache).is_sabotaged = true;
    assert_eq!(bench.run(1, 64), crate::launch::error::LAUNCH_FAILURE);
    let [finding] = bench.findings() else { panic!("{:?}", bench.messages()) };
    assert_eq!(finding.code, crate::report::INTERNAL);
    assert_eq!(finding.message, "compiled code faulted (SIGSEGV, address 0x5000)");
    assert_eq!(finding.place.as_ref().map(|p| p.line), Some(4));
}
