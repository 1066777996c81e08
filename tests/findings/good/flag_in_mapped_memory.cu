// Results and a flag in mapped memory: data, system fence, flag; the host waits for the stream.
#include <cstdio>
__global__ void publish(int *data, volatile int *flag) {
    data[threadIdx.x] = threadIdx.x * 3;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
}
int main() {
    int *data, *flag, *ddata, *dflag;
    cudaHostAlloc(&data, 256, cudaHostAllocMapped), cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&ddata, data, 0), cudaHostGetDevicePointer(&dflag, flag, 0);
    *flag = 0;
    publish<<<1, 64>>>(ddata, dflag);
    while (*(volatile int *)flag == 0) {}
    printf("%d\n", data[5]);
    cudaDeviceSynchronize();
    cudaFreeHost(data), cudaFreeHost(flag);
}
