//! The speeds that are watched: both engines on a tiled matrix product, the compiler on the largest test case, and the whole
//! command on a hello kernel and on a sum of vectors.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kern::{EngineKind, MemoryWorld, Program, RunConfig};

const MATMUL: &str = r"
__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[16][16], tb[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        ta[y][x] = a[row * n + t + x];
        tb[y][x] = b[(t + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += ta[y][k] * tb[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
int main()
{
    const int n = 256;
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMemset(a, 0, n * n * sizeof(float));
    cudaMemset(b, 0, n * n * sizeof(float));
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    return cudaDeviceSynchronize();
}
";

const HELLO: &str = r#"
#include <cstdio>
__global__ void hello() { printf("hello from thread %d\n", threadIdx.x); }
int main() { hello<<<1, 4>>>(); return cudaDeviceSynchronize(); }
"#;

const VECTOR_ADD: &str = include_str!("../../kern/benches/programs/vector_add.kern");

fn engines(c: &mut Criterion) {
    let program = Program::from_source("matmul.kern", MATMUL).unwrap_or_else(|error| panic!("{error}"));
    for (name, engine) in [("interpreter", EngineKind::Interp), ("compiled engine", EngineKind::Jit)] {
        let config = RunConfig { engine, ..RunConfig::default() };
        let run = || program.run(&config, &mut MemoryWorld::default());
        let first = run();
        assert!(first.exit_status == 0 && first.findings.is_empty(), "{:?}", first.findings);
        let instructions = first.stats.thread_instructions;
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(instructions)).sample_size(10).measurement_time(Duration::from_secs(10));
        group.bench_function("tiled matmul, thread-instructions", |b| b.iter(run));
        group.finish();
    }
}

fn compiler(c: &mut Criterion) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/h200");
    let mut largest = (0, PathBuf::new());
    for entry in std::fs::read_dir(cases).expect("the test cases are there").flatten() {
        let size = entry.metadata().map_or(0, |m| m.len());
        if entry.path().extension().is_some_and(|e| e == "cu") && size > largest.0 {
            largest = (size, entry.path());
        }
    }
    let mut group = c.benchmark_group("compiler");
    group.sample_size(20);
    let name = format!("{} at -O2", largest.1.file_name().unwrap_or_default().display());
    group.bench_function(name, |b| b.iter(|| Program::from_file(&largest.1).unwrap_or_else(|error| panic!("{error}"))));
    group.finish();
}

fn command(c: &mut Criterion) {
    let file = std::env::temp_dir().join(format!("kern-bench-{}.kern", std::process::id()));
    let mut group = c.benchmark_group("command");
    group.sample_size(20);
    for (name, source) in [("hello", HELLO), ("64 K vector add", VECTOR_ADD)] {
        std::fs::write(&file, source).expect("a temporary file");
        group.bench_function(format!("kern run {name}, start to exit"), |b| {
            b.iter(|| {
                let run = Command::new(env!("CARGO_BIN_EXE_kern")).arg("run").arg(&file).stdout(Stdio::null()).status();
                assert!(run.is_ok_and(|status| status.success()));
            });
        });
    }
    group.finish();
    let _ = std::fs::remove_file(&file);
}

criterion_group!(speed, engines, compiler, command);
criterion_main!(speed);
