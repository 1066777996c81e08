#include <cstdio>
#include <cfloat>
#include <cstdlib>
#include <cmath>
#define K 4
#define D 2
__constant__ float c_centroids[K * D];

__device__ float sq(float a) { return a * a; }
__global__ void assign(const float2 *pts, int n, int *label, float2 *sum, int *count)
{
    __shared__ int s_count[K];
    if (threadIdx.x < K) s_count[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float best = FLT_MAX;
        int arg = 0;
        for (int k = 0; k < K; k++) {
            float d = sq(pts[i].x - c_centroids[k * D]) + sq(pts[i].y - c_centroids[k * D + 1]);
            if (d < best) { best = d; arg = k; }
        }
        label[i] = arg;
        atomicAdd(&s_count[arg], 1);
    }
    __syncthreads();
    if (threadIdx.x < K) atomicAdd(&count[threadIdx.x], s_count[threadIdx.x]);
}
// one block per cluster: deterministic order
__global__ void update(const float2 *pts, const int *label, int n, const int *count, float *centroids)
{
    __shared__ float2 s[128];
    float2 acc = make_float2(0.f, 0.f);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (label[i] == blockIdx.x) { acc.x += pts[i].x; acc.y += pts[i].y; }
    s[threadIdx.x] = acc;
    for (int d = 64; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x < d) { s[threadIdx.x].x += s[threadIdx.x + d].x; s[threadIdx.x].y += s[threadIdx.x + d].y; }
    }
    if (threadIdx.x == 0) {
        int c = count[blockIdx.x] > 0 ? count[blockIdx.x] : 1;
        centroids[blockIdx.x * D] = s[0].x / c;
        centroids[blockIdx.x * D + 1] = s[0].y / c;
    }
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000;
    float2 *pts;
    int *label, *count;
    float *cent, h[K * D];
    cudaMallocManaged(&pts, n * sizeof(float2));
    cudaMallocManaged(&label, n * sizeof(int));
    cudaMallocManaged((void **)&count, K * sizeof(int));
    cudaMallocManaged((void **)&cent, K * D * sizeof(float));
    srand(2024);
    for (int i = 0; i < n; i++) {
        float cx = (i & 1) ? 5.f : -5.f, cy = (i & 2) ? 4.f : -3.f;
        pts[i].x = cx + 3.f * ((float)rand() / RAND_MAX - 0.5f);
        pts[i].y = cy + 3.f * ((float)rand() / RAND_MAX - 0.5f);
    }
    for (int k = 0; k < K; k++) { h[k * D] = pts[k * 3].x; h[k * D + 1] = pts[k * 3].y; }
    for (int it = 0; it < 6; it++) {
        cudaMemcpyToSymbol(c_centroids, h, sizeof(h));
        cudaMemset(count, 0, K * sizeof(int));
        assign<<<(n + 255) / 256, 256>>>(pts, n, label, nullptr, count);
        update<<<K, 128>>>(pts, label, n, count, cent);
        cudaDeviceSynchronize();
        float moved = 0;
        for (int j = 0; j < K * D; j++) { moved += fabsf(h[j] - cent[j]); h[j] = cent[j]; }
        printf("iteration %d moved %.6f counts %d %d %d %d\n", it, moved, count[0], count[1], count[2], count[3]);
    }
    for (int k = 0; k < K; k++) printf("(%.5f, %.5f)\n", h[2 * k], h[2 * k + 1]);
    cudaFree(pts); cudaFree(label); cudaFree(count); cudaFree(cent);
    return 0;
}
