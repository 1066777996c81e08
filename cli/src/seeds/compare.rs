//! What differs between two runs of a program under different orders of its threads, and whether that is worth a word.
//!
//! Two differences nobody minds, and they are said once: threads of a kernel print in any order, and a sum of floats by atomics is
//! rounded in any order. Everything else is a result that depends on the order.

use std::collections::BTreeSet;
use std::ops::Range;

use kern_diag::Code;
use kern_ir::{AtomOp, Opcode, Program};
use kern_vm::{CopyToHost, Finding, Results, RunReport};

use super::Orders;

/// How far numbers may be from one another, as a part of the larger one, that differ by rounding.
const ROUNDING: f64 = 1e-4;
/// Most different outputs that are listed.
const MOST_OUTPUTS: usize = 64;
/// Most characters of a line that are shown.
const MOST_SHOWN: usize = 80;
/// Bytes of an element whose type is not known.
const ELEMENT: u64 = 4;

/// What a run printed.
#[derive(Default)]
pub(super) struct Output {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

/// What was found so far by comparing runs with the first.
pub(super) struct Compared<'a> {
    orders: &'a Orders,
    sums_floats: bool,
    /// What was printed, where all orders are tried.
    outputs: BTreeSet<Vec<u8>>,
    stopped: Option<Finding>,
    result: Option<Finding>,
    /// The seed with which it came.
    with_seed: Option<u64>,
    printed: Option<Finding>,
    rounded: Option<Finding>,
}

/// Standard output in two parts.
struct Parts<'a> {
    /// Lines of host code.
    host: Vec<&'a [u8]>,
    /// Lines of kernels, sorted.
    device: Vec<&'a [u8]>,
}

impl<'a> Compared<'a> {
    pub(super) fn new(program: &Program, orders: &'a Orders) -> Compared<'a> {
        let sums_floats = sums_floats(program);
        Compared {
            orders,
            sums_floats,
            outputs: BTreeSet::new(),
            stopped: None,
            result: None,
            with_seed: None,
            printed: None,
            rounded: None,
        }
    }

    /// What a run printed, where all orders are tried.
    pub(super) fn add(&mut self, output: &Output) {
        if self.orders.all.is_some() && self.outputs.len() <= MOST_OUTPUTS {
            self.outputs.insert(output.stdout.clone());
        }
    }

    /// There are more orders than may be tried.
    pub(super) fn stopped(&mut self, runs: u64) {
        let message = format!("there are more orders of the threads, and of what they see, than were tried in {runs} runs");
        let help = "try fewer threads, or a piece of the program alone; or allow more with `--exhaustive=RUNS`";
        self.stopped = Some(Finding::new(Code::MORE_ORDERS, None, message).help(help).remark());
    }

    /// Compares a run with the first.
    pub(super) fn compare(&mut self, (first, before): (&RunReport, &Output), seed: u64, (report, output): (&RunReport, &Output)) {
        self.add(output);
        let had_result = self.result.is_some();
        self.compare_with((first, before), seed, (report, output));
        if !had_result && self.result.is_some() {
            self.with_seed = Some(seed);
        }
    }

    /// The first seed under which the result was another than that of the first run.
    pub(super) fn with_seed(&self) -> Option<u64> {
        self.with_seed
    }

    fn compare_with(&mut self, (first, before): (&RunReport, &Output), seed: u64, (report, output): (&RunReport, &Output)) {
        let seeds = self.orders.seeds.as_ref().map(|seeds| [seeds.start, seed]);
        if first.exit_status != report.exit_status {
            let text =
                format!("the program ends with status {} in one order, and with {} in another", first.exit_status, report.exit_status);
            self.result.get_or_insert_with(|| depends(&text, seeds, first, report));
            return;
        }
        if before.stdout == output.stdout && before.stderr == output.stderr {
            return;
        }
        let ([host, device], [other_host, other_device]) = (parts(before, &first.results), parts(output, &report.results));
        let (ours, theirs) = (Parts::new(&host, &device), Parts::new(&other_host, &other_device));
        if before.stderr == output.stderr && ours.host == theirs.host && ours.device == theirs.device {
            self.printed.get_or_insert_with(|| printed(seeds));
            return;
        }
        let is_rounding = self.sums_floats
            && before.stderr == output.stderr
            && are_close(&ours.host, &theirs.host)
            && are_close(&ours.device, &theirs.device);
        if is_rounding {
            self.rounded.get_or_insert_with(|| rounded(seeds, &ours, &theirs));
            return;
        }
        self.result.get_or_insert_with(|| {
            let errors = [before, output].map(|output| lines(&output.stderr));
            let pairs = [(&ours.host, &theirs.host), (&ours.device, &theirs.device), (&errors[0], &errors[1])];
            let found = pairs.into_iter().find_map(|(ours, theirs)| first_difference(ours, theirs));
            let (line, other) = found.unwrap_or_default();
            depends(&format!("it prints {line} in one order, and {other} in another"), seeds, first, report)
        });
    }

    /// What is to be told. Where there are mistakes they are why results differ.
    pub(super) fn findings(self, has_mistakes: bool, runs: u64) -> Vec<Finding> {
        let requires_same = self.orders.requires_same;
        let result = self.result.filter(|_| requires_same || !has_mistakes || self.orders.all.is_some());
        let mut result = result.map(|finding| if requires_same { finding } else { finding.remark() });
        if let Some(finding) = result.as_mut().filter(|_| self.orders.all.is_some()) {
            let count = self.outputs.len();
            let more = if count > MOST_OUTPUTS { " or more" } else { "" };
            finding.notes.push(format!("{count}{more} different outputs in {runs} runs:"));
            finding.notes.extend(self.outputs.iter().take(MOST_OUTPUTS).map(|text| String::from_utf8_lossy(text).trim_end().to_string()));
        }
        result.into_iter().chain(self.stopped).chain(self.printed.map(Finding::remark)).chain(self.rounded.map(Finding::remark)).collect()
    }
}

impl<'a> Parts<'a> {
    fn new(host: &'a [u8], device: &'a [u8]) -> Parts<'a> {
        let mut device = lines(device);
        device.sort_unstable();
        Parts { host: lines(host), device }
    }
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    if text.is_empty() { Vec::new() } else { text.split(|&byte| byte == b'\n').collect() }
}

/// What host code and what kernels wrote to standard output.
fn parts(output: &Output, results: &Results) -> [Vec<u8>; 2] {
    let [mut host, mut device] = [Vec::new(), Vec::new()];
    let piece = |range: Range<usize>| output.stdout.get(range.start.min(output.stdout.len())..range.end.min(output.stdout.len()));
    let mut at = 0;
    for printed in &results.printed {
        let (start, end) = (printed.start as usize, printed.end as usize);
        host.extend_from_slice(piece(at..start.max(at)).unwrap_or_default());
        device.extend_from_slice(piece(start..end).unwrap_or_default());
        at = end;
    }
    host.extend_from_slice(output.stdout.get(at..).unwrap_or_default());
    [host, device]
}

/// The first lines that differ, as they are shown.
fn first_difference(ours: &[&[u8]], theirs: &[&[u8]]) -> Option<(String, String)> {
    let at = (0..ours.len().max(theirs.len())).find(|&at| ours.get(at) != theirs.get(at))?;
    let shown = |lines: &[&[u8]]| match lines.get(at) {
        None => "no such line".to_string(),
        Some(line) => {
            let text = String::from_utf8_lossy(line);
            let short: String = text.chars().take(MOST_SHOWN).collect();
            let dots = if short.len() < text.len() { "…" } else { "" };
            format!("`{short}{dots}`")
        }
    };
    Some((shown(ours), shown(theirs)))
}

fn are_close(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| a == b || is_close(a, b))
}

/// Whether two lines are the same but for the last digits of numbers with a fraction.
fn is_close(ours: &[u8], theirs: &[u8]) -> bool {
    let (Ok(ours), Ok(theirs)) = (std::str::from_utf8(ours), std::str::from_utf8(theirs)) else { return false };
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E');
    let words = |text: &str| -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut was_number = None;
        for c in text.chars() {
            match words.last_mut() {
                Some(last) if was_number == Some(is_of_number(c)) => last.push(c),
                _ => words.push(c.to_string()),
            }
            was_number = Some(is_of_number(c));
        }
        words
    };
    let (ours, theirs) = (words(ours), words(theirs));
    let near = |a: &String, b: &String| {
        let (Ok(x), Ok(y)) = (a.parse::<f64>(), b.parse::<f64>()) else { return false };
        let is_float = |text: &str| text.contains(['.', 'e', 'E']);
        is_float(a) && is_float(b) && (x - y).abs() <= ROUNDING * x.abs().max(y.abs())
    };
    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(a, b)| a == b || near(a, b))
}

/// Whether kernels add to floats with atomic operations.
fn sums_floats(program: &Program) -> bool {
    program.device.functions.iter().flat_map(|function| &function.insts).any(|data| {
        matches!(data.op, Opcode::Atom | Opcode::Red) && data.attrs.atom == Some(AtomOp::Add) && data.ty.is_float()
            || data.op == Opcode::Atom && data.attrs.atom == Some(AtomOp::Cas)
    })
}

/// Which runs were compared.
fn runs(seeds: Option<[u64; 2]>) -> Vec<String> {
    let text = |[one, other]: [u64; 2]| format!("`--seed {one}` and `--seed {other}` run the threads in these orders again");
    seeds.map(text).into_iter().collect()
}

fn depends(how: &str, seeds: Option<[u64; 2]>, first: &RunReport, other: &RunReport) -> Finding {
    let message = format!("the result depends on the order in which threads run: {how}");
    let copies = first.results.copies.iter().zip(&other.results.copies);
    let differs = copies.filter(|(a, b)| a.size == b.size && a.bytes.len() == b.bytes.len()).find_map(|(a, b)| {
        let at = a.bytes.iter().zip(&b.bytes).position(|(a, b)| a != b)?;
        Some((a, at as u64))
    });
    let mut finding = Finding::new(Code::RESULT_OF_ORDER, differs.and_then(|(copy, _)| copy.place.clone()), message);
    if let Some((copy, at)) = differs {
        finding = finding.label(format!("{} is the first that differs of what is copied to the host", element(copy, at)));
    }
    finding.notes.extend(runs(seeds));
    finding
        .note("no rule is broken, as far as it was looked for: atomic operations come one after the other in any order")
        .help("if it should not: let each thread write a place of its own, or sort, or combine with operations whose order does not matter")
}

/// What lies `at` bytes from the first byte copied.
fn element(copy: &CopyToHost, at: u64) -> String {
    let byte = copy.start + at;
    match &copy.name {
        Some(name) if copy.size.is_multiple_of(ELEMENT) && copy.size > ELEMENT => {
            format!("`{name}[{}]` (counted in elements of {ELEMENT} bytes)", byte / ELEMENT)
        }
        Some(name) => format!("byte {byte} of `{name}`"),
        None => format!("byte {byte} of {} of device memory", copy.size),
    }
}

fn printed(seeds: Option<[u64; 2]>) -> Finding {
    let message = "threads print in an order of their own: the lines are the same, their order is not";
    let mut finding = Finding::new(Code::PRINTED_IN_ANY_ORDER, None, message);
    finding.notes.extend(runs(seeds));
    finding
}

fn rounded(seeds: Option<[u64; 2]>, ours: &Parts, theirs: &Parts) -> Finding {
    let pairs = [(&ours.host, &theirs.host), (&ours.device, &theirs.device)];
    let (line, other) = pairs.into_iter().find_map(|(ours, theirs)| first_difference(ours, theirs)).unwrap_or_default();
    let message = format!("a sum of floats is rounded differently in another order: it prints {line}, and {other}");
    let mut finding = Finding::new(Code::ROUNDED_IN_ANY_ORDER, None, message);
    finding.notes.extend(runs(seeds));
    finding
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_differ_in_their_last_digits() {
        assert!(is_close(b"sum 1.000001, n 3", b"sum 1.000002, n 3"));
        assert!(is_close(b"1.5e-7", b"1.50001e-7"));
        assert!(!is_close(b"sum 10", b"sum 11"));
        assert!(!is_close(b"sum 1.5", b"sum 1.6"));
        assert!(!is_close(b"a 1.5", b"b 1.5"));
    }

    #[test]
    fn output_of_kernels_is_cut_out() {
        let output = Output { stdout: b"a\nk1\nk0\nb\n".to_vec(), stderr: Vec::new() };
        let mut results = Results::default();
        results.printed.push(2..8);
        let [host, device] = parts(&output, &results);
        assert_eq!((host.as_slice(), device.as_slice()), (&b"a\nb\n"[..], &b"k1\nk0\n"[..]));
        assert_eq!(Parts::new(&host, &device).device, [b"k0", b"k1"]);
    }
}
