//! Which launches run on several host threads, and that nothing shows of it.

use kern::{MemoryWorld, Options, Program, RunConfig};

/// Runs `kernel` over `data`, 4096 numbers, as `launch` says, on one thread and on three; answers how many blocks ran on
/// others than the program's.
fn blocks_of_workers(kernel: &str, launch: &str) -> u64 {
    let source = format!(
        "#include <cstdio>
        {kernel}
        int main() {{
            const int N = 4096;
            static int h[N];
            for (int i = 0; i < N; ++i) h[i] = i * 7 % 64;
            int *a, *b;
            cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h);
            cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaMemset(b, 0, sizeof h);
            {launch};
            printf(\"%s\\n\", cudaGetErrorString(cudaDeviceSynchronize()));
            cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost), fwrite(h, sizeof h, 1, stdout);
            cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost), fwrite(h, sizeof h, 1, stdout);
        }}"
    );
    let program = Program::compile("threads.cu", &source, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    let run = |threads| {
        let mut world = MemoryWorld::default();
        let report = program.run(&RunConfig { threads, threads_worth: 0, ..RunConfig::default() }, &mut world);
        (report, world.stdout)
    };
    let ((one, alone), (three, together)) = (run(1), run(3));
    assert!(alone == together, "other output\n{source}");
    assert_eq!(one.findings, three.findings);
    assert_eq!(one.launches[0].counters, three.launches[0].counters);
    assert_eq!(one.stats.blocks_of_workers, 0);
    three.stats.blocks_of_workers
}

#[test]
fn blocks_that_are_apart_run_on_workers() {
    let cases = [
        ("__global__ void k(int *a, int *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] += a[i]; }", "k<<<64, 64>>>(a, b, N)"),
        // Not a multiple of the block: some lanes end early.
        ("__global__ void k(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; a[i] = 3 * a[i]; }", "k<<<64, 64>>>(a, N - 77)"),
        // Grid-stride, of both signednesses and widths.
        ("__global__ void k(int *a, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] += i; }", "k<<<8, 64>>>(a, N)"),
        ("__global__ void k(int *a, size_t n) { for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] += i; }", "k<<<8, 64>>>(a, N)"),
        // A matrix whose edge is no multiple of the tile.
        (
            "__global__ void k(const int *a, int *b, int n) {
                int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
                if (row < n && col < n) { int s = 0; for (int i = 0; i < n; ++i) s += a[row * n + i] * a[i * n + col]; b[row * n + col] = s; }
            }",
            "k<<<dim3(4, 4), dim3(16, 16)>>>(a, b, 60)",
        ),
        // Transposed by tiles, four rows a thread.
        (
            "__global__ void k(const int *a, int *b) {
                __shared__ int t[32][33];
                int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
                for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = a[(y + j) * 64 + x];
                __syncthreads();
                x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
                for (int j = 0; j < 32; j += 8) b[(y + j) * 64 + x] = t[threadIdx.x][threadIdx.y + j];
            }",
            "k<<<dim3(2, 2), dim3(32, 8)>>>(a, b)",
        ),
        // One result a block; what shared memory held before is the same as well.
        (
            "__global__ void k(const int *a, int *b) {
                __shared__ int s[64];
                b[blockIdx.x * 32 + 1] = s[1];
                __syncthreads();
                s[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
                for (int d = 32; d > 0; d /= 2) { __syncthreads(); if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; }
                if (threadIdx.x == 0) b[blockIdx.x * 32] = s[0];
            }",
            "k<<<64, 64>>>(a, b); k<<<64, 64>>>(a, b)",
        ),
    ];
    for (kernel, launch) in cases {
        assert!(blocks_of_workers(kernel, launch) > 0, "on one thread only: {kernel}");
    }
}

#[test]
fn blocks_whose_lanes_end_apart_stay_with_their_workers() {
    let kernel = "__global__ void k(int *a, int *b) {
        __shared__ int s[64];
        int i = blockIdx.x * 64 + threadIdx.x;
        s[threadIdx.x] = a[i];
        __syncthreads();
        if (threadIdx.x > 40 + blockIdx.x % 3) return;
        int sum = 0;
        for (int j = 0; j <= threadIdx.x; ++j) sum += s[j];
        b[i] = sum;
    }";
    // More than the first one of each.
    assert!(blocks_of_workers(kernel, "k<<<64, 64>>>(a, b)") > 3);
}

#[test]
fn findings_come_in_the_order_of_blocks() {
    // Every block reads what is not there, at other places.
    let kernel = "__global__ void k(const int *a, int *b) {
        int i = blockIdx.x * 64 + threadIdx.x;
        b[i] = blockIdx.x % 2 ? a[i + 4096] : a[-i - 1];
        if (threadIdx.x > blockIdx.x) return;
        b[i] += a[i * 3];
    }";
    assert!(blocks_of_workers(kernel, "k<<<64, 64>>>(a, b)") > 0);
}

#[test]
fn blocks_that_may_meet_run_one_after_the_other() {
    let cases = [
        // The neighbour's element; one place for all; somewhere.
        ("__global__ void k(int *a) { int i = blockIdx.x * 64 + threadIdx.x; if (i > 0) a[i] += a[i - 1]; }", "k<<<64, 64>>>(a)"),
        ("__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }", "k<<<64, 64>>>(a)"),
        ("__global__ void k(const int *a, int *b) { b[a[blockIdx.x * 64 + threadIdx.x]] = blockIdx.x; }", "k<<<64, 64>>>(a, b)"),
        ("__global__ void k(int *a) { atomicAdd(a + threadIdx.x, atomicAdd(a + 64, 1)); }", "k<<<64, 64>>>(a)"),
        // Two parameters, one array.
        ("__global__ void k(int *a, int *b) { int i = blockIdx.x * 64 + threadIdx.x; b[i] = a[4095 - i]; }", "k<<<64, 64>>>(a, a)"),
        // Blocks overlap by one element.
        ("__global__ void k(int *a) { a[blockIdx.x * 63 + threadIdx.x] += 1; }", "k<<<64, 64>>>(a)"),
        // As 32-bit numbers, the offsets of blocks 0 and 4 are the same.
        ("__global__ void k(int *a) { a[blockIdx.x * 0x40000000u + threadIdx.x] += blockIdx.x; }", "k<<<64, 64>>>(a)"),
        (
            "__global__ void k(int *a, unsigned step) { a[(blockIdx.x * 64 + threadIdx.x) * step >> 20] += blockIdx.x; }",
            "k<<<64, 64>>>(a, 1 << 20)",
        ),
        // Rows that reach over the edge into the next block's, for want of a comparison.
        (
            "__global__ void k(int *a, int n) { a[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] += blockIdx.x; }",
            "k<<<dim3(4, 3), dim3(16, 16)>>>(a, 60)",
        ),
        // The loop goes on into the next block's part.
        (
            "__global__ void k(int *a, int n) { for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64) a[i] += i; }",
            "k<<<64, 64>>>(a, N)",
        ),
    ];
    for (kernel, launch) in cases {
        assert_eq!(blocks_of_workers(kernel, launch), 0, "on several threads: {kernel}");
    }
}
