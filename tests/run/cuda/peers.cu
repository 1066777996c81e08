// Two devices: memory, streams, events and variables of each; peer access; copies between them.
//@ devices: 2
#include <cstdio>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__device__ int counter = 5;
__constant__ int factor = 1;
__global__ void count(int by) { counter += by * factor; }
__global__ void twice(const float *in, float *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i] * 2; }
int main() {
    int devices;
    CHECK(cudaGetDeviceCount(&devices));
    printf("%d devices\n", devices);
    int can01, can10;
    CHECK(cudaDeviceCanAccessPeer(&can01, 0, 1)); CHECK(cudaDeviceCanAccessPeer(&can10, 1, 0));
    printf("peers: %d %d\n", can01, can10);
    const int n = 1024;
    float *g0, *g1, *h;
    CHECK(cudaSetDevice(0)); CHECK(cudaMalloc(&g0, n * 4));
    CHECK(cudaSetDevice(1)); CHECK(cudaMalloc(&g1, n * 4));
    CHECK(cudaMallocHost(&h, n * 4));
    for (int i = 0; i < n; i++) h[i] = i;
    cudaPointerAttributes a;
    CHECK(cudaPointerGetAttributes(&a, g0)); printf("g0 on %d\n", a.device);
    CHECK(cudaPointerGetAttributes(&a, g1)); printf("g1 on %d\n", a.device);
    CHECK(cudaPointerGetAttributes(&a, h)); printf("h on %d\n", a.device);
    CHECK(cudaMemcpy(g0, h, n * 4, cudaMemcpyDefault));
    CHECK(cudaMemcpy(g1, g0, n * 4, cudaMemcpyDefault));
    CHECK(cudaMemcpyPeer(g1, 1, g0, 0, n * 4));
    SHOW(cudaDeviceDisablePeerAccess(0));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaDeviceEnablePeerAccess(1, 0));
    SHOW(cudaDeviceEnablePeerAccess(0, 3));
    twice<<<n / 256, 256>>>(g0, g1);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaSetDevice(0));
    CHECK(cudaDeviceEnablePeerAccess(1, 0));
    twice<<<n / 256, 256>>>(g1, g0);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(h, g0, n * 4, cudaMemcpyDefault));
    printf("%g %g\n", h[1], h[n - 1]);
    // Variables are each device's own.
    int v, ten = 10;
    count<<<1, 1>>>(1);
    CHECK(cudaMemcpyFromSymbol(&v, counter, 4)); printf("device 0: %d\n", v);
    CHECK(cudaSetDevice(1));
    CHECK(cudaMemcpyFromSymbol(&v, counter, 4)); printf("device 1: %d\n", v);
    CHECK(cudaMemcpyToSymbol(factor, &ten, 4));
    count<<<1, 1>>>(2);
    CHECK(cudaMemcpyFromSymbol(&v, counter, 4)); printf("device 1: %d\n", v);
    CHECK(cudaSetDevice(0));
    count<<<1, 1>>>(2);
    CHECK(cudaMemcpyFromSymbol(&v, counter, 4)); printf("device 0: %d\n", v);
    // Streams and events belong to a device.
    cudaStream_t s0, s1;
    cudaEvent_t e0, e1;
    CHECK(cudaStreamCreate(&s0)); CHECK(cudaEventCreate(&e0));
    CHECK(cudaSetDevice(1));
    CHECK(cudaStreamCreate(&s1)); CHECK(cudaEventCreate(&e1));
    twice<<<1, 1, 0, s0>>>(g1, g1);
    SHOW(cudaGetLastError());
    SHOW(cudaEventRecord(e1, s0));
    SHOW(cudaEventRecord(e1, s1));
    SHOW(cudaStreamWaitEvent(s0, e1, 0));
    SHOW(cudaMemcpyAsync(g0, h, 4, cudaMemcpyDefault, s0));
    SHOW(cudaMemcpyPeerAsync(g1, 1, g0, 0, n * 4, s1));
    SHOW(cudaMemcpyPeerAsync(g1, 1, g0, 0, n * 4, s0));
    SHOW(cudaStreamSynchronize(s0));
    int device;
    SHOW(cudaStreamGetDevice(s0, &device)); printf("%d\n", device);
    SHOW(cudaStreamGetDevice(s1, &device)); printf("%d\n", device);
    SHOW(cudaFree(g0));
    SHOW(cudaGetDevice(&device)); printf("%d\n", device);
    int value;
    SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1)); printf("%d\n", value);
    SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrNativeAtomicSupported, 0, 1)); printf("%d\n", value);
    SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 1)); printf("%d\n", value);
    SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrCudaArrayAccessSupported, 0, 1)); printf("%d\n", value);
    SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
    SHOW(cudaDeviceGetP2PAttribute(&value, (cudaDeviceP2PAttr)99, 0, 1));
    SHOW(cudaDeviceDisablePeerAccess(0));
    SHOW(cudaDeviceDisablePeerAccess(0));
    SHOW(cudaSetDevice(2));
    SHOW(cudaSetDevice(0));
    SHOW(cudaFree(g1));
}
