use super::*;

fn shfl(k: &mut Asm, mode: ShflMode, value: Value, b: i64, c: i64, mask: i64) -> Value {
    let (b, c, mask) = (k.i(b), k.i(c), k.i(mask));
    let attrs = Attrs { shfl: Some(mode), ..Attrs::default() };
    k.b.value(InstData { attrs, args: vec![value, b, c, mask], ..InstData::new(O::Shfl, Type::B32) }, RegType::B32)
}

#[test]
fn shuffles_move_values_inside_segments() {
    let run = |mode, b, c| {
        per_thread(32, |_, k| {
            let t = k.sreg(Sreg::TidX);
            let v = shfl(k, mode, t, b, c, 0xffff_ffff);
            k.put(v);
            k.ret();
        })
    };
    assert_eq!(run(ShflMode::Down, 1, 31), (0..32).map(|t| if t < 31 { t + 1 } else { t }).collect::<Vec<u32>>());
    assert_eq!(run(ShflMode::Up, 2, 0), (0..32).map(|t| if t >= 2 { t - 2 } else { t }).collect::<Vec<u32>>());
    assert_eq!(run(ShflMode::Bfly, 5, 31), (0..32).map(|t| t ^ 5).collect::<Vec<u32>>());
    // width 8: segment mask 24.
    assert_eq!(run(ShflMode::Idx, 3, 24 << 8 | 31), (0..32).map(|t| t / 8 * 8 + 3).collect::<Vec<u32>>());
    assert_eq!(run(ShflMode::Down, 4, 24 << 8 | 31), (0..32).map(|t| if t % 8 < 4 { t + 4 } else { t }).collect::<Vec<u32>>());
}

#[test]
fn votes_matches_and_reductions() {
    let out = per_thread(32, |_, k| {
        let t = k.sreg(Sreg::TidX);
        let (five, full) = (k.i(5), k.i(0xffff_ffff));
        let p = k.cmp(Cmp::Lt, Type::S32, t, five);
        let attrs = Attrs { vote: Some(VoteMode::Ballot), ..Attrs::default() };
        let ballot = k.b.value(InstData { attrs, args: vec![p, full], ..InstData::new(O::Vote, Type::B32) }, RegType::B32);
        let attrs = Attrs { match_mode: Some(MatchMode::Any), ..Attrs::default() };
        let four = k.i(4);
        let group = k.op(O::Div, Type::U32, &[t, four]);
        let same = k.b.value(InstData { attrs, args: vec![group, full], ..InstData::new(O::Match, Type::B32) }, RegType::B32);
        let attrs = Attrs { redux: Some(ReduxOp::Add), ..Attrs::default() };
        let sum = k.b.value(InstData { attrs, args: vec![t, full], ..InstData::new(O::Redux, Type::U32) }, RegType::B32);
        let pop = k.op(O::Popc, Type::B32, &[same]);
        let x = k.op(O::Add, Type::S32, &[ballot, sum]);
        let y = k.op(O::Add, Type::S32, &[x, pop]);
        k.put(y);
        k.ret();
    });
    assert!(out.iter().all(|&v| v == 31 + 496 + 4), "{out:?}");
}

#[test]
fn a_partial_last_warp_is_no_mistake() {
    let out = per_thread(40, |_, k| {
        let t = k.sreg(Sreg::TidX);
        let attrs = Attrs { redux: Some(ReduxOp::Max), ..Attrs::default() };
        let full = k.i(0xffff_ffff);
        let max = k.b.value(InstData { attrs, args: vec![t, full], ..InstData::new(O::Redux, Type::U32) }, RegType::B32);
        k.put(max);
        k.ret();
    });
    assert_eq!(out[0], 31);
    assert_eq!(out[39], 39);
}

#[test]
fn named_lanes_that_go_elsewhere_are_a_finding() {
    let program = program(|m, k| {
        lines(m, 9);
        let t = k.sreg(Sreg::TidX);
        let sixteen = k.i(16);
        let p = k.cmp(Cmp::Lt, Type::S32, t, sixteen);
        let (then, join) = (k.block(), k.block());
        let v = k.b.func.add_block_param(join, RegType::B32);
        k.line(3);
        k.b.branch(p, BlockCall { block: then, args: vec![] }, BlockCall { block: join, args: vec![t] });
        k.b.switch_to(then);
        k.line(4);
        let r = shfl(k, ShflMode::Down, t, 1, 31, 0xffff_ffff);
        k.b.jump(join, &[r]);
        k.b.switch_to(join);
        k.line(5);
        k.put(v);
        k.line(6);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(32);
    assert_eq!(bench.run(1, 32), 0);
    assert_eq!(
        bench.messages(),
        ["`__shfl_down_sync` names lanes in its mask that do not execute it: lanes 16-31 of warp 0 are elsewhere"]
    );
    let finding = &bench.findings()[0];
    assert_eq!(finding.place.as_ref().unwrap().line, 4);
    let lines: Vec<_> = finding.related.iter().map(|r| (r.0.line, &r.1[..])).collect();
    assert_eq!(lines, [(6, "lanes 16-31 of warp 0 ended here"), (3, "this condition parted them")]);
}

#[test]
fn an_early_return_before_a_shuffle_is_no_mistake() {
    let program = program(|_, k| {
        let t = k.sreg(Sreg::TidX);
        let sixteen = k.i(16);
        let p = k.cmp(Cmp::Lt, Type::S32, t, sixteen);
        let (then, exit) = (k.block(), k.block());
        k.branch(p, then, exit);
        k.b.switch_to(then);
        let r = shfl(k, ShflMode::Down, t, 2, 31, 0xffff_ffff);
        k.put(r);
        k.b.jump(exit, &[]);
        k.b.switch_to(exit);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(32);
    assert_eq!(bench.run(1, 32), 0);
    assert!(bench.findings().is_empty(), "{:?}", bench.messages());
    // Lanes that have ended give 0.
    assert_eq!(bench.read(0, 17), (0..17).map(|t| if t < 14 { t + 2 } else { 0 }).collect::<Vec<u32>>());
}

#[test]
fn barriers_hold_warps_until_all_have_come() {
    // s[t] = t; bar; out[t] = s[127 - t]
    let out = per_thread(128, |m, k| {
        let s = shared_array(m, "s", 128);
        let t = k.sreg(Sreg::TidX);
        let base = k.global(s);
        let at = k.element(base, t, 4);
        k.store(Space::Shared, Type::B32, at, t);
        k.bar();
        let last = k.i(127);
        let mirror = k.op(O::Sub, Type::S32, &[last, t]);
        let from = k.element(base, mirror, 4);
        let v = k.load(Space::Shared, Type::B32, from);
        k.put(v);
        k.ret();
    });
    assert_eq!(out, (0..128).rev().collect::<Vec<u32>>());
}

#[test]
fn barrier_reductions_count_all_threads() {
    let out = per_thread(70, |_, k| {
        let t = k.sreg(Sreg::TidX);
        let nine = k.i(9);
        let p = k.cmp(Cmp::Lt, Type::S32, t, nine);
        let red = |k: &mut Asm, kind, ty| {
            let attrs = Attrs { bar: Some(kind), ..Attrs::default() };
            k.b.value(InstData { attrs, args: vec![p], ..InstData::new(O::Bar, Type::B32) }, ty)
        };
        let count = red(k, BarKind::RedPopc, RegType::B32);
        let and = red(k, BarKind::RedAnd, RegType::Pred);
        let or = red(k, BarKind::RedOr, RegType::Pred);
        let (zero, hundred, thousand) = (k.i(0), k.i(100), k.i(1000));
        let a = k.op(O::Selp, Type::B32, &[hundred, zero, and]);
        let o = k.op(O::Selp, Type::B32, &[thousand, zero, or]);
        let x = k.op(O::Add, Type::S32, &[count, a]);
        let y = k.op(O::Add, Type::S32, &[x, o]);
        k.put(y);
        k.ret();
    });
    assert!(out.iter().all(|&v| v == 1009), "{out:?}");
}

/// `if (t < 16) { line 2: bar }` and then, if `both`, `else { line 3: bar }`.
fn barrier_under_if(limit: i64, both: bool) -> Program {
    program(|m, k| {
        lines(m, 9);
        let t = k.sreg(Sreg::TidX);
        let limit = k.i(limit);
        k.line(1);
        let p = k.cmp(Cmp::Lt, Type::S32, t, limit);
        let (then, otherwise, exit) = (k.block(), k.block(), k.block());
        k.branch(p, then, otherwise);
        k.b.switch_to(then);
        k.line(2);
        k.bar();
        k.b.jump(exit, &[]);
        k.b.switch_to(otherwise);
        k.line(3);
        if both {
            k.bar();
        }
        k.b.jump(exit, &[]);
        k.b.switch_to(exit);
        k.line(4);
        k.ret();
    })
}

#[test]
fn a_barrier_for_some_threads_is_a_finding_with_its_condition() {
    let program = barrier_under_if(16, false);
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(1, 64), 0);
    assert_eq!(
        bench.messages(),
        ["`__syncthreads` reached by only some threads of the block: 16 of 64 wait at the barrier, 48 have exited"]
    );
    let finding = &bench.findings()[0];
    assert_eq!((finding.place.as_ref().unwrap().line, &finding.label[..]), (2, "lanes 0-15 of warp 0 wait here"));
    let related: Vec<_> = finding.related.iter().map(|r| (r.0.line, &r.1[..])).collect();
    assert_eq!(related, [(4, "lanes 16-31 of warp 0, warp 1 exited here"), (1, "this condition parted them")]);
}

#[test]
fn two_barriers_in_two_arms_are_a_finding() {
    let program = barrier_under_if(16, true);
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(1, 64), 0);
    assert_eq!(bench.messages(), ["`__syncthreads` in divergent code: threads of one warp wait at 2 different barriers"]);
}

#[test]
fn a_uniform_condition_around_a_barrier_is_no_mistake() {
    let program = barrier_under_if(1000, true);
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(4, 96), 0);
    assert!(bench.findings().is_empty());
}

#[test]
fn a_loop_around_a_barrier_with_different_trip_counts_is_a_finding() {
    // for (i = 0; i <= t / 32; i++) bar
    let program = program(|m, k| {
        lines(m, 9);
        let t = k.sreg(Sreg::TidX);
        let (zero, one, warp) = (k.i(0), k.i(1), k.i(32));
        let limit = k.op(O::Div, Type::U32, &[t, warp]);
        let (head, body, exit) = (k.block(), k.block(), k.block());
        let i = k.b.func.add_block_param(head, RegType::B32);
        k.b.jump(head, &[zero]);
        k.b.switch_to(head);
        k.line(5);
        let p = k.cmp(Cmp::Le, Type::S32, i, limit);
        k.branch(p, body, exit);
        k.b.switch_to(body);
        k.line(6);
        k.bar();
        let i2 = k.op(O::Add, Type::S32, &[i, one]);
        k.b.jump(head, &[i2]);
        k.b.switch_to(exit);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(1, 128), 0);
    assert_eq!(
        bench.messages(),
        ["`__syncthreads` inside a loop whose trip count differs between threads: 96 of 128 wait at the barrier, 32 have exited"]
    );
    let finding = &bench.findings()[0];
    assert_eq!(finding.count, 3);
    assert!(finding.related.iter().any(|r| r.0.line == 5 && r.1 == "this loop condition parted them"));
}

#[test]
fn a_flag_that_a_thread_behind_a_barrier_would_set_is_a_deadlock() {
    let program = program(|m, k| {
        lines(m, 9);
        let flag = k.param(0);
        let t = k.sreg(Sreg::TidX);
        let (zero, one, last) = (k.i(0), k.i(1), k.i(63));
        let (spin, wait, set, exit) = (k.block(), k.block(), k.block(), k.block());
        let p = k.cmp(Cmp::Eq, Type::S32, t, zero);
        k.branch(p, spin, wait);
        k.b.switch_to(spin);
        k.line(4);
        let f = k.load(Space::Global, Type::S32, flag);
        let again = k.cmp(Cmp::Eq, Type::S32, f, zero);
        k.branch(again, spin, wait);
        k.b.switch_to(wait);
        k.line(5);
        k.bar();
        let q = k.cmp(Cmp::Eq, Type::S32, t, last);
        k.branch(q, set, exit);
        k.b.switch_to(set);
        k.store(Space::Global, Type::S32, flag, one);
        k.b.jump(exit, &[]);
        k.b.switch_to(exit);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(1, 64), 702);
    assert_eq!(
        bench.messages(),
        [
            "the launch makes no progress: thread (0,0,0) of block (0,0,0) spins in a loop, 63 threads wait, and nobody is left to change what it waits for"
        ]
    );
    let finding = &bench.findings()[0];
    assert_eq!((finding.place.as_ref().unwrap().line, &finding.label[..]), (4, "lane 0 of warp 0 spins here"));
    assert_eq!(finding.related[0].0.line, 5);
}

#[test]
fn masks_of_groups_are_served_group_by_group() {
    // Each half-warp shuffles with its own mask in a divergent place.
    let out = per_thread(32, |_, k| {
        let t = k.sreg(Sreg::TidX);
        let (sixteen, low, high) = (k.i(16), k.i(0xffff), k.i(0xffff_0000));
        let p = k.cmp(Cmp::Lt, Type::S32, t, sixteen);
        let mask = k.op(O::Selp, Type::B32, &[low, high, p]);
        let (b, c) = (k.i(1), k.i(31));
        let attrs = Attrs { shfl: Some(ShflMode::Bfly), ..Attrs::default() };
        let v = k.b.value(InstData { attrs, args: vec![t, b, c, mask], ..InstData::new(O::Shfl, Type::B32) }, RegType::B32);
        k.put(v);
        k.ret();
    });
    assert_eq!(out, (0..32).map(|t| t ^ 1).collect::<Vec<u32>>());
}

#[test]
fn an_observer_sees_what_happens_and_changes_nothing() {
    use crate::instrument::observe::{BranchEvent, MemoryEvent, Observer};
    use crate::memory::Access;
    use std::cell::RefCell;
    use std::rc::Rc;
    struct Log(Rc<RefCell<Vec<String>>>);
    impl Observer for Log {
        fn memory(&mut self, e: &MemoryEvent) {
            let first = e.addresses[e.mask.trailing_zeros() as usize];
            let what = if e.access == Access::Read { "read" } else { "write" };
            self.0.borrow_mut().push(format!(
                "{what} {} bytes by {} lanes of warp {} from {first:x}",
                e.bytes,
                e.mask.count_ones(),
                e.warp.warp
            ));
        }
        fn branch(&mut self, e: &BranchEvent) {
            self.0.borrow_mut().push(format!("branch {} of {}", e.taken.count_ones(), e.mask.count_ones()));
        }
        fn barrier(&mut self, _: [u32; 3], _: u64, _: u32, threads: u32) {
            self.0.borrow_mut().push(format!("barrier {threads}"));
        }
    }
    let program = program(|m, k| {
        let s = shared_array(m, "s", 64);
        let t = k.sreg(Sreg::TidX);
        let base = k.global(s);
        let at = k.element(base, t, 4);
        k.store(Space::Shared, Type::B32, at, t);
        k.bar();
        let limit = k.i(48);
        let p = k.cmp(Cmp::Lt, Type::S32, t, limit);
        let (then, exit) = (k.block(), k.block());
        k.branch(p, then, exit);
        k.b.switch_to(then);
        let v = k.load(Space::Shared, Type::B32, at);
        k.put(v);
        k.b.jump(exit, &[]);
        k.b.switch_to(exit);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    let out = bench.zeros(64);
    let log = Rc::new(RefCell::new(Vec::new()));
    bench.vm.machine.sinks.add(Box::new(Log(log.clone())));
    assert_eq!(bench.run(1, 64), 0);
    assert_eq!(
        *log.borrow(),
        [
            "write 4 bytes by 32 lanes of warp 0 from 600000000000".to_string(),
            "write 4 bytes by 32 lanes of warp 1 from 600000000080".to_string(),
            "barrier 64".to_string(),
            "branch 32 of 32".to_string(),
            "read 4 bytes by 32 lanes of warp 0 from 600000000000".to_string(),
            format!("write 4 bytes by 32 lanes of warp 0 from {out:x}"),
            "branch 16 of 32".to_string(),
            "read 4 bytes by 16 lanes of warp 1 from 600000000080".to_string(),
            format!("write 4 bytes by 16 lanes of warp 1 from {:x}", out + 128),
        ]
    );
    assert_eq!(bench.read(0, 64), (0..64).map(|t| if t < 48 { t } else { 0 }).collect::<Vec<u32>>());
}

#[test]
fn an_endless_loop_around_a_barrier_ends_by_fuel() {
    let program = program(|_, k| {
        let head = k.block();
        k.b.jump(head, &[]);
        k.b.switch_to(head);
        k.bar();
        k.b.jump(head, &[]);
    });
    let mut bench = Bench::new(&program);
    bench.vm.machine.config.launch_fuel = 100_000;
    bench.zeros(1);
    assert_eq!(bench.run(1, 64), 702);
    assert!(bench.messages()[0].starts_with("the launch exceeds its instruction budget in this loop"), "{:?}", bench.messages());
}
