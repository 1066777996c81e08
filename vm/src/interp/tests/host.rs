use super::*;
use crate::call::Arg;

/// A host program with one function `f` of `.b64` parameters and a `.b64` result.
fn host_program(params: usize, build: impl FnOnce(&mut Asm, &[Value])) -> Program {
    let mut host = Module::new(ModuleKind::Host);
    let mut f = Function::new("f", FunctionKind::Func);
    f.params = vec![RegType::B64; params];
    f.results = vec![RegType::B64];
    let mut asm = Asm { b: Builder::new(&mut f), line: 0 };
    let entry = asm.b.create_block();
    asm.b.switch_to(entry);
    let args: Vec<Value> = (0..params).map(|_| asm.b.func.add_block_param(entry, RegType::B64)).collect();
    build(&mut asm, &args);
    host.functions.push(f);
    Program { device: Module::new(ModuleKind::Device), host }
}

fn ret(k: &mut Asm, value: Value) {
    k.b.push(InstData { args: vec![value], ..InstData::new(O::Ret, Type::B32) }, &[]);
}

fn call(bench: &mut Bench, args: &[u64]) -> Result<u64, crate::call::Stop> {
    let address = bench.vm.machine.host_layout.function_address(0);
    let args: Vec<Arg> = args.iter().map(|&bits| Arg { ty: RegType::B64, bits }).collect();
    let result = bench.vm.machine.program.host.functions[0].results.first().copied();
    bench.host().call(address, &args, result).map(|r| r.0)
}

#[test]
fn a_host_function_computes_on_its_stack() {
    let program = host_program(2, |k, args| {
        let slot = k.slot(16, "a");
        k.store(Space::Generic, Type::B64, slot, args[0]);
        let eight = k.l(8);
        let second = k.op(O::Add, Type::S64, &[slot, eight]);
        k.store(Space::Generic, Type::B64, second, args[1]);
        let a = k.load(Space::Generic, Type::B64, slot);
        let b = k.load(Space::Generic, Type::B64, second);
        let sum = k.op(O::Mul, Type::S64, &[a, b]);
        ret(k, sum);
    });
    let mut bench = Bench::new(&program);
    assert_eq!(call(&mut bench, &[6, 7]), Ok(42));
}

#[test]
fn host_accesses_are_checked() {
    let program = host_program(1, |k, args| {
        let v = k.load(Space::Generic, Type::B32, args[0]);
        let wide = k.b.value(InstData { args: vec![v], src_ty: Type::U32, ..InstData::new(O::Cvt, Type::U64) }, RegType::B64);
        ret(k, wide);
    });
    let mut bench = Bench::new(&program);
    let device = bench.zeros(4);
    assert_eq!(call(&mut bench, &[device]), Err(crate::call::Stop::Fault(139)));
    let heap = bench.host().allocate(40, 16, AllocationKind::Heap).unwrap();
    assert_eq!(call(&mut bench, &[heap + 36]), Ok(0));
    assert_eq!(call(&mut bench, &[heap + 40]), Ok(0));
    assert_eq!(call(&mut bench, &[0]), Err(crate::call::Stop::Fault(139)));
    assert_eq!(
        bench.messages(),
        [
            "host code dereferences a device pointer: read of 4 bytes",
            "out-of-bounds host read of 4 bytes: element 10 of 10 ints, just past the end",
            "null pointer read of 4 bytes",
        ]
    );
}

#[test]
fn host_recursion_is_bounded() {
    let program = host_program(1, |k, args| {
        let r = k
            .b
            .value(InstData { args: args.to_vec(), payload: Payload::Call(FuncId(0)), ..InstData::new(O::Call, Type::B32) }, RegType::B64);
        ret(k, r);
    });
    let mut bench = Bench::new(&program);
    assert_eq!(call(&mut bench, &[1]), Err(crate::call::Stop::Fault(139)));
    assert!(bench.messages()[0].starts_with("host stack overflow in `f`"));
}

#[test]
fn variables_on_the_stack_are_bounded_in_runtime_functions_and_nested_calls() {
    // f(p): p ? *p : g with the address of a local; seen from a nested call.
    let program = host_program(1, |k, args| {
        let slot = k.slot(40, "a");
        k.store(Space::Generic, Type::B64, slot, args[0]);
        ret(k, slot);
    });
    let mut bench = Bench::new(&program);
    let address = call(&mut bench, &[7]).unwrap();
    // The function has returned: its variable is dead.
    assert_eq!(bench.host().read_bytes(address, 8), Ok(vec![0; 8]));
    assert_eq!(bench.messages(), ["read of 8 bytes in the stack of a function that has returned"]);
}

#[test]
fn a_kernel_with_more_local_memory_than_the_device_has_does_not_start() {
    let program = program(|_, k| {
        k.slot(1 << 30, "a");
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(1);
    assert_eq!(bench.run(1, 32), 701);
}

/// f(n): `n` times round a loop that divides by what comes, by way of a function that calls itself.
fn looping_program() -> Program {
    let mut program = host_program(1, |k, args| {
        let (head, body, end) = (k.block(), k.block(), k.block());
        let [zero, one] = [0, 1].map(|n| k.l(n));
        let i = k.b.func.add_block_param(head, RegType::B64);
        let sum = k.b.func.add_block_param(head, RegType::B64);
        k.b.jump(head, &[zero, zero]);
        k.b.switch_to(head);
        let more = k.cmp(Cmp::Lt, Type::S64, i, args[0]);
        k.branch(more, body, end);
        k.b.switch_to(body);
        let seven = k.l(7);
        let low = k.op(O::And, Type::B64, &[i, seven]);
        let three = k.l(3);
        let twice = k.op(O::Add, Type::S64, &[low, low]);
        let divisor = k.op(O::Sub, Type::S64, &[three, twice]);
        let least = k.l(i64::MIN);
        let mut next = k.op(O::Xor, Type::B64, &[sum, i]);
        for (op, ty) in [(O::Div, Type::S64), (O::Rem, Type::S64), (O::Div, Type::U64), (O::Rem, Type::U64)] {
            let quotient = k.op(op, ty, &[least, divisor]);
            let other = k.op(op, ty, &[next, divisor]);
            next = k.op(O::Add, Type::S64, &[quotient, other]);
        }
        let call = InstData { args: vec![low], payload: Payload::Call(FuncId(1)), ..InstData::new(O::Call, Type::B32) };
        let called = k.b.value(call, RegType::B64);
        next = k.op(O::Add, Type::S64, &[next, called]);
        let after = k.op(O::Add, Type::S64, &[i, one]);
        k.b.jump(head, &[after, next]);
        k.b.switch_to(end);
        ret(k, sum);
    });
    // g(n): n == 0 ? 5 : g(n - 1) + n
    let recursive = host_program(1, |k, args| {
        let (more, end) = (k.block(), k.block());
        let [zero, one, five] = [0, 1, 5].map(|n| k.l(n));
        let is_zero = k.cmp(Cmp::Eq, Type::B64, args[0], zero);
        k.branch(is_zero, end, more);
        k.b.switch_to(end);
        ret(k, five);
        k.b.switch_to(more);
        let less = k.op(O::Sub, Type::S64, &[args[0], one]);
        let call = InstData { args: vec![less], payload: Payload::Call(FuncId(1)), ..InstData::new(O::Call, Type::B32) };
        let rest = k.b.value(call, RegType::B64);
        let sum = k.op(O::Add, Type::S64, &[rest, args[0]]);
        ret(k, sum);
    });
    program.host.functions.extend(recursive.host.functions);
    program
}

#[test]
fn compiled_host_code_does_what_the_interpreter_does_until_the_fuel_is_used_up() {
    let program = looping_program();
    for (rounds, fuel, ends) in [(20_000, u64::MAX, true), (20_000, 123_457, false), (50, 300, true), (300_000, 5_000_000, false)] {
        let outcome = |engine| {
            let mut bench = Bench::on(&program, engine);
            bench.vm.machine.config.host_fuel = fuel;
            let result = call(&mut bench, &[rounds]);
            (result, bench.vm.machine.findings.list().to_vec(), bench.vm.machine.stats.host_instructions)
        };
        let (interpreted, compiled) = (outcome(EngineKind::Interp), outcome(EngineKind::Jit));
        assert_eq!(interpreted, compiled, "{rounds} rounds, fuel for {fuel} instructions");
        assert_eq!(interpreted.0.is_ok(), ends, "{rounds} rounds, fuel for {fuel} instructions");
    }
}

#[test]
fn recursion_deeper_than_the_stack_of_the_process_is_the_programs() {
    let program = looping_program();
    let outcome = |engine| {
        let mut bench = Bench::on(&program, engine);
        let address = bench.vm.machine.host_layout.function_address(1);
        let mut results = Vec::new();
        for depth in [10, 3000, 40, 20_000, 60_000] {
            for _ in 0..if depth < 100 { 1200 } else { 3 } {
                results.push(bench.host().call(address, &[Arg { ty: RegType::B64, bits: depth }], Some(RegType::B64)).map(|r| r.0));
            }
        }
        (results, bench.vm.machine.stats.host_instructions)
    };
    let (interpreted, compiled) = (outcome(EngineKind::Interp), outcome(EngineKind::Jit));
    assert_eq!(interpreted, compiled);
    assert_eq!(interpreted.0.last(), Some(&Ok(5 + 60_000 * 60_001 / 2)));
}
