// Many kernels wait: the first of each stream for the host, the others behind it.
#include <cstdio>
#include <vector>
__global__ void wait_for(volatile int *flag, int *out)
{
    while (*flag == 0) {}
    *out = 1;
}
int main()
{
    const int n = 320, streams = 8;
    int *flag, *out, sum = 0;
    cudaHostAlloc(&flag, 4, 0);
    cudaHostAlloc(&out, 4 * n, 0);
    *flag = 0;
    std::vector<cudaStream_t> s(streams);
    for (cudaStream_t &one : s) cudaStreamCreate(&one);
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        wait_for<<<1, 1, 0, s[i % streams]>>>(flag, out + i);
    }
    *(volatile int *)flag = 1;
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) sum += out[i];
    printf("%d\n", sum);
}
