//! Which function executes an instruction of lanes.

use super::{alu, convert, float};
use crate::decode::code::{Operations, Run, Select};
use crate::runtime::target;
use kern_ir::{InstData, Opcode};

/// The interpreter's operations.
pub(crate) const OPERATIONS: Operations =
    Operations { host: Select { lanes: select::<1>, target }, device: Select { lanes: select::<32>, target } };

/// See [`Select::lanes`].
fn select<const L: usize>(data: &InstData, is_wide: bool, is_predicate: bool) -> Option<(Run<L>, Option<u32>)> {
    let run = match data.op {
        Opcode::Cvt => return convert::select::<L>(data).map(|(run, spec)| (run, Some(spec))),
        Opcode::Setp if is_predicate => return None,
        Opcode::Selp | Opcode::Mov => alu::select::<L>(data, is_wide, is_predicate),
        _ if data.ty.is_float() => float::select::<L>(data),
        _ => alu::select::<L>(data, is_wide, is_predicate),
    };
    Some((run?, None))
}
