//! Random programs without a race, of which it is known what each barrier, fence and atomic operation is needed for.
//!
//! A program has a few kernels, each of a few patterns as people write them: tiles, reductions, scans, locks, look-back, sums by
//! the last block, warp-level code with masks. A pattern says of each line that orders something which two accesses it orders.
//! Whole, the program is silent; without one of those lines there is a race between those two. The same seed gives the same
//! program everywhere.

mod patterns;

use std::fmt::Write;

use crate::command::{Outcome, kern};
use crate::mutate::Random;
use crate::silent::accusations;

/// Threads of a block: some are no power of two.
const BLOCKS: [usize; 6] = [32, 64, 96, 128, 160, 256];

/// Types of elements, of every size.
const ELEMENTS: [&str; 6] = ["int", "signed char", "short", "float", "double", "long long"];

/// A line that orders two accesses, or makes one atomic.
#[derive(Clone, Debug)]
pub struct Needed {
    /// Its place in the text, from 1 on.
    pub line: usize,
    /// What stands there instead when it is taken out.
    pub without: String,
    /// The lines of the accesses that nothing orders then; one such pair is enough.
    pub pairs: Vec<[usize; 2]>,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Ordered {
    lines: Vec<String>,
    pub needed: Vec<Needed>,
}

/// A line of a kernel.
enum Line {
    Plain(String),
    /// An access that lines are needed for, and its name.
    Access(&'static str, String),
    /// A line that is needed: itself, what stands there without it, and for which accesses.
    Order(String, String, Vec<[&'static str; 2]>),
    /// An access that is atomic: itself, and what it is otherwise.
    Atomic(&'static str, String, String),
}

/// A part of a kernel.
#[derive(Default)]
struct Pattern {
    /// Variables outside of the kernel.
    globals: Vec<String>,
    body: Vec<Line>,
    /// Its blocks wait for one another by `grid.sync()`.
    is_cooperative: bool,
}

/// What a pattern is made for.
struct Shape {
    /// Tells its names from those of others.
    number: usize,
    threads: usize,
    blocks: usize,
    /// Of the elements of arrays.
    element: &'static str,
}

/// The program of a seed.
pub fn program(seed: u64) -> Ordered {
    let mut random = Random(seed);
    let mut program = Ordered { lines: Vec::new(), needed: Vec::new() };
    for line in ["#include <cooperative_groups.h>", "#include <cstdio>", "namespace cg = cooperative_groups;"] {
        program.lines.push(line.into());
    }
    let mut launches = String::new();
    let mut most = 0;
    for kernel in 0..1 + random.below(2) {
        let (threads, blocks) = (BLOCKS[random.below(BLOCKS.len())], 2 + random.below(3));
        most = most.max(threads * blocks);
        let mut parts = Vec::new();
        for part in 0..1 + random.below(3) {
            let shape = Shape { number: 10 * kernel + part, threads, blocks, element: ELEMENTS[random.below(ELEMENTS.len())] };
            parts.push(patterns::pattern(&mut random, &shape));
        }
        // Rows of a quarter of a warp, of one, or the block in one row.
        let columns = [threads, threads, 8, 32][random.below(4)];
        let rows = threads / columns;
        let launch = if parts.iter().any(|part| part.is_cooperative) {
            format!(
                "void *args{kernel}[] = {{&in, &out}}; cudaLaunchCooperativeKernel((void *)k{kernel}, {blocks}, {threads}, args{kernel});"
            )
        } else {
            format!("k{kernel}<<<{blocks}, dim3({columns}, {rows})>>>(in, out);")
        };
        let _ = writeln!(launches, "    {launch}");
        program.add_kernel(kernel, parts);
    }
    let of_streams = (random.below(4) == 0).then(|| program.add_kernels_of_streams());
    program.lines.push("int main() {".into());
    program.lines.push(format!("    int *in, *out; cudaMallocManaged(&in, {most} * 4); cudaMalloc(&out, {most} * 4);"));
    program.lines.push(format!("    for (int i = 0; i < {most}; i++) in[i] = i * 7 % 31;"));
    program.lines.extend(launches.lines().map(String::from));
    if let Some(pair) = of_streams {
        program.add_streams(pair);
    }
    program.lines.push("    printf(\"%d\\n\", cudaDeviceSynchronize()); cudaFree(in); cudaFree(out);".into());
    program.lines.push("}".into());
    program
}

impl Ordered {
    fn add_kernel(&mut self, number: usize, parts: Vec<Pattern>) {
        self.lines.extend(parts.iter().flat_map(|part| part.globals.iter().cloned()));
        self.lines.push(format!("__global__ void k{number}(const int *in, int *out) {{"));
        self.lines
            .push("    int t = threadIdx.y * blockDim.x + threadIdx.x, g = blockIdx.x * blockDim.x * blockDim.y + t, x = in[g];".into());
        for part in parts {
            self.add_part(part.body);
        }
        self.lines.push("    out[g] = x;".into());
        self.lines.push("}".into());
    }

    /// Kernels for two streams; the lines of an access of each, which meet.
    fn add_kernels_of_streams(&mut self) -> [usize; 2] {
        self.lines.push("__global__ void produce(int *out) {".into());
        self.lines.push("    out[threadIdx.x] = threadIdx.x;".into());
        let write = self.lines.len();
        self.lines.push("}".into());
        self.lines.push("__global__ void consume(int *out) {".into());
        self.lines.push("    out[threadIdx.x + 32] = out[threadIdx.x];".into());
        let read = self.lines.len();
        self.lines.push("}".into());
        [write, read]
    }

    /// Their launches, in two streams with an event between them.
    fn add_streams(&mut self, pair: [usize; 2]) {
        self.lines.push("    cudaStream_t one, two; cudaStreamCreate(&one); cudaStreamCreate(&two);".into());
        self.lines.push("    cudaEvent_t event; cudaEventCreate(&event); int *both; cudaMalloc(&both, 64 * 4);".into());
        self.lines.push("    produce<<<1, 32, 0, one>>>(both);".into());
        self.lines.push("    cudaEventRecord(event, one);".into());
        self.lines.push("    cudaStreamWaitEvent(two, event, 0);".into());
        self.needed.push(Needed { line: self.lines.len(), without: ";".into(), pairs: vec![pair] });
        self.lines.push("    consume<<<1, 32, 0, two>>>(both);".into());
        self.lines.push("    cudaDeviceSynchronize(); cudaFree(both); cudaEventDestroy(event);".into());
    }

    fn add_part(&mut self, body: Vec<Line>) {
        let first = self.lines.len() + 1;
        let at = |wanted: &str| {
            let is_it = |line: &Line| matches!(line, Line::Access(name, _) | Line::Atomic(name, ..) if *name == wanted);
            first + body.iter().position(is_it).unwrap_or_else(|| panic!("no access `{wanted}`"))
        };
        for (index, line) in body.iter().enumerate() {
            let (text, without, pairs) = match line {
                Line::Plain(text) | Line::Access(_, text) => (text, None, Vec::new()),
                Line::Order(text, without, pairs) => (text, Some(without), pairs.clone()),
                Line::Atomic(name, text, without) => (text, Some(without), vec![[*name, *name]]),
            };
            self.lines.push(format!("    {text}"));
            if let Some(without) = without {
                let pairs = pairs.iter().map(|pair| pair.map(at)).collect();
                self.needed.push(Needed { line: first + index, without: without.clone(), pairs });
            }
        }
    }

    /// The program, whole.
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    /// The program without a line that is needed; all others stay where they are.
    pub fn without(&self, needed: &Needed) -> String {
        let mut lines = self.lines.clone();
        lines[needed.line - 1] = format!("    {}", needed.without);
        lines.join("\n") + "\n"
    }

    /// Runs it whole.
    ///
    /// # Errors
    /// It is accused, or does not run to its end.
    pub fn check_whole(&self) -> Result<(), String> {
        let outcome = sanitize(&self.text());
        let found = accusations(&outcome);
        let is_right = found.is_empty() && outcome.status == 0 && outcome.stdout == b"0\n";
        if is_right { Ok(()) } else { Err(format!("whole: exit status {}\n{}\n{}", outcome.status, outcome.stderr, self.text())) }
    }

    /// Runs it without a line that is needed.
    ///
    /// # Errors
    /// No finding names both lines of one of its pairs.
    pub fn check_without(&self, needed: &Needed) -> Result<(), String> {
        let text = self.without(needed);
        let outcome = sanitize(&text);
        let found = outcome.diagnostics();
        let is_named = found
            .iter()
            .filter(|d| d["code"].as_str().is_some_and(|code| code.starts_with("R03") || code.starts_with("R07")))
            .any(|finding| {
                let lines: Vec<u64> =
                    finding["places"].as_array().into_iter().flatten().filter_map(|place| place["line"].as_u64()).collect();
                needed.pairs.iter().any(|pair| pair.iter().all(|&line| lines.contains(&(line as u64))))
            });
        if is_named {
            return Ok(());
        }
        let said: String = found.iter().map(|d| format!("{} {}\n", d["code"], d["message"])).collect();
        Err(format!("without line {}, which orders {:?}:\n{said}{text}", needed.line, needed.pairs))
    }
}

fn sanitize(text: &str) -> Outcome {
    kern(&["sanitize", "--json", "-"], text.as_bytes())
}

/// Lines of patterns, in short.
fn plain(text: impl Into<String>) -> Line {
    Line::Plain(text.into())
}

fn access(name: &'static str, text: impl Into<String>) -> Line {
    Line::Access(name, text.into())
}

fn order(text: &str, pairs: &[[&'static str; 2]]) -> Line {
    Line::Order(text.into(), ";".into(), pairs.to_vec())
}
