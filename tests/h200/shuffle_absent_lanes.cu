// Shuffles that read from lanes which have ended, are elsewhere or never were: 0, where the lane would be in the segment.
#include <cstdio>

// The sum of a part of a warp, behind an early return.
__global__ void early_return(int *out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    int v = 100 + i;
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    out[i] = v;
}

__global__ void in_a_condition(int *out, int n)
{
    int i = threadIdx.x;
    int v = 100 + i;
    if (i < n) {
        out[i] = __shfl_xor_sync(0xffffffff, v, 8);
        out[32 + i] = __reduce_add_sync(0xffffffff, v);
        out[64 + i] = __ballot_sync(0xffffffff, 1);
    }
}

__global__ void lanes_elsewhere(int *out, int n)
{
    int i = threadIdx.x, v = 100 + i;
    if (i < n) out[i] = __shfl_down_sync((1u << n) - 1, v, 4);
    __syncwarp();
    out[32 + i] = v;
}

__global__ void both_sides(int *out, int n)
{
    int i = threadIdx.x, v = 100 + i;
    if (i < n) out[i] = __shfl_sync((1u << n) - 1, v, 20);
    else out[i] = __shfl_sync(~((1u << n) - 1), v, 20);
}

__global__ void lanes_that_never_were(int *out)
{
    int i = threadIdx.x, v = 100 + i;
    out[i] = __shfl_down_sync(0xffffffff, v, 4);
    out[64 + i] = __shfl_xor_sync(0xffffffff, v, 16);
}

__global__ void doubles(double *out, int n)
{
    int i = threadIdx.x;
    double v = 100 + i;
    if (i >= n && i < 20) return;
    out[i] = __shfl_down_sync(0xffffffff, v, 4);
    out[32 + i] = __shfl_up_sync(0xffffffff, v, 4);
    out[64 + i] = __shfl_sync(0xffffffff, v, 9 + i % 8, 16);
}

__global__ void first_lanes_ended(int *out, int n)
{
    int i = threadIdx.x, v = 100 + i;
    if (i < n) return;
    out[i] = __shfl_sync(0xffffffff, v, 0);
    out[32 + i] = __shfl_sync(0xffffffff, v, i);
    out[64 + i] = __shfl_down_sync(0xffffffff, v, 16);
    unsigned p;
    int r;
    asm volatile("{ .reg .pred p; shfl.sync.idx.b32 %0|p, %2, 0, 31, -1; selp.u32 %1, 1, 0, p; }" : "=r"(r), "=r"(p) : "r"(v));
    out[96 + i] = r * 10 + p;
}

int main()
{
    int *o, h[256];
    cudaMalloc(&o, sizeof h);
    for (int k = 0; k < 7; k++) {
        cudaMemset(o, 0, sizeof h);
        switch (k) {
            case 0: early_return<<<1, 32>>>(o, 10); break;
            case 1: in_a_condition<<<1, 32>>>(o, 10); break;
            case 2: lanes_elsewhere<<<1, 32>>>(o, 10); break;
            case 3: both_sides<<<1, 32>>>(o, 10); break;
            case 4: lanes_that_never_were<<<1, 40>>>(o); break;
            case 5: doubles<<<1, 32>>>((double *)o, 10); break;
            case 6: first_lanes_ended<<<1, 32>>>(o, 10); break;
        }
        printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
        cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
        if (k == 5) for (int i = 0; i < 96; i++) printf("%g ", ((double *)h)[i]);
        else for (int i = 0; i < 128; i++) printf("%d ", h[i]);
        puts("");
    }
    cudaFree(o);
}
