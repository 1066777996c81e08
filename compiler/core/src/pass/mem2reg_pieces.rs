//! Which pieces of slots become values: the parts of a variable that are loaded and stored alike.

use super::mem2reg_addresses::{Addresses, NONE, access};
use crate::pass::graph::Graph;
use crate::pass::rank_operands::is_bundle;
use kern_ir::*;

/// More pieces than this are left in memory: the values would be worse than an array.
const MAX_PIECES: usize = 256;

/// A part of a slot that becomes one value.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) offset: i64,
    pub(super) size: u32,
    /// How the register holds it: the type of its accesses, or an integer type when they disagree.
    pub(super) ty: Type,
}

/// Which slots become values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    All,
    /// Those of one piece: LLVM's mem2reg, which comes before functions are inlined, takes nothing apart.
    Scalars,
}

pub(super) struct Plan {
    /// Of each slot, its pieces by offset; `None` when it stays in memory.
    pub(super) slots: Vec<Option<std::ops::Range<usize>>>,
    pub(super) pieces: Vec<Piece>,
}

/// Cuts the accessed bytes into pieces such that every access covers whole pieces; `None` when that does not go.
fn split(accesses: &mut [(i64, Type, bool)], pieces: &mut Vec<Piece>) -> Option<()> {
    accesses.sort_unstable_by_key(|&(offset, ty, _)| (offset, ty));
    let mut i = 0;
    while i < accesses.len() {
        let (start, mut end) = (accesses[i].0, accesses[i].0);
        let mut j = i;
        while j < accesses.len() && (j == i || accesses[j].0 < end) {
            end = end.max(accesses[j].0 + i64::from(accesses[j].1.size()));
            j += 1;
        }
        let group = &accesses[i..j];
        let mut cuts: Vec<i64> = group.iter().flat_map(|&(o, ty, _)| [o, o + i64::from(ty.size())]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        debug_assert_eq!(cuts[0], start);
        for pair in cuts.windows(2) {
            let mut at = pair[0];
            while at < pair[1] {
                // The largest register that is aligned here and does not cross the next cut.
                let size = [8, 4, 2, 1].into_iter().find(|&s| at % s == 0 && at + s <= pair[1])?;
                pieces.push(Piece { offset: at, size: size as u32, ty: piece_type(group, at, size as u32)? });
                at += size;
            }
        }
        i = j;
    }
    Some(())
}

fn piece_type(group: &[(i64, Type, bool)], offset: i64, size: u32) -> Option<Type> {
    let exact = || group.iter().filter(|a| a.0 == offset && a.1.size() == size);
    let all_exact =
        group.iter().filter(|a| a.0 <= offset && offset < a.0 + i64::from(a.1.size())).all(|a| a.0 == offset && a.1.size() == size);
    if all_exact && exact().all(|a| a.1.is_float()) {
        return exact().next().map(|a| a.1);
    }
    let signed_loads = exact().filter(|a| a.2).all(|a| a.1.is_signed()) && exact().any(|a| a.2);
    Some(match size {
        1 if signed_loads => Type::S8,
        1 => Type::U8,
        2 if signed_loads => Type::S16,
        2 => Type::U16,
        4 => Type::B32,
        _ => Type::B64,
    })
}

/// Where the pieces need parameters.
pub(super) struct Placed {
    /// For each block, by its index, the pieces that need a parameter there.
    pub(super) joins: Vec<Vec<u32>>,
    /// Pieces that may be read before they are written, in order.
    pub(super) unset: Vec<usize>,
}

pub(super) fn place_params(func: &Function, graph: &Graph, addresses: &Addresses, plan: &Plan, which: Which) -> Placed {
    let count = plan.pieces.len();
    let (mut defs, mut exposed): (Vec<Vec<Block>>, Vec<Vec<Block>>) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    let mut stored_in = vec![NONE; count];
    let mut counts = vec![Accesses::default(); count];
    // Blocks in a row are one: where a function was inlined they are not joined yet.
    let mut first_of_row: Vec<Block> = (0..func.blocks.len() as u32).map(Block).collect();
    for &block in &graph.order {
        if let [pred] = *graph.preds(block)
            && func.targets(pred).len() == 1
        {
            first_of_row[block.index()] = first_of_row[pred.index()];
        }
        let row = first_of_row[block.index()];
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            let Some((slot, offset)) = access(func, addresses, inst) else { continue };
            let size = data.ty.size() * u32::from(data.attrs.vector.max(1));
            // What a function built where its result goes is stored there again, as a whole.
            let is_again = data
                .args
                .get(1)
                .is_some_and(|&value| matches!(func.def(value), ValueDef::Result(inst, _) if is_bundle(&func.insts[inst.index()])));
            for piece in plan.touched(slot, offset, size).into_iter().flatten() {
                let accesses = &mut counts[piece];
                accesses.stores += u32::from(data.op == Opcode::St && !is_again);
                accesses.has_many_blocks |= accesses.block.is_some_and(|known| known != row);
                accesses.block = Some(row);
                accesses.is_loaded_first |= data.op == Opcode::Ld && accesses.stores == 0;
                if data.op == Opcode::St {
                    if stored_in[piece] != block.0 {
                        stored_in[piece] = block.0;
                        defs[piece].push(block);
                    }
                } else if stored_in[piece] != block.0 && exposed[piece].last() != Some(&block) {
                    exposed[piece].push(block);
                }
            }
        }
    }
    let frontiers = graph.frontiers();
    let (mut joins, mut unset): (Vec<Vec<u32>>, Vec<usize>) = (vec![Vec::new(); func.blocks.len()], Vec::new());
    // Side tables by block, valid where they hold the number of the piece at hand.
    let (mut is_def, mut live_in, mut has_join) =
        (vec![NONE; func.blocks.len()], vec![NONE; func.blocks.len()], vec![NONE; func.blocks.len()]);
    for piece in 0..count as u32 {
        let (defs, exposed) = (&defs[piece as usize], &exposed[piece as usize]);
        if exposed.is_empty() {
            continue;
        }
        for block in defs {
            is_def[block.index()] = piece;
        }
        let mut work = exposed.clone();
        while let Some(block) = work.pop() {
            if live_in[block.index()] != piece {
                live_in[block.index()] = piece;
                work.extend(graph.preds(block).iter().copied().filter(|p| is_def[p.index()] != piece));
            }
        }
        unset.extend((live_in[graph.entry().index()] == piece).then_some(piece as usize));
        let mut work = defs.clone();
        while let Some(block) = work.pop() {
            let Some(position) = graph.position(block) else { continue };
            for &join in &frontiers[position] {
                if live_in[join.index()] == piece && has_join[join.index()] != piece {
                    has_join[join.index()] = piece;
                    joins[join.index()].push(piece);
                    work.push(join);
                }
            }
        }
    }
    let order = order_of_params(func, plan, which, &counts);
    for joins in &mut joins {
        joins.sort_unstable_by_key(|&piece| order[piece as usize]);
    }
    Placed { joins, unset }
}

/// How a piece is accessed.
#[derive(Clone, Copy, Default)]
struct Accesses {
    stores: u32,
    /// The only block of all of them, or that there are several.
    block: Option<Block>,
    has_many_blocks: bool,
    /// A load stands where no store has been before it: in its block, or in none that leads there.
    is_loaded_first: bool,
}

/// The place of each piece among the parameters of a block, in the order of LLVM's phis (`PromoteMem2Reg::run`): mem2reg goes
/// through the variables in order, SROA comes to the last first, and to its pieces by offset; what is stored once, or used in one
/// block, is taken out, and the last of the list takes its place; and each phi is put before those that are there.
fn order_of_params(func: &Function, plan: &Plan, which: Which, counts: &[Accesses]) -> Vec<usize> {
    let of_slots = |is_late: bool| {
        let slots = func.slots.iter().zip(&plan.slots).rev();
        slots.filter(move |(slot, _)| slot.is_late == is_late).filter_map(|(_, pieces)| pieces.clone()).flatten()
    };
    let mut list: Vec<usize> = of_slots(false).chain(of_slots(true)).collect();
    if which == Which::Scalars {
        list.reverse();
    }
    let stays = |piece: usize| {
        let Accesses { stores, has_many_blocks, is_loaded_first, .. } = counts[piece];
        (stores > 1 || is_loaded_first) && (has_many_blocks || is_loaded_first)
    };
    let mut order = vec![usize::MAX; plan.pieces.len()];
    let mut place = plan.pieces.len();
    let mut give = |piece: usize| {
        place -= 1;
        order[piece] = place;
    };
    let (mut first, mut last) = (0, list.len());
    while first < last {
        if stays(list[first]) {
            give(list[first]);
        } else {
            last -= 1;
            while last > first && !stays(list[last]) {
                last -= 1;
            }
            if last > first {
                give(list[last]);
            }
        }
        first += 1;
    }
    order
}

impl Plan {
    pub(super) fn new(func: &Function, graph: &Graph, addresses: &Addresses, which: Which) -> Plan {
        let mut accesses: Vec<Vec<(i64, Type, bool)>> = vec![Vec::new(); func.slots.len()];
        for &block in &graph.order {
            for &inst in &func.blocks[block.index()].insts {
                let data = &func.insts[inst.index()];
                if !matches!(data.op, Opcode::Ld | Opcode::St) {
                    continue;
                }
                if let Some((slot, offset)) = addresses.get(data.args[0]) {
                    for i in 0..i64::from(data.attrs.vector.max(1)) {
                        accesses[slot.index()].push((offset + data.offset + i * i64::from(data.ty.size()), data.ty, data.op == Opcode::Ld));
                    }
                }
            }
        }
        let mut plan = Plan { slots: Vec::with_capacity(func.slots.len()), pieces: Vec::new() };
        for (slot, accesses) in accesses.iter_mut().enumerate() {
            let start = plan.pieces.len();
            let works = addresses.is_used[slot] && !addresses.escapes[slot] && split(accesses, &mut plan.pieces).is_some();
            let is_whole = || matches!(plan.pieces[start..], [piece] if u64::from(piece.size) == func.slots[slot].size);
            if works && plan.pieces.len() - start <= MAX_PIECES && (which == Which::All || is_whole()) {
                plan.slots.push(Some(start..plan.pieces.len()));
            } else {
                plan.pieces.truncate(start);
                plan.slots.push(None);
            }
        }
        plan
    }

    /// Nothing becomes a value.
    pub(super) fn is_empty(&self) -> bool {
        self.slots.iter().all(Option::is_none)
    }

    /// The pieces of slots to which nothing is stored, in order.
    pub(super) fn never_stored(&self, func: &Function, addresses: &Addresses) -> Vec<usize> {
        let mut is_stored = vec![false; self.slots.len()];
        for (_, inst, _) in func.iter_insts().filter(|(.., data)| data.op == Opcode::St) {
            if let Some((slot, _)) = access(func, addresses, inst) {
                is_stored[slot.index()] = true;
            }
        }
        self.slots.iter().zip(is_stored).filter(|(_, is_stored)| !is_stored).filter_map(|(pieces, _)| pieces.clone()).flatten().collect()
    }

    /// Slots of which one of these, which are in order, is a piece stay in memory; of each piece, whether it becomes a value still.
    pub(super) fn leave(&mut self, pieces: &[usize]) -> Vec<bool> {
        let mut takes = vec![false; self.pieces.len()];
        for slot in &mut self.slots {
            let Some(range) = slot.clone() else { continue };
            if pieces.get(pieces.partition_point(|&piece| piece < range.start)).is_some_and(|piece| range.contains(piece)) {
                *slot = None;
            } else {
                takes[range].fill(true);
            }
        }
        takes
    }

    /// The pieces that an access touches.
    pub(super) fn touched(&self, slot: Slot, offset: i64, size: u32) -> Option<std::ops::Range<usize>> {
        let range = self.slots[slot.index()].clone()?;
        let pieces = &self.pieces[range.clone()];
        let first = range.start + pieces.partition_point(|p| p.offset < offset);
        let last = range.start + pieces.partition_point(|p| p.offset < offset + i64::from(size));
        Some(first..last)
    }
}
