// lrint and its kin are one conversion on the device, as nvcc makes them, and agree with the C library where a long holds
// the result.
#include <cmath>
#include <cstdio>

__host__ __device__ static void round_all(double x, long long *out)
{
    float f = (float)x;
    out[0] = lrint(x);
    out[1] = llrint(x);
    out[2] = lround(x);
    out[3] = llround(x);
    out[4] = lrintf(f);
    out[5] = llrintf(f);
    out[6] = lroundf(f);
    out[7] = llroundf(f);
}

__global__ void kernel(const double *x, long long *out)
{
    round_all(x[threadIdx.x], out + threadIdx.x * 8);
}

int main()
{
    const int n = 12;
    double x[n] = {0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999, 4503599627370497.5, -8388609.0, 1e18, -9223372036854775808.0, -0.0, 123456.75};
    long long device[n * 8], host[8];
    double *dx;
    long long *dout;
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dout, sizeof device);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    kernel<<<1, n>>>(dx, dout);
    cudaMemcpy(device, dout, sizeof device, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        round_all(x[i], host);
        printf("%g:", x[i]);
        for (int j = 0; j < 8; j++) {
            printf(" %lld", device[i * 8 + j]);
            if (device[i * 8 + j] != host[j]) printf(" (host %lld)", host[j]);
        }
        printf("\n");
    }
    cudaFree(dx);
    cudaFree(dout);
    return 0;
}
