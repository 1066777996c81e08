//! Whether each byte that accesses of a launch touch belongs to one thread: as between blocks, but `threadIdx` can be read off the
//! addresses too.

use super::Launch;
use super::affine_expr::{AffineExpr, Var};
use super::delinearise::{AffineAccess, Owners, are_owned};
use super::values::Values;
use kern_ir::{Block, Cfg, InstData, RegType, Value};

/// Whose threads memory is shared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// All of the grid.
    OfGrid,
    /// Those of a block.
    OfBlock,
}

/// The addresses of a launch's accesses.
pub(crate) struct Addresses<'a> {
    launch: &'a Launch<'a>,
    values: Values<'a>,
}

impl<'a> Addresses<'a> {
    pub(crate) fn new(launch: &'a Launch<'a>, cfg: &Cfg) -> Addresses<'a> {
        let func = &launch.module.functions[launch.function as usize];
        Addresses { launch, values: Values::new(func, cfg, launch) }
    }

    /// Whether no byte is accessed by two threads, given all accesses of one memory: with their blocks and the roots of their
    /// addresses.
    pub(crate) fn have_one_thread(&self, accesses: &[(Block, &InstData, Value)], owner: Owner) -> bool {
        let func = &self.launch.module.functions[self.launch.function as usize];
        let of_root = |&(block, data, root): &(Block, &InstData, Value)| {
            let mut access = self.values.access(block, data)?;
            // Where memory begins that has no number yet does not matter.
            access.expr = access.expr.with(Var::Value(root), &AffineExpr::constant(0))?;
            Some(access)
        };
        let found: Option<Vec<AffineAccess>> = accesses.iter().map(of_root).collect();
        let Some(found) = found else { return false };
        let is_narrow = accesses.iter().any(|access| func.ty(access.1.args[0]) != RegType::B64);
        let many =
            |extents: [u32; 3], var: fn(u8) -> Var| (0..).zip(extents).filter(|(_, extent)| *extent > 1).map(move |(axis, _)| var(axis));
        let blocks = if owner == Owner::OfGrid { self.launch.grid } else { [1; 3] };
        let numbers = many(blocks, Var::Block).chain(many(self.launch.block, Var::Thread)).collect();
        let is_owner = |var: Var| matches!(var, Var::Thread(_)) || owner == Owner::OfGrid && matches!(var, Var::Block(_));
        // Addresses of 32 bits are sums modulo 2 to that.
        let most = if is_narrow { 1 << 31 } else { 1 << 62 };
        let owners = Owners { is_owner: &is_owner, numbers, most };
        are_owned(&found, &owners, &|var| self.values.range_of(var))
    }
}
