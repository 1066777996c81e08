#include <stdio.h>
#include <math.h>
#include <string.h>
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
   if (code != cudaSuccess) {
      fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}
const int NX = 66, NY = 34;
__device__ float maxDiff;

__device__ __forceinline__ float atomicMaxFloat(float *addr, float value)
{
    return value >= 0 ? __int_as_float(atomicMax((int *)addr, __float_as_int(value)))
                      : __uint_as_float(atomicMin((unsigned *)addr, __float_as_uint(value)));
}
__global__ void jacobi(const float *__restrict__ a, float *__restrict__ b)
{
    __shared__ float tile[10][18];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const int gx = x + 1, gy = y + 1, lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    tile[ly][lx] = a[gy * NX + gx];
    if (threadIdx.x == 0) tile[ly][0] = a[gy * NX + gx - 1];
    if (threadIdx.x == 15) tile[ly][17] = a[gy * NX + gx + 1];
    if (threadIdx.y == 0) tile[0][lx] = a[(gy - 1) * NX + gx];
    if (threadIdx.y == 7) tile[9][lx] = a[(gy + 1) * NX + gx];
    __syncthreads();
    float v = 0.25f * (tile[ly][lx - 1] + tile[ly][lx + 1] + tile[ly - 1][lx] + tile[ly + 1][lx]);
    b[gy * NX + gx] = v;
    atomicMaxFloat(&maxDiff, fabsf(v - tile[ly][lx]));
}
int main()
{
    float h[NX * NY], r[NX * NY], c[NX * NY], *a, *b;
    memset(h, 0, sizeof(h));
    for (int i = 0; i < NX; i++) { h[i] = 100.0f; h[(NY - 1) * NX + i] = 25.0f * sinf(i * 0.1f); }
    gpuErrchk(cudaMalloc(&a, sizeof(h)));
    gpuErrchk(cudaMalloc(&b, sizeof(h)));
    gpuErrchk(cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(b, a, sizeof(h), cudaMemcpyDeviceToDevice));
    dim3 threads(16, 8);
    dim3 blocks((NX - 2) / 16, (NY - 2) / 8);
    float err = 1e9f, zero = 0.f;
    int it = 0;
    for (; it < 100 && err > 0.05f; it++) {
        gpuErrchk(cudaMemcpyToSymbol(maxDiff, &zero, sizeof(float)));
        jacobi<<<blocks, threads>>>(a, b);
        gpuErrchk(cudaPeekAtLastError());
        gpuErrchk(cudaMemcpyFromSymbol(&err, maxDiff, sizeof(float)));
        float *t = a; a = b; b = t;
        if (it % 20 == 0) printf("iter %3d  max change %.6f\n", it, err);
    }
    gpuErrchk(cudaMemcpy(r, a, sizeof(r), cudaMemcpyDeviceToHost));
    memcpy(c, h, sizeof c);
    for (int k = 0; k < it; k++) {
        for (int y = 1; y < NY - 1; y++)
            for (int x = 1; x < NX - 1; x++)
                c[y * NX + x] = 0.25f * (h[y * NX + x - 1] + h[y * NX + x + 1] + h[(y - 1) * NX + x] + h[(y + 1) * NX + x]);
        memcpy(h, c, sizeof h);
    }
    printf("%d iterations, last change %.6f, %s\n", it, err, memcmp(r, h, sizeof r) == 0 ? "bitwise equal" : "different");
    for (int y = 0; y < NY; y += 11) printf("%9.5f %9.5f %9.5f\n", r[y * NX + 1], r[y * NX + NX / 2], r[y * NX + NX - 2]);
    gpuErrchk(cudaFree(a)); gpuErrchk(cudaFree(b));
    return 0;
}
