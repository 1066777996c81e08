// The last steps of a reduction without `__syncwarp()`: right before Volta only.
#include <cstdio>
__global__ void sum(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16]; //~ ERROR[R0301] lock step | __syncwarp
        //~^ ERROR[R0301]
        s[t] += s[t + 8];  //~ ERROR[R0301]
        //~^ ERROR[R0301]
        s[t] += s[t + 4];  //~ ERROR[R0301]
        //~^ ERROR[R0301]
        s[t] += s[t + 2];  //~ ERROR[R0301]
        //~^ ERROR[R0301]
        s[t] += s[t + 1];  //~ ERROR[R0301]
        //~^ ERROR[R0301]
    }
    if (t == 0) *out = s[0];
}
int main() {
    int h[64], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
}
