#include <stdio.h>
#include <stdlib.h>
#define CHECK_CUDA(call)                                                              \
    {                                                                                 \
        const cudaError_t error = call;                                               \
        if (error != cudaSuccess) {                                                   \
            printf("Error: %s:%d, ", __FILE__, __LINE__);                             \
            printf("code:%d, reason: %s\n", error, cudaGetErrorString(error));        \
            exit(-10 * error);                                                        \
        }                                                                             \
    }
#define M 64
#define N 96
#define K 80
__global__ void naive(const float *A, const float *B, float *C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M && col < N) { float s = 0.0f; for (int k = 0; k < K; k++) s += A[row * K + k] * B[k * N + col]; C[row * N + col] = s; }
}
template <int TS> __global__ void tiled(const float *A, const float *B, float *C)
{
    __shared__ float As[TS][TS], Bs[TS][TS + 1];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TS + ty, col = blockIdx.x * TS + tx;
    float acc = 0;
    for (int t = 0; t < (K + TS - 1) / TS; ++t) {
        As[ty][tx] = t * TS + tx < K ? A[row * K + t * TS + tx] : 0.f;
        Bs[ty][tx] = t * TS + ty < K ? B[(t * TS + ty) * N + col] : 0.f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TS; ++k) acc += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[row * N + col] = acc;
}
// 32x32 tile, 8x8 threads, 4x4 registers a thread
__global__ void blocked(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C)
{
    __shared__ float As[16][32], Bs[16][32];
    float acc[4][4] = {{0}}, a[4], b[4];
    const int tid = threadIdx.y * 8 + threadIdx.x;
    for (int k0 = 0; k0 < K; k0 += 16) {
        for (int i = tid; i < 16 * 32; i += 64) {
            As[i / 32][i % 32] = A[(blockIdx.y * 32 + i % 32) * K + k0 + i / 32];
            Bs[i / 32][i % 32] = B[(k0 + i / 32) * N + blockIdx.x * 32 + i % 32];
        }
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            for (int i = 0; i < 4; i++) a[i] = As[k][threadIdx.y * 4 + i], b[i] = Bs[k][threadIdx.x * 4 + i];
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) C[(blockIdx.y * 32 + threadIdx.y * 4 + i) * N + blockIdx.x * 32 + threadIdx.x * 4 + j] = acc[i][j];
}
__global__ void vectorised(const float *A, const float *B, float *C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col4 = blockIdx.x * blockDim.x + threadIdx.x;
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int k = 0; k < K; k += 4) {
        float4 a = *reinterpret_cast<const float4 *>(A + row * K + k);
        const float *pa = &a.x;
        for (int i = 0; i < 4; i++) {
            float4 b = reinterpret_cast<const float4 *>(B + (k + i) * N)[col4];
            s.x += pa[i] * b.x; s.y += pa[i] * b.y; s.z += pa[i] * b.z; s.w += pa[i] * b.w;
        }
    }
    reinterpret_cast<float4 *>(C + row * N)[col4] = s;
}
int main()
{
    float *hA, *hB, *hC = (float *)malloc(M * N * 4), *ref = (float *)malloc(M * N * 4), *A, *B, *C;
    CHECK_CUDA(cudaHostAlloc((void **)&hA, M * K * sizeof(float), cudaHostAllocDefault));
    CHECK_CUDA(cudaHostAlloc((void **)&hB, K * N * sizeof(float), cudaHostAllocDefault));
    srand(3);
    for (int i = 0; i < M * K; i++) hA[i] = (float)(rand() & 0xFF) / 10.0f;
    for (int i = 0; i < K * N; i++) hB[i] = (float)(rand() & 0xFF) / 10.0f - 12.0f;
    CHECK_CUDA(cudaMalloc(&A, M * K * 4)); CHECK_CUDA(cudaMalloc(&B, K * N * 4)); CHECK_CUDA(cudaMalloc(&C, M * N * 4));
    CHECK_CUDA(cudaMemcpy(A, hA, M * K * 4, cudaMemcpyHostToDevice)); CHECK_CUDA(cudaMemcpy(B, hB, K * N * 4, cudaMemcpyHostToDevice));
    for (int i = 0; i < M; i++) for (int j = 0; j < N; j++) { double s = 0; for (int k = 0; k < K; k++) s += (double)hA[i * K + k] * hB[k * N + j]; ref[i * N + j] = s; }
    for (int v = 0; v < 4; v++) {
        CHECK_CUDA(cudaMemset(C, 0, M * N * 4));
        if (v == 0) naive<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C);
        if (v == 1) tiled<32><<<dim3(N / 32, M / 32), dim3(32, 32)>>>(A, B, C);
        if (v == 2) blocked<<<dim3(N / 32, M / 32), dim3(8, 8)>>>(A, B, C);
        if (v == 3) vectorised<<<dim3(N / 4 / 8, M / 8), dim3(8, 8)>>>(A, B, C);
        CHECK_CUDA(cudaDeviceSynchronize());
        CHECK_CUDA(cudaMemcpy(hC, C, M * N * 4, cudaMemcpyDeviceToHost));
        int bad = 0; double sum = 0;
        for (int i = 0; i < M * N; i++) { double e = hC[i] - ref[i]; if (e > 0.05 || e < -0.05) bad++; sum += hC[i]; }
        printf("variant %d: bad %d, sum %.6f, C[0]=%.6f C[last]=%.6f\n", v, bad, sum, hC[0], hC[M * N - 1]);
    }
    CHECK_CUDA(cudaFreeHost(hA)); CHECK_CUDA(cudaFreeHost(hB)); CHECK_CUDA(cudaFree(A)); CHECK_CUDA(cudaFree(B)); CHECK_CUDA(cudaFree(C));
    return 0;
}
