//! The changes of functions that make mutants, one function each. A change may break any rule: whoever asks for it looks at
//! what the verifier says.

use super::Random;
use super::pick::*;
use kern_ir::*;

/// Changes a function; `None` if there is nothing to change.
pub(super) type Change = fn(&Module, &mut Function, &mut Random) -> Option<()>;

/// All changes, with their names; those that find most stand here more than once.
pub(super) const CHANGES: &[(&str, Change)] = &[
    ("constant", constant),
    ("constant", constant),
    ("constant", constant),
    ("operand", operand),
    ("operand", operand),
    ("operand", operand),
    ("operand becomes constant", operand_becomes_constant),
    ("operands swapped", swap_operands),
    ("opcode", opcode),
    ("opcode", opcode),
    ("type", type_),
    ("type", type_),
    ("modifier", modifier),
    ("modifier", modifier),
    ("modifier", modifier),
    ("offset", offset),
    ("offset", offset),
    ("payload", payload),
    ("payload", payload),
    ("vector", vector),
    ("jump", jump),
    ("jump", jump),
    ("condition", condition),
    ("inserted", insert),
    ("inserted", insert),
    ("copied", copy),
    ("removed", remove),
    ("order", reorder),
    ("slot", slot),
    ("kernel parameter", kernel_parameter),
    ("indirect call", indirect_call),
];

fn constant(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    for _ in 0..16 {
        let (_, _, inst) = place(func, random)?;
        let mut data = func.insts[inst.index()].clone();
        let mut list: Vec<&mut Value> = operands(&mut data).into_iter().filter(|v| func.constant(**v).is_some()).collect();
        if list.is_empty() {
            continue;
        }
        let at = random.below(list.len());
        let (class, old) = (func.ty(*list[at]), func.constant(*list[at])?);
        *list[at] = func.add_constant(class, number(module, class, old, random));
        func.insts[inst.index()] = data;
        return Some(());
    }
    None
}

fn operand(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (block, _, inst) = place_of(func, random, |d| !d.args.is_empty() || !d.targets().is_empty())?;
    let mut data = func.insts[inst.index()].clone();
    let mut list = operands(&mut data);
    let at = random.below(list.len().max(1));
    let place = list.get_mut(at)?;
    **place = value(func, func.ty(**place), block, random)?;
    func.insts[inst.index()] = data;
    Some(())
}

fn operand_becomes_constant(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (_, _, inst) = place_of(func, random, |d| !d.args.is_empty() || !d.targets().is_empty())?;
    let mut data = func.insts[inst.index()].clone();
    let mut list = operands(&mut data);
    let at = random.below(list.len().max(1));
    let place = list.get_mut(at)?;
    let class = func.ty(**place);
    **place = func.add_constant(class, number(module, class, 4, random));
    func.insts[inst.index()] = data;
    Some(())
}

fn swap_operands(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (_, _, inst) = place_of(func, random, |d| d.args.len() > 1)?;
    let args = &mut func.insts[inst.index()].args;
    let (a, b) = (random.below(args.len()), random.below(args.len()));
    args.swap(a, b);
    Some(())
}

fn opcode(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (_, _, inst) = place_of(func, random, |d| !d.op.is_terminator())?;
    let data = &mut func.insts[inst.index()];
    let fits = |row: &&OpcodeRow| row.format == data.op.row().format && row.op != data.op;
    let rows: Vec<&OpcodeRow> = OPCODES.iter().filter(fits).collect();
    data.op = one(&rows, random)?.op;
    complete(data, random);
    Some(())
}

/// Modifiers that the opcode must have, and none that it cannot.
fn complete(data: &mut InstData, random: &mut Random) {
    let old = data.attrs;
    let is_memory = matches!(data.op, Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red);
    let mut attrs = Attrs { space: old.space, cache: old.cache, sem: old.sem, scope: old.scope, vector: old.vector, ..Attrs::default() };
    if !is_memory {
        attrs = Attrs { rounding: old.rounding, ftz: old.ftz, ..Attrs::default() };
    }
    attrs.cmp = pick(matches!(data.op, Opcode::Setp | Opcode::Testp), Cmp::ALL, random);
    attrs.mul = pick(matches!(data.op, Opcode::Mul | Opcode::Mad | Opcode::Mul24 | Opcode::Dp2a), MulMode::ALL, random);
    attrs.atom = pick(matches!(data.op, Opcode::Atom | Opcode::Red), AtomOp::ALL, random);
    attrs.vote = pick(data.op == Opcode::Vote, VoteMode::ALL, random);
    attrs.redux = pick(data.op == Opcode::Redux, ReduxOp::ALL, random);
    attrs.shfl = pick(data.op == Opcode::Shfl, ShflMode::ALL, random);
    attrs.match_mode = pick(data.op == Opcode::Match, MatchMode::ALL, random);
    data.attrs = attrs;
    if data.ty.is_float() && data.op.row().format == Format::BINARY && random.below(3) == 0 {
        data.attrs.rounding = Some(Rounding::ALL[random.below(Rounding::ALL.len())]);
    }
}

fn pick<T: Copy>(wanted: bool, all: &[T], random: &mut Random) -> Option<T> {
    if wanted { one(all, random).copied() } else { None }
}

fn type_(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (_, _, inst) = place_of(func, random, |d| !d.op.is_terminator())?;
    let data = &mut func.insts[inst.index()];
    let is_source = data.op == Opcode::Cvt && random.below(2) == 0;
    let class = if is_source { data.src_ty.reg() } else { data.ty.reg() };
    let types: Vec<Type> = Type::ALL.iter().copied().filter(|t| t.reg() == class).collect();
    let ty = *one(&types, random)?;
    if is_source {
        data.src_ty = ty;
    } else {
        let follows = data.src_ty == data.ty;
        data.ty = ty;
        data.src_ty = if follows { ty } else { data.src_ty };
    }
    if data.op == Opcode::Cvt && random.below(2) == 0 {
        data.attrs.rounding = if random.below(3) == 0 { None } else { one(Rounding::ALL, random).copied() };
    }
    Some(())
}

fn modifier(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (_, _, inst) = place_of(func, random, |d| d.attrs != Attrs::default() || matches!(d.op, Opcode::Add | Opcode::Fma | Opcode::Ld))?;
    let a = &mut func.insts[inst.index()].attrs;
    macro_rules! other {
        ($field:ident: $ty:ty) => {
            a.$field = if a.$field.is_some() && random.below(4) == 0 { None } else { one(<$ty>::ALL, random).copied() }
        };
    }
    // What is there is changed most often: one of the options of a random order.
    for _ in 0..24 {
        let which = random.below(18);
        let is_there = [
            a.space.is_some(),
            a.cache.is_some(),
            a.sem.is_some(),
            a.scope.is_some(),
            a.rounding.is_some(),
            a.precision.is_some(),
            a.cmp.is_some(),
            a.mul.is_some(),
            a.atom.is_some(),
            a.shfl.is_some(),
            a.vote.is_some(),
            a.match_mode.is_some(),
            a.redux.is_some(),
            a.bar.is_some(),
            a.to,
            a.ftz,
            a.sat,
            a.left,
        ];
        if !is_there[which] && random.below(8) > 0 {
            continue;
        }
        match which {
            0 => other!(space: Space),
            1 => other!(cache: CacheOp),
            2 => {
                other!(sem: Sem);
                other!(scope: Scope);
            }
            3 => other!(scope: Scope),
            4 => other!(rounding: Rounding),
            5 => other!(precision: Precision),
            6 => other!(cmp: Cmp),
            7 => other!(mul: MulMode),
            8 => other!(atom: AtomOp),
            9 => other!(shfl: ShflMode),
            10 => other!(vote: VoteMode),
            11 => other!(match_mode: MatchMode),
            12 => other!(redux: ReduxOp),
            13 => other!(bar: BarKind),
            14 => a.to = !a.to,
            15 => a.ftz = !a.ftz,
            16 => a.sat = !a.sat,
            _ => a.left = !a.left,
        }
        return Some(());
    }
    None
}

fn offset(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    use Opcode::*;
    let (_, _, inst) = place_of(func, random, |d| matches!(d.op, Ld | St | Atom | Red | LdParam | Bar | Prefetch))?;
    let data = &mut func.insts[inst.index()];
    data.offset = match random.below(4) {
        0 => data.offset + random.below(33) as i64 - 16,
        1 => data.offset + (random.below(33) as i64 - 16) * i64::from(data.ty.size()),
        2 => random.below(1 << 20) as i64,
        _ => number(module, RegType::B64, data.offset as u64, random) as i64,
    };
    Some(())
}

fn payload(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (_, _, inst) = place_of(func, random, |d| !matches!(d.payload, Payload::None | Payload::Targets(_) | Payload::CallIndirect(_)))?;
    let (params, slots) = (func.kernel_params.len(), func.slots.len());
    let data = &mut func.insts[inst.index()];
    data.payload = match &data.payload {
        Payload::Sreg(_) => Payload::Sreg(*one(Sreg::ALL, random)?),
        Payload::Param(_) => Payload::Param(random.below(params.max(1)) as u32),
        Payload::Call(_) => Payload::Call(FuncId(random.below(module.functions.len()) as u32)),
        _ => match random.below(3) {
            0 if !module.globals.is_empty() => Payload::Global(GlobalVar(random.below(module.globals.len()) as u32)),
            1 if slots > 0 => Payload::Slot(Slot(random.below(slots) as u32)),
            _ => Payload::FuncAddr(FuncId(random.below(module.functions.len()) as u32)),
        },
    };
    Some(())
}

/// Another number of elements; those that are new are copies of the first.
fn vector(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (_, _, inst) = place_of(func, random, |d| matches!(d.op, Opcode::Ld | Opcode::St) && d.attrs.vector < 2)?;
    let count = [2, 4][random.below(2)];
    let data = &mut func.insts[inst.index()];
    data.attrs.vector = count as u8;
    if data.op == Opcode::St {
        let element = *data.args.get(1)?;
        data.args.extend(std::iter::repeat_n(element, count - 1));
        return Some(());
    }
    let class = func.ty(*func.insts[inst.index()].results.first()?);
    for index in 1..count {
        let result = func.add_value(class, ValueDef::Result(inst, index as u32));
        func.insts[inst.index()].results.push(result);
    }
    Some(())
}

/// Another target, or the targets in another order.
fn jump(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (block, _, inst) = place_of(func, random, |d| !d.targets().is_empty())?;
    let count = func.insts[inst.index()].targets().len();
    if count > 1 && random.below(2) == 0 {
        let (a, b) = (random.below(count), random.below(count));
        func.insts[inst.index()].targets_mut().swap(a, b);
        return Some(());
    }
    let to = *one(&func.layout, random)?;
    let classes: Vec<RegType> = func.blocks[to.index()].params.iter().map(|&p| func.ty(p)).collect();
    let args = classes.into_iter().map(|class| any_value(module, func, class, block, random)).collect();
    let which = random.below(count);
    func.insts[inst.index()].targets_mut()[which] = BlockCall { block: to, args };
    Some(())
}

/// A jump gets a condition, or a branch another one.
fn condition(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (block, _, inst) = place_of(func, random, |d| d.op == Opcode::Bra)?;
    if func.insts[inst.index()].args.is_empty() {
        let to = *one(&func.layout, random)?;
        let classes: Vec<RegType> = func.blocks[to.index()].params.iter().map(|&p| func.ty(p)).collect();
        let args = classes.into_iter().map(|class| any_value(module, func, class, block, random)).collect();
        if let Payload::Targets(targets) = &mut func.insts[inst.index()].payload {
            targets.push(BlockCall { block: to, args });
        }
    }
    let condition = any_value(module, func, RegType::Pred, block, random);
    func.insts[inst.index()].args = vec![condition];
    Some(())
}

/// A new instruction of registers, whose result a later one of the block uses.
fn insert(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (block, at, _) = place(func, random)?;
    let row = one(OPCODES, random)?;
    let ty = Type::ALL[random.below(Type::ALL.len())];
    let src_ty = Type::ALL[random.below(Type::ALL.len())];
    let mut data = InstData { src_ty: if row.op == Opcode::Cvt { src_ty } else { ty }, ..InstData::new(row.op, ty) };
    complete(&mut data, random);
    let (args, result) = match row.format {
        Format::Plain(args, &[result]) | Format::WithPred(args, &[result]) => {
            (args.iter().map(|class| class.of(&data)).collect(), result.of(&data))
        }
        Format::Move => (vec![src_ty.reg()], ty.reg()),
        Format::Leaf if row.op == Opcode::Activemask => (vec![], RegType::B32),
        _ => return None,
    };
    data.args = args.into_iter().map(|class| any_value(module, func, class, block, random)).collect();
    // The mask of a warp-level operation is most often everybody.
    if row.is_warp_level && random.below(4) > 0 {
        let all = func.add_constant(RegType::B32, u64::from(u32::MAX));
        *data.args.last_mut()? = all;
    }
    let inst = func.add_inst(data, &[result]);
    func.blocks[block.index()].insts.insert(at, inst);
    let made = func.insts[inst.index()].results[0];
    let later: Vec<Inst> = func.blocks[block.index()].insts[at + 1..].to_vec();
    for _ in 0..8 {
        let user = *one(&later, random)?;
        let mut data = func.insts[user.index()].clone();
        let mut list: Vec<&mut Value> = operands(&mut data).into_iter().filter(|v| func.ty(**v) == result).collect();
        if !list.is_empty() {
            let which = random.below(list.len());
            *list[which] = made;
            func.insts[user.index()] = data;
            return Some(());
        }
    }
    Some(())
}

/// An instruction once more, elsewhere.
fn copy(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (_, _, inst) = place_of(func, random, |d| !d.op.is_terminator())?;
    let (block, at, _) = place(func, random)?;
    let data = func.insts[inst.index()].clone();
    let classes: Vec<RegType> = data.results.iter().map(|&r| func.ty(r)).collect();
    let again = func.add_inst(data, &classes);
    func.blocks[block.index()].insts.insert(at, again);
    Some(())
}

/// An instruction goes; who used its results uses something else.
fn remove(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (block, at, inst) = place_of(func, random, |d| !d.op.is_terminator())?;
    for result in func.insts[inst.index()].results.clone() {
        let class = func.ty(result);
        let instead = any_value(module, func, class, block, random);
        for data in &mut func.insts {
            operands(data).into_iter().filter(|v| **v == result).for_each(|v| *v = instead);
        }
    }
    func.blocks[block.index()].insts.remove(at);
    Some(())
}

fn reorder(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (block, at, _) = place(func, random)?;
    let insts = &mut func.blocks[block.index()].insts;
    let to = random.below(insts.len());
    insts.swap(at, to);
    Some(())
}

fn slot(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let index = random.below(func.slots.len().max(1));
    let slot = func.slots.get_mut(index)?;
    match random.below(3) {
        0 => slot.size = slot.size.saturating_add_signed(random.below(33) as i64 - 16),
        1 => slot.size = [0, 1, 2, 3, 5, 8, 15, 64, 1000, 1 << 17, 1 << 20, 1 << 39][random.below(12)],
        _ => slot.align = 1 << random.below(17),
    }
    Some(())
}

/// A parameter of another size; those behind it move.
fn kernel_parameter(_: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let index = random.below(func.kernel_params.len().max(1));
    let param = func.kernel_params.get_mut(index)?;
    match random.below(3) {
        0 => (param.ty, param.size) = (None, [0, 1, 3, 4, 8, 12, 100, 4000, 32_700][random.below(9)]),
        1 => param.align = 1 << random.below(9),
        _ => {
            let ty = Type::ALL[random.below(Type::ALL.len())];
            (param.ty, param.size, param.align) = (Some(ty), ty.size(), ty.size().max(1));
        }
    }
    let mut end = 0u32;
    for param in &mut func.kernel_params {
        param.offset = end.next_multiple_of(param.align);
        end = param.offset + param.size;
    }
    Some(())
}

/// A call through a pointer passes other arguments, or expects another result.
fn indirect_call(module: &Module, func: &mut Function, random: &mut Random) -> Option<()> {
    let (block, at, inst) = place_of(func, random, |d| d.op == Opcode::Call)?;
    // A direct call goes through a pointer first.
    if let Payload::Call(id) = func.insts[inst.index()].payload {
        let mut address = InstData::new(Opcode::Address, Type::U64);
        address.payload = Payload::FuncAddr(id);
        let address = func.add_inst(address, &[RegType::B64]);
        func.blocks[block.index()].insts.insert(at, address);
        let pointer = func.insts[address.index()].results[0];
        let results = func.insts[inst.index()].results.iter().map(|&r| func.ty(r)).collect();
        let data = &mut func.insts[inst.index()];
        data.args.insert(0, pointer);
        data.payload = Payload::CallIndirect(results);
    }
    let classes = [RegType::B16, RegType::B32, RegType::B64, RegType::F32, RegType::F64];
    match random.below(5) {
        0 => _ = func.insts[inst.index()].args.pop(),
        1 => {
            let class = classes[random.below(5)];
            let more = any_value(module, func, class, block, random);
            func.insts[inst.index()].args.push(more);
        }
        2 if func.insts[inst.index()].results.is_empty() => {
            let class = classes[random.below(5)];
            let result = func.add_value(class, ValueDef::Result(inst, 0));
            func.insts[inst.index()].results.push(result);
            func.insts[inst.index()].payload = Payload::CallIndirect(vec![class]);
        }
        2 => {
            func.insts[inst.index()].results.clear();
            func.insts[inst.index()].payload = Payload::CallIndirect(Vec::new());
        }
        3 => {
            let last = func.insts[inst.index()].args.len() - 1;
            let class = classes[random.below(5)];
            let other = any_value(module, func, class, block, random);
            func.insts[inst.index()].args[last.max(1).min(last)] = other;
        }
        _ => {}
    }
    Some(())
}
