//! Random kernels of sums and products as CUDA source text, to compare which product goes into which sum with what the
//! GPU's machine code does.
//!
//! The kernels are of the kinds people write: products used twice, loops, branches, member functions and operators of
//! small structures, device functions, local arrays. Four threads run each on values of their own; thread `i` reads
//! [`INPUTS`] values and stores up to [`RESULTS`] results. The same number gives the same kernel everywhere.

mod body;

use std::fmt::Write;

use crate::mutate::Random;

/// Values that each thread reads.
pub const INPUTS: usize = 8;
/// Values that each thread may store.
pub const RESULTS: usize = 4;
/// Threads of a launch.
pub const THREADS: usize = 4;
/// What the kernels' `n` is.
pub const COUNT: i32 = 5;

/// A kernel with the functions and structures of its own.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its number, which all follows from.
    pub number: u64,
    /// Whether it computes with `double`.
    pub is_double: bool,
    /// The definitions, `__global__ void kNUMBER(const T *x, T *o, T a, T b, int n)` last.
    pub source: String,
}

impl Kernel {
    /// Kernel number `number`.
    pub fn new(number: u64) -> Kernel {
        let mut random = Random(number.wrapping_add(1).wrapping_mul(0x2545_f491_4f6c_dd1d));
        let is_double = random.below(4) == 0;
        let source = body::source(random, number, is_double);
        Kernel { number, is_double, source }
    }
}

/// The structures that every program of these kernels starts with, for `float` and for `double`.
pub fn prelude() -> String {
    let mut text = String::from("#include <cstdio>\n#include <cstring>\n\n");
    for (ty, suffix) in [("float", "f"), ("double", "d")] {
        text.push_str(&STRUCTURES.replace("@T", ty).replace('@', suffix));
    }
    text
}

const STRUCTURES: &str = "\
struct V2@ {
    @T x, y;
    __device__ V2@(@T x, @T y) : x(x), y(y) {}
    __device__ @T len2() const { return x * x + y * y; }
    __device__ @T dot(const V2@ &o) const { return x * o.x + y * o.y; }
    __device__ @T cross(const V2@ &o) const { return x * o.y - y * o.x; }
    __device__ V2@ sq() const { return V2@(x * x - y * y, 2 * x * y); }
    __device__ V2@ operator+(const V2@ &o) const { return V2@(x + o.x, y + o.y); }
    __device__ V2@ operator-(const V2@ &o) const { return V2@(x - o.x, y - o.y); }
    __device__ V2@ operator*(const V2@ &o) const { return V2@(x * o.x - y * o.y, x * o.y + y * o.x); }
    __device__ V2@ operator*(@T s) const { return V2@(x * s, y * s); }
    __device__ V2@ &operator+=(const V2@ &o) { x += o.x; y += o.y; return *this; }
};
struct V3@ {
    @T x, y, z;
};
__device__ inline V3@ make3(@T x, @T y, @T z) { V3@ v; v.x = x; v.y = y; v.z = z; return v; }
__device__ inline V3@ operator+(V3@ a, V3@ b) { return make3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ inline V3@ operator-(V3@ a, V3@ b) { return make3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ inline V3@ operator*(V3@ a, @T s) { return make3(a.x * s, a.y * s, a.z * s); }
__device__ inline V3@ operator*(@T s, const V3@ &a) { return make3(s * a.x, s * a.y, s * a.z); }
__device__ inline @T dot(const V3@ &a, const V3@ &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ inline V3@ cross(const V3@ &a, const V3@ &b) {
    return make3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
";

/// A program that runs `kernels` and prints a line for each: its number, then the bits of what the threads stored.
pub fn program(kernels: &[Kernel]) -> String {
    let mut text = prelude();
    for kernel in kernels {
        text.push_str(&kernel.source);
    }
    text.push_str(RUNNER);
    text.push_str("int main() {\n");
    for Kernel { number, is_double, .. } in kernels {
        let (ty, letter) = if *is_double { ("double", 'd') } else { ("float", 'f') };
        let _ = writeln!(
            text,
            "    begin_{letter}(); k{number}<<<1, {THREADS}>>>(x_{letter}, o_{letter}, ({ty})0.7310585786300049, ({ty})-0.4621171572600098, {COUNT}); end_{letter}({number});"
        );
    }
    text.push_str("    return 0;\n}\n");
    text
}

const RUNNER: &str = "
float *x_f, *o_f;
double *x_d, *o_d;
/* Values between 0.3 and 1.3 of either sign, all bits of the mantissa random. */
double value(unsigned long long &state) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    double v = 0.3 + (state >> 11) * (1.0 / 9007199254740992.0);
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return state >> 62 ? v : -v;
}
void begin_f() {
    if (!x_f) {
        float values[32]; unsigned long long state = 1;
        for (int i = 0; i < 32; i++) values[i] = (float)value(state);
        cudaMalloc(&x_f, sizeof values); cudaMalloc(&o_f, 16 * sizeof(float));
        cudaMemcpy(x_f, values, sizeof values, cudaMemcpyHostToDevice);
    }
    cudaMemset(o_f, 0, 16 * sizeof(float));
}
void begin_d() {
    if (!x_d) {
        double values[32]; unsigned long long state = 2;
        for (int i = 0; i < 32; i++) values[i] = value(state);
        cudaMalloc(&x_d, sizeof values); cudaMalloc(&o_d, 16 * sizeof(double));
        cudaMemcpy(x_d, values, sizeof values, cudaMemcpyHostToDevice);
    }
    cudaMemset(o_d, 0, 16 * sizeof(double));
}
void end_f(int number) {
    float values[16]; unsigned bits[16];
    cudaMemcpy(values, o_f, sizeof values, cudaMemcpyDeviceToHost);
    memcpy(bits, values, sizeof bits);
    printf(\"%d\", number);
    for (int i = 0; i < 16; i++) printf(\" %x\", bits[i]);
    printf(\"\\n\");
}
void end_d(int number) {
    double values[16]; unsigned long long bits[16];
    cudaMemcpy(values, o_d, sizeof values, cudaMemcpyDeviceToHost);
    memcpy(bits, values, sizeof bits);
    printf(\"%d\", number);
    for (int i = 0; i < 16; i++) printf(\" %llx\", bits[i]);
    printf(\"\\n\");
}
";

/// A line that the program printed, with one number (FNV-1a) for all the bits.
pub fn digest(line: &str) -> String {
    let (number, bits) = line.split_once(' ').unwrap_or((line, ""));
    let hash = bits.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{number} {hash:016x}")
}
