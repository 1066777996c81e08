// What a shuffle gives a lane is undefined where the lane that it reads from takes no part.
#include <cstdio>
__global__ void half_a_warp(const int *in, int *out)
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16) {
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffff, v, d); //~ NOTE here it reads from a lane that the mask does not name, that has ended, or that does not exist
        if (threadIdx.x == 0) *out = v; //~ ERROR[R0604] thread (0,0,0) of block (0,0,0) uses what `__shfl_down_sync` gave it
    }
}
__global__ void from_a_leader(int *out)
{
    int got = 0;
    if (threadIdx.x & 1)
        got = __shfl_sync(0xaaaaaaaa, threadIdx.x * 10, 0); //~ NOTE here it reads from a lane
    out[threadIdx.x] = got; //~ ERROR[R0604] thread (1,0,0) of block (0,0,0) uses what `__shfl_sync` gave it
}
int main()
{
    int h[32], *in, *out;
    for (int i = 0; i < 32; i++) h[i] = 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    half_a_warp<<<1, 32>>>(in, out);
    from_a_leader<<<1, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    cudaFree(in);
    cudaFree(out);
}
