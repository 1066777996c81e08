// Since compute capability 7.0 lanes that name one mask may execute an operation at different places of the program.
#include <cstdio>

__device__ __noinline__ unsigned vote(unsigned mask, int value) { return __ballot_sync(mask, value & 1); }

__global__ void k(int *out)
{
    int tid = threadIdx.x;
    int swapped, first, sum, any;
    unsigned bits, same, called;
    // The guide's example.
    if (tid < 16) {
        __threadfence_block();
        swapped = __shfl_xor_sync(0xffffffff, tid, 16);
    } else {
        __nanosleep(1);
        swapped = __shfl_xor_sync(0xffffffff, tid, 16);
    }
    // Three places; what is shuffled, and from where, is each lane's.
    switch (tid % 3) {
    case 0: first = __shfl_sync(0xffffffff, tid * 2, 0); break;
    case 1: first = __shfl_sync(0xffffffff, tid * 3, 1); break;
    default: first = __shfl_sync(0xffffffff, tid * 5, 2);
    }
    if (tid & 1) bits = __ballot_sync(0xffffffff, tid > 4);
    else bits = __ballot_sync(0xffffffff, tid < 4);
    if (tid < 7) same = __match_any_sync(0xffffffff, tid / 4);
    else same = __match_any_sync(0xffffffff, 1);
    if (tid < 5) sum = __reduce_add_sync(0xffffffff, tid);
    else sum = __reduce_add_sync(0xffffffff, 1);
    if (tid == 31) any = __any_sync(0xffffffff, true);
    else any = __any_sync(0xffffffff, false);
    if (tid < 9) { out[tid] = tid; __syncwarp(); } else { __syncwarp(); swapped += out[tid % 9]; }
    // In one function that is called at two places, and only some of the lanes.
    unsigned half = tid < 16 ? 0xffffu : 0xffff0000u;
    if (tid % 4 == 0) called = vote(half, tid / 4);
    else called = vote(half, tid);
    __syncwarp();
    out[tid] = swapped;
    out[32 + tid] = first;
    out[64 + tid] = bits;
    out[96 + tid] = same;
    out[128 + tid] = sum;
    out[160 + tid] = any;
    out[192 + tid] = called;
}

int main()
{
    int *d, h[224];
    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int row = 0; row < 7; row++) {
        printf("%s", row == 2 || row == 3 || row == 6 ? "bits" : "values");
        for (int i = 0; i < 32; i += 5) printf(row == 2 || row == 3 || row == 6 ? " %08x" : " %d", h[32 * row + i]);
        printf("\n");
    }
    cudaFree(d);
}
