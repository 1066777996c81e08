//! Whether sets of addresses, one a block, are disjoint: addresses are delinearised, that is, read as indices of an array of
//! several dimensions (Maslov, PLDI 1992).

use super::affine_expr::{AffineExpr, Range, Var};

/// An access of a kernel to an allocation.
#[derive(Clone, Debug)]
pub(super) struct AffineAccess {
    /// Address of its first byte.
    pub(super) expr: AffineExpr,
    /// Bytes.
    pub(super) size: i64,
    /// What is known where it is executed: numbers not greater than something.
    pub(super) bounds: Vec<(AffineExpr, i64)>,
}

/// Who memory may belong to.
pub(super) struct Owners<'a> {
    /// Whether a variable is one of the numbers of an owner, as `blockIdx.x` of a block.
    pub(super) is_owner: &'a dyn Fn(Var) -> bool,
    /// The numbers of an owner that differ.
    pub(super) numbers: Vec<Var>,
    /// The largest distance of two addresses.
    pub(super) most: i64,
}

/// A dimension of an address: what one step adds, how many there are, whether it is a number of the owner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Dim {
    weight: i64,
    is_owner: bool,
    count: i64,
}

/// Whether no two blocks of the grid access the same byte. Addresses are read as indices of an array: a dimension that is worth
/// more than all lower ones together can be read off the number, and if the dimensions of `blockIdx` can, the number belongs to
/// one block. May miss: sets that are disjoint for another reason.
pub(super) fn are_disjoint(accesses: &[AffineAccess], grid: [u32; 3], range: &dyn Fn(Var) -> Range) -> bool {
    let numbers = (0..).map(Var::Block).zip(grid).filter(|(_, extent)| *extent > 1).map(|(var, _)| var).collect();
    are_owned(accesses, &Owners { is_owner: &|var| matches!(var, Var::Block(_)), numbers, most: 1 << 62 }, range)
}

/// The same of any owners.
pub(super) fn are_owned(accesses: &[AffineAccess], owners: &Owners, range: &dyn Fn(Var) -> Range) -> bool {
    let numbers: Option<Vec<Number>> = accesses.iter().map(|access| Number::new(access, owners, range)).collect();
    let Some(numbers) = numbers else { return false };
    let Some(first) = numbers.first() else { return true };
    // Which number of the owner is worth how much: an access that has two of them the other way round is another's.
    let of_owners = |access: &AffineAccess| -> Vec<(Var, i64)> {
        let mut terms: Vec<(Var, i64)> = access.expr.terms.iter().filter(|(var, _)| (owners.is_owner)(*var)).copied().collect();
        terms.sort_unstable_by_key(|&(_, weight)| weight);
        terms
    };
    let own = accesses.first().map(of_owners).unwrap_or_default();
    // Two numbers of one weight cannot be told from one another.
    let is_ambiguous = own.windows(2).any(|pair| pair[0].1 == pair[1].1);
    // Where only those execute an access of whom a number is the least, it need not be in the address.
    let is_told = |access: &AffineAccess, var: &Var| access.expr.terms.iter().any(|t| t.0 == *var) || is_least(access, *var, range);
    let is_owned = accesses.iter().all(|access| owners.numbers.iter().all(|var| is_told(access, var)));
    if !is_owned || is_ambiguous || accesses.iter().any(|access| of_owners(access) != own) {
        return false;
    }
    let start = numbers.iter().map(|n| n.start).min().unwrap_or(0);
    let size = numbers.iter().map(|n| n.size).max().unwrap_or(0);
    // Where accesses differ by a constant, that is one more dimension.
    let distances: Option<Vec<i64>> = numbers.iter().map(|n| n.start.checked_sub(start)).collect();
    let Some(distances) = distances else { return false };
    let step = distances.iter().fold(0, |step, &distance| gcd(step, distance));
    // A dimension of any is taken for one of all.
    let mut dims: Vec<Dim> = Vec::new();
    for dim in numbers.iter().flat_map(|n| &n.dims) {
        match dims.iter_mut().find(|d| (d.weight, d.is_owner) == (dim.weight, dim.is_owner)) {
            Some(known) => known.count = known.count.max(dim.count),
            None => dims.push(*dim),
        }
    }
    if step != 0 {
        let count = distances.iter().max().unwrap_or(&0) / step + 1;
        add(&mut dims, Dim { weight: step, is_owner: false, count });
    }
    let is_of_all = |bound: &&(Vec<i64>, i64)| numbers.iter().all(|n| n.bounds.contains(bound)) && !bound.0.contains(&step);
    let bounds: Vec<_> = first.bounds.iter().filter(is_of_all).cloned().collect();
    can_be_read(dims, size, &bounds, owners.most)
}

/// Whether a variable is the least that it may be wherever an access is executed.
fn is_least(access: &AffineAccess, var: Var, range: &dyn Fn(Var) -> Range) -> bool {
    let least = range(var).low;
    access.bounds.iter().any(|(expr, most)| match expr.terms[..] {
        [(only, factor)] if only == var && factor > 0 => {
            let room = least.and_then(|least| most.checked_sub(expr.constant)?.checked_sub(least.checked_mul(factor)?));
            room.is_some_and(|room| room < factor)
        }
        _ => false,
    })
}

/// Adds a dimension; those of one weight that are not the owner's become one.
fn add(dims: &mut Vec<Dim>, dim: Dim) {
    match dims.iter_mut().find(|d| d.weight == dim.weight && !d.is_owner && !dim.is_owner) {
        Some(known) => known.count = known.count.saturating_add(dim.count - 1),
        None => dims.push(dim),
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// An access as dimensions, all of which count up from 0.
struct Number {
    start: i64,
    dims: Vec<Dim>,
    size: i64,
    /// The sum of some dimensions (their weights, in order) is at most something.
    bounds: Vec<(Vec<i64>, i64)>,
}

impl Number {
    fn new(access: &AffineAccess, owners: &Owners, range: &dyn Fn(Var) -> Range) -> Option<Number> {
        let mut start = access.expr.constant;
        let mut dims = Vec::new();
        for &(var, weight) in &access.expr.terms {
            let Range { low: Some(low), high: Some(high) } = range(var) else { return None };
            let mut count = high.checked_sub(low)?.checked_add(1)?;
            // A bound on this variable alone.
            for (expr, most) in &access.bounds {
                if let [(only, factor)] = expr.terms[..]
                    && only == var
                    && factor > 0
                {
                    let room = most.checked_sub(expr.constant)?.checked_sub(low.checked_mul(factor)?)?;
                    count = count.min(room.div_euclid(factor).checked_add(1)?);
                }
            }
            if count <= 0 {
                // Nobody ever gets there.
                count = 1;
            }
            let is_owner = (owners.is_owner)(var);
            if is_owner && weight < 0 {
                return None;
            }
            start = start.checked_add(weight.checked_mul(if weight > 0 { low } else { low.checked_add(count - 1)? })?)?;
            let weight = weight.checked_abs()?;
            if count > 1 || is_owner {
                add(&mut dims, Dim { weight, is_owner, count });
            }
        }
        let bounds = access.bounds.iter().filter_map(|(expr, most)| scaled(expr, *most, &access.expr, range)).collect();
        Some(Number { start, dims, size: access.size, bounds })
    }
}

/// A bound on a sum of variables as one on the part of the address that is a multiple of that sum.
fn scaled(expr: &AffineExpr, most: i64, address: &AffineExpr, range: &dyn Fn(Var) -> Range) -> Option<(Vec<i64>, i64)> {
    let &(first, factor) = expr.terms.first().filter(|_| expr.terms.len() > 1)?;
    let (_, weight) = address.terms.iter().find(|t| t.0 == first)?;
    if factor <= 0 || *weight <= 0 || weight % factor != 0 {
        return None;
    }
    let scale = weight / factor;
    let mut weights = Vec::new();
    for &(var, factor) in &expr.terms {
        let weight = factor.checked_mul(scale)?;
        let has_it = address.terms.contains(&(var, weight));
        let is_only = address.terms.iter().filter(|t| t.1.checked_abs() == Some(weight)).count() == 1;
        if factor <= 0 || !has_it || !is_only || range(var).low != Some(0) {
            return None;
        }
        weights.push(weight);
    }
    weights.sort_unstable();
    Some((weights, most.checked_sub(expr.constant)?.checked_mul(scale)?))
}

fn can_be_read(mut dims: Vec<Dim>, size: i64, bounds: &[(Vec<i64>, i64)], most: i64) -> bool {
    dims.sort_unstable();
    // What the dimensions so far can add up to, and the bytes from there on.
    let mut extent = size;
    let mut has_owners = false;
    for at in 0..dims.len() {
        let Dim { weight, is_owner, count } = dims[at];
        has_owners |= is_owner;
        if has_owners && weight < extent {
            return false;
        }
        let Some(more) = weight.checked_mul(count - 1).and_then(|all| all.checked_add(extent)) else { return false };
        extent = more;
        let weights: Vec<i64> = dims[..=at].iter().map(|d| d.weight).collect();
        for (_, most) in bounds.iter().filter(|b| b.0 == weights && b.1 >= 0) {
            extent = extent.min(most.saturating_add(size));
        }
    }
    // Addresses do not wrap.
    extent < most
}

#[cfg(test)]
mod tests {
    use super::*;
    use Var::{Block, Thread};

    /// Ranges of a grid of blocks of 16 x 16 threads.
    fn range(grid: [i64; 3]) -> impl Fn(Var) -> Range {
        move |var| match var {
            Block(axis) => Range::new(0, grid[axis as usize] - 1),
            Thread(_) => Range::new(0, 15),
            _ => Range::new(0, 3),
        }
    }

    fn access(constant: i64, terms: &[(Var, i64)]) -> AffineAccess {
        AffineAccess { expr: AffineExpr { constant, terms: terms.to_vec() }, size: 4, bounds: Vec::new() }
    }

    fn matrix(n: i64) -> AffineAccess {
        access(0x1000, &[(Block(0), 64), (Block(1), 64 * n), (Thread(0), 4), (Thread(1), 4 * n)])
    }

    #[test]
    fn blocks_of_a_line_do_not_meet_unless_they_reach_over() {
        let is_independent = |list: &[AffineAccess]| are_disjoint(list, [10, 1, 1], &range([10, 1, 1]));
        let own = access(0, &[(Block(0), 64), (Thread(0), 4)]);
        assert!(is_independent(&[own.clone(), own.clone()]));
        assert!(!is_independent(&[own.clone(), access(4, &[(Block(0), 64), (Thread(0), 4)])]), "the neighbour's first element");
        assert!(!is_independent(&[access(0, &[(Block(0), 32), (Thread(0), 4)])]));
        assert!(!is_independent(&[access(0, &[(Thread(0), 4)])]), "all blocks write there");
        assert!(!is_independent(&[own, access(0, &[(Block(0), -64), (Thread(0), 4)])]), "from the other end");
        assert!(is_independent(&[access(0, &[(Block(0), 4)])]));
        assert!(!is_independent(&[access(0, &[(Block(0), 64), (Thread(0), 4), (Var::IterationOf(kern_ir::Value(0)), 128)])]));
        assert!(is_independent(&[access(0, &[(Block(0), 64), (Thread(0), 4), (Var::IterationOf(kern_ir::Value(0)), 640)])]));
    }

    #[test]
    fn two_numbers_of_one_weight_are_ambiguous() {
        let diagonal = access(0, &[(Block(0), 4), (Block(1), 4)]);
        assert!(!are_disjoint(&[diagonal], [10, 10, 1], &range([10, 10, 1])), "blocks (0,1) and (1,0)");
    }

    #[test]
    fn numbers_that_change_places_are_another_blocks() {
        let own = access(0, &[(Block(0), 4), (Block(1), 40)]);
        let swapped = access(0, &[(Block(0), 40), (Block(1), 4)]);
        let is_independent = |list: &[AffineAccess]| are_disjoint(list, [10, 10, 1], &range([10, 10, 1]));
        assert!(is_independent(&[own.clone(), own.clone()]) && is_independent(std::slice::from_ref(&swapped)));
        assert!(!is_independent(&[own, swapped]), "a[x][y] = a[y][x]");
    }

    #[test]
    fn the_first_in_one_dimension_are_not_the_first_in_another() {
        let first = |of: u8, at: Var| AffineAccess {
            bounds: vec![(AffineExpr { constant: 0, terms: vec![(Thread(of), 1)] }, 0)],
            ..access(0, &[(at, 4)])
        };
        let owners = Owners { is_owner: &|var| matches!(var, Thread(_)), numbers: vec![Thread(0), Thread(1)], most: 1 << 62 };
        let (row, column) = (first(1, Thread(0)), first(0, Thread(1)));
        assert!(are_owned(&[row.clone(), row.clone()], &owners, &range([1, 1, 1])));
        assert!(!are_owned(&[row, column], &owners, &range([1, 1, 1])), "if (ty == 0) s[tx] = …; if (tx == 0) … s[ty]");
    }

    #[test]
    fn the_first_thread_alone_need_not_be_in_the_address() {
        let is_owned = |access: AffineAccess| {
            let owners = Owners { is_owner: &|var| matches!(var, Block(_) | Thread(_)), numbers: vec![Block(0), Thread(0)], most: 1 << 62 };
            are_owned(&[access], &owners, &range([10, 1, 1]))
        };
        let own = access(0, &[(Block(0), 4)]);
        assert!(!is_owned(own.clone()), "all threads of a block write there");
        let at_most = |most: i64| vec![(AffineExpr { constant: 0, terms: vec![(Thread(0), 1)] }, most)];
        assert!(is_owned(AffineAccess { bounds: at_most(0), ..own.clone() }));
        assert!(!is_owned(AffineAccess { bounds: at_most(1), ..own }));
        assert!(is_owned(access(0, &[(Block(0), 64), (Thread(0), 4)])));
        assert!(!is_owned(access(0, &[(Block(0), 4), (Thread(0), 4)])));
    }

    #[test]
    fn a_matrix_needs_its_bounds_if_blocks_reach_over_the_edge() {
        let is_independent = |access: AffineAccess| are_disjoint(&[access], [7, 7, 1], &range([7, 7, 1]));
        assert!(is_independent(matrix(112)));
        assert!(!is_independent(matrix(100)));
        let column = AffineExpr { constant: 0, terms: vec![(Block(0), 16), (Thread(0), 1)] };
        let guarded = |most: i64| AffineAccess { bounds: vec![(column.clone(), most)], ..matrix(100) };
        assert!(is_independent(guarded(99)));
        assert!(!is_independent(guarded(100)));
    }

    #[test]
    fn a_constant_between_accesses_is_a_dimension() {
        let n = 112;
        let rows: Vec<AffineAccess> =
            (0..2).map(|j| access(j * 16 * 4 * n, &[(Block(0), 64), (Block(1), 2 * 64 * n), (Thread(0), 4), (Thread(1), 4 * n)])).collect();
        assert!(are_disjoint(&rows, [7, 7, 1], &range([7, 7, 1])));
        let mut over = rows;
        over[1].expr.constant *= 2;
        assert!(!are_disjoint(&over, [7, 7, 1], &range([7, 7, 1])));
    }
}
