// What comes before a function of the host is done for that function: the host itself has waited for nothing.
#include <cstdio>
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
static void look(void *p) { printf("%d\n", *(int *)p); }
static void CUDART_CB nothing(cudaStream_t, cudaError_t, void *) {}
int main() {
    int *h, *d, *m;
    cudaStream_t s;
    cudaMallocHost(&h, 128), cudaMalloc(&d, 128), cudaMallocManaged(&m, 128), cudaStreamCreate(&s);
    for (int i = 0; i < 32; i++) h[i] = m[i] = i;
    cudaMemcpyAsync(d, h, 128, cudaMemcpyHostToDevice, s);
    twice<<<1, 32, 0, s>>>(d);
    cudaMemcpyAsync(h, d, 128, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, look, h);
    printf("%d\n", h[3]); //~ ERROR[R0510] the host reads memory that `cudaMemcpyAsync` writes
    cudaStreamSynchronize(s);
    twice<<<1, 32, 0, s>>>(m);
    cudaStreamAddCallback(s, nothing, nullptr, 0);
    printf("%d\n", m[3]); //~ ERROR[R0510] the host reads memory that `twice<<<1, 32>>>` writes
    cudaStreamSynchronize(s);
    cudaFreeHost(h), cudaFree(d), cudaFree(m), cudaStreamDestroy(s);
}
