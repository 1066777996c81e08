//! Random programs: what they compute must not depend on the level.

use crate::naive;
use kern_core::pass::{self, PassOptions};
use kern_ir::*;

/// xorshift64*: the same programs on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

const VARIABLES: &[Type] = &[Type::S32, Type::U32, Type::S64, Type::U64, Type::S8, Type::U8, Type::S16, Type::F32, Type::F64, Type::S32];

struct Writer<'a> {
    b: Builder<'a>,
    dice: Dice,
    variables: Vec<(Slot, Type)>,
    array: Slot,
    output: Value,
    depth: u32,
    /// Functions `(b64, b32) -> b32` numbered below this one may be called.
    callees: u32,
}

impl Writer<'_> {
    fn slot(&mut self, size: u64, align: u32) -> Slot {
        self.b.func.slots.push(SlotData { size, align, info: VarInfo::default(), is_late: false });
        Slot(self.b.func.slots.len() as u32 - 1)
    }

    fn address(&mut self, slot: Slot) -> Value {
        let data = InstData { payload: Payload::Slot(slot), ..InstData::new(Opcode::Address, Type::U64) };
        let local = self.b.value(data, RegType::B64);
        if self.dice.roll(2) == 0 {
            return local;
        }
        let mut cvta = InstData { args: vec![local], ..InstData::new(Opcode::Cvta, Type::U64) };
        cvta.attrs.space = Some(Space::Local);
        self.b.value(cvta, RegType::B64)
    }

    fn load(&mut self, address: Value, offset: i64, ty: Type) -> Value {
        let data = InstData { args: vec![address], offset, ..InstData::new(Opcode::Ld, ty) };
        self.b.value(data, ty.reg())
    }

    fn store(&mut self, address: Value, offset: i64, ty: Type, value: Value) {
        self.b.push(InstData { args: vec![address, value], offset, ..InstData::new(Opcode::St, ty) }, &[]);
    }

    fn literal(&mut self, ty: RegType) -> Value {
        let small = self.dice.pick(&[
            0u64,
            1,
            2,
            3,
            4,
            7,
            8,
            31,
            32,
            100,
            127,
            128,
            255,
            256,
            65535,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            u64::MAX,
            u64::MAX - 1,
        ]);
        let bits = match ty {
            RegType::F32 => u64::from(self.dice.pick(&[0.0f32, 1.0, -1.5, 2.0, 0.1, 1e10, 3.0]).to_bits()),
            RegType::F64 => self.dice.pick(&[0.0f64, 1.0, -1.5, 2.0, 0.1, 1e10, 3.0]).to_bits(),
            _ => small,
        };
        self.b.constant(ty, bits)
    }

    fn condition(&mut self, depth: u32) -> Value {
        let ty = self.dice.pick(&[Type::S32, Type::U32, Type::S64, Type::F32, Type::F64]);
        let (x, y) = (self.expression(ty, depth), self.expression(ty, depth));
        let cmp = self.dice.pick(&[Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge]);
        let mut setp = InstData { args: vec![x, y], ..InstData::new(Opcode::Setp, ty) };
        setp.attrs.cmp = Some(cmp);
        let p = self.b.value(setp, RegType::Pred);
        if self.dice.roll(3) == 0 { self.b.op(Opcode::Not, Type::Pred, &[p]) } else { p }
    }

    /// An expression whose register holds a value of `ty`.
    fn expression(&mut self, ty: Type, depth: u32) -> Value {
        if depth == 0 || self.dice.roll(4) == 0 {
            return if self.dice.roll(3) == 0 { self.literal(ty.reg()) } else { self.variable(ty) };
        }
        if self.dice.roll(8) == 0 {
            let p = self.condition(depth - 1);
            let (x, y) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
            let bits = match ty {
                Type::F32 | Type::F64 => ty,
                _ if ty.size() == 8 => Type::B64,
                _ => Type::B32,
            };
            return self.b.op(Opcode::Selp, bits, &[x, y, p]);
        }
        if ty.is_float() {
            let op = self.dice.pick(&[Opcode::Add, Opcode::Sub, Opcode::Mul, Opcode::Div]);
            let (x, y) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
            return self.b.op(op, ty, &[x, y]);
        }
        let wide = match ty.size() {
            8 => ty,
            _ if ty.is_signed() => Type::S32,
            _ => Type::U32,
        };
        let bits = if wide.size() == 8 { Type::B64 } else { Type::B32 };
        let x = self.expression(wide, depth - 1);
        if self.callees > 0 && wide.size() == 4 && self.dice.roll(12) == 0 {
            let callee = FuncId(self.dice.roll(self.callees as usize) as u32);
            let data = InstData { args: vec![self.output, x], payload: Payload::Call(callee), ..InstData::new(Opcode::Call, Type::B32) };
            return self.b.value(data, RegType::B32);
        }
        match self.dice.roll(9) {
            0 | 1 => {
                let y = self.expression(wide, depth - 1);
                let op = self.dice.pick(&[Opcode::Add, Opcode::Sub, Opcode::Min, Opcode::Max]);
                self.b.op(op, wide, &[x, y])
            }
            2 => {
                let y = self.expression(wide, depth - 1);
                let mut mul = InstData { args: vec![x, y], ..InstData::new(Opcode::Mul, wide) };
                mul.attrs.mul = Some(self.dice.pick(&[MulMode::Lo, MulMode::Lo, MulMode::Hi]));
                self.b.value(mul, wide.reg())
            }
            3 => {
                // Divisors are odd, so never 0; a quotient by -1 is not of the least number.
                let y = self.expression(wide, depth - 1);
                let one = self.b.constant(wide.reg(), 1);
                let low = self.b.constant(wide.reg(), 0xffff);
                let y = self.b.op(Opcode::And, bits, &[y, low]);
                let y = self.b.op(Opcode::Or, bits, &[y, one]);
                let op = self.dice.pick(&[Opcode::Div, Opcode::Rem]);
                self.b.op(op, wide, &[x, y])
            }
            4 => {
                let y = self.expression(Type::U32, depth - 1);
                let shr = self.dice.roll(2) == 0;
                self.b.op(if shr { Opcode::Shr } else { Opcode::Shl }, if shr { wide } else { bits }, &[x, y])
            }
            5 => {
                let y = self.expression(wide, depth - 1);
                let op = self.dice.pick(&[Opcode::And, Opcode::Or, Opcode::Xor]);
                self.b.op(op, bits, &[x, y])
            }
            6 => {
                let from = self.dice.pick(&[Type::S8, Type::U8, Type::S16, Type::U16, Type::S32, Type::U32]);
                let inner = self.expression(if from.is_signed() { Type::S32 } else { Type::U32 }, depth - 1);
                let data = InstData { args: vec![inner], src_ty: from, ..InstData::new(Opcode::Cvt, wide) };
                self.b.value(data, wide.reg())
            }
            7 if wide.size() == 4 => {
                let inner = self.expression(Type::S64, depth - 1);
                let data = InstData { args: vec![inner], src_ty: Type::S64, ..InstData::new(Opcode::Cvt, wide) };
                self.b.value(data, wide.reg())
            }
            7 => self.b.op(Opcode::Not, bits, &[x]),
            _ => {
                let from_output = self.dice.roll(3) == 0;
                let address = if from_output { self.output } else { self.address(self.array) };
                let at = self.dice.roll(4) as i64 * 8;
                self.load(address, at, wide)
            }
        }
    }

    fn variable(&mut self, ty: Type) -> Value {
        let of_class: Vec<(Slot, Type)> = self.variables.iter().copied().filter(|v| v.1.reg() == ty.reg()).collect();
        let (slot, ty) = self.dice.pick(&of_class);
        let address = self.address(slot);
        self.load(address, 0, ty)
    }

    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            match self.dice.roll(if self.depth == 0 { 5 } else { 8 }) {
                0..3 => {
                    let (slot, ty) = self.dice.pick(&self.variables.clone());
                    let value = self.expression(ty, 3);
                    let address = self.address(slot);
                    self.store(address, 0, ty, value);
                }
                3 => {
                    // Into the array: sometimes only half of an element.
                    let ty = self.dice.pick(&[Type::S32, Type::U64, Type::U8, Type::S16]);
                    let value = self.expression(ty, 2);
                    let address = self.address(self.array);
                    let at = self.dice.roll(4) as i64 * 8 + self.dice.pick(&[0, 0, 4]) * i64::from(ty.size() < 8);
                    self.store(address, at, ty, value);
                }
                4 => {
                    let ty = self.dice.pick(&[Type::S32, Type::F64, Type::U8]);
                    let value = self.expression(ty, 2);
                    let at = self.dice.roll(8) as i64 * 8;
                    let output = self.output;
                    self.store(output, at, ty, value);
                }
                5 | 6 => self.choice(),
                _ => self.counted_loop(),
            }
        }
    }

    fn choice(&mut self) {
        self.depth -= 1;
        let p = self.condition(2);
        let (then, otherwise, join) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let to = |block| BlockCall { block, args: Vec::new() };
        self.b.branch(p, to(then), to(otherwise));
        for side in [then, otherwise] {
            self.b.switch_to(side);
            let count = self.dice.roll(3);
            self.statements(count);
            self.b.jump(join, &[]);
        }
        self.b.switch_to(join);
        self.depth += 1;
    }

    fn counted_loop(&mut self) {
        self.depth -= 1;
        let counter = self.slot(4, 4);
        let start = self.b.constant(RegType::B32, 0);
        let address = self.address(counter);
        self.store(address, 0, Type::S32, start);
        let limit = self.dice.roll(7) as u64;
        let (head, body, latch, exit) = (self.b.create_block(), self.b.create_block(), self.b.create_block(), self.b.create_block());
        let to = |block| BlockCall { block, args: Vec::new() };
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.b.func.blocks[head.index()].unroll = self.dice.pick(&[None, None, Some(0), Some(1), Some(4)]);
        let address = self.address(counter);
        let now = self.load(address, 0, Type::S32);
        let bound = if self.dice.roll(3) == 0 {
            let x = self.expression(Type::S32, 1);
            let mask = self.b.constant(RegType::B32, 7);
            self.b.op(Opcode::And, Type::B32, &[x, mask])
        } else {
            self.b.constant(RegType::B32, limit)
        };
        let mut setp = InstData { args: vec![now, bound], ..InstData::new(Opcode::Setp, Type::S32) };
        setp.attrs.cmp = Some(Cmp::Lt);
        let p = self.b.value(setp, RegType::Pred);
        self.b.branch(p, to(body), to(exit));
        self.b.switch_to(body);
        let count = 1 + self.dice.roll(3);
        self.statements(count);
        match self.dice.roll(4) {
            0 => {
                let p = self.condition(1);
                self.b.branch(p, to(exit), to(latch));
            }
            1 => {
                let p = self.condition(1);
                let rest = self.b.create_block();
                self.b.branch(p, to(latch), to(rest));
                self.b.switch_to(rest);
                self.statements(1);
                self.b.jump(latch, &[]);
            }
            _ => self.b.jump(latch, &[]),
        }
        self.b.switch_to(latch);
        let address = self.address(counter);
        let now = self.load(address, 0, Type::S32);
        let one = self.b.constant(RegType::B32, 1);
        let next = self.b.op(Opcode::Add, Type::S32, &[now, one]);
        self.store(address, 0, Type::S32, next);
        self.b.jump(head, &[]);
        self.b.switch_to(exit);
        self.depth += 1;
    }
}

/// Functions that call each other; the last is the one to run.
fn program(seed: u64) -> Module {
    let mut module = Module::new(if seed.is_multiple_of(2) { ModuleKind::Host } else { ModuleKind::Device });
    for i in 0..3 {
        let size = if i == 2 { 4 + (seed % 8) as usize } else { 1 + (seed % 3) as usize };
        let mut func = function(seed * 3 + u64::from(i), i, size);
        func.is_noinline = i == 0 && seed.is_multiple_of(5);
        module.functions.push(func);
    }
    module
}

/// A function `(b64 output, b32 x) -> b32` that computes with locals, loops and branches.
fn function(seed: u64, callees: u32, statements: usize) -> Function {
    let mut func = Function::new(if callees == 2 { "main".to_string() } else { format!("random{callees}") }, FunctionKind::Func);
    func.params = vec![RegType::B64, RegType::B32];
    func.results = vec![RegType::B32];
    let mut b = Builder::new(&mut func);
    let entry = b.create_block();
    b.switch_to(entry);
    let output = b.func.add_block_param(entry, RegType::B64);
    let x = b.func.add_block_param(entry, RegType::B32);
    let mut w = Writer {
        b,
        dice: Dice(seed * 2 + 1),
        variables: Vec::new(),
        array: Slot(0),
        output,
        depth: if callees == 2 { 3 } else { 1 },
        callees,
    };
    for _ in 0..16 {
        w.dice.roll(2);
    }
    w.array = w.slot(32, 8);
    for i in 0..4 {
        let zero = w.b.constant(RegType::B64, 0x0102_0304_0506_0708 * i);
        let address = w.address(w.array);
        w.store(address, i as i64 * 8, Type::U64, zero);
    }
    for &ty in VARIABLES {
        let slot = w.slot(u64::from(ty.size()), ty.size());
        let value = if ty == Type::S32 { x } else { w.literal(ty.reg()) };
        let address = w.address(slot);
        w.store(address, 0, ty, value);
        w.variables.push((slot, ty));
    }
    w.statements(statements);
    for (i, (slot, ty)) in w.variables.clone().into_iter().enumerate() {
        let address = w.address(slot);
        let value = w.load(address, 0, ty);
        w.store(output, 128 + i as i64 * 8, ty, value);
    }
    let result = w.expression(Type::S32, 3);
    w.b.push(InstData { args: vec![result], ..InstData::new(Opcode::Ret, Type::B32) }, &[]);
    func
}

fn outcome(module: &Module, x: u64) -> Option<(u64, Vec<u8>)> {
    let mut memory = vec![0; 0x10000];
    let result = naive::run(module, &[0x100, x], &mut memory, 200_000)?;
    memory.truncate(0x8000);
    Some((result, memory))
}

#[test]
fn random_programs_mean_the_same_at_every_level() {
    let mut compared = 0;
    for seed in 0..200 {
        let source = program(seed);
        for opt_level in 0..=3 {
            let mut module = source.clone();
            // The evaluator runs the source as it stands, so without contraction.
            let options = PassOptions { opt_level, fmad: false, verify: true, ..PassOptions::default() };
            if let Err(errors) = pass::run(&mut module, &options) {
                panic!("seed {seed}, -O{opt_level}: {}", errors[0]);
            }
            for x in [0, 1, 5, 0xffff_fff9, 0x1234_5678] {
                let (before, after) = (outcome(&source, x), outcome(&module, x));
                if before.is_some() {
                    compared += 1;
                    assert!(
                        before == after,
                        "seed {seed}, -O{opt_level}, x {x}: {:?} became {:?}",
                        before.map(|b| b.0),
                        after.map(|a| a.0)
                    );
                }
            }
        }
    }
    assert!(compared > 2_500, "only {compared} runs could be compared");
}

#[test]
fn random_expressions_fold_to_what_they_are() {
    let mut folded = 0;
    for seed in 0..2000 {
        let mut func = Function::new("expression", FunctionKind::Func);
        func.results = vec![RegType::B64];
        let mut dice = Dice(seed * 2 + 99);
        let ops = [
            Opcode::Add,
            Opcode::Sub,
            Opcode::Mul,
            Opcode::Div,
            Opcode::Rem,
            Opcode::Min,
            Opcode::Max,
            Opcode::And,
            Opcode::Or,
            Opcode::Xor,
            Opcode::Shl,
            Opcode::Shr,
            Opcode::Popc,
            Opcode::Clz,
            Opcode::Brev,
            Opcode::Not,
            Opcode::Neg,
        ];
        let op = dice.pick(&ops);
        let ty = dice.pick(&[Type::S32, Type::U32, Type::S64, Type::U64]);
        let mut args: Vec<u64> = (0..2)
            .map(|_| {
                dice.pick(&[0, 1, 2, 7, 31, 32, 33, 63, 64, 65, 0x7fff_ffff, 0x8000_0000, u64::MAX, u64::MAX - 6, 0x8000_0000_0000_0000])
            })
            .collect();
        if ty.size() == 4 {
            args.iter_mut().for_each(|a| *a &= 0xffff_ffff);
        }
        if matches!(op, Opcode::Shl | Opcode::Shr) {
            args[1] &= 0xffff_ffff;
        }
        let is_unary = matches!(op, Opcode::Popc | Opcode::Clz | Opcode::Brev | Opcode::Not | Opcode::Neg);
        args.truncate(if is_unary { 1 } else { 2 });
        let mut data = InstData::new(op, ty);
        if op == Opcode::Mul {
            data.attrs.mul = Some(dice.pick(&[MulMode::Lo, MulMode::Hi]));
        }
        let expected = naive::pure(&data, &args);
        let mut b = Builder::new(&mut func);
        let entry = b.create_block();
        b.switch_to(entry);
        for (i, &arg) in args.iter().enumerate() {
            let class = if i == 1 && matches!(op, Opcode::Shl | Opcode::Shr) { RegType::B32 } else { ty.reg() };
            let value = b.constant(class, arg);
            data.args.push(value);
        }
        let class = if matches!(op, Opcode::Popc | Opcode::Clz) { RegType::B32 } else { ty.reg() };
        let result = b.value(data.clone(), class);
        b.push(InstData { args: vec![result], ..InstData::new(Opcode::Ret, Type::B32) }, &[]);
        let mut module = Module::new(ModuleKind::Device);
        module.functions.push(func);
        pass::run_named("fold", &mut module);
        let func = &module.functions[0];
        let ret = func.blocks[func.layout[0].index()].insts.last().copied().unwrap_or_default();
        if let Some(bits) = func.constant(func.insts[ret.index()].args[0]) {
            folded += 1;
            assert_eq!(Some(bits), expected, "{op:?} {ty} {args:x?} {:?}", data.attrs.mul);
        }
    }
    assert!(folded > 1_500, "only {folded} were folded");
}
