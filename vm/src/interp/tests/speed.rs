//! Not a benchmark: prints the speed of two loops when run with `--nocapture`, and checks their results.

use super::*;
use std::time::Instant;

/// 16 x 16 tiled matrix product of `n * n` floats, the inner product unrolled 16 times; as nvcc lays it out.
fn tiled_matmul() -> Program {
    program(|m, k| {
        let (sa, sb) = (shared_array(m, "as", 256), shared_array(m, "bs", 256));
        let (a, b, c) = (k.param(0), k.param(1), k.param(2));
        let n64 = k.param(3);
        let n = k.b.value(InstData { args: vec![n64], src_ty: Type::U64, ..InstData::new(O::Cvt, Type::U32) }, RegType::B32);
        let (tx, ty) = (k.sreg(Sreg::TidX), k.sreg(Sreg::TidY));
        let (bx, by) = (k.sreg(Sreg::CtaidX), k.sreg(Sreg::CtaidY));
        let (zero, one, sixteen) = (k.i(0), k.i(1), k.i(16));
        let mad = |k: &mut Asm, x, y, z| k.op(O::Mad, Type::S32, &[x, y, z]);
        let row = mad(k, by, sixteen, ty);
        let col = mad(k, bx, sixteen, tx);
        let here = mad(k, ty, sixteen, tx);
        let (base_a, base_b) = (k.global(sa), k.global(sb));
        let put_a = k.element(base_a, here, 4);
        let put_b = k.element(base_b, here, 4);
        let (head, body, exit) = (k.block(), k.block(), k.block());
        let tile = k.b.func.add_block_param(head, RegType::B32);
        let sum = k.b.func.add_block_param(head, RegType::F32);
        let start = k.f(0.0);
        let tiles = k.op(O::Div, Type::U32, &[n, sixteen]);
        k.b.jump(head, &[zero, start]);
        k.b.switch_to(head);
        let p = k.cmp(Cmp::Lt, Type::U32, tile, tiles);
        k.branch(p, body, exit);
        k.b.switch_to(body);
        let across = mad(k, tile, sixteen, tx);
        let down = mad(k, tile, sixteen, ty);
        let ia = mad(k, row, n, across);
        let ib = mad(k, down, n, col);
        let from_a = k.element(a, ia, 4);
        let va = k.load(Space::Global, Type::F32, from_a);
        k.store(Space::Shared, Type::F32, put_a, va);
        let from_b = k.element(b, ib, 4);
        let vb = k.load(Space::Global, Type::F32, from_b);
        k.store(Space::Shared, Type::F32, put_b, vb);
        k.bar();
        let row_base = k.op(O::Mul, Type::S32, &[ty, sixteen]);
        let line_a = k.element(base_a, row_base, 4);
        let line_b = k.element(base_b, tx, 4);
        let mut s = sum;
        for i in 0..16i64 {
            let load = |k: &mut Asm, at: Value, offset: i64| {
                let attrs = Attrs { space: Some(Space::Shared), ..Attrs::default() };
                k.b.value(InstData { attrs, offset, args: vec![at], ..InstData::new(O::Ld, Type::F32) }, RegType::F32)
            };
            let x = load(k, line_a, 4 * i);
            let y = load(k, line_b, 64 * i);
            s = k.op(O::Fma, Type::F32, &[x, y, s]);
        }
        k.bar();
        let next = k.op(O::Add, Type::S32, &[tile, one]);
        k.b.jump(head, &[next, s]);
        k.b.switch_to(exit);
        let ic = mad(k, row, n, col);
        let to = k.element(c, ic, 4);
        k.store(Space::Global, Type::F32, to, sum);
        k.ret();
    })
}

#[test]
fn tiled_matmul_is_right_and_not_slow() {
    let n = 256u32;
    let program = tiled_matmul();
    let mut bench = Bench::new(&program);
    let values: Vec<u32> = (0..n * n).map(|i| ((i % 7) as f32).to_bits()).collect();
    bench.words(&values);
    bench.words(&values);
    bench.zeros((n * n) as usize);
    bench.buffers.push(n as u64);
    let config = LaunchConfig { grid: [n / 16, n / 16, 1], block: [16, 16, 1], ..LaunchConfig::linear(1, 1) };
    let start = Instant::now();
    assert_eq!(bench.launch(config), 0, "{:?}", bench.messages());
    let seconds = start.elapsed().as_secs_f64();
    let counters = bench.vm.machine.launches[0].counters;
    println!("tiled matmul {n}: {:.1} M thread-instructions/s", counters.thread_instructions as f64 / seconds / 1e6);
    let c = bench.read(2, (n * n) as usize);
    let expected = |row: u32, col: u32| (0..n).map(|i| ((row * n + i) % 7) as f32 * ((i * n + col) % 7) as f32).sum::<f32>();
    for at in [0, 1, 77, n * n - 1] {
        assert_eq!(f32::from_bits(c[at as usize]), expected(at / n, at % n));
    }
}

#[test]
fn a_host_loop_is_not_slow() {
    // for (i = 0; i < n; i++) s += a[i & 7] * i
    let mut host = Module::new(ModuleKind::Host);
    let mut f = Function::new("f", FunctionKind::Func);
    f.params = vec![RegType::B64];
    f.results = vec![RegType::B64];
    let mut k = Asm { b: Builder::new(&mut f), line: 0 };
    let entry = k.b.create_block();
    k.b.switch_to(entry);
    let n = k.b.func.add_block_param(entry, RegType::B64);
    let slot = k.slot(64, "a");
    let (zero, one, seven, eight) = (k.l(0), k.l(1), k.l(7), k.l(8));
    let (head, body, exit) = (k.block(), k.block(), k.block());
    let i = k.b.func.add_block_param(head, RegType::B64);
    let s = k.b.func.add_block_param(head, RegType::B64);
    k.b.jump(head, &[zero, zero]);
    k.b.switch_to(head);
    let p = k.cmp(Cmp::Lt, Type::S64, i, n);
    k.branch(p, body, exit);
    k.b.switch_to(body);
    let index = k.op(O::And, Type::B64, &[i, seven]);
    let offset = k.op(O::Mul, Type::S64, &[index, eight]);
    let at = k.op(O::Add, Type::S64, &[slot, offset]);
    k.store(Space::Generic, Type::B64, at, i);
    let v = k.load(Space::Generic, Type::B64, at);
    let s2 = k.op(O::Add, Type::S64, &[s, v]);
    let i2 = k.op(O::Add, Type::S64, &[i, one]);
    k.b.jump(head, &[i2, s2]);
    k.b.switch_to(exit);
    k.b.push(InstData { args: vec![s], ..InstData::new(O::Ret, Type::B32) }, &[]);
    host.functions.push(f);
    let program = Program { device: Module::new(ModuleKind::Device), host };
    let mut bench = Bench::new(&program);
    let address = bench.vm.machine.host_layout.function_address(0);
    let n = 1_000_000u64;
    let start = Instant::now();
    let result = bench.host().call(address, &[crate::call::Arg { ty: RegType::B64, bits: n }], Some(RegType::B64)).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    println!("host loop: {:.1} M instructions/s", bench.vm.machine.stats.host_instructions as f64 / seconds / 1e6);
    assert_eq!(result.0, n * (n - 1) / 2);
}
