// an index array on the host: the gather follows from it
#include <cstdio>
__global__ void gather(const float *in, const int *index, float *out) { int i = threadIdx.x; out[i] = in[index[i]]; }  //~ ERROR[R0108] read of 4 bytes by thread (0,0,0) of block (0,0,0) | through parameter `index`, the 2nd argument of `gather`
int main()
{
    int index[32]; float *in, *out;
    for (int i = 0; i < 32; i++) index[i] = 31 - i;
    cudaMalloc(&in, 128); cudaMalloc(&out, 128); cudaMemset(in, 0, 128);
    int *where = index;
    gather<<<1, 32>>>(in, where, out);  //~ NOTE `gather<<<1, 32>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in); cudaFree(out);
}
