// The address of `s[i]` is needed where the access is wrong only; what it is made of, the index times four, is used before the branch, too.
// Enough blocks for the kernel to be compiled.
//@ stdout: an illegal memory access was encountered
#include <cstdio>
__global__ void shifted(const int *in, int *out)
{
    __shared__ int s[64];
    int i = in[threadIdx.x];
    int *to = out + i;
    if (i < 64) {
        s[i] = i; //~ ERROR[R0102] element -1 of array `s` of 64 ints, just before the start | this happened 5000 times
        __syncthreads(); //~ WARNING[K0601]
        *to = s[62 - i];
    } else {
        *to = s[i - 64];
    }
}
int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 32 * sizeof(int));
    cudaMallocManaged(&out, 64 * sizeof(int));
    for (int i = 0; i < 32; i++) in[i] = (i * 7) % 32 - 1;
    shifted<<<5000, 32>>>(in, out + 1);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
