// The flag is volatile, but nothing says that the data comes before it.
__device__ int data;
__device__ volatile int flag;
__global__ void pass(int *out) {
    if (blockIdx.x == 0) {
        data = 42;
        flag = 1;
    } else {
        while (flag == 0) {}
        *out = data; //~ ERROR[R0702] __threadfence
    }
}
int main() {
    int *out;
    cudaMalloc(&out, sizeof(int));
    pass<<<2, 1>>>(out);
    cudaDeviceSynchronize();
}
