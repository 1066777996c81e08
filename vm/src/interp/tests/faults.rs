use super::*;

/// Stores `t` at element `t + shift` of parameter 0 on line 3, with elements of `size` bytes.
fn shifted_store(shift: i64, size: i64, ty: Type) -> Program {
    program(|m, k| {
        lines(m, 5);
        let t = k.global_id();
        let shift = k.i(shift);
        let index = k.op(O::Add, Type::S32, &[t, shift]);
        let p = k.param(0);
        let at = k.element(p, index, size);
        k.line(3);
        let value = if ty.size() == 8 { k.l(1) } else { t };
        k.store(Space::Global, ty, at, value);
        k.ret();
    })
}

#[test]
fn a_store_past_the_end_is_reported_with_thread_and_distance_and_dropped() {
    let program = shifted_store(0, 4, Type::B32);
    let mut bench = Bench::new(&program);
    bench.zeros(96);
    let neighbour = bench.zeros(4);
    assert_eq!(bench.run(2, 64), 700);
    assert_eq!(
        bench.messages(),
        ["out-of-bounds global write of 4 bytes by thread (32,0,0) of block (1,0,0): element 96 of 96 ints, just past the end"]
    );
    assert_eq!(bench.findings()[0].count, 32);
    assert_eq!(bench.findings()[0].place.as_ref().unwrap().line, 3);
    assert_eq!(bench.read(0, 96), (0..96).collect::<Vec<u32>>());
    assert_eq!(bench.host().read_raw(neighbour, 4).unwrap(), [0; 4]);
}

#[test]
fn inside_another_allocation_is_still_out_of_bounds() {
    let probe = shifted_store(0, 4, Type::B32);
    let mut bench = Bench::new(&probe);
    let (a, b) = (bench.zeros(8), bench.zeros(8));
    let program = shifted_store((b - a) as i64 / 4, 4, Type::B32);
    let mut bench = Bench::new(&program);
    bench.zeros(8);
    bench.zeros(8);
    assert_eq!(bench.run(1, 1), 700);
    assert!(bench.messages()[0].contains("past the end"), "{:?}", bench.messages());
    assert_eq!(bench.read(1, 8), [0; 8]);
}

#[test]
fn before_the_start_misaligned_null_and_freed() {
    let before = shifted_store(-1, 4, Type::B32);
    let mut bench = Bench::new(&before);
    bench.zeros(32);
    assert_eq!(bench.run(1, 32), 700);
    assert_eq!(
        bench.messages(),
        ["out-of-bounds global write of 4 bytes by thread (0,0,0) of block (0,0,0): element -1 of 32 ints, just before the start"]
    );

    let misaligned = shifted_store(1, 4, Type::B64);
    let mut bench = Bench::new(&misaligned);
    bench.zeros(64);
    assert_eq!(bench.run(1, 1), 716);
    assert!(bench.messages()[0].starts_with("misaligned global write of 8 bytes by thread (0,0,0)"), "{:?}", bench.messages());

    let plain = shifted_store(0, 4, Type::B32);
    let mut bench = Bench::new(&plain);
    bench.buffers.push(0);
    assert_eq!(bench.run(1, 1), 700);
    assert_eq!(bench.messages(), ["null pointer write of 4 bytes by thread (0,0,0) of block (0,0,0): parameter `p0` is null"]);

    let mut bench = Bench::new(&plain);
    let address = bench.zeros(32);
    bench.both(|b| b.host().release(address));
    assert_eq!(bench.run(1, 32), 700);
    assert_eq!(bench.messages(), ["global write of 4 bytes in freed memory by thread (0,0,0) of block (0,0,0): element 0 of 32 ints"]);

    let mut bench = Bench::new(&plain);
    let address = bench.both(|b| b.host().allocate(128, 16, AllocationKind::Heap).unwrap());
    bench.buffers.push(address);
    assert_eq!(bench.run(1, 32), 700);
    assert_eq!(bench.messages(), ["kernel writes host memory: write of 4 bytes by thread (0,0,0) of block (0,0,0)"]);

    let mut bench = Bench::new(&plain);
    bench.buffers.push(0xdead_beef_0000_0000);
    assert_eq!(bench.run(1, 32), 700);
    assert!(bench.messages()[0].contains("at an address where nothing is"), "{:?}", bench.messages());
}

#[test]
fn shared_arrays_are_bounded_each_for_itself() {
    // a[t + 4] lands inside b.
    let program = program(|m, k| {
        let a = shared_array(m, "a", 32);
        let b = shared_array(m, "b", 32);
        let t = k.sreg(Sreg::TidX);
        let (pa, pb) = (k.global(a), k.global(b));
        let to = k.element(pb, t, 4);
        k.store(Space::Shared, Type::B32, to, t);
        let four = k.i(4);
        let index = k.op(O::Add, Type::S32, &[t, four]);
        let from = k.element(pa, index, 4);
        let v = k.load(Space::Shared, Type::B32, from);
        k.put(v);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(32);
    assert_eq!(bench.run(1, 32), 700);
    assert_eq!(
        bench.messages(),
        ["out-of-bounds shared read of 4 bytes by thread (28,0,0) of block (0,0,0): element 32 of array `a` of 32 ints, just past the end"]
    );
    assert_eq!(bench.findings()[0].count, 4);
}

#[test]
fn generic_pointers_to_shared_and_local_memory_are_bounded_too() {
    let program = program(|m, k| {
        let s = shared_array(m, "s", 8);
        let t = k.sreg(Sreg::TidX);
        let base = k.global(s);
        let generic = |k: &mut Asm, v: Value, space| {
            let attrs = Attrs { space: Some(space), ..Attrs::default() };
            k.b.value(InstData { attrs, args: vec![v], ..InstData::new(O::Cvta, Type::U64) }, RegType::B64)
        };
        let g = generic(k, base, Space::Shared);
        let at = k.element(g, t, 4);
        k.store(Space::Generic, Type::B32, at, t);
        let slot = k.slot(32, "a");
        let l = generic(k, slot, Space::Local);
        let at = k.element(l, t, 4);
        k.store(Space::Generic, Type::B32, at, t);
        let v = k.load(Space::Generic, Type::B32, at);
        k.put(v);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(32);
    assert_eq!(bench.run(1, 9), 700);
    let messages = bench.messages();
    assert!(
        messages[0].contains("shared write of 4 bytes by thread (8,0,0) of block (0,0,0): element 8 of array `s` of 8 ints"),
        "{messages:?}"
    );
    assert!(
        messages[1].contains("local write of 4 bytes by thread (8,0,0) of block (0,0,0): element 8 of array `a` of 8 ints"),
        "{messages:?}"
    );
    assert_eq!(bench.read(0, 9), [0, 1, 2, 3, 4, 5, 6, 7, 0]);
}

#[test]
fn unbounded_recursion_overflows_the_stack() {
    let program = program(|m, k| {
        let mut f = Function::new("f", FunctionKind::Func);
        f.slots.push(SlotData { size: 256, align: 4, info: VarInfo::default(), is_late: false });
        let mut b = Builder::new(&mut f);
        let entry = b.create_block();
        b.switch_to(entry);
        b.push(InstData { payload: Payload::Call(FuncId(1)), ..InstData::new(O::Call, Type::B32) }, &[]);
        b.push(InstData::new(O::Ret, Type::B32), &[]);
        m.functions.push(f);
        k.b.push(InstData { payload: Payload::Call(FuncId(1)), ..InstData::new(O::Call, Type::B32) }, &[]);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_ne!(bench.run(1, 1), 0);
    assert!(bench.messages()[0].starts_with("device stack overflow in `f`: "), "{:?}", bench.messages());
}

#[test]
fn an_endless_loop_runs_out_of_fuel() {
    let program = program(|m, k| {
        lines(m, 5);
        let (zero, one) = (k.i(0), k.i(1));
        let head = k.block();
        let i = k.b.func.add_block_param(head, RegType::B32);
        k.b.jump(head, &[zero]);
        k.b.switch_to(head);
        k.line(2);
        let next = k.op(O::Add, Type::S32, &[i, one]);
        k.b.jump(head, &[next]);
    });
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(1, 32), 702);
    assert!(bench.messages()[0].starts_with("the launch exceeds its instruction budget in this loop: all lanes of warp 0"));
    assert_eq!(bench.findings()[0].place.as_ref().unwrap().line, 2);
}

#[test]
fn malformed_functions_are_reported_not_executed() {
    let program = program(|_, k| {
        // A store without operands, and no terminator.
        k.b.push(InstData::new(O::St, Type::B32), &[]);
    });
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(1, 32), 715);
    assert!(bench.messages()[0].starts_with("kern cannot execute the instruction `st`"));
}

#[test]
fn two_to_the_31_empty_blocks_end_by_fuel() {
    let program = program(|_, k| k.ret());
    let mut bench = Bench::new(&program);
    bench.vm.machine.config.launch_fuel = 1_000_000;
    bench.zeros(1);
    assert_eq!(bench.run(2_147_483_647, 1), 702);
}
