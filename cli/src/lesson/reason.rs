//! Why a condition on counters does not hold, in words that need no table of counters: `kern lesson try`, `kern grade` and the page
//! say the same.
//!
//! A sentence is made of what was counted, where most of it happens, and what the goal is: ``in line 8 of `k`, one store to global
//! memory touches 32 sectors (pieces of 32 bytes) for the 32 threads of a warp; the goal is at most 4``.

use kern_vm::instrument::metrics::figures::{CACHE_METRICS, METRICS};
use serde_json::Value;

/// Accesses of a kind, as `kern profile --json` names it: one of them, and several.
const KINDS: [(&str, &str, &str); 16] = [
    ("global_load", "load from global memory", "loads from global memory"),
    ("global_store", "store to global memory", "stores to global memory"),
    (
        "global_atom",
        "atomic operation on global memory whose old value is used",
        "atomic operations on global memory whose old value is used",
    ),
    ("global_red", "atomic operation on global memory", "atomic operations on global memory"),
    ("local_load", "load from local memory", "loads from local memory"),
    ("local_store", "store to local memory", "stores to local memory"),
    ("shared_load", "load from shared memory", "loads from shared memory"),
    ("shared_store", "store to shared memory", "stores to shared memory"),
    ("shared_atom", "atomic operation on shared memory", "atomic operations on shared memory"),
    ("shared", "access to shared memory", "accesses to shared memory"),
    ("async_load", "read of an asynchronous copy", "reads of asynchronous copies"),
    ("async_store", "write of an asynchronous copy", "writes of asynchronous copies"),
    ("const_load", "read of constant memory", "reads of constant memory"),
    ("texture", "read of a texture", "reads of textures"),
    ("surface_load", "read of a surface", "reads of surfaces"),
    ("surface_store", "write of a surface", "writes of surfaces"),
];

/// Accesses of any kind.
const ANY: (&str, &str) = ("access to memory", "accesses to memory");

/// What was counted, in words.
pub(super) enum What<'a> {
    /// Words with `{n}` for the number, `{one}` for an access, `{all}` for several; and the kind of these.
    Words(&'static str, Option<&'a str>),
    /// A metric of Nsight Compute.
    Metric(&'a str),
}

/// Where most of it happens.
#[derive(Default)]
pub(super) struct Lines {
    /// Line and value, the greatest value first, without lines that have none.
    pub(super) values: Vec<(u64, f64)>,
    /// A value is one of its own, and no part of a sum.
    pub(super) is_ratio: bool,
}

impl Lines {
    /// Of rows with a value each: their lines, if all are of one file.
    pub(super) fn of(rows: &mut dyn Iterator<Item = (&Value, f64, f64)>, is_ratio: bool) -> Lines {
        let mut file = None;
        let mut sums: Vec<(u64, f64, f64)> = Vec::new();
        for (place, above, below) in rows {
            let (Some(name), Some(line)) = (place["file"].as_str(), place["line"].as_u64()) else { return Lines::default() };
            if *file.get_or_insert(name) != name {
                return Lines::default();
            }
            match sums.iter_mut().find(|one| one.0 == line) {
                Some(sum) => (sum.1, sum.2) = (sum.1 + above, sum.2 + below),
                None => sums.push((line, above, below)),
            }
        }
        let value = |above: f64, below: f64| if is_ratio { above / below.max(1.0) } else { above };
        let mut values: Vec<(u64, f64)> = sums.into_iter().map(|(line, above, below)| (line, value(above, below))).collect();
        values.retain(|one| one.1 > 0.0);
        values.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Lines { values, is_ratio }
    }
}

/// Why it does not hold.
pub(super) fn sentence(what: &What, value: f64, kernel: Option<&str>, lines: &Lines, goal: &str) -> String {
    let said = match what {
        What::Words(words, kind) => {
            let row = kind.and_then(|kind| KINDS.iter().find(|row| row.0 == kind));
            let (one, all) = row.map_or(ANY, |row| (row.1, row.2));
            // What differs from access to access is told as a mean.
            let is_mean = lines.is_ratio && (lines.values.len() > 1 || value.fract() != 0.0);
            let words = if is_mean { words.replace("one {one}", "on average one {one}") } else { (*words).to_string() };
            words.replace("{n}", &shown(value)).replace("{one}", one).replace("{all}", all)
        }
        What::Metric(name) => match METRICS.iter().chain(CACHE_METRICS).find(|metric| metric.name == *name) {
            Some(metric) => format!("there are {} {} (`{name}`)", shown(value), metric.doc),
            None => format!("`{name}` is {}", shown(value)),
        },
    };
    let kernel = kernel.map(|kernel| format!("`{kernel}`"));
    let (place, most) = match (&lines.values[..], kernel) {
        ([(line, _)], Some(kernel)) => (format!("in line {line} of {kernel}, "), String::new()),
        ([(line, _)], None) => (format!("in line {line}, "), String::new()),
        ([(line, most), ..], kernel) => {
            let how = if lines.is_ratio { "worst" } else { "most of them" };
            (kernel.map_or(String::new(), |kernel| format!("in {kernel}, ")), format!(", {how} in line {line} ({})", shown(*most)))
        }
        ([], kernel) => (kernel.map_or(String::new(), |kernel| format!("in {kernel}, ")), String::new()),
    };
    format!("{place}{said}{most}; the goal is {goal}")
}

/// Two digits after the point, without zeros.
pub(super) fn shown(value: f64) -> String {
    ((value * 100.0).round() / 100.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kern_vm::instrument::metrics::Class;

    #[test]
    fn every_kind_of_access_has_words() {
        for class in Class::ALL {
            assert!(KINDS.iter().any(|row| row.0 == class.name()), "{}", class.name());
        }
    }

    #[test]
    fn lines_of_one_file_are_named() {
        let place = |file: &str, line: u64| serde_json::json!({ "file": file, "line": line });
        let (a, b, other) = (place("a", 3), place("a", 4), place("b", 1));
        let what = What::Words("the {all} touch {n} sectors", Some("global_store"));
        let said = |rows: Vec<(&Value, f64, f64)>| sentence(&what, 5.0, Some("k"), &Lines::of(&mut rows.into_iter(), false), "at most 4");
        assert_eq!(said(vec![(&a, 5.0, 1.0)]), "in line 3 of `k`, the stores to global memory touch 5 sectors; the goal is at most 4");
        let ratio = |lines: Vec<(u64, f64)>, value: f64| {
            let what = What::Words("one {one} touches {n} sectors", Some("global_store"));
            sentence(&what, value, Some("k"), &Lines { values: lines, is_ratio: true }, "at most 4")
        };
        assert_eq!(ratio(vec![(3, 32.0)], 32.0), "in line 3 of `k`, one store to global memory touches 32 sectors; the goal is at most 4");
        let mean = "in `k`, on average one store to global memory touches 20 sectors, worst in line 3 (32); the goal is at most 4";
        assert_eq!(ratio(vec![(3, 32.0), (4, 8.0)], 20.0), mean);
        let two = "in `k`, the stores to global memory touch 5 sectors, most of them in line 4 (3); the goal is at most 4";
        assert_eq!(said(vec![(&a, 2.0, 1.0), (&b, 3.0, 1.0)]), two);
        let none = "in `k`, the stores to global memory touch 5 sectors; the goal is at most 4";
        assert_eq!(said(vec![(&a, 2.0, 1.0), (&other, 3.0, 1.0)]), none);
    }
}
