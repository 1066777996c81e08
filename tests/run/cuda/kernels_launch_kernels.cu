// Dynamic parallelism as CUDA 12 has it: children, their children, tails, streams made in kernels, failed launches.
#include <cstdio>
__device__ int done;
__global__ void leaf(int *data, int value)
{
    atomicAdd(&data[blockIdx.x * blockDim.x + threadIdx.x], value);
}
__global__ void count()
{
    atomicAdd(&done, 1);
}
__global__ void parent(int *data, int n)
{
    if (threadIdx.x == 0) {
        leaf<<<n / 32, 32>>>(data, blockIdx.x + 1);
        cudaError_t error = cudaGetLastError();
        if (error != cudaSuccess) printf("launch failed: %s\n", cudaGetErrorString(error));
    }
}
__global__ void tail(int *data)
{
    printf("the tail sees %d\n", data[5]);
}
__global__ void top(int *data)
{
    if (threadIdx.x == 0) {
        tail<<<1, 1, 0, cudaStreamTailLaunch>>>(data);
        leaf<<<1, 32, 0, cudaStreamFireAndForget>>>(data, 100);
        parent<<<2, 32>>>(data, 32);
    }
}
template <typename T> __global__ void quicksort(T *a, int low, int high)
{
    int i = low, j = high;
    T pivot = a[(low + high) / 2];
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
            T kept = a[i];
            a[i++] = a[j];
            a[j--] = kept;
        }
    }
    cudaStream_t stream;
    if (low < j) {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(a, low, j);
        cudaStreamDestroy(stream);
    }
    if (i < high) quicksort<<<1, 1>>>(a, i, high);
}
__global__ void deep(int depth, int most)
{
    atomicMax(&done, depth);
    if (depth < most) deep<<<1, 1>>>(depth + 1, most);
}
__global__ void chain(int depth, int most)
{
    atomicMax(&done, depth);
    if (depth < most) chain<<<1, 1, 0, cudaStreamTailLaunch>>>(depth + 1, most);
}
__global__ void wrong()
{
    count<<<1, 2048>>>();
    printf("too many threads: %d\n", cudaGetLastError());
    count<<<0, 1>>>();
    printf("no blocks: %d\n", cudaGetLastError());
    printf("asked again: %d\n", cudaGetLastError());
}
__global__ void many()
{
    count<<<1, 1>>>();
    if (cudaGetLastError() == cudaErrorLaunchPendingCountExceeded) atomicAdd(&done, 10000);
}
int taken()
{
    int was, zero = 0;
    cudaMemcpyFromSymbol(&was, done, sizeof was);
    cudaMemcpyToSymbol(done, &zero, sizeof zero);
    return was;
}
int main()
{
    int *data;
    cudaMallocManaged(&data, 256 * sizeof(int));
    for (int i = 0; i < 256; i++) data[i] = 0;
    parent<<<2, 64>>>(data, 64);
    cudaDeviceSynchronize();
    printf("%d %d\n", data[0], data[63]);
    top<<<1, 32>>>(data);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < 256; i++) data[i] = i * 97 % 256;
    quicksort<<<1, 1>>>(data, 0, 255);
    cudaDeviceSynchronize();
    bool is_sorted = true;
    for (int i = 0; i < 256; i++) is_sorted &= data[i] == i;
    printf("sorted: %d\n", is_sorted);
    deep<<<1, 1>>>(0, 30);
    cudaDeviceSynchronize();
    printf("depth %d\n", taken());
    chain<<<1, 1>>>(0, 100);
    cudaDeviceSynchronize();
    printf("tails %d\n", taken());
    wrong<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("counted %d\n", taken());
    many<<<64, 128>>>();
    cudaDeviceSynchronize();
    printf("pending %d\n", taken());
    size_t limit = 0;
    printf("%d %d", cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount), (int)limit);
    printf(" %d\n", cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth));
    cudaFree(data);
}
