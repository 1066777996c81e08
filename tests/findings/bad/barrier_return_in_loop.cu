// expect: threads that return inside a loop are no loop whose trip count differs
#include <cstdio>
__global__ void sums(int *o, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    for (int base = 0; base < n; base += 64) {
        s[t] = base + t;
        __syncthreads();
        if (t >= 48) return;
        sum += s[(t + 1) % 64];
        __syncthreads();  //~ ERROR[R0201] `__syncthreads` reached by only some threads of the block: 48 of 64 wait at the barrier, 16 have exited
    }
    o[t] = sum;
}
int main()
{
    int *o;
    cudaMalloc(&o, 256);
    sums<<<1, 64>>>(o, 128);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(o);
}
