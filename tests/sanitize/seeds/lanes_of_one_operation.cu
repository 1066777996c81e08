// Lanes of one atomic operation come in any order: which of them gets the first place is seen in the output.
//@ args: --exhaustive
//@ exit: 0
#include <cstdio>
__global__ void places(int *next, int *out)
{
    out[atomicAdd(next, 1)] = threadIdx.x;
}
int main()
{
    int *next, *out, h[3];
    cudaMalloc(&next, sizeof(int));
    cudaMalloc(&out, sizeof h);
    cudaMemset(next, 0, sizeof(int));
    places<<<1, 3>>>(next, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); //~ REMARK[R0308] 6 different outputs
    printf("%d %d %d\n", h[0], h[1], h[2]);
    cudaFree(next);
    cudaFree(out);
}
