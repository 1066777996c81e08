use super::*;

#[test]
fn loops_of_different_trip_counts_reconverge() {
    // s = 0; for (i = 0; i < t; i++) s += i; activemask at the end must be full again.
    let out = per_thread(32, |_, k| {
        let t = k.sreg(Sreg::TidX);
        let zero = k.i(0);
        let one = k.i(1);
        let (head, body, exit) = (k.block(), k.block(), k.block());
        let i = k.b.func.add_block_param(head, RegType::B32);
        let s = k.b.func.add_block_param(head, RegType::B32);
        k.b.jump(head, &[zero, zero]);
        k.b.switch_to(head);
        let p = k.cmp(Cmp::Lt, Type::S32, i, t);
        k.branch(p, body, exit);
        k.b.switch_to(body);
        let s2 = k.op(O::Add, Type::S32, &[s, i]);
        let i2 = k.op(O::Add, Type::S32, &[i, one]);
        k.b.jump(head, &[i2, s2]);
        k.b.switch_to(exit);
        let mask = k.b.value(InstData::new(O::Activemask, Type::B32), RegType::B32);
        let pop = k.op(O::Popc, Type::B32, &[mask]);
        let thousand = k.i(1000);
        let high = k.op(O::Mul, Type::S32, &[pop, thousand]);
        let sum = k.op(O::Add, Type::S32, &[s, high]);
        k.put(sum);
        k.ret();
    });
    let expected: Vec<u32> = (0..32u32).map(|t| 32_000 + t * t.saturating_sub(1) / 2).collect();
    assert_eq!(out, expected);
}

#[test]
fn calls_under_divergence_return_to_their_lanes() {
    let program = program(|m, k| {
        let mut f = Function::new("square", FunctionKind::Func);
        f.params = vec![RegType::B32];
        f.results = vec![RegType::B32];
        let mut b = Builder::new(&mut f);
        let entry = b.create_block();
        b.switch_to(entry);
        let x = b.func.add_block_param(entry, RegType::B32);
        let y = b.op(O::Mul, Type::S32, &[x, x]);
        b.push(InstData { args: vec![y], ..InstData::new(O::Ret, Type::B32) }, &[]);
        m.functions.push(f);
        let t = k.sreg(Sreg::TidX);
        let ten = k.i(10);
        let p = k.cmp(Cmp::Lt, Type::S32, t, ten);
        let (then, join) = (k.block(), k.block());
        let v = k.b.func.add_block_param(join, RegType::B32);
        k.b.branch(p, BlockCall { block: then, args: vec![] }, BlockCall { block: join, args: vec![t] });
        k.b.switch_to(then);
        let call = InstData { args: vec![t], payload: Payload::Call(FuncId(1)), ..InstData::new(O::Call, Type::B32) };
        let r = k.b.value(call, RegType::B32);
        k.b.jump(join, &[r]);
        k.b.switch_to(join);
        k.put(v);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(64);
    assert_eq!(bench.run(1, 64), 0, "{:?}", bench.messages());
    let expected: Vec<u32> = (0..64).map(|t| if t < 10 { t * t } else { t }).collect();
    assert_eq!(bench.read(0, 64), expected);
}

/// `while (!done) if (atomicCAS(lock, 0, 1) == 0) { *counter += 1; atomicExch(lock, 0); done = true; }`, the acquiring
/// loop spinning by itself if `spins`.
fn lock_kernel(spins: bool) -> Program {
    program(|_, k| {
        let (lock, counter) = (k.param(0), k.param(1));
        let (zero, one) = (k.i(0), k.i(1));
        let (head, critical, exit) = (k.block(), k.block(), k.block());
        k.b.jump(head, &[]);
        k.b.switch_to(head);
        let old = k.atom(AtomOp::Cas, Type::B32, &[lock, zero, one]);
        let got = k.cmp(Cmp::Eq, Type::S32, old, zero);
        k.branch(got, critical, head);
        let target = if spins { exit } else { critical };
        k.b.switch_to(critical);
        let c = k.load(Space::Global, Type::S32, counter);
        let c2 = k.op(O::Add, Type::S32, &[c, one]);
        k.store(Space::Global, Type::S32, counter, c2);
        k.atom(AtomOp::Exch, Type::B32, &[lock, zero]);
        let _ = target;
        k.b.jump(exit, &[]);
        k.b.switch_to(exit);
        k.ret();
    })
}

#[test]
fn locks_between_lanes_warps_and_blocks_make_progress() {
    let program = lock_kernel(true);
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    bench.zeros(1);
    assert_eq!(bench.run(3, 70), 0, "{:?}", bench.messages());
    assert_eq!(bench.read(1, 1), [210]);
    assert!(bench.findings().is_empty());
}

#[test]
fn blocks_wait_for_later_blocks() {
    // Block 0 spins until the last block has stored.
    let program = program(|_, k| {
        let flag = k.param(0);
        let b = k.sreg(Sreg::CtaidX);
        let (zero, one) = (k.i(0), k.i(1));
        let (spin, other, set, exit) = (k.block(), k.block(), k.block(), k.block());
        let is_first = k.cmp(Cmp::Eq, Type::S32, b, zero);
        k.branch(is_first, spin, other);
        k.b.switch_to(spin);
        let f = k.load(Space::Global, Type::S32, flag);
        let again = k.cmp(Cmp::Eq, Type::S32, f, zero);
        k.branch(again, spin, exit);
        k.b.switch_to(other);
        let fifty = k.i(50);
        let is_last = k.cmp(Cmp::Eq, Type::S32, b, fifty);
        k.branch(is_last, set, exit);
        k.b.switch_to(set);
        k.store(Space::Global, Type::S32, flag, one);
        k.b.jump(exit, &[]);
        k.b.switch_to(exit);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(51, 32), 0, "{:?}", bench.messages());
    assert!(bench.findings().is_empty());
    let mut alone = Bench::new(&program);
    alone.zeros(1);
    assert_eq!(alone.run(50, 32), 702);
    assert!(
        alone.messages()[0].starts_with("the launch makes no progress: thread (0,0,0) of block (0,0,0) spins in a loop"),
        "{:?}",
        alone.messages()
    );
}

#[test]
fn a_switch_sends_each_lane_its_way() {
    let out = per_thread(32, |_, k| {
        let t = k.sreg(Sreg::TidX);
        let four = k.i(4);
        let index = k.op(O::Rem, Type::U32, &[t, four]);
        let arms: Vec<Block> = (0..3).map(|_| k.block()).collect();
        let join = k.block();
        let v = k.b.func.add_block_param(join, RegType::B32);
        let targets = arms.iter().map(|&block| BlockCall { block, args: vec![] }).collect();
        k.b.push(InstData { args: vec![index], payload: Payload::Targets(targets), ..InstData::new(O::Brx, Type::B32) }, &[]);
        for (n, &arm) in arms.iter().enumerate() {
            k.b.switch_to(arm);
            let value = k.i(10 * n as i64);
            k.b.jump(join, &[value]);
        }
        k.b.switch_to(join);
        k.put(v);
        k.ret();
    });
    let expected: Vec<u32> = (0..32).map(|t| [0, 10, 20, 20][t % 4]).collect();
    assert_eq!(out, expected);
}

#[test]
fn swapped_block_arguments_move_in_parallel() {
    // (a, b) = (1, 2); repeat t times: (a, b) = (b, a)
    let out = per_thread(5, |_, k| {
        let t = k.sreg(Sreg::TidX);
        let (zero, one, two) = (k.i(0), k.i(1), k.i(2));
        let (head, body, exit) = (k.block(), k.block(), k.block());
        let i = k.b.func.add_block_param(head, RegType::B32);
        let a = k.b.func.add_block_param(head, RegType::B32);
        let b = k.b.func.add_block_param(head, RegType::B32);
        k.b.jump(head, &[zero, one, two]);
        k.b.switch_to(head);
        let p = k.cmp(Cmp::Lt, Type::S32, i, t);
        k.branch(p, body, exit);
        k.b.switch_to(body);
        let i2 = k.op(O::Add, Type::S32, &[i, one]);
        k.b.jump(head, &[i2, b, a]);
        k.b.switch_to(exit);
        k.put(a);
        k.ret();
    });
    assert_eq!(out, [1, 2, 1, 2, 1]);
}
