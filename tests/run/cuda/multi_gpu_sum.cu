// A sum over several devices, as NVIDIA's simpleMultiGPU does it: a part of the data, a stream and a result for each.
//@ devices: 3
#include <cstdio>
#include <cstdlib>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
struct Plan { int n; float *h, *d, *d_sum, *h_sum; cudaStream_t stream; };
__global__ void reduce(float *result, const float *in, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    float sum = 0;
    for (int i = tid; i < n; i += all) sum += in[i];
    result[tid] = sum;
}
int main() {
    int devices;
    CHECK(cudaGetDeviceCount(&devices));
    const int n = 3 << 14, threads = 256, blocks = 4, all = threads * blocks;
    Plan plan[16];
    float total = 0;
    for (int i = 0; i < devices; i++) {
        CHECK(cudaSetDevice(i));
        plan[i].n = n / devices;
        CHECK(cudaStreamCreate(&plan[i].stream));
        CHECK(cudaMalloc(&plan[i].d, plan[i].n * sizeof(float)));
        CHECK(cudaMalloc(&plan[i].d_sum, all * sizeof(float)));
        CHECK(cudaMallocHost(&plan[i].h, plan[i].n * sizeof(float)));
        CHECK(cudaMallocHost(&plan[i].h_sum, all * sizeof(float)));
        for (int j = 0; j < plan[i].n; j++) plan[i].h[j] = (i + j) % 7;
    }
    for (int i = 0; i < devices; i++) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaMemcpyAsync(plan[i].d, plan[i].h, plan[i].n * sizeof(float), cudaMemcpyHostToDevice, plan[i].stream));
        reduce<<<blocks, threads, 0, plan[i].stream>>>(plan[i].d_sum, plan[i].d, plan[i].n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(plan[i].h_sum, plan[i].d_sum, all * sizeof(float), cudaMemcpyDeviceToHost, plan[i].stream));
    }
    for (int i = 0; i < devices; i++) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaStreamSynchronize(plan[i].stream));
        float sum = 0;
        for (int j = 0; j < all; j++) sum += plan[i].h_sum[j];
        total += sum;
        CHECK(cudaFreeHost(plan[i].h)); CHECK(cudaFreeHost(plan[i].h_sum));
        CHECK(cudaFree(plan[i].d)); CHECK(cudaFree(plan[i].d_sum));
        CHECK(cudaStreamDestroy(plan[i].stream));
    }
    double expected = 0;
    for (int i = 0; i < devices; i++) for (int j = 0; j < n / devices; j++) expected += (i + j) % 7;
    printf("%s\n", total == expected ? "passed" : "failed");
    int previous = 0;
    for (int i = 1; i < devices; i++) {
        int can;
        CHECK(cudaDeviceCanAccessPeer(&can, previous, i));
        printf("%d reaches %d: %d\n", previous, i, can);
        previous = i;
    }
}
