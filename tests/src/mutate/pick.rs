//! Picks a place, a number, a value of a function.

use super::Random;
use kern_ir::*;

/// One of a list.
pub(super) fn one<'a, T>(list: &'a [T], random: &mut Random) -> Option<&'a T> {
    if list.is_empty() { None } else { Some(&list[random.below(list.len())]) }
}

/// An instruction of a block of the layout: the block, its place in it, its number.
pub(super) fn place(func: &Function, random: &mut Random) -> Option<(Block, usize, Inst)> {
    let block = *one(&func.layout, random)?;
    let insts = &func.blocks[block.index()].insts;
    let at = random.below(insts.len().max(1));
    Some((block, at, *insts.get(at)?))
}

/// An instruction for which `fits` holds, if a few guesses find one.
pub(super) fn place_of(func: &Function, random: &mut Random, fits: impl Fn(&InstData) -> bool) -> Option<(Block, usize, Inst)> {
    (0..24).filter_map(|_| place(func, random)).find(|p| fits(&func.insts[p.2.index()]))
}

/// All bits of a class.
pub(super) fn mask(class: RegType) -> u64 {
    match class {
        RegType::Pred => 1,
        RegType::B16 => 0xffff,
        RegType::B32 | RegType::F32 => 0xffff_ffff,
        RegType::B64 | RegType::F64 => u64::MAX,
    }
}

/// A number near a border, near `old`, or any. For the host only numbers that do not ask for gigabytes.
pub(super) fn number(module: &Module, class: RegType, old: u64, random: &mut Random) -> u64 {
    let bits = match random.below(if module.kind == ModuleKind::Host { 4 } else { 9 }) {
        0 => random.below(70) as u64,
        1 => old.wrapping_add(random.below(17) as u64).wrapping_sub(8),
        2 => (1u64 << random.below(21)).wrapping_sub(random.below(2) as u64),
        3 => 0u64.wrapping_sub(random.below(40) as u64),
        4 => (1u64 << random.below(64)).wrapping_add(random.below(3) as u64).wrapping_sub(1),
        5 => old ^ 1 << random.below(64),
        6 => old.wrapping_mul(1 + random.below(16) as u64),
        7 => {
            [0x7f80_0000, 0x7fc0_0001, 0x8000_0000, 0x3f80_0000, 1, 0x7ff0_0000_0000_0000, 1 << 63, 0x7ff8_0000_0000_0001][random.below(8)]
        }
        _ => random.bits(),
    };
    bits & mask(class)
}

/// A value of a class: often one that a block assigns, sometimes any.
pub(super) fn value(func: &Function, class: RegType, near: Block, random: &mut Random) -> Option<Value> {
    let of_block = |block: Block| {
        let data = &func.blocks[block.index()];
        data.params.iter().chain(data.insts.iter().flat_map(|i| &func.insts[i.index()].results)).copied()
    };
    let blocks = [near, *func.layout.first()?, *one(&func.layout, random)?];
    let from = blocks[random.below(3)];
    let list: Vec<Value> = of_block(from).filter(|&v| func.ty(v) == class).collect();
    one(&list, random).copied()
}

/// A value or a constant.
pub(super) fn any_value(module: &Module, func: &mut Function, class: RegType, near: Block, random: &mut Random) -> Value {
    match value(func, class, near, random) {
        Some(value) if random.below(4) > 0 => value,
        _ => {
            let bits = number(module, class, 1, random);
            func.add_constant(class, bits)
        }
    }
}

/// The operands of an instruction, those that its targets get among them.
pub(super) fn operands(data: &mut InstData) -> Vec<&mut Value> {
    let InstData { args, payload, .. } = data;
    let mut list: Vec<&mut Value> = args.iter_mut().collect();
    if let Payload::Targets(targets) = payload {
        list.extend(targets.iter_mut().flat_map(|t| t.args.iter_mut()));
    }
    list
}
