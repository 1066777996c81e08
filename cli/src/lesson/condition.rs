//! Conditions on counters: `kernel: sectors_per_request(global_store) <= 4`.

use serde_json::Value;

/// How a value is compared.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Comparison {
    Equal,
    AtMost,
    AtLeast,
    Less,
    More,
    /// Equal, but for so many percent of the number.
    Within(f64),
}

/// What is longer stands first: `<=` begins with `<`.
const COMPARISONS: [(&str, Comparison); 5] =
    [("==", Comparison::Equal), ("<=", Comparison::AtMost), (">=", Comparison::AtLeast), ("<", Comparison::Less), (">", Comparison::More)];

/// Sums over the accesses of a kind: the name and the fields; of two the first divided by the second.
const OF_ACCESSES: [(&str, &str, Option<&str>); 9] = [
    ("requests", "requests", None),
    ("sectors", "sectors", None),
    ("wavefronts", "wavefronts", None),
    ("bank_conflicts", "bank_conflicts", None),
    ("bytes", "bytes", None),
    ("sectors_per_request", "sectors", Some("requests")),
    ("wavefronts_per_request", "wavefronts", Some("requests")),
    ("sectors_over_ideal", "sectors", Some("ideal_sectors")),
    ("wavefronts_over_ideal", "wavefronts", Some("ideal_wavefronts")),
];

/// Counters of instructions.
const EXECUTED: [&str; 6] = ["ir_warp_instructions", "ir_thread_instructions", "branches", "divergent_branches", "barriers", "blocks"];

/// What a condition counts.
#[derive(Clone, PartialEq, Debug)]
enum Counted {
    /// How often it was launched.
    Launches,
    /// One of [`EXECUTED`].
    Executed(&'static str),
    /// Of accesses of a kind such as `global_load`, or of all.
    Accesses(&'static str, Option<&'static str>, Option<String>),
    /// By the name that Nsight Compute has for it.
    Metric(String),
}

/// A condition on counters.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Condition {
    kernel: Option<String>,
    counted: Counted,
    name: String,
    comparison: Comparison,
    bound: f64,
}

impl Condition {
    /// Reads `[KERNEL:] COUNTER OP NUMBER`, or `[KERNEL:] COUNTER == NUMBER within PERCENT %`.
    ///
    /// # Errors
    /// A sentence.
    pub(crate) fn read(text: &str) -> Result<Condition, String> {
        let (kernel, rest) = match text.split_once(": ") {
            Some((kernel, rest)) => (Some(kernel.trim().to_string()), rest),
            None => (None, text),
        };
        let found = COMPARISONS.iter().find_map(|(sign, comparison)| rest.split_once(sign).map(|(a, b)| (a.trim(), *comparison, b.trim())));
        let Some((name, comparison, bound)) = found else {
            return Err(format!("`{text}` compares nothing: `COUNTER == NUMBER`, or with `<=`, `>=`, `<`, `>`"));
        };
        let (bound, comparison) = match (bound.split_once(" within "), comparison) {
            (Some((bound, percent)), Comparison::Equal) => {
                match percent.trim().strip_suffix('%').map(|percent| percent.trim().parse::<f64>()) {
                    Some(Ok(percent)) if percent >= 0.0 => (bound.trim(), Comparison::Within(percent)),
                    _ => return Err(format!("`within {percent}` in `{text}` is not `within NUMBER %`")),
                }
            }
            _ => (bound, comparison),
        };
        let Ok(bound) = bound.parse::<f64>() else { return Err(format!("`{bound}` in `{text}` is no number")) };
        Ok(Condition { kernel, counted: counted(name)?, name: name.to_string(), comparison, bound })
    }

    /// The value in a run's launches, as `kern profile --json` tells of them. `Err`: there is none.
    fn value(&self, launches: &[Value]) -> Result<f64, String> {
        let is_one = |launch: &&Value| {
            let name = launch["kernel"].as_str().unwrap_or_default();
            self.kernel
                .as_ref()
                .is_none_or(|kernel| name == kernel || name.strip_prefix(kernel.as_str()).is_some_and(|rest| rest.starts_with('<')))
        };
        let launches: Vec<&Value> = launches.iter().filter(is_one).collect();
        if let (Some(kernel), true) = (&self.kernel, launches.is_empty()) {
            return Err(format!("no kernel `{kernel}` was launched"));
        }
        let sum = |of: &dyn Fn(&Value) -> f64| launches.iter().map(|launch| of(launch)).fold(0.0, |sum, one| sum + one);
        Ok(match &self.counted {
            Counted::Launches => launches.len() as f64,
            Counted::Executed(name) => sum(&|launch| number(&launch["executed"][*name])),
            Counted::Metric(name) => sum(&|launch| number(&launch["metrics"][name.as_str()])),
            Counted::Accesses(field, over, kind) => {
                let of = |field: &str| {
                    sum(&|launch| {
                        let rows = launch["instructions"].as_array().into_iter().flatten();
                        let is_kind = |row: &&Value| kind.as_ref().is_none_or(|kind| row["kind"].as_str() == Some(kind));
                        rows.filter(is_kind).map(|row| number(&row[field])).fold(0.0, |sum, one| sum + one)
                    })
                };
                match over {
                    None => of(field),
                    Some(over) if of(over) > 0.0 => of(field) / of(over),
                    Some(_) => 0.0,
                }
            }
        })
    }

    /// Whether it holds of a run; if not, why.
    pub(crate) fn holds(&self, launches: &[Value]) -> Result<(), String> {
        let value = self.value(launches)?;
        let holds = match self.comparison {
            Comparison::Equal => (value - self.bound).abs() < 1e-9,
            Comparison::AtMost => value <= self.bound + 1e-9,
            Comparison::AtLeast => value >= self.bound - 1e-9,
            Comparison::Less => value < self.bound,
            Comparison::More => value > self.bound,
            Comparison::Within(percent) => (value - self.bound).abs() <= (self.bound * percent / 100.0).abs() + 1e-9,
        };
        // Two digits after the point, without zeros.
        let shown = (value * 100.0).round() / 100.0;
        let of = self.kernel.as_ref().map_or(String::new(), |kernel| format!(" of `{kernel}`"));
        if holds { Ok(()) } else { Err(format!("`{}`{of} is {shown}", self.name)) }
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn counted(name: &str) -> Result<Counted, String> {
    if name == "launches" {
        return Ok(Counted::Launches);
    }
    if let Some(name) = EXECUTED.iter().find(|known| **known == name) {
        return Ok(Counted::Executed(name));
    }
    let (short, kind) = match name.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        Some((short, kind)) => (short, Some(kind.to_string())),
        None => (name, None),
    };
    if let Some((_, field, over)) = OF_ACCESSES.iter().find(|known| known.0 == short) {
        return Ok(Counted::Accesses(field, *over, kind));
    }
    if name.contains("__") || name.starts_with("memory_") {
        return Ok(Counted::Metric(name.to_string()));
    }
    Err(format!("`{name}` is no counter: docs/lessons.md lists them"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn launches() -> Vec<Value> {
        let row =
            |kind: &str, requests: u64, sectors: u64| json!({ "kind": kind, "requests": requests, "sectors": sectors, "ideal_sectors": 4 });
        let one = |kernel: &str, rows: Vec<Value>| json!({ "kernel": kernel, "executed": { "divergent_branches": 3 }, "metrics": { "l1__x.sum": 7 }, "instructions": rows });
        vec![one("a", vec![row("global_load", 2, 8), row("global_store", 1, 32)]), one("b<int>", vec![row("global_load", 2, 16)])]
    }

    #[test]
    fn conditions_hold_or_say_why() {
        let holds = |text: &str| Condition::read(text).and_then(|condition| condition.holds(&launches()));
        for text in [
            "sectors(global_load) == 24",
            "a: sectors_per_request(global_load) <= 4",
            "b: sectors_per_request(global_load) >= 8",
            "divergent_branches == 6",
            "b: l1__x.sum < 8",
            "launches > 1",
            "sectors(global_load) == 25 within 5 %",
            "sectors_per_request(shared_load) == 0",
        ] {
            assert_eq!(holds(text), Ok(()), "{text}");
        }
        assert_eq!(holds("a: sectors_per_request(global_store) <= 4"), Err("`sectors_per_request(global_store)` of `a` is 32".into()));
        assert_eq!(holds("c: launches == 1"), Err("no kernel `c` was launched".into()));
        for text in ["", "sectors", "sectors = 4", "sectors == many", "speed <= 4", "sectors <= 4 within 5 %", "sectors == 4 within 5"] {
            assert!(Condition::read(text).is_err(), "{text}");
        }
    }
}
