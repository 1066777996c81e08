// the last step of a reduction reads past the shared array
#include <cstdio>
__global__ void sum(const int *in, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = blockDim.x; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];  //~ ERROR[R0102] element 128 of array `s` of 128 ints, just past the end
        __syncthreads();
    }
    if (t == 0) *out = s[0];
}
int main()
{
    int *in, *out;
    cudaMalloc(&in, 512); cudaMalloc(&out, 4); cudaMemset(in, 0, 512);
    sum<<<1, 128>>>(in, out);  //~ NOTE `sum<<<1, 128>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in); cudaFree(out);
}
