//! Vectors of which only a part is used, as `ptxas` loads them: one element, an aligned half, or, where that is neither and one or two
//! are not used, all of it if three are, and each by itself if two are.

use super::Marks;
use crate::pass::rewrite::Substitution;
use kern_ir::{Counted, Function, Inst, InstData, Opcode, Sem};

/// What of a vector is loaded.
enum Part {
    /// So many elements, from this one on.
    Elements(u8, u8),
    /// Two elements, each by itself.
    Two(usize, usize),
}

/// Loads two elements of vectors each by itself; answers whether there were any, and what is counted of other vectors.
pub(super) fn split(func: &mut Function) -> (bool, Marks) {
    let (mut pairs, mut marks) = (Vec::new(), Marks::new());
    for (inst, part) in parts(func) {
        let size = func.insts[inst.index()].ty.size() as u8;
        match part {
            Part::Two(a, b) => pairs.push((inst, [a, b])),
            Part::Elements(count, first) => marks.push((inst, Counted { bytes: size * count, from: (size * first) as i8 })),
        }
    }
    if pairs.is_empty() {
        return (false, marks);
    }
    let mut subst = Substitution::new(func);
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let Ok(at) = pairs.binary_search_by_key(&inst, |pair| pair.0) else {
                kept.push(inst);
                continue;
            };
            for element in pairs[at].1 {
                let vector = &func.insts[inst.index()];
                let (value, size) = (vector.results[element], vector.ty.size() as i64);
                let mut data =
                    InstData { results: Vec::new(), offset: vector.offset.wrapping_add(element as i64 * size), ..vector.clone() };
                // `ptxas` splits it, so nothing joins its elements.
                (data.attrs.vector, data.attrs.is_in_place) = (0, true);
                let class = data.ty.reg();
                let scalar = func.add_inst(data, &[class]);
                subst.set(value, func.insts[scalar.index()].results[0]);
                kept.push(scalar);
            }
        }
        func.blocks[block.index()].insts = kept;
    }
    subst.apply(func);
    (true, marks)
}

/// The loads of vectors of which only a part is used, by number.
fn parts(func: &Function) -> Vec<(Inst, Part)> {
    let vectors = || {
        func.iter_insts().filter(|(_, _, data)| {
            data.op == Opcode::Ld && data.attrs.vector > 1 && !data.attrs.is_async && matches!(data.attrs.sem, None | Some(Sem::Weak))
        })
    };
    if vectors().next().is_none() {
        return Vec::new();
    }
    let mut is_used = vec![false; func.values.len()];
    for (_, _, data) in func.iter_insts() {
        data.args.iter().chain(data.targets().iter().flat_map(|target| &target.args)).for_each(|value| is_used[value.index()] = true);
    }
    let part = |data: &InstData| {
        let used: Vec<usize> = (0..data.results.len()).filter(|&element| is_used[data.results[element].index()]).collect();
        match used[..] {
            _ if data.ty.size() < 4 => None,
            [one] => Some(Part::Elements(1, one as u8)),
            [0, 1] if data.results.len() == 4 => Some(Part::Elements(2, 0)),
            [2, 3] => Some(Part::Elements(2, 2)),
            [a, b] if data.results.len() == 4 => Some(Part::Two(a, b)),
            _ => None,
        }
    };
    let mut parts: Vec<(Inst, Part)> = vectors().filter_map(|(_, inst, data)| Some((inst, part(data)?))).collect();
    parts.sort_unstable_by_key(|part| part.0);
    parts
}
