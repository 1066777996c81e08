// A stream that does not wait for the default stream, nor it for that one.
#include <cstdio>
__global__ void produce(int *a) { a[threadIdx.x] = threadIdx.x; } //~ NOTE writes it here
int main() {
    int *a, h[32];
    cudaMalloc(&a, sizeof(h));
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    produce<<<1, 32, 0, s>>>(a);
    cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost); //~ ERROR[R0303] `cudaMemcpy` reads bytes 0 to 127 of 128 bytes
    printf("%d\n", h[5]);
    cudaStreamDestroy(s);
    cudaFree(a);
}
