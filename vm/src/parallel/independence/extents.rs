//! Which bytes a launch may access, where its addresses are sums of numbers whose bounds are known.

use super::affine_expr::AffineExpr;
use super::delinearise::AffineAccess;
use super::values::Values;
use super::{Launch, MOST_INSTRUCTIONS, is_of_block};
use kern_ir::analysis::Provenance;
use kern_ir::{Cfg, Opcode, Payload, RegType, Space};

/// Bytes that an access of a kernel may touch in a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// What its address was computed from.
    pub(crate) root: u64,
    pub(crate) start: u64,
    /// One past the last.
    pub(crate) end: u64,
    /// `ld`, `st`, or one that does both.
    pub(crate) op: Opcode,
}

/// Those of all accesses to global memory; `None` if that is not known of one.
pub(crate) fn extents(launch: &Launch) -> Option<Vec<Extent>> {
    let func = launch.module.functions.get(launch.function as usize).filter(|func| func.insts.len() <= MOST_INSTRUCTIONS)?;
    let cfg = Cfg::new(func);
    let (values, provenance) = (Values::new(func, &cfg, launch), Provenance::new(func, &cfg));
    let mut found = Vec::new();
    for &block in cfg.rpo() {
        for &inst in &func.blocks[block.index()].insts {
            let data = &func.insts[inst.index()];
            match data.op {
                Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red => {}
                Opcode::Call if !matches!(data.payload, Payload::Call(id) if (launch.is_math)(launch.module, id)) => return None,
                op if op.is_texture() => return None,
                _ => continue,
            }
            let root = provenance.root(*data.args.first()?);
            if !matches!(data.attrs.space, None | Some(Space::Global | Space::Generic)) || is_of_block(launch.module, func, data, root) {
                continue;
            }
            let root = values.number(root).filter(|_| func.ty(root) == RegType::B64)?;
            let AffineAccess { expr, size, bounds } = values.access(block, data)?;
            let (low, high) = range(&values, &expr, &bounds)?;
            let (start, end) = (u64::try_from(low).ok()?, u64::try_from(high.checked_add(size)?).ok()?);
            found.push(Extent { root: root as u64, start, end, op: data.op });
        }
    }
    Some(found)
}

/// The bounds of a sum, by those of its variables, or of a sum like it that is not greater than a number there.
fn range(values: &Values, expr: &AffineExpr, bounds: &[(AffineExpr, i64)]) -> Option<(i64, i64)> {
    let range = expr.range(&|var| values.range_of(var));
    let by_bound = |(bound, most): &(AffineExpr, i64)| {
        let factor = expr.terms.first()?.1.checked_div(bound.terms.first()?.1).filter(|factor| *factor > 0)?;
        let rest = expr.minus(&bound.times(factor)?)?.as_constant()?;
        rest.checked_add(most.checked_mul(factor)?)
    };
    let high = bounds.iter().filter_map(by_bound).chain(range.high).min()?;
    Some((range.low?, high))
}
