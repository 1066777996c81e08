// Arrays of a thread whose index is not known: which of them ptxas keeps in registers and selects from, and which lie in local memory.
// Besides: neighbours whose index is `p | 1`, a vector that is read where a condition holds, and shared memory of other blocks of a
// cluster, which the profiler counts nowhere.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

template <class T, int E, int L> __device__ void read_some(const int *in, const int *index, int *out) {
    int t = threadIdx.x;
    T a[E];
#pragma unroll
    for (int i = 0; i < E; i++) a[i] = in[t * E + i];
    T s = 0;
#pragma unroll
    for (int i = 0; i < L; i++) s = s * 3 + a[index[t * L + i] % E];
    out[t] = (int)s;
}
template <class T, int E, int L> __global__ void reads(const int *in, const int *index, int *out) { read_some<T, E, L>(in, index, out); }
__global__ void wide(const int *in, const int *index, int *out) { read_some<long long, 8, 2>(in, index, out); }

template <int E> __global__ void reads_in_loop(const int *in, const int *index, int *out, int n) {
    int t = threadIdx.x;
    int a[E], s = 0;
#pragma unroll
    for (int i = 0; i < E; i++) a[i] = in[t * E + i];
#pragma unroll 1
    for (int i = 0; i < n; i++) s = s * 3 + a[index[t + i] % E];
    out[t] = s;
}

template <int E> __global__ void counts_in_loop(const int *index, int *out, int n) {
    int t = threadIdx.x;
    int a[E];
#pragma unroll
    for (int i = 0; i < E; i++) a[i] = i;
#pragma unroll 1
    for (int i = 0; i < n; i++) a[index[t + i] % E]++;
#pragma unroll
    for (int i = 0; i < E; i++) out[t * E + i] = a[i];
}

template <int E> __global__ void fills_in_loop(const int *in, int *out, int n) {
    int t = threadIdx.x;
    int a[E], s = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) a[i] = in[t + i];
#pragma unroll 1
    for (int i = 0; i < n; i++) s = s * 3 + a[n - 1 - i];
    out[t] = s;
}

template <int E> __global__ void vectors(const int4 *in, const int *index, int *out) {
    int t = threadIdx.x;
    int4 a[E];
#pragma unroll
    for (int i = 0; i < E; i++) a[i] = in[t % 8 + i];
    int4 v = a[index[t] % E];
    out[t] = v.x - v.y * v.z + v.w;
}

template <int E> __global__ void over_range(const int *in, int *out) {
    int t = threadIdx.x, a[E], s = 0;
    for (int i = 0; i < E; i++) a[i] = in[t + i];
    for (int x : a) s ^= x & 1;
    out[t] = s;
}

__global__ void neighbours(int *out) {
    __shared__ int row[2][64];
    int t = threadIdx.x, p = (t << 1) & 63, q = p | 1, now = 0;
    row[0][t] = t * 7 % 64;
    for (int i = 0; i < 5; i++) {
        __syncthreads();
        int a = row[now][p] + i, b = row[now][q] - i;
        row[now ^ 1][t] = a < b ? a : b;
        now ^= 1;
    }
    __syncthreads();
    out[t] = row[now][t];
}

__global__ void guarded(const float4 *in, float4 *out, int n) {
    int t = threadIdx.x;
    const float4 zero = make_float4(0, 0, 0, 0);
    const float4 v = t < n ? in[t] : zero;
    out[t] = v;
}

__global__ void __cluster_dims__(4, 1, 1) ring(int *out) {
    __shared__ int mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    mine[t] = 0;
    cluster.sync();
    int *next = cluster.map_shared_rank(mine, (rank + 1) % 4);
    next[t] = rank * 100 + t;
    cluster.sync();
    int *other = cluster.map_shared_rank(mine, (t + rank) % 4);
    out[blockIdx.x * 32 + t] = other[t];
    cluster.sync();
}

int main() {
    int *in, *index, *out, h[4096];
    cudaMalloc(&in, sizeof h), cudaMalloc(&index, sizeof h), cudaMalloc(&out, sizeof h);
    for (int i = 0; i < 4096; i++) h[i] = (i * 7919 + 13) % 1009;
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    for (int i = 0; i < 4096; i++) h[i] = (i * 104729 + 5) % 2003;
    cudaMemcpy(index, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    auto tell = [&](const char *what) {
        cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
        unsigned sum = 0;
        for (int i = 0; i < 1024; i++) sum = sum * 31 + h[i];
        printf("%s %08x %s\n", what, sum, cudaGetErrorName(cudaGetLastError()));
    };
#define READS(T, E, L) reads<T, E, L><<<1, 64>>>(in, index, out), tell("reads " #T " " #E " " #L)
    READS(int, 4, 24), READS(int, 5, 24), READS(int, 6, 12), READS(int, 6, 24), READS(int, 8, 4), READS(int, 8, 12), READS(int, 9, 6), READS(int, 9, 14);
    READS(int, 12, 3), READS(int, 12, 8), READS(int, 16, 2), READS(int, 16, 6), READS(int, 24, 2), READS(int, 24, 6), READS(int, 32, 1), READS(int, 32, 5);
    READS(float, 8, 3), READS(double, 4, 1);
    wide<<<1, 64>>>(in, index, out), tell("reads long long 8 2");
#define LOOP(E) reads_in_loop<E><<<1, 64>>>(in, index, out, 9), tell("reads_in_loop " #E)
    LOOP(2), LOOP(4), LOOP(5), LOOP(8), LOOP(16), LOOP(32);
#define COUNTS(E) counts_in_loop<E><<<1, 64>>>(index, out, 9), tell("counts_in_loop " #E)
    COUNTS(2), COUNTS(4), COUNTS(16), COUNTS(32);
    fills_in_loop<4><<<1, 64>>>(in, out, 4), tell("fills_in_loop 4");
    fills_in_loop<16><<<1, 64>>>(in, out, 16), tell("fills_in_loop 16");
    vectors<4><<<1, 64>>>((int4 *)in, index, out), tell("vectors 4");
    vectors<8><<<1, 64>>>((int4 *)in, index, out), tell("vectors 8");
    over_range<1><<<1, 64>>>(in, out), tell("over_range 1");
    over_range<2><<<1, 64>>>(in, out), tell("over_range 2");
    over_range<4><<<1, 64>>>(in, out), tell("over_range 4");
    neighbours<<<1, 64>>>(out), tell("neighbours");
    guarded<<<1, 64>>>((float4 *)in, (float4 *)out, 40), tell("guarded");
    ring<<<8, 32>>>(out), tell("ring");
}
