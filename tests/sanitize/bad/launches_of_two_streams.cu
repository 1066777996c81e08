// One launch reads what another one writes in another stream; an event goes the wrong way.
__global__ void produce(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void consume(const int *a, int *b) { b[threadIdx.x] = 2 * a[threadIdx.x]; } //~ ERROR[R0303] `consume<<<1, 32>>>` reads bytes 0 to 127 of 128 bytes that `produce<<<1, 32>>>` writes
int main() {
    int *a, *b;
    cudaMalloc(&a, 32 * sizeof(int));
    cudaMalloc(&b, 32 * sizeof(int));
    cudaStream_t first, second;
    cudaEvent_t before;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&before);
    cudaEventRecord(before, first);
    produce<<<1, 32, 0, first>>>(a);
    cudaStreamWaitEvent(second, before, 0);
    consume<<<1, 32, 0, second>>>(a, b);
    cudaDeviceSynchronize();
    cudaEventDestroy(before);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(a);
    cudaFree(b);
}
