// `threadIdx.x - 1` is unsigned
#include <cstdio>
__global__ void diff(const float *in, float *out, int n)
{
    unsigned i = threadIdx.x;
    if (i < n) out[i] = in[i] - in[i - 1];  //~ ERROR[R0101] element 4294967295 of 64 floats | 4294967295 is -1 as `unsigned int` | through parameter `in`, the 1st argument of `diff`
}
int main()
{
    float *in, *out;
    cudaMalloc(&in, 256); cudaMalloc(&out, 256); cudaMemset(in, 0, 256);
    diff<<<1, 64>>>(in, out, 64);  //~ NOTE `diff<<<1, 64>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in); cudaFree(out);
}
