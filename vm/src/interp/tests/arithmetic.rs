use super::*;

/// The result of one instruction on constants, in all lanes, by value.
fn one(op: Opcode, ty: Type, attrs: Attrs, args: &[(RegType, u64)], result: RegType) -> u64 {
    let program = program(|_, k| {
        let args = args.iter().map(|&(ty, bits)| k.b.constant(ty, bits)).collect();
        let value = k.b.value(InstData { attrs, args, ..InstData::new(op, ty) }, result);
        let (p, t) = (k.param(0), k.sreg(Sreg::TidX));
        let at = k.element(p, t, 8);
        let (value, ty) = match result {
            RegType::Pred => {
                let (one, zero) = (k.i(1), k.i(0));
                (k.op(O::Selp, Type::B32, &[one, zero, value]), Type::B32)
            }
            RegType::B16 => (value, Type::F16),
            RegType::B32 => (value, Type::B32),
            RegType::F32 => (value, Type::F32),
            RegType::B64 => (value, Type::B64),
            RegType::F64 => (value, Type::F64),
        };
        k.store(Space::Global, ty, at, value);
        k.ret();
    });
    let mut bench = Bench::new(&program);
    bench.zeros(128);
    assert_eq!(bench.run(1, 33), 0, "{:?}", bench.messages());
    let words = bench.read(0, 66);
    let values: Vec<u64> = words.chunks(2).map(|c| c[0] as u64 | (c[1] as u64) << 32).collect();
    assert!(values.iter().all(|&v| v == values[0]), "lanes differ: {values:x?}");
    values[0]
}

fn i32s(op: Opcode, ty: Type, args: &[u32]) -> u32 {
    let args: Vec<_> = args.iter().map(|&a| (RegType::B32, a as u64)).collect();
    one(op, ty, Attrs::default(), &args, RegType::B32) as u32
}

fn f32s(op: Opcode, attrs: Attrs, args: &[f32]) -> f32 {
    let args: Vec<_> = args.iter().map(|&a| (RegType::F32, a.to_bits() as u64)).collect();
    f32::from_bits(one(op, Type::F32, attrs, &args, RegType::F32) as u32)
}

#[test]
fn integer_arithmetic_wraps_and_divides_as_ptx_says() {
    assert_eq!(i32s(O::Add, Type::S32, &[u32::MAX, 2]), 1);
    assert_eq!(i32s(O::Div, Type::S32, &[-7i32 as u32, 2]) as i32, -3);
    assert_eq!(i32s(O::Rem, Type::S32, &[-7i32 as u32, 2]) as i32, -1);
    assert_eq!(i32s(O::Div, Type::U32, &[7, 0]), u32::MAX);
    assert_eq!(i32s(O::Rem, Type::U32, &[7, 0]), 7);
    assert_eq!(i32s(O::Div, Type::S32, &[i32::MIN as u32, u32::MAX]), i32::MIN as u32);
    assert_eq!(i32s(O::Shl, Type::B32, &[1, 32]), 0);
    assert_eq!(i32s(O::Shr, Type::S32, &[0x8000_0000, 99]), u32::MAX);
    assert_eq!(i32s(O::Shr, Type::U32, &[0x8000_0000, 32]), 0);
    assert_eq!(i32s(O::Min, Type::S32, &[-1i32 as u32, 1]) as i32, -1);
    assert_eq!(i32s(O::Max, Type::U32, &[-1i32 as u32, 1]), u32::MAX);
    assert_eq!(i32s(O::Sad, Type::U32, &[3, 10, 1]), 8);
    assert_eq!(i32s(O::Brev, Type::B32, &[1]), 0x8000_0000);
    assert_eq!(i32s(O::Popc, Type::B32, &[0xff]), 8);
    assert_eq!(i32s(O::Clz, Type::B32, &[0]), 32);
    assert_eq!(i32s(O::Bfind, Type::U32, &[0]), u32::MAX);
    assert_eq!(i32s(O::Bfind, Type::S32, &[-2i32 as u32]), 0);
    assert_eq!(i32s(O::Bfe, Type::U32, &[0xabcd, 4, 8]), 0xbc);
    assert_eq!(i32s(O::Bfi, Type::B32, &[0xf, 0, 4, 4]), 0xf0);
    assert_eq!(i32s(O::Not, Type::B32, &[0]), u32::MAX);
    assert_eq!(i32s(O::Prmt, Type::B32, &[0x3322_1100, 0x7766_5544, 0x7410]), 0x7744_1100);
    let hi = Attrs { mul: Some(MulMode::Hi), ..Attrs::default() };
    assert_eq!(one(O::Mul, Type::S32, hi, &[(RegType::B32, 0x8000_0000), (RegType::B32, 2)], RegType::B32) as i32, -1);
    let wide = Attrs { mul: Some(MulMode::Wide), ..Attrs::default() };
    assert_eq!(one(O::Mul, Type::S32, wide, &[(RegType::B32, u32::MAX as u64), (RegType::B32, 2)], RegType::B64) as i64, -2);
    let shf = Attrs { left: true, ..Attrs::default() };
    assert_eq!(one(O::Shf, Type::B32, shf, &[(RegType::B32, 0x8000_0000), (RegType::B32, 1), (RegType::B32, 1)], RegType::B32), 3);
}

#[test]
fn floating_arithmetic_is_ieee_with_the_canonical_nan() {
    let none = Attrs::default();
    assert_eq!(f32s(O::Add, none, &[1.0, 2.5]), 3.5);
    assert_eq!(f32s(O::Sub, none, &[f32::INFINITY, f32::INFINITY]).to_bits(), 0x7fff_ffff);
    assert_eq!(f32s(O::Div, none, &[0.0, 0.0]).to_bits(), 0x7fff_ffff);
    assert_eq!(f32s(O::Fma, none, &[1.0 + f32::EPSILON, 1.0 - f32::EPSILON, -1.0]), -f32::EPSILON * f32::EPSILON);
    assert_eq!(f32s(O::Min, none, &[f32::NAN, 1.0]), 1.0);
    assert_eq!(f32s(O::Neg, none, &[0.0]).to_bits(), 0x8000_0000);
    assert_eq!(f32s(O::Sqrt, none, &[2.0]), 2f32.sqrt());
    assert_eq!(f32s(O::Ex2, none, &[-150.0]), 0.0);
    let ftz = Attrs { ftz: true, ..none };
    assert_eq!(f32s(O::Mul, ftz, &[f32::MIN_POSITIVE, -0.5]).to_bits(), 0x8000_0000);
    assert_eq!(f32s(O::Mul, none, &[f32::MIN_POSITIVE, 0.5]), f32::MIN_POSITIVE / 2.0);
    let rz = Attrs { rounding: Some(Rounding::Rz), ..none };
    assert_eq!(f32s(O::Add, rz, &[1.0, -1e-20]), 1f32.next_down());
    let sat = Attrs { sat: true, ..none };
    assert_eq!(f32s(O::Add, sat, &[1.0, 2.5]), 1.0);
    let fma = one(
        O::Fma,
        Type::F64,
        none,
        &[(RegType::F64, 2f64.to_bits()), (RegType::F64, 3f64.to_bits()), (RegType::F64, 1f64.to_bits())],
        RegType::F64,
    );
    assert_eq!(f64::from_bits(fma), 7.0);
    let halves = one(O::Add, Type::F16, none, &[(RegType::B16, 0x3c00), (RegType::B16, 0x3c00)], RegType::B16);
    assert_eq!(halves, 0x4000);
}

#[test]
fn comparisons_know_nan() {
    let cmp = |cmp, a: f32, b: f32| {
        let attrs = Attrs { cmp: Some(cmp), ..Attrs::default() };
        one(O::Setp, Type::F32, attrs, &[(RegType::F32, a.to_bits() as u64), (RegType::F32, b.to_bits() as u64)], RegType::Pred) != 0
    };
    assert!(cmp(Cmp::Lt, 1.0, 2.0) && !cmp(Cmp::Lt, f32::NAN, 2.0) && cmp(Cmp::Ltu, f32::NAN, 2.0));
    assert!(!cmp(Cmp::Ne, f32::NAN, 2.0) && cmp(Cmp::Neu, f32::NAN, 2.0) && cmp(Cmp::Nan, f32::NAN, 2.0));
    assert!(cmp(Cmp::Equ, f32::NAN, 2.0) && !cmp(Cmp::Eq, f32::NAN, f32::NAN) && cmp(Cmp::Num, 1.0, 2.0));
}

#[test]
fn conversions_saturate_and_round() {
    let cvt = |to: Type, from: Type, rounding: Option<Rounding>, bits: u64| {
        let attrs = Attrs { rounding, ..Attrs::default() };
        let program = program(|_, k| {
            let a = k.b.constant(from.reg(), bits);
            let value = k.b.value(InstData { attrs, args: vec![a], src_ty: from, ..InstData::new(O::Cvt, to) }, to.reg());
            let (p, t) = (k.param(0), k.sreg(Sreg::TidX));
            let at = k.element(p, t, 8);
            let store = match to.reg() {
                RegType::B64 => Type::B64,
                RegType::F32 => Type::F32,
                RegType::F64 => Type::F64,
                RegType::B16 => Type::F16,
                _ => Type::B32,
            };
            k.store(Space::Global, store, at, value);
            k.ret();
        });
        let mut bench = Bench::new(&program);
        bench.zeros(64);
        assert_eq!(bench.run(1, 32), 0);
        let words = bench.read(0, 64);
        assert_eq!(words[0..2], words[62..64]);
        words[0] as u64 | (words[1] as u64) << 32
    };
    let f = |x: f32| x.to_bits() as u64;
    assert_eq!(cvt(Type::S32, Type::F32, Some(Rounding::Rzi), f(-3.9)) as i32, -3);
    assert_eq!(cvt(Type::S32, Type::F32, Some(Rounding::Rni), f(2.5)) as i32, 2);
    assert_eq!(cvt(Type::S32, Type::F32, Some(Rounding::Rzi), f(1e20)) as i32, i32::MAX);
    assert_eq!(cvt(Type::U32, Type::F32, Some(Rounding::Rzi), f(-5.0)), 0);
    assert_eq!(cvt(Type::S32, Type::F32, Some(Rounding::Rzi), f(f32::NAN)), 0);
    assert_eq!(cvt(Type::F32, Type::F32, Some(Rounding::Rmi), f(-1.5)), f(-2.0));
    assert_eq!(cvt(Type::S64, Type::S32, None, -1i32 as u32 as u64), u64::MAX);
    assert_eq!(cvt(Type::U64, Type::U32, None, u32::MAX as u64), u32::MAX as u64);
    assert_eq!(cvt(Type::S8, Type::S32, None, 0x1ff) as u32, u32::MAX);
    assert_eq!(cvt(Type::U16, Type::U32, None, 0x12345), 0x2345);
    assert_eq!(cvt(Type::F32, Type::S32, Some(Rounding::Rn), 16_777_217), f(16_777_216.0));
    assert_eq!(cvt(Type::F16, Type::F32, Some(Rounding::Rn), f(1.0)), 0x3c00);
    assert_eq!(f64::from_bits(cvt(Type::F64, Type::F32, None, f(0.5))), 0.5);
}

#[test]
fn masked_lanes_keep_their_registers() {
    // if (t < 7) v = t * 3 else v = t + 100, over a partial last warp.
    let out = per_thread(45, |_, k| {
        let t = k.sreg(Sreg::TidX);
        let seven = k.i(7);
        let p = k.cmp(Cmp::Lt, Type::S32, t, seven);
        let (then, otherwise, join) = (k.block(), k.block(), k.block());
        let v = k.b.func.add_block_param(join, RegType::B32);
        k.branch(p, then, otherwise);
        k.b.switch_to(then);
        let three = k.i(3);
        let x = k.op(O::Mul, Type::S32, &[t, three]);
        k.b.jump(join, &[x]);
        k.b.switch_to(otherwise);
        let hundred = k.i(100);
        let y = k.op(O::Add, Type::S32, &[t, hundred]);
        k.b.jump(join, &[y]);
        k.b.switch_to(join);
        k.put(v);
        k.ret();
    });
    let expected: Vec<u32> = (0..45).map(|t| if t < 7 { t * 3 } else { t + 100 }).collect();
    assert_eq!(out, expected);
}
