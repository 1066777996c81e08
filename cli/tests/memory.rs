//! A launch needs little memory besides the program's own, whatever its grid: the peak of `kern run` as Linux counts it.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// What a launch may take besides the program's own memory and what a run without one takes.
const MOST: u64 = 48 << 20;

/// Runs `kernels` and a `main` with `body` on both engines: they must take at most `program` bytes and [`MOST`] more.
fn check(kernels: &str, body: &str, program: u64, expected: &str) {
    for engine in ["jit", "interp"] {
        let (_, without) = run("__global__ void k() {}", "", engine, "1000000");
        let most = without + program + MOST;
        // Enough for two billion empty blocks, or an amount that ends soon.
        let fuel = if expected == "cudaErrorLaunchTimeout" { "20000000" } else { "100000000000" };
        let (said, peak) = run(kernels, body, engine, fuel);
        assert_eq!(said, format!("{expected}\n"), "{engine}");
        assert!(peak <= most, "{engine}: {} KB at most, {} KB allowed", peak >> 10, most >> 10);
        assert!(peak > 1 << 20, "{engine}: {peak} bytes cannot be right");
    }
}

/// The last line that the program prints, and the most bytes it had in memory by then.
fn run(kernels: &str, body: &str, engine: &str, fuel: &str) -> (String, u64) {
    let source = format!(
        "#include <cstdio>\n{kernels}\nint main() {{ {body}\nprintf(\"%s\\n\", cudaGetErrorName(cudaDeviceSynchronize()));\n\
         fflush(stdout); getchar(); }}\n"
    );
    let path = std::env::temp_dir().join(format!("kern-memory-{}-{:?}.cu", std::process::id(), std::thread::current().id()));
    std::fs::write(&path, source).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_kern"))
        .args(["run", "--engine", engine, "--fuel", fuel])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The program waits for a character once it has printed the line: until then its peak can be read.
    let mut said = Vec::new();
    let stdout = child.stdout.as_mut().unwrap();
    let mut byte = [0];
    while !said.ends_with(b"\n") && stdout.read(&mut byte).unwrap() == 1 {
        said.push(byte[0]);
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches("kB").trim().parse().unwrap();
    let _ = child.stdin.take().unwrap().write_all(b"\n");
    child.wait().unwrap();
    let _ = std::fs::remove_file(path);
    (String::from_utf8(said).unwrap(), kilobytes << 10)
}

#[test]
fn two_billion_empty_blocks_end() {
    check("__global__ void k() {}", "k<<<2147483647, 1024>>>();", 0, "cudaSuccess");
}

#[test]
fn two_billion_blocks_that_look_around_are_stopped() {
    let kernel = "__global__ void k(int *x, int n) { int i = blockIdx.x; if (i < n) x[i] = i; }";
    check(kernel, "int *x; cudaMalloc(&x, 4000); k<<<2147483647, 32>>>(x, 1000);", 0, "cudaErrorLaunchTimeout");
}

#[test]
fn many_blocks_cost_no_memory() {
    let kernel = "__global__ void k(int *x) { if (threadIdx.x == 0) atomicAdd(x, 1); }";
    check(kernel, "int *x; cudaMalloc(&x, 4); k<<<dim3(100, 30), 1024>>>(x);", 0, "cudaSuccess");
}

#[test]
fn memory_of_the_program_is_there_once() {
    let kernel = "__global__ void k(float *x) { for (int i = 0; i < 4; i++) x[(blockIdx.x * 4 + i) * 256 + threadIdx.x] = 1; }";
    check(kernel, "float *x; cudaMalloc(&x, 128 << 20); k<<<1 << 15, 256>>>(x);", 128 << 20, "cudaSuccess");
}

#[test]
fn local_arrays_are_those_of_one_block() {
    let kernel = "__global__ void k(int *x, int n) {
        float a[10000]; for (int i = 0; i < n; i++) a[i * 7919 % 10000] = i; x[threadIdx.x] = a[threadIdx.x % n]; }";
    check(kernel, "int *x; cudaMalloc(&x, 4096); k<<<6, 1024>>>(x, 50);", 40_000 * 1024, "cudaSuccess");
}

#[test]
fn shared_memory_is_that_of_the_multiprocessors() {
    let kernel = "__global__ void k(int *x) {
        extern __shared__ int s[]; s[threadIdx.x * 50] = 1; __syncthreads(); x[threadIdx.x] = s[threadIdx.x * 50]; }";
    let body = "int *x; cudaMalloc(&x, 4096); cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10);
        k<<<300, 1024, 227 << 10>>>(x);";
    check(kernel, body, 0, "cudaSuccess");
}

/// All threads that an H200 holds wait for one another, with values of their own.
#[test]
fn blocks_that_wait_for_all_others_are_small() {
    let kernel = "__device__ int arrived;
        __global__ void k(float *x, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            float v[8];
            for (int j = 0; j < 8; j++) v[j] = x[(i * 17 + j * 7919) % 1000] * j;
            __syncthreads();
            if (threadIdx.x == 0) { atomicAdd(&arrived, 1); while (atomicAdd(&arrived, 0) < n) {} }
            __syncthreads();
            float sum = 0;
            for (int j = 0; j < 8; j++) sum += v[j];
            x[i] = sum;
        }";
    check(kernel, "float *x; cudaMalloc(&x, 264 * 1024 * 4); k<<<264, 1024>>>(x, 264);", 264 * 1024 * 4, "cudaSuccess");
}

#[test]
fn launches_are_forgotten() {
    check(
        "__global__ void k(int *x) { *x = 1; }",
        "int *x; cudaMalloc(&x, 4); for (int i = 0; i < 30000; i++) k<<<1, 32>>>(x);",
        0,
        "cudaSuccess",
    );
}
