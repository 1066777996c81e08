//! Whether sets of addresses, one a block, are disjoint.

use super::form::{Form, Range, Term};

/// An access of a kernel to an allocation.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// Address of its first byte.
    pub(super) form: Form,
    /// Bytes.
    pub(super) size: i64,
    /// What is known where it is executed: numbers not greater than something.
    pub(super) bounds: Vec<(Form, i64)>,
}

/// A digit of an address: what one step adds, how many there are, whether it tells blocks apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Digit {
    weight: i64,
    is_block: bool,
    count: i64,
}

/// Whether no two blocks of the grid reach the same byte. Addresses are read as numbers of mixed radix: a digit that is
/// worth more than all lower ones together can be read off the number, and if the digits of `blockIdx` can, the number
/// belongs to one block. May miss: sets that are disjoint for another reason.
pub(super) fn are_disjoint(reaches: &[Reach], grid: [u32; 3], range: &dyn Fn(Term) -> Range) -> bool {
    let numbers: Option<Vec<Number>> = reaches.iter().map(|reach| Number::new(reach, range)).collect();
    let Some(numbers) = numbers else { return false };
    let Some(first) = numbers.first() else { return true };
    let of_blocks = |number: &Number| -> Vec<Digit> { number.digits.iter().copied().filter(|d| d.is_block).collect() };
    let blocks = of_blocks(first);
    if blocks.len() != grid.iter().filter(|&&extent| extent > 1).count() || numbers.iter().any(|n| of_blocks(n) != blocks) {
        return false;
    }
    let start = numbers.iter().map(|n| n.start).min().unwrap_or(0);
    let size = numbers.iter().map(|n| n.size).max().unwrap_or(0);
    // Where accesses differ by a constant, that is one more digit.
    let distances: Option<Vec<i64>> = numbers.iter().map(|n| n.start.checked_sub(start)).collect();
    let Some(distances) = distances else { return false };
    let step = distances.iter().fold(0, |step, &distance| gcd(step, distance));
    // A digit of any is taken for one of all.
    let mut digits: Vec<Digit> = Vec::new();
    for digit in numbers.iter().flat_map(|n| &n.digits) {
        match digits.iter_mut().find(|d| (d.weight, d.is_block) == (digit.weight, digit.is_block)) {
            Some(known) => known.count = known.count.max(digit.count),
            None => digits.push(*digit),
        }
    }
    if step != 0 {
        let count = distances.iter().max().unwrap_or(&0) / step + 1;
        add(&mut digits, Digit { weight: step, is_block: false, count });
    }
    let is_of_all = |bound: &&(Vec<i64>, i64)| numbers.iter().all(|n| n.bounds.contains(bound)) && !bound.0.contains(&step);
    let bounds: Vec<_> = first.bounds.iter().filter(is_of_all).cloned().collect();
    can_be_read(digits, size, &bounds)
}

/// Adds a digit; those of one weight that do not tell blocks apart become one.
fn add(digits: &mut Vec<Digit>, digit: Digit) {
    match digits.iter_mut().find(|d| d.weight == digit.weight && !d.is_block && !digit.is_block) {
        Some(known) => known.count = known.count.saturating_add(digit.count - 1),
        None => digits.push(digit),
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// An access as digits, all of which count up from 0.
struct Number {
    start: i64,
    digits: Vec<Digit>,
    size: i64,
    /// The sum of some digits (their weights, in order) is at most something.
    bounds: Vec<(Vec<i64>, i64)>,
}

impl Number {
    fn new(reach: &Reach, range: &dyn Fn(Term) -> Range) -> Option<Number> {
        let mut start = reach.form.constant;
        let mut digits = Vec::new();
        for &(term, weight) in &reach.form.terms {
            let Range { low: Some(low), high: Some(high) } = range(term) else { return None };
            let mut count = high.checked_sub(low)?.checked_add(1)?;
            // A bound on this term alone.
            for (form, most) in &reach.bounds {
                if let [(only, factor)] = form.terms[..]
                    && only == term
                    && factor > 0
                {
                    let room = most.checked_sub(form.constant)?.checked_sub(low.checked_mul(factor)?)?;
                    count = count.min(room.div_euclid(factor).checked_add(1)?);
                }
            }
            if count <= 0 {
                // Nobody ever gets there.
                count = 1;
            }
            let is_block = matches!(term, Term::Block(_));
            if is_block && weight < 0 {
                return None;
            }
            start = start.checked_add(weight.checked_mul(if weight > 0 { low } else { low.checked_add(count - 1)? })?)?;
            let weight = weight.checked_abs()?;
            if count > 1 || is_block {
                add(&mut digits, Digit { weight, is_block, count });
            }
        }
        let bounds = reach.bounds.iter().filter_map(|(form, most)| scaled(form, *most, &reach.form, range)).collect();
        Some(Number { start, digits, size: reach.size, bounds })
    }
}

/// A bound on a sum of terms as one on the part of the address that is a multiple of that sum.
fn scaled(form: &Form, most: i64, address: &Form, range: &dyn Fn(Term) -> Range) -> Option<(Vec<i64>, i64)> {
    let &(first, factor) = form.terms.first().filter(|_| form.terms.len() > 1)?;
    let (_, weight) = address.terms.iter().find(|t| t.0 == first)?;
    if factor <= 0 || *weight <= 0 || weight % factor != 0 {
        return None;
    }
    let scale = weight / factor;
    let mut weights = Vec::new();
    for &(term, factor) in &form.terms {
        let weight = factor.checked_mul(scale)?;
        let has_it = address.terms.contains(&(term, weight));
        let is_only = address.terms.iter().filter(|t| t.1.checked_abs() == Some(weight)).count() == 1;
        if factor <= 0 || !has_it || !is_only || range(term).low != Some(0) {
            return None;
        }
        weights.push(weight);
    }
    weights.sort_unstable();
    Some((weights, most.checked_sub(form.constant)?.checked_mul(scale)?))
}

fn can_be_read(mut digits: Vec<Digit>, size: i64, bounds: &[(Vec<i64>, i64)]) -> bool {
    digits.sort_unstable();
    // What the digits so far can add up to, and the bytes from there on.
    let mut extent = size;
    let mut has_blocks = false;
    for at in 0..digits.len() {
        let Digit { weight, is_block, count } = digits[at];
        has_blocks |= is_block;
        if has_blocks && weight < extent {
            return false;
        }
        let Some(more) = weight.checked_mul(count - 1).and_then(|all| all.checked_add(extent)) else { return false };
        extent = more;
        let weights: Vec<i64> = digits[..=at].iter().map(|d| d.weight).collect();
        for (_, most) in bounds.iter().filter(|b| b.0 == weights && b.1 >= 0) {
            extent = extent.min(most.saturating_add(size));
        }
    }
    // Addresses do not wrap.
    extent < 1 << 62
}

#[cfg(test)]
mod tests {
    use super::*;
    use Term::{Block, Thread};

    /// Ranges of a grid of blocks of 16 x 16 threads.
    fn range(grid: [i64; 3]) -> impl Fn(Term) -> Range {
        move |term| match term {
            Block(axis) => Range::new(0, grid[axis as usize] - 1),
            Thread(_) => Range::new(0, 15),
            _ => Range::new(0, 3),
        }
    }

    fn reach(constant: i64, terms: &[(Term, i64)]) -> Reach {
        Reach { form: Form { constant, terms: terms.to_vec() }, size: 4, bounds: Vec::new() }
    }

    fn matrix(n: i64) -> Reach {
        reach(0x1000, &[(Block(0), 64), (Block(1), 64 * n), (Thread(0), 4), (Thread(1), 4 * n)])
    }

    #[test]
    fn blocks_of_a_line_do_not_meet_unless_they_reach_over() {
        let is_apart = |list: &[Reach]| are_disjoint(list, [10, 1, 1], &range([10, 1, 1]));
        let own = reach(0, &[(Block(0), 64), (Thread(0), 4)]);
        assert!(is_apart(&[own.clone(), own.clone()]));
        assert!(!is_apart(&[own.clone(), reach(4, &[(Block(0), 64), (Thread(0), 4)])]), "the neighbour's first element");
        assert!(!is_apart(&[reach(0, &[(Block(0), 32), (Thread(0), 4)])]));
        assert!(!is_apart(&[reach(0, &[(Thread(0), 4)])]), "all blocks write there");
        assert!(!is_apart(&[own, reach(0, &[(Block(0), -64), (Thread(0), 4)])]), "from the other end");
        assert!(is_apart(&[reach(0, &[(Block(0), 4)])]));
        assert!(!is_apart(&[reach(0, &[(Block(0), 64), (Thread(0), 4), (Term::Round(kern_ir::Value(0)), 128)])]));
        assert!(is_apart(&[reach(0, &[(Block(0), 64), (Thread(0), 4), (Term::Round(kern_ir::Value(0)), 640)])]));
    }

    #[test]
    fn a_matrix_needs_its_bounds_if_blocks_reach_over_the_edge() {
        let is_apart = |reach: Reach| are_disjoint(&[reach], [7, 7, 1], &range([7, 7, 1]));
        assert!(is_apart(matrix(112)));
        assert!(!is_apart(matrix(100)));
        let column = Form { constant: 0, terms: vec![(Block(0), 16), (Thread(0), 1)] };
        let guarded = |most: i64| Reach { bounds: vec![(column.clone(), most)], ..matrix(100) };
        assert!(is_apart(guarded(99)));
        assert!(!is_apart(guarded(100)));
    }

    #[test]
    fn accesses_a_constant_apart_are_a_digit() {
        let n = 112;
        let rows: Vec<Reach> =
            (0..2).map(|j| reach(j * 16 * 4 * n, &[(Block(0), 64), (Block(1), 2 * 64 * n), (Thread(0), 4), (Thread(1), 4 * n)])).collect();
        assert!(are_disjoint(&rows, [7, 7, 1], &range([7, 7, 1])));
        let mut over = rows;
        over[1].form.constant *= 2;
        assert!(!are_disjoint(&over, [7, 7, 1], &range([7, 7, 1])));
    }
}
