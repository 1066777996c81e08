// Kernels in several streams run at the same time: a producer and a consumer, a ring of three, one that a later one ends, and one
// that waits behind an event.
#include <cstdio>

__device__ volatile int slots[4];
__device__ volatile int produced, consumed;

__global__ void produce(int n)
{
    for (int i = 0; i < n; i++) {
        while (produced - consumed >= 4) {
        }
        slots[i % 4] = i * i + 1;
        __threadfence();
        produced = i + 1;
    }
}

__global__ void consume(int n, int *sums)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        while (consumed >= produced) {
        }
        __threadfence();
        sum += slots[i % 4];
        consumed = i + 1;
    }
    *sums = sum;
}

__global__ void take_turns(volatile int *turn, int own, int kernels, int rounds, int *seen)
{
    if (threadIdx.x == 0)
        for (int round = 0; round < rounds; round++) {
            while (*turn % kernels != own) {
            }
            seen[round * kernels + own] = *turn;
            __threadfence();
            *turn = *turn + 1;
        }
    __syncthreads();
}

__global__ void spin(volatile int *flag, int *out)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        while (*flag == 0) {
        }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, 1);
}

__global__ void set(int *flag) { *flag = 1; }
__global__ void copy(const int *from, int *to) { *to = *from * 10; }

int main()
{
    cudaStream_t streams[3];
    for (auto &stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    int *data, host[16] = {};
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    cudaDeviceSynchronize();
    // Loads all kernels: one that is loaded while another runs would wait for that.
    produce<<<1, 1>>>(0);
    consume<<<1, 1>>>(0, data + 63);
    take_turns<<<1, 32>>>(data, 0, 1, 0, data);
    set<<<1, 1>>>(data + 62);
    spin<<<2, 32>>>(data + 62, data + 61);
    copy<<<1, 1>>>(data + 61, data + 60);
    cudaDeviceSynchronize();

    produce<<<1, 1, 0, streams[0]>>>(1000);
    consume<<<1, 1, 0, streams[1]>>>(1000, data + 1);
    cudaDeviceSynchronize();
    cudaMemcpy(host, data + 1, sizeof(int), cudaMemcpyDeviceToHost);
    printf("consumed: %d\n", host[0]);

    for (int i = 0; i < 3; i++) take_turns<<<1, 64, 0, streams[2 - i]>>>(data + 2, 2 - i, 3, 4, data + 8);
    cudaStreamSynchronize(streams[1]);
    cudaDeviceSynchronize();
    cudaMemcpy(host, data + 8, 12 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("turns:");
    for (int i = 0; i < 12; i++) printf(" %d", host[i]);
    printf("\n");

    cudaEvent_t spun;
    cudaEventCreate(&spun);
    spin<<<4, 64, 0, streams[0]>>>(data + 3, data + 4);
    cudaEventRecord(spun, streams[0]);
    cudaStreamWaitEvent(streams[1], spun, 0);
    copy<<<1, 1, 0, streams[1]>>>(data + 4, data + 5);
    printf("before: %s\n", cudaGetErrorName(cudaStreamQuery(streams[1])));
    set<<<1, 1, 0, streams[2]>>>(data + 3);
    cudaStreamSynchronize(streams[1]);
    cudaMemcpy(host, data + 4, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("after: %d %d\n", host[0], host[1]);

    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaEventDestroy(spun);
    for (auto &stream : streams) cudaStreamDestroy(stream);
    cudaFree(data);
    return 0;
}
