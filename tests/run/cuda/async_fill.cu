// Asynchronous copies of less than their size: what is not read is zero, and nothing behind it is touched.
#include <cstdio>
#include <cuda_pipeline_primitives.h>

template <int BYTES> __global__ void by_ptx(const char *in, unsigned char *out)
{
    __shared__ alignas(16) unsigned char tile[32 * BYTES];
    int t = threadIdx.x;
    for (int i = 0; i < BYTES; i++) tile[t * BYTES + i] = 0xee;
    unsigned to = (unsigned)__cvta_generic_to_shared(tile + t * BYTES);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(in), "n"(BYTES), "r"(t % (BYTES + 1)));
    asm volatile("cp.async.wait_all;" ::: "memory");
    for (int i = 0; i < BYTES; i++) out[t * BYTES + i] = tile[t * BYTES + i];
}

__global__ void by_primitives(const char *in, int n, unsigned char *out)
{
    __shared__ alignas(16) unsigned char tile[16 * 16];
    int t = threadIdx.x, left = n - t * 16, read = left < 0 ? 0 : left > 16 ? 16 : left;
    __pipeline_memcpy_async(tile + t * 16, in + t * 16, 16, 16 - read);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < 16; i++) out[t * 16 + i] = tile[t * 16 + i];
}

__global__ void by_halves(const char *in, unsigned char *out)
{
    __shared__ alignas(16) unsigned char tile[8][16];
    int t = threadIdx.x;
    if (t % 2) __pipeline_memcpy_async(tile[t], in + t * 8, 8, t), __pipeline_memcpy_async(tile[t] + 8, in + t * 4, 4, t / 2);
    else __pipeline_memcpy_async(tile[t], in + t * 16, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < (t % 2 ? 12 : 16); i++) out[t * 16 + i] = tile[t][i];
}

static void show(const char *name, unsigned char *device, int n, int width)
{
    static unsigned char host[1024];
    cudaMemcpy(host, device, n, cudaMemcpyDeviceToHost);
    printf("%s", name);
    for (int i = 0; i < n; i++) printf("%s%02x", i % width ? "" : "\n  ", host[i]);
    printf("\n");
}

int main()
{
    const int n = 101;
    char host[n], *in;
    unsigned char *out;
    for (int i = 0; i < n; i++) host[i] = i + 1;
    cudaMalloc(&in, n); // not a byte more than what is read
    cudaMalloc(&out, 1024);
    cudaMemcpy(in, host, n, cudaMemcpyHostToDevice);
    by_ptx<4><<<1, 32>>>(in, out);
    show("4 bytes", out, 32 * 4, 40);
    by_ptx<8><<<1, 32>>>(in, out);
    show("8 bytes", out, 32 * 8, 72);
    by_ptx<16><<<1, 32>>>(in, out);
    show("16 bytes", out, 32 * 16, 64);
    by_primitives<<<1, 16>>>(in, n, out);
    show("rest", out, 16 * 16, 64);
    cudaMemset(out, 0, 1024);
    by_halves<<<1, 6>>>(in, out);
    show("halves", out, 6 * 16, 16);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(in);
    cudaFree(out);
    return 0;
}
