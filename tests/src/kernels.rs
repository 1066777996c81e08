//! Random kernels as CUDA source text, for comparisons of the two engines.
//!
//! A kernel works on variables declared at its top, so any of its statements can be left out and the rest still
//! compiles. It is free of races: threads write elements of their own, read what nobody writes, exchange through shared
//! memory between barriers, and meet elsewhere in atomic operations. Barriers are in uniform flow, or where all threads
//! come equally often. A *wild* kernel may also access memory where there is none. The same seed gives the same kernel everywhere.

mod expr;
mod meeting;
mod stmt;

use std::collections::HashSet;
use std::fmt::Write;

use crate::mutate::Random;

/// Blocks that kernels run in: whole warps, parts of one, rows of a warp, three dimensions.
const BLOCKS: &[[u32; 3]] =
    &[[32, 1, 1], [64, 1, 1], [96, 1, 1], [100, 1, 1], [128, 1, 1], [16, 16, 1], [8, 8, 1], [33, 1, 1], [16, 3, 1], [7, 3, 2], [24, 4, 1]];

/// Elements of the input that kernels read.
const WORDS: u32 = 1024;

/// A statement: text, or parts that hold statements.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// One or more statements on a line.
    Line(String),
    /// `if (…) { … } else { … }`, a loop, a `switch`: what opens each part, the parts, and what closes the last.
    Nest(Vec<(String, Vec<Stmt>)>, String),
}

/// A program with one kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    block: [u32; 3],
    grid: u32,
    launches: u32,
    body: Vec<Stmt>,
}

/// What kernels of a seed are made with.
struct Maker {
    random: Random,
    /// Accesses may miss their array.
    is_wild: bool,
    /// All threads of the block are here.
    is_uniform: bool,
    /// Loops around here that all threads do not leave together.
    loops: u32,
    /// Counters of loops around here whose rounds lanes may be apart in.
    rounds: Vec<String>,
    /// Numbers for names.
    names: u32,
    /// Statements that may still be made.
    budget: u32,
}

impl Kernel {
    /// Kernel number `seed`.
    pub fn new(seed: u64) -> Kernel {
        let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let block = BLOCKS[random.below(BLOCKS.len())];
        let grid = 1 + random.below(4) as u32;
        let launches = 1 + u32::from(random.below(4) == 0);
        let is_wild = random.below(5) == 0;
        let most = if random.below(12) == 0 { 24 } else { 7 };
        let budget = 1 + random.below(most) as u32;
        let mut maker = Maker { random, is_wild, is_uniform: true, loops: 0, rounds: Vec::new(), names: 0, budget };
        let mut body = Vec::new();
        while maker.budget > 0 {
            body.extend(maker.statements(3));
        }
        Kernel { block, grid, launches, body }
    }

    /// Statements, with those inside of others.
    pub fn statements(&self) -> usize {
        count(&self.body)
    }

    /// The kernel without statement number `index`, counted from the outside in; what it holds goes with it unless
    /// `keeps` says that it takes its place.
    pub fn without(&self, index: usize, keeps: bool) -> Kernel {
        let mut left = index;
        Kernel { body: without(&self.body, &mut left, keeps), ..self.clone() }
    }

    /// The same kernel in fewer blocks, launched once.
    pub fn smaller(&self) -> Vec<Kernel> {
        vec![Kernel { grid: 1, ..self.clone() }, Kernel { launches: 1, ..self.clone() }]
    }

    /// The program: the kernel, and a `main` that writes all memory to standard output.
    pub fn source(&self) -> String {
        let [x, y, z] = self.block;
        let threads = x * y * z;
        let total = threads * self.grid;
        let mut text = String::new();
        let _ = write!(
            text,
            "#include <cstdio>\n\
             const int THREADS = {threads}, TOTAL = {total}, WORDS = {WORDS};\n\
             __constant__ int table[16] = {{3, -1, 7, 0, 12, 5, -8, 31, 2, 1, 100, -77, 6, 4, 9, 33}};\n\
             {FUNCTIONS}\
             __global__ void k(const int *in, const float *fin, int *out, long long *wide, float *fout, int *sums, const int *const *rows, \
             volatile int *flag, int n)\n{{\n"
        );
        let mut body = String::new();
        print(&mut body, &self.body, 1);
        let words: HashSet<&str> = body.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let there = VARIABLES.iter().filter(|(name, ..)| words.contains(name));
        for line in PROLOGUE.iter().copied().chain(there.clone().map(|v| v.1)) {
            let _ = writeln!(text, "    {line}");
        }
        text.push_str(&body);
        for (.., line) in there.filter(|v| !v.2.is_empty()) {
            let _ = writeln!(text, "    {line}");
        }
        let _ = write!(text, "}}\n\nint main()\n{{\n");
        for line in HOST {
            let _ = writeln!(text, "    {line}");
        }
        for _ in 0..self.launches {
            let _ =
                writeln!(text, "    k<<<{}, dim3({x}, {y}, {z})>>>(in, fin, out, wide, fout, sums, rows, flag, {});", self.grid, self.grid);
            let _ = writeln!(text, "    printf(\"%d\\n\", (int)cudaDeviceSynchronize());");
        }
        for line in DUMP {
            let _ = writeln!(text, "    {line}");
        }
        text.push_str("}\n");
        text
    }
}

/// What kernels call.
const FUNCTIONS: &str = "\
__device__ __noinline__ int steps(int x, int n)
{
    int r = x;
    for (int i = 0; i < n; ++i) {
        if (r & 1) r = r * 3 + 1; else r >>= 1;
        if (r == 77) return i;
    }
    return r;
}
__device__ __noinline__ float curve(float x, int n) { return n > 3 ? x * 0.5f + n : n > 0 ? curve(x + 1.0f, n - 1) : x; }
__device__ int pick(int x, int y) { if (x > y) return x - y; return x ^ y; }
";

const PROLOGUE: &[&str] = &[
    "const int tid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;",
    "const int gid = blockIdx.x * THREADS + tid;",
];

/// A variable, its declaration, and how its end is written to memory. Only what a kernel mentions is there: code is made
/// of little else, and making code is what comparisons wait for.
const VARIABLES: &[(&str, &str, &str)] = &[
    ("s", "__shared__ int s[THREADS];", ""),
    ("fs", "__shared__ float fs[THREADS];", ""),
    ("bins", "__shared__ int bins[8]; if (tid < 8) bins[tid] = tid; __syncthreads();", "if (tid < 8) atomicAdd(&sums[tid], bins[tid]);"),
    ("a", "int a = in[gid % WORDS];", "out[gid] = a;"),
    ("b", "int b = tid;", "out[gid + TOTAL] ^= b;"),
    ("c", "int c = threadIdx.x;", "out[gid + 2 * TOTAL] ^= c;"),
    ("d", "int d = gid * 5 - 9;", "out[gid + 3 * TOTAL] ^= d;"),
    ("v", "unsigned v = in[(gid * 7 + 3) % WORDS];", "out[gid + 4 * TOTAL] = v;"),
    ("w", "unsigned w = threadIdx.y + 2;", "out[gid + 5 * TOTAL] = w;"),
    ("l", "long long l = gid * 1000003ll;", "wide[gid] = l;"),
    ("m", "long long m = in[gid % WORDS];", "wide[gid + TOTAL] = m;"),
    ("f", "float f = fin[gid % WORDS];", "fout[gid] = f;"),
    ("g", "float g = tid * 0.25f;", "fout[gid + TOTAL] = g;"),
    ("h", "float h = 1.5f;", "fout[gid + 2 * TOTAL] = h;"),
    ("e", "double e = fin[(gid + 5) % WORDS];", "((double *)wide)[gid + 2 * TOTAL] = e;"),
    ("u0", "int u0 = n;", "out[gid + 6 * TOTAL] = u0;"),
    ("u1", "int u1 = blockIdx.x;", "out[gid + 7 * TOTAL] = u1;"),
    ("u2", "int u2 = 5;", "if (tid == 0) out[8 * TOTAL + blockIdx.x] = u2;"),
    ("loc", "int loc[8] = {tid, gid, 3, n};", "out[gid + 9 * TOTAL] = loc[0] ^ loc[1] * 3 ^ loc[2] * 5 ^ loc[3] ^ loc[5] * 7 ^ loc[7];"),
];

const HOST: &[&str] = &[
    "static int hin[WORDS];",
    "static float hfin[WORDS];",
    "unsigned x = 12345;",
    "for (int i = 0; i < WORDS; ++i) {",
    "    x = x * 1664525 + 1013904223;",
    "    hin[i] = (int)x >> (x >> 8) % 32;",
    "    hfin[i] = (int)x % 2000 * 0.125f;",
    "}",
    "hfin[7] = 1e38f, hfin[40] = -0.0f, hfin[70] = 1e-40f, hin[9] = -2147483647 - 1;",
    "int *in, *out, *sums, *flag;",
    "float *fin, *fout;",
    "long long *wide;",
    "const int **rows, *hrows[16];",
    "cudaMallocManaged(&in, sizeof hin), cudaMallocManaged(&fin, sizeof hfin);",
    "cudaMallocManaged(&out, 10 * TOTAL * sizeof(int)), cudaMallocManaged(&fout, 4 * TOTAL * sizeof(float));",
    "cudaMallocManaged(&wide, 3 * TOTAL * sizeof(long long)), cudaMallocManaged(&sums, 64 * sizeof(int));",
    "cudaMallocManaged(&flag, sizeof(int)), cudaMallocManaged(&rows, sizeof hrows);",
    "cudaMemset(out, 0, 10 * TOTAL * sizeof(int)), cudaMemset(fout, 0, 4 * TOTAL * sizeof(float));",
    "cudaMemset(wide, 0, 3 * TOTAL * sizeof(long long)), cudaMemset(sums, 0, 64 * sizeof(int)), cudaMemset(flag, 0, sizeof(int));",
    "cudaMemcpy(in, hin, sizeof hin, cudaMemcpyDefault), cudaMemcpy(fin, hfin, sizeof hfin, cudaMemcpyDefault);",
    "for (int i = 0; i < 16; ++i) hrows[i] = in + i * 37;",
    "cudaMemcpy(rows, hrows, sizeof hrows, cudaMemcpyDefault);",
];

const DUMP: &[&str] = &[
    "fwrite(out, sizeof(int), 10 * TOTAL, stdout);",
    "fwrite(fout, sizeof(float), 4 * TOTAL, stdout);",
    "fwrite(wide, sizeof(long long), 3 * TOTAL, stdout);",
    "fwrite(sums, sizeof(int), 64, stdout);",
    "fwrite(flag, sizeof(int), 1, stdout);",
];

fn count(body: &[Stmt]) -> usize {
    let one = |stmt: &Stmt| match stmt {
        Stmt::Line(_) => 1,
        Stmt::Nest(parts, _) => 1 + parts.iter().map(|(_, part)| count(part)).sum::<usize>(),
    };
    body.iter().map(one).sum()
}

fn without(body: &[Stmt], left: &mut usize, keeps: bool) -> Vec<Stmt> {
    let mut result = Vec::new();
    for stmt in body {
        let here = *left == 0;
        *left = left.wrapping_sub(1);
        match stmt {
            _ if here && !keeps => *left = left.wrapping_sub(count(std::slice::from_ref(stmt)) - 1),
            Stmt::Line(text) => result.push(Stmt::Line(text.clone())),
            Stmt::Nest(parts, close) => {
                let parts: Vec<_> = parts.iter().map(|(open, part)| (open.clone(), without(part, left, keeps))).collect();
                if here {
                    result.extend(parts.into_iter().flat_map(|(_, part)| part));
                } else {
                    result.push(Stmt::Nest(parts, close.clone()));
                }
            }
        }
    }
    result
}

fn print(text: &mut String, body: &[Stmt], depth: usize) {
    let indent = "    ".repeat(depth);
    for stmt in body {
        match stmt {
            Stmt::Line(line) => {
                let _ = writeln!(text, "{indent}{line}");
            }
            Stmt::Nest(parts, close) => {
                for (open, part) in parts {
                    let _ = writeln!(text, "{indent}{open}");
                    print(text, part, depth + 1);
                }
                let _ = writeln!(text, "{indent}{close}");
            }
        }
    }
}
