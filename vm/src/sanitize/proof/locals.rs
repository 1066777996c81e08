//! Variables in local memory of which every access is known: their addresses go nowhere but into loads, stores and pointers that
//! are made from them.

use crate::sanitize::constant::local;
use kern_ir::analysis::Provenance;
use kern_ir::{Function, Opcode, Value};
use rustc_hash::FxHashSet;

/// Scalars are no concern: mostly they are values and lie nowhere.
const LEAST_BYTES: u64 = 12;
/// A larger variable is not looked at: each byte takes 4 for a warp.
const MOST_BYTES: u64 = 16 << 10;

/// Their numbers, growing.
pub(super) fn plain(func: &Function, provenance: &Provenance) -> Vec<u32> {
    let slot = |value: Value| local(func, provenance.root(value));
    let mut others = FxHashSet::default();
    for inst in func.layout.iter().flat_map(|block| &func.blocks[block.index()].insts) {
        let data = &func.insts[inst.index()];
        for (place, &arg) in data.args.iter().enumerate() {
            let Some(number) = slot(arg) else { continue };
            let is_accessed = place == 0 && matches!(data.op, Opcode::Ld | Opcode::St);
            let is_passed_on = !data.results.is_empty() && data.results.iter().all(|&result| slot(result) == Some(number));
            if !is_accessed && !is_passed_on {
                others.insert(number);
            }
        }
        for target in data.targets() {
            let params = &func.blocks[target.block.index()].params;
            let lost = target.args.iter().zip(params).filter_map(|(&arg, &param)| slot(arg).filter(|&number| slot(param) != Some(number)));
            others.extend(lost);
        }
    }
    let fits = |size: u64| (LEAST_BYTES..=MOST_BYTES).contains(&size);
    let all = func.slots.iter().zip(0u32..).filter(|(data, _)| fits(data.size) && !data.info.name.is_empty());
    all.map(|(_, number)| number).filter(|number| !others.contains(number)).collect()
}
