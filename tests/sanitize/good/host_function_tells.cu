// A function of the host uses what comes before it; and tells the host, which looks at a flag, that it is done.
//@ stdout: 6 6 12
#include <atomic>
#include <cstdio>
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
static std::atomic<int> done{0};
static int seen;
static void look(void *p) { seen = ((int *)p)[3]; }
static void tell(void *) { done.store(1, std::memory_order_release); }
int main() {
    int *h, *d;
    cudaStream_t s;
    cudaMallocHost(&h, 128), cudaMalloc(&d, 128), cudaStreamCreate(&s);
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMemcpyAsync(d, h, 128, cudaMemcpyHostToDevice, s);
    twice<<<1, 32, 0, s>>>(d);
    cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, look, h);
    cudaLaunchHostFunc(s, tell, nullptr);
    while (!done.load(std::memory_order_acquire)) {}
    int first = h[3];
    twice<<<1, 32, 0, s>>>(d);
    cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    printf("%d %d %d\n", seen, first, h[3]);
    cudaFreeHost(h), cudaFree(d), cudaStreamDestroy(s);
}
