// A thread of the host waits for a kernel through a pointer to the function; another one sets the flag that the kernel waits for.
#include <chrono>
#include <cstdio>
#include <thread>
__global__ void waits(volatile int *flag, int *out) { while (*flag == 0) {} *out = *flag; }
int main(int argc, char **)
{
    int *flag, *out;
    cudaHostAlloc((void **)&flag, 4, cudaHostAllocMapped); cudaHostAlloc((void **)&out, 4, cudaHostAllocMapped);
    *flag = *out = 0;
    waits<<<1, 1>>>(flag, out);
    std::thread setter([=] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); *(volatile int *)flag = 5; });
    cudaError_t (*wait)() = argc > 0 ? cudaDeviceSynchronize : cudaGetLastError;
    printf("%s\n", cudaGetErrorName(wait()));
    printf("%d\n", *out);
    setter.join();
}
