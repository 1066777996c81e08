//! Conditions on counters: `kernel: sectors_per_request(global_store) <= 4`.

use serde_json::Value;

use super::reason::{Lines, What, sentence, shown};

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

/// Sums over the accesses of a kind.
#[derive(PartialEq, Debug)]
struct OfAccesses {
    name: &'static str,
    /// What is summed, and what it is divided by.
    field: &'static str,
    over: Option<&'static str>,
    /// What it is, in words: [`What::Words`].
    words: &'static str,
}

const fn sum(name: &'static str, field: &'static str, words: &'static str) -> OfAccesses {
    OfAccesses { name, field, over: None, words }
}

const fn ratio(name: &'static str, field: &'static str, over: &'static str, words: &'static str) -> OfAccesses {
    OfAccesses { name, field, over: Some(over), words }
}

const OF_ACCESSES: [OfAccesses; 9] = [
    sum("requests", "requests", "warps make {n} {all}"),
    sum("sectors", "sectors", "the {all} touch {n} sectors (pieces of 32 bytes)"),
    sum("wavefronts", "wavefronts", "the {all} take {n} turns (wavefronts)"),
    sum(
        "bank_conflicts",
        "bank_conflicts",
        "the {all} take {n} turns more than they need, because threads of a warp want different words of one bank (bank conflicts)",
    ),
    sum("bytes", "bytes", "the {all} ask for {n} bytes"),
    ratio("sectors_per_request", "sectors", "requests", "one {one} touches {n} sectors (pieces of 32 bytes) for the 32 threads of a warp"),
    ratio("wavefronts_per_request", "wavefronts", "requests", "one {one} takes {n} turns (wavefronts) for the 32 threads of a warp"),
    ratio(
        "sectors_over_ideal",
        "sectors",
        "ideal_sectors",
        "the {all} touch {n} times as many sectors (pieces of 32 bytes) as their bytes would fill",
    ),
    ratio("wavefronts_over_ideal", "wavefronts", "ideal_wavefronts", "the {all} take {n} times as many turns (wavefronts) as they need"),
];

/// Counters of instructions, with what they are in words.
const EXECUTED: [(&str, &str); 6] = [
    ("ir_warp_instructions", "warps execute {n} instructions"),
    ("ir_thread_instructions", "threads execute {n} instructions, each thread counted for itself"),
    ("branches", "warps come to {n} branches"),
    ("divergent_branches", "the threads of one warp go different ways at {n} branches"),
    ("barriers", "warps come to barriers {n} times"),
    ("blocks", "{n} blocks run"),
];

/// What a condition counts.
#[derive(Clone, PartialEq, Debug)]
enum Counted {
    /// How often it was launched.
    Launches,
    /// One of [`EXECUTED`], and its words.
    Executed(&'static str, &'static str),
    /// Of accesses of a kind such as `global_load`, or of all.
    Accesses(&'static OfAccesses, Option<String>),
    /// By the name that Nsight Compute has for it.
    Metric(String),
}

/// A condition on counters.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Condition {
    kernel: Option<String>,
    counted: Counted,
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
        Ok(Condition { kernel, counted: counted(name)?, comparison, bound })
    }

    /// The launches of its kernel, as `kern profile --json` tells of them. `Err`: there are none.
    fn launches<'a>(&self, launches: &'a [Value]) -> Result<Vec<&'a Value>, String> {
        let is_one = |launch: &&Value| {
            let name = launch["kernel"].as_str().unwrap_or_default();
            self.kernel
                .as_ref()
                .is_none_or(|kernel| name == kernel || name.strip_prefix(kernel.as_str()).is_some_and(|rest| rest.starts_with('<')))
        };
        let launches: Vec<&Value> = launches.iter().filter(is_one).collect();
        match &self.kernel {
            Some(kernel) if launches.is_empty() => Err(format!("no kernel `{kernel}` was launched")),
            _ => Ok(launches),
        }
    }

    /// The value in these launches.
    fn value(&self, launches: &[&Value]) -> f64 {
        let sum = |of: &dyn Fn(&Value) -> f64| launches.iter().map(|launch| of(launch)).fold(0.0, |sum, one| sum + one);
        match &self.counted {
            Counted::Launches => launches.len() as f64,
            Counted::Executed(name, _) => sum(&|launch| number(&launch["executed"][*name])),
            Counted::Metric(name) => sum(&|launch| number(&launch["metrics"][name.as_str()])),
            Counted::Accesses(of, kind) => {
                let rows = || rows_of(launches, kind.as_deref());
                let field = |field: &str| rows().map(|row| number(&row[field])).fold(0.0, |sum, one| sum + one);
                match of.over {
                    None => field(of.field),
                    Some(over) if field(over) > 0.0 => field(of.field) / field(over),
                    Some(_) => 0.0,
                }
            }
        }
    }

    /// Where most of what it counts happens.
    fn lines(&self, launches: &[&Value]) -> Lines {
        match &self.counted {
            Counted::Accesses(of, kind) => {
                let rows = rows_of(launches, kind.as_deref());
                Lines::of(
                    &mut rows.map(|row| (&row["place"], number(&row[of.field]), of.over.map_or(1.0, |over| number(&row[over])))),
                    of.over.is_some(),
                )
            }
            Counted::Executed(name, _) => {
                let field = match *name {
                    "branches" => "executed",
                    "divergent_branches" => "divergent",
                    _ => return Lines::default(),
                };
                let rows = launches.iter().flat_map(|launch| launch["branches"].as_array().into_iter().flatten());
                Lines::of(&mut rows.map(|row| (&row["place"], number(&row[field]), 1.0)), false)
            }
            Counted::Launches | Counted::Metric(_) => Lines::default(),
        }
    }

    /// What it wants, in words.
    fn goal(&self) -> String {
        let bound = shown(self.bound);
        match self.comparison {
            Comparison::Equal => bound,
            Comparison::AtMost => format!("at most {bound}"),
            Comparison::AtLeast => format!("at least {bound}"),
            Comparison::Less => format!("less than {bound}"),
            Comparison::More => format!("more than {bound}"),
            Comparison::Within(percent) => format!("{bound}, give or take {} %", shown(percent)),
        }
    }

    /// Whether it holds of a run as a goal; if not, why. Of accesses that are not there nothing is reached.
    pub(crate) fn is_reached(&self, launches: &[Value]) -> Result<(), String> {
        self.holds(launches)?;
        let Counted::Accesses(of, kind) = &self.counted else { return Ok(()) };
        let launches = self.launches(launches)?;
        if of.over.is_none() || rows_of(&launches, kind.as_deref()).any(|row| number(&row["requests"]) > 0.0) {
            return Ok(());
        }
        let what = What::Words("there are no {all} yet", kind.as_deref());
        Err(sentence(&what, 0.0, self.kernel.as_deref(), &Lines::default(), &self.goal()))
    }

    /// Whether it holds of a run; if not, why.
    pub(crate) fn holds(&self, launches: &[Value]) -> Result<(), String> {
        let launches = self.launches(launches)?;
        let value = self.value(&launches);
        let holds = match self.comparison {
            Comparison::Equal => (value - self.bound).abs() < 1e-9,
            Comparison::AtMost => value <= self.bound + 1e-9,
            Comparison::AtLeast => value >= self.bound - 1e-9,
            Comparison::Less => value < self.bound,
            Comparison::More => value > self.bound,
            Comparison::Within(percent) => (value - self.bound).abs() <= (self.bound * percent / 100.0).abs() + 1e-9,
        };
        if holds {
            return Ok(());
        }
        let what = match &self.counted {
            Counted::Launches => What::Words("there are {n} launches", None),
            Counted::Executed(_, words) => What::Words(words, None),
            // Only shared memory has banks.
            Counted::Accesses(of, None) if of.name == "bank_conflicts" => What::Words(of.words, Some("shared")),
            Counted::Accesses(of, kind) => What::Words(of.words, kind.as_deref()),
            Counted::Metric(name) => What::Metric(name),
        };
        // Of what is too little no line has too much.
        let lines = if value > self.bound { self.lines(&launches) } else { Lines::default() };
        Err(sentence(&what, value, self.kernel.as_deref(), &lines, &self.goal()))
    }
}

/// Rows of accesses of a kind, or of all.
fn rows_of<'a>(launches: &[&'a Value], kind: Option<&str>) -> impl Iterator<Item = &'a Value> {
    let rows = launches.iter().flat_map(|launch| launch["instructions"].as_array().into_iter().flatten());
    rows.filter(move |row| kind.is_none_or(|kind| row["kind"].as_str() == Some(kind)))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn counted(name: &str) -> Result<Counted, String> {
    if name == "launches" {
        return Ok(Counted::Launches);
    }
    if let Some((name, words)) = EXECUTED.iter().find(|known| known.0 == name) {
        return Ok(Counted::Executed(name, words));
    }
    let (short, kind) = match name.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        Some((short, kind)) => (short, Some(kind.to_string())),
        None => (name, None),
    };
    if let Some(of) = OF_ACCESSES.iter().find(|known| known.name == short) {
        return Ok(Counted::Accesses(of, kind));
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
        let row = |kind: &str, requests: u64, sectors: u64| json!({ "kind": kind, "requests": requests, "sectors": sectors, "ideal_sectors": 4, "place": { "file": "a.cu", "line": sectors } });
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
        for (text, why) in [
            (
                "a: sectors_per_request(global_store) <= 4",
                "in line 32 of `a`, one store to global memory touches 32 sectors (pieces of 32 bytes) for the 32 threads of a warp; the goal is at most 4",
            ),
            (
                "sectors(global_load) < 20",
                "the loads from global memory touch 24 sectors (pieces of 32 bytes), most of them in line 16 (16); the goal is less than 20",
            ),
            ("requests(shared_load) >= 1", "warps make 0 loads from shared memory; the goal is at least 1"),
            ("a: divergent_branches == 0", "in `a`, the threads of one warp go different ways at 3 branches; the goal is 0"),
            ("b: l1__x.sum == 8 within 5 %", "in `b`, `l1__x.sum` is 7; the goal is 8, give or take 5 %"),
            ("launches == 1", "there are 2 launches; the goal is 1"),
        ] {
            assert_eq!(holds(text), Err(why.to_string()));
        }
        assert_eq!(holds("c: launches == 1"), Err("no kernel `c` was launched".into()));
        let reached = |text: &str| Condition::read(text).and_then(|condition| condition.is_reached(&launches()));
        assert_eq!(reached("a: sectors_per_request(global_load) <= 4"), Ok(()));
        assert_eq!(reached("requests(shared_load) == 0"), Ok(()));
        let none = "in `b`, there are no stores to global memory yet; the goal is at most 4";
        assert_eq!(reached("b: sectors_per_request(global_store) <= 4"), Err(none.to_string()));
        for text in ["", "sectors", "sectors = 4", "sectors == many", "speed <= 4", "sectors <= 4 within 5 %", "sectors == 4 within 5"] {
            assert!(Condition::read(text).is_err(), "{text}");
        }
    }
}
