#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>
// A launch returns before the kernel has run: what a kernel spins on may be set after it, by the host, a copy of another stream, or a
// host function.
__global__ void waits(volatile int *flag, int *out)
{
    while (*flag == 0) {}
    if (threadIdx.x == 0) atomicAdd(out, *flag);
}
__global__ void add(int *p, int x) { *p += x; }
__global__ void server(volatile int *request, volatile int *answer)
{
    for (int last = 0;;) {
        int r = *request;
        if (r == last) continue;
        if (r < 0) return;
        last = r;
        answer[1] = r * r;
        __threadfence_system();
        answer[0] = r;
    }
}
__global__ void workers(volatile int *phase, int *sums)
{
    for (int p = 1; p <= 3; p++) {
        while (*phase < p) {}
        atomicAdd(&sums[p], (int)threadIdx.x);
        __threadfence_system();
        __syncthreads();
        if (threadIdx.x == 0) atomicAdd_system(&sums[0], 1);
    }
}
static void CUDART_CB sets(void *flag) { *(volatile int *)flag = 3; }
static void CUDART_CB tells(void *out) { printf("callback sees %d\n", *(volatile int *)out); }

static int *pinned(int count)
{
    int *p;
    cudaHostAlloc((void **)&p, count * sizeof(int), cudaHostAllocMapped);
    for (int i = 0; i < count; i++) p[i] = 0;
    return p;
}

int main()
{
    int *flag = pinned(1), *out = pinned(1), *request = pinned(1), *answer = pinned(2), *sums = pinned(4);
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);

    // A kernel that is loaded while another runs may have to wait for that (CUDA C++ Programming Guide, "Lazy Loading").
    add<<<1, 1>>>(out, 0);
    cudaDeviceSynchronize();
    waits<<<1, 32>>>(flag, out);
    *(volatile int *)flag = 1;
    cudaDeviceSynchronize();
    printf("host: %d\n", *out);

    server<<<1, 1>>>(request, answer);
    for (int i = 1; i < 6; i++) {
        *(volatile int *)request = i;
        while (*(volatile int *)answer != i) {}
        printf("%d -> %d\n", i, ((volatile int *)answer)[1]);
    }
    *(volatile int *)request = -1;
    cudaDeviceSynchronize();

    int *far, *sum, h;
    cudaMalloc((void **)&far, sizeof(int));
    cudaMalloc((void **)&sum, sizeof(int));
    cudaMemset(far, 0, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    cudaDeviceSynchronize();
    waits<<<4, 64, 0, s>>>(far, sum);
    printf("%s\n", cudaGetErrorName(cudaStreamQuery(s)));
    *request = 7;
    cudaMemcpyAsync(far, request, sizeof(int), cudaMemcpyHostToDevice, t);
    cudaStreamSynchronize(s);
    cudaMemcpy(&h, sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("copy: %d %s\n", h, cudaGetErrorName(cudaStreamQuery(s)));

    // What its stream is given meanwhile comes after it.
    *flag = *out = 0;
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a, s);
    waits<<<50, 128, 0, s>>>(flag, out);
    cudaEventRecord(b, s);
    cudaLaunchHostFunc(s, tells, out);
    add<<<1, 1, 0, s>>>(out, 1000);
    double x = 0;
    for (int i = 0; i < 300000; i++) x += sqrt((double)i);
    printf("%.0f %s\n", x, cudaGetErrorName(cudaEventQuery(b)));
    cudaLaunchHostFunc(t, sets, flag);
    cudaStreamSynchronize(s);
    float ms = 0;
    cudaError_t error = cudaEventElapsedTime(&ms, a, b);
    printf("%s %d, %d\n", cudaGetErrorName(error), ms > 0, *out);

    *flag = 0;
    workers<<<2, 64, 0, s>>>(flag, sums);
    std::thread leader([=] {
        for (int p = 1; p <= 3; p++) {
            *(volatile int *)flag = p;
            while (*(volatile int *)sums != 2 * p) std::this_thread::yield();
        }
    });
    leader.join();
    cudaStreamSynchronize(s);
    // One thread of the host waits for the kernel, another one sets the flag.
    *flag = *out = 0;
    waits<<<1, 64, 0, s>>>(flag, out);
    std::thread setter([=] {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        *(volatile int *)flag = 5;
    });
    cudaStreamSynchronize(s);
    printf("two threads: %d\n", *out);
    setter.join();
    printf("phases: %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(far);
    cudaFree(sum);
    return 0;
}
