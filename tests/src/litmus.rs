//! Litmus tests (`tests/litmus/`) as programs: each thread a warp of its own, its operations as PTX, what its reads saw printed at
//! the end, and what lies in memory then.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::command::kern;

/// A litmus test.
#[derive(Clone, Debug)]
pub struct Litmus {
    /// Its name.
    pub name: String,
    /// Locations that do not begin with 0.
    begin: BTreeMap<String, i64>,
    /// Of each thread: the device, the block, the operations.
    pub threads: Vec<(u32, u32, Vec<String>)>,
    /// What may be printed.
    pub outcomes: BTreeSet<String>,
    /// Whether the outcome in question is allowed, and what it is: words that all hold, `or` others that do.
    pub question: Option<(bool, String)>,
    /// Allowed outcomes that this machine does not reach.
    pub unreached: BTreeSet<String>,
    /// It has too many orders for a test of every day.
    pub is_long: bool,
}

/// The files of tests, in `tests/litmus`.
pub const FILES: [&str; 2] = ["ptx.txt", "dat3m.txt"];

/// Elements between two locations.
const SPACING: usize = 64;

/// The tests of a file.
///
/// # Errors
/// A line that is none.
pub fn litmus_tests(text: &str) -> Result<Vec<Litmus>, String> {
    let mut tests: Vec<Litmus> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let wrong = || format!("no litmus test has the line `{line}`");
        let (word, rest) = line.split_once(' ').ok_or_else(wrong)?;
        if word == "test" {
            let name = rest.split(':').next().unwrap_or(rest).to_string();
            let (begin, outcomes, unreached) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
            tests.push(Litmus { name, begin, threads: Vec::new(), outcomes, question: None, unreached, is_long: false });
            continue;
        }
        let test = tests.last_mut().ok_or_else(wrong)?;
        match word {
            "thread" => {
                let (place, ops) = rest.split_once(':').ok_or_else(wrong)?;
                let (device, block) = place.split_once(' ').ok_or_else(wrong)?;
                let number = |text: &str| text.trim().parse().map_err(|_| wrong());
                let ops = ops.split(';').map(|op| op.trim().to_string()).collect();
                test.threads.push((number(device)?, number(block)?, ops));
            }
            "init" => {
                let (location, value) = rest.split_once(' ').ok_or_else(wrong)?;
                test.begin.insert(location.to_string(), value.parse().map_err(|_| wrong())?);
            }
            "outcome" => _ = test.outcomes.insert(rest.to_string()),
            "outcomes" => test.outcomes.extend(rest.split(", ").map(|values| test.printed(values)).collect::<Vec<_>>()),
            "unreached" => test.unreached.extend(rest.split(", ").map(|values| test.printed(values)).collect::<Vec<_>>()),
            "long" => test.is_long = rest == "of many orders",
            "allowed" | "forbidden" => test.question = Some((word == "allowed", rest.to_string())),
            _ => return Err(wrong()),
        }
    }
    Ok(tests)
}

/// Whether an operation gives a value.
fn reads(op: &str) -> bool {
    matches!(op.split(' ').next(), Some("R" | "ADD" | "XCH" | "CAS"))
}

impl Litmus {
    /// Whether all threads are on one device.
    pub fn has_one_device(&self) -> bool {
        self.threads.iter().all(|thread| thread.0 == 0)
    }

    fn locations(&self) -> Vec<&str> {
        let ops = self.threads.iter().flat_map(|thread| &thread.2).filter(|op| reads(op) || op.starts_with("W ") || op.starts_with("RED "));
        ops.filter_map(|op| op.split(' ').nth(1)).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The names of what is printed: reads, and locations.
    fn names(&self) -> (Vec<String>, Vec<String>) {
        let of = |(number, thread): (usize, &(u32, u32, Vec<String>))| {
            let count = thread.2.iter().filter(|op| reads(op)).count();
            (0..count).map(move |read| format!("{number}:r{read}")).collect::<Vec<_>>()
        };
        (self.threads.iter().enumerate().flat_map(of).collect(), self.locations().into_iter().map(String::from).collect())
    }

    /// What is printed where reads, and locations behind the bar, have these values.
    fn printed(&self, values: &str) -> String {
        let (seen, held) = values.split_once('|').unwrap_or((values, ""));
        let (reads, locations) = self.names();
        let pairs = |names: Vec<String>, values: &str| -> String {
            names.iter().zip(values.split_whitespace()).map(|(name, value)| format!("{name}={value} ")).collect()
        };
        format!("{}| {}", pairs(reads, seen), pairs(locations, held)).trim_end().to_string()
    }

    /// Whether what was printed is the outcome in question.
    pub fn is_in_question(&self, printed: &str) -> bool {
        let known: BTreeMap<&str, &str> = printed.split_whitespace().filter_map(|word| word.split_once('=')).collect();
        let value = |name: &str| known.get(name).map_or(name.to_string(), |value| (*value).to_string());
        let holds = |word: &str| match word.split_once("!=") {
            Some((left, right)) => value(left) != value(right),
            None => word.split_once('=').is_some_and(|(left, right)| value(left) == value(right)),
        };
        self.question.iter().any(|(_, question)| question.split(" or ").any(|all| all.split_whitespace().all(holds)))
    }

    /// Runs it under all orders of its threads, of which there may be so many.
    ///
    /// # Errors
    /// It printed what is forbidden, or did not print what is allowed, or there were more orders.
    pub fn check(&self, runs: u64) -> Result<(), String> {
        let program = self.program();
        let exhaustive = format!("--exhaustive={runs}");
        let outcome = kern(&["sanitize", &exhaustive, "--checks", "weak", "--json", "-"], program.as_bytes());
        let diagnostics = outcome.diagnostics();
        // A limit would be one of them.
        let is_expected = |code: Option<&str>| code.is_some_and(|code| code == "R0308" || code.starts_with("R07"));
        if let Some(other) = diagnostics.iter().find(|d| !is_expected(d["code"].as_str())) {
            return Err(format!("{other}\n{program}"));
        }
        let mut reached: BTreeSet<String> = BTreeSet::from([outcome.stdout_text().trim_end().to_string()]);
        for diagnostic in diagnostics.iter().filter(|d| d["code"] == "R0308") {
            let notes = diagnostic["notes"].as_array().cloned().unwrap_or_default();
            let lines = notes.iter().filter_map(|note| note.as_str()).skip_while(|note| !note.contains("different outputs")).skip(1);
            reached.extend(lines.map(String::from));
        }
        let forbidden: Vec<&String> = reached.difference(&self.outcomes).collect();
        let expected: BTreeSet<String> = self.outcomes.difference(&self.unreached).cloned().collect();
        let missed: Vec<&String> = expected.difference(&reached).collect();
        let newly: Vec<&String> = self.unreached.intersection(&reached).collect();
        let is_seen = reached.iter().any(|one| self.is_in_question(one));
        let is_wrong = match self.question {
            Some((true, _)) => !is_seen && expected.iter().any(|one| self.is_in_question(one)),
            Some((false, _)) => is_seen,
            None => false,
        };
        if forbidden.is_empty() && missed.is_empty() && newly.is_empty() && !is_wrong {
            return Ok(());
        }
        let question = self.question.as_ref().filter(|_| is_wrong);
        Err(format!(
            "forbidden: {forbidden:?}\nnot reached: {missed:?}\nreached now: {newly:?}\nwrong: {question:?}\n{program}\n{}",
            outcome.stderr
        ))
    }

    /// The program.
    pub fn program(&self) -> String {
        let locations = self.locations();
        let mut text = String::from("#include <cstdio>\n__global__ void run(int *m, int *out, int zero) {\n");
        text.push_str("    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;\n");
        for (number, (_, block, ops)) in self.threads.iter().enumerate() {
            let warp = self.threads[..number].iter().filter(|other| other.1 == *block).count();
            let _ = writeln!(text, "    if (blockIdx.x == {block} && warp == {warp}) {{");
            let count = ops.iter().filter(|op| reads(op)).count();
            (0..count).for_each(|read| text.push_str(&format!("        int r{read} = 0;\n")));
            let mut read = 0;
            // Barriers are the whole warp's, all else its first lane's.
            for part in ops.split_inclusive(|op| is_barrier(op)) {
                let (barrier, own) = match part.split_last() {
                    Some((last, own)) if is_barrier(last) => (Some(last), own),
                    _ => (None, part),
                };
                if !own.is_empty() {
                    text.push_str("        if (lane == 0) {\n");
                    own.iter().for_each(|op| statement(&mut text, op, number, &mut read, &locations));
                    text.push_str("        }\n");
                }
                if let Some(barrier) = barrier {
                    self.barrier(&mut text, barrier, *block);
                }
            }
            for read in 0..count {
                let _ = writeln!(text, "        if (lane == 0) out[{}] = r{read};", number * 8 + read);
            }
            text.push_str("    }\n");
        }
        self.host_code(&mut text, &locations);
        text
    }

    fn barrier(&self, text: &mut String, op: &str, block: u32) {
        let words: Vec<&str> = op.split_whitespace().collect();
        let all = self.threads.iter().filter(|thread| thread.1 == block).count();
        let count = words.get(2).and_then(|count| count.parse().ok()).unwrap_or(all) * 32;
        let what = if words[0] == "ARRIVE" { "arrive" } else { "sync" };
        let _ = writeln!(text, "        asm volatile(\"bar.{what} {}, {count};\" ::: \"memory\");", words.get(1).unwrap_or(&"0"));
    }

    fn host_code(&self, text: &mut String, locations: &[&str]) {
        let blocks = self.threads.iter().map(|thread| thread.1 + 1).max().unwrap_or(1);
        let warps = (0..blocks).map(|block| self.threads.iter().filter(|thread| thread.1 == block).count()).max().unwrap_or(1);
        let size = locations.len() * SPACING;
        let _ = write!(
            text,
            "}}\nint main() {{\n    int *m, *out, held[{size}] = {{}}, seen[64];\n    cudaMalloc(&m, sizeof held);\n    \
             cudaMalloc(&out, sizeof seen);\n"
        );
        for (location, value) in &self.begin {
            let at = locations.iter().position(|known| known == location).unwrap_or(0) * SPACING;
            let _ = writeln!(text, "    held[{at}] = {value};");
        }
        let _ = write!(
            text,
            "    cudaMemcpy(m, held, sizeof held, cudaMemcpyHostToDevice);\n    cudaMemset(out, 0, sizeof seen);\n    \
             run<<<{blocks}, {}>>>(m, out, 0);\n    cudaMemcpy(held, m, sizeof held, cudaMemcpyDeviceToHost);\n    \
             cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost);\n",
            warps * 32
        );
        let (mut format, mut values) = (String::new(), String::new());
        for (number, thread) in self.threads.iter().enumerate() {
            for read in 0..thread.2.iter().filter(|op| reads(op)).count() {
                let _ = write!(format, "{number}:r{read}=%d ");
                let _ = write!(values, ", seen[{}]", number * 8 + read);
            }
        }
        format.push('|');
        for (at, name) in locations.iter().enumerate() {
            let _ = write!(format, " {name}=%d");
            let _ = write!(values, ", held[{}]", at * SPACING);
        }
        let _ = write!(text, "    printf(\"{format}\\n\"{values});\n    cudaFree(m);\n    cudaFree(out);\n}}\n");
    }
}

fn is_barrier(op: &str) -> bool {
    op == "B" || op.starts_with("B ") || op.starts_with("ARRIVE ")
}

/// One operation as a statement; `read` is the number of the next one that gives a value.
fn statement(text: &mut String, op: &str, thread: usize, read: &mut usize, locations: &[&str]) {
    let words: Vec<&str> = op.split_whitespace().collect();
    let place = |name: &str| format!("\"l\"(m + {})", locations.iter().position(|known| *known == name).unwrap_or(0) * SPACING);
    let sem = |at: usize| match (words[at], words[at + 1]) {
        ("rlx", scope) => format!(".relaxed.{scope}"),
        ("acq", scope) => format!(".acquire.{scope}"),
        ("rel", scope) => format!(".release.{scope}"),
        ("ar", scope) => format!(".acq_rel.{scope}"),
        ("sc", scope) => format!(".sc.{scope}"),
        _ => String::new(),
    };
    let own = *read;
    let asm = |code: String, inputs: String| {
        let output = if reads(op) { format!("\"=r\"(r{own})") } else { String::new() };
        format!("asm volatile(\"{code};\" : {output} : {inputs} : \"memory\");")
    };
    let value = |word: &str| format!("\"r\"({word})");
    let line = match words[0] {
        "W" => {
            // What the read before it saw, times nothing.
            let stored = if words.len() > 5 { format!("{} + r{} * zero", words[2], own.saturating_sub(1)) } else { words[2].to_string() };
            asm(format!("st{}.global.u32 [%0], %1", sem(3)), format!("{}, {}", place(words[1]), value(&stored)))
        }
        "R" => asm(format!("ld{}.global.u32 %0, [%1]", sem(2)), place(words[1])),
        "ADD" => {
            let (added, at) = if words.len() > 4 { (words[2], 3) } else { ("1", 2) };
            asm(format!("atom{}.global.add.u32 %0, [%1], %2", sem(at)), format!("{}, {}", place(words[1]), value(added)))
        }
        "RED" => asm(format!("red{}.global.add.u32 [%0], %1", sem(3)), format!("{}, {}", place(words[1]), value(words[2]))),
        "XCH" => asm(format!("atom{}.global.exch.b32 %0, [%1], %2", sem(3)), format!("{}, {}", place(words[1]), value(words[2]))),
        "CAS" => {
            let inputs = format!("{}, {}, {}", place(words[1]), value(words[2]), value(words[3]));
            asm(format!("atom{}.global.cas.b32 %0, [%1], %2, %3", sem(4)), inputs)
        }
        "F" => asm(format!("fence{}", sem(1)), String::new()),
        "IF" => format!("if ({} {} {}) goto T{thread}_{};", words[1], words[2], words[3], words[4]),
        "GOTO" => format!("goto T{thread}_{};", words[1]),
        "LABEL" => format!("T{thread}_{}:;", words[1]),
        _ => format!("// no operation: {op}"),
    };
    *read += usize::from(reads(op));
    let _ = writeln!(text, "            {line}");
}
