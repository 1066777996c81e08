//! Sorting by a number.

/// Sorts a list by a number of each element; those with the same number stay in their order. All lists are sorted by one instance
/// of the sort, of pairs of numbers: a program that has many kinds of lists, and is loaded by a page, stays small.
pub fn sort_by_number<T>(list: &mut Vec<T>, number: impl Fn(&T) -> i64) {
    let mut order: Vec<(i64, usize)> = list.iter().map(number).zip(0..).collect();
    if order.is_sorted() {
        return;
    }
    order.sort_unstable();
    let mut elements: Vec<Option<T>> = list.drain(..).map(Some).collect();
    list.extend(order.into_iter().filter_map(|(_, at)| elements[at].take()));
}

#[cfg(test)]
mod tests {
    use super::sort_by_number;

    #[test]
    fn the_order_of_equals_stays() {
        let mut list = vec![(2, 'a'), (1, 'b'), (2, 'c'), (-1, 'd'), (1, 'e')];
        sort_by_number(&mut list, |one| one.0);
        assert_eq!(list, [(-1, 'd'), (1, 'b'), (1, 'e'), (2, 'a'), (2, 'c')]);
    }
}
