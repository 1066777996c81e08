// The reader lacks a fence: reads may be done early.
__device__ int data;
__device__ volatile int flag;
__global__ void pass(int *out) {
    if (blockIdx.x == 0) {
        data = 42;
        __threadfence();
        flag = 1;
    } else {
        while (flag == 0) {}
        *out = data; //~ ERROR[R0702] between the two reads: the fence between the two writes does not do alone
    }
}
int main() {
    int *out;
    cudaMalloc(&out, sizeof(int));
    pass<<<2, 1>>>(out);
    cudaDeviceSynchronize();
}
