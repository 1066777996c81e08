// A NaN that is the same in all lanes was converted to `.f64` before it was made canonical.
#include <cstdio>
#include <cstring>

__global__ void divide(const float *in, double *out)
{
    __shared__ float s[32];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    float divisor = s[13];
    out[threadIdx.x] = (double)(0.0f / divisor) + threadIdx.x;
}

int main()
{
    float *in;
    double *out;
    cudaMallocManaged(&in, 32 * sizeof(float));
    cudaMallocManaged(&out, 32 * sizeof(double));
    for (unsigned bits : {0u, 0xffc00001u, 0x40000000u}) {
        for (int i = 0; i < 32; ++i) memcpy(in + i, &bits, sizeof bits);
        divide<<<1, 32>>>(in, out);
        cudaDeviceSynchronize();
        unsigned long long result[32];
        memcpy(result, out, sizeof result);
        printf("%016llx %016llx\n", result[0], result[31]);
    }
}
