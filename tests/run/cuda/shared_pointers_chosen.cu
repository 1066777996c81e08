#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
// Pointers into shared memory of which only the run tells into which variable, and addresses that are numbers, while blocks take turns.
__device__ unsigned number_of(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ int load(unsigned address)
{
    int value;
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
    return value;
}
__device__ void store(unsigned address, int value)
{
    asm volatile("st.shared.s32 [%0], %1;" : : "r"(address), "r"(value) : "memory");
}
__device__ __noinline__ int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += p[(threadIdx.x + i) & 63];
    return s;
}

__global__ void chosen(int *out, int rounds, int which, const int *global)
{
    extern __shared__ int dynamic[];
    __shared__ int a[64], b[64];
    cg::grid_group grid = cg::this_grid();
    int t = threadIdx.x, block = blockIdx.x;
    a[t] = block * 1000 + t;
    b[t] = block * 1000 + 500 + t;
    dynamic[t] = block;
    __syncthreads();
    int *p = which ? a : b, *q = which ? b : a, total = 0;
    for (int i = 0; i < rounds; i++) {
        total += p[(t + i) & 63] - q[t];
        total += load(number_of(which ? a : dynamic) + (((t + i) & 63) ^ 5) * 4);
        total += sum(i & 1 ? p : q, 3);
        // Half of the lanes read shared memory, the other half global memory.
        const int *r = t & 1 ? p : global;
        total += r[(t + i) & 63];
        __syncthreads();
        store(number_of(p) + t * 4, p[t] + block + 1);
        int *swap = p;
        if (i % 3 == which) {
            p = q;
            q = swap;
        }
        grid.sync();
    }
    out[block * 64 + t] = total;
}

int main()
{
    int *out, *global, rounds = 9;
    cudaMallocManaged(&out, 5 * 64 * sizeof(int));
    cudaMallocManaged(&global, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) global[i] = 3 * i;
    for (int which = 0; which < 2; which++) {
        void *args[] = {&out, &rounds, &which, &global};
        cudaError_t error = cudaLaunchCooperativeKernel((void *)chosen, dim3(5), dim3(64), args, 256 + 512 * which, 0);
        printf("%s %s\n", cudaGetErrorName(error), cudaGetErrorName(cudaDeviceSynchronize()));
        unsigned hash = 0;
        for (int i = 0; i < 5 * 64; i++) hash = hash * 31 + out[i];
        printf("%d %d %d %u\n", out[0], out[77], out[319], hash);
    }
    cudaFree(out);
    cudaFree(global);
    return 0;
}
