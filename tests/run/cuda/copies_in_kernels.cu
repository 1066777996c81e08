// Copies and fills in kernels: work of a stream, in order with what the kernel launches there.
#include <cstdio>
#include <cstring>
__global__ void child(int *p, int v) { p[threadIdx.x] = v + threadIdx.x; }
__global__ void add(int *p, const int *q) { p[threadIdx.x] += q[threadIdx.x]; }
__global__ void unnamed(int *o, int *p)
{
    child<<<1, 4>>>(p, 7);
    cudaMemcpyAsync(o, p, 16, cudaMemcpyDeviceToDevice);
    cudaMemsetAsync(p, 0, 8);
    cudaMemcpyAsync(o + 4, p, 16, cudaMemcpyDefault, 0);
    add<<<1, 4>>>(p, o);
    cudaMemcpyAsync(o + 8, p, 16, cudaMemcpyDeviceToDevice, 0);
}
__global__ void tail(int *o, int *p)
{
    child<<<1, 4, 0, cudaStreamTailLaunch>>>(p, 50);
    cudaMemcpyAsync(o, p, 16, cudaMemcpyDeviceToDevice, cudaStreamTailLaunch);
    cudaMemsetAsync(p, 0, 8, cudaStreamTailLaunch);
    add<<<1, 4, 0, cudaStreamTailLaunch>>>(o, p);
    child<<<1, 4>>>(p, 7);
    cudaMemcpyAsync(o + 4, p, 16, cudaMemcpyDeviceToDevice);
}
__global__ void forgotten(int *o)
{
    child<<<1, 4, 0, cudaStreamFireAndForget>>>(o, 7);
    printf("forget %d\n", cudaMemsetAsync(o + 8, 0, 8, cudaStreamFireAndForget));
}
__global__ void rows(int *o, int *p)
{
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    child<<<1, 8, 0, stream>>>(p, 20);
    cudaMemcpy2DAsync(o, 16, p, 8, 8, 3, cudaMemcpyDeviceToDevice, stream);
    cudaMemset2DAsync(p, 12, 0, 4, 2, stream);
    cudaMemcpyAsync(o + 12, p, 32, cudaMemcpyDeviceToDevice, stream);
    cudaStreamDestroy(stream);
}
__global__ void boxes(int *o, int *p)
{
    child<<<1, 32>>>(p, 3);
    cudaMemcpy3DParms parms = {};
    parms.srcPtr = cudaPitchedPtr{p, 32, 32, 4};
    parms.dstPtr = cudaPitchedPtr{o, 16, 16, 4};
    parms.extent = cudaExtent{8, 3, 1};
    parms.kind = cudaMemcpyDeviceToDevice;
    printf("box %d", cudaMemcpy3DAsync(&parms));
    printf(" %d\n", cudaMemset3DAsync(cudaPitchedPtr{o + 12, 16, 8, 1}, 0, cudaExtent{4, 1, 2}));
}
__global__ void by_block(int *o, int *p)
{
    p += 8 * blockIdx.x;
    if (threadIdx.x == 0) child<<<1, 4>>>(p, 9 + 10 * blockIdx.x);
    __syncthreads();
    if (threadIdx.x == 1) cudaMemcpyAsync(o + 4 * blockIdx.x, p, 16, cudaMemcpyDeviceToDevice);
}
__global__ void release(int *p) { cudaFree(p); }
__global__ void own_heap(int *o)
{
    int *p;
    cudaMalloc(&p, 128);
    child<<<1, 32>>>(p, 5);
    cudaMemcpyAsync(o, p, 16, cudaMemcpyDeviceToDevice, 0);
    release<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
}
__global__ void wrong(int *o, int *p)
{
    for (int kind = -1; kind < 6; kind++) printf("%d ", cudaMemcpyAsync(o + kind + 1, p, 4, (cudaMemcpyKind)kind));
    printf("kinds\n");
    printf("%d %d", cudaMemcpyAsync(o, p, 0, cudaMemcpyDeviceToDevice), cudaMemcpyAsync(nullptr, p, 0, cudaMemcpyDeviceToDevice));
    printf(" %d %d\n", cudaMemset2DAsync(o, 4, 0, 0, 2), cudaMemcpy2DAsync(o, 4, p, 8, 4, 0, cudaMemcpyDeviceToDevice));
    printf("%d %d", cudaMemcpy2DAsync(o, 4, p, 4, 8, 2, cudaMemcpyDeviceToDevice), cudaMemset2DAsync(o, 4, 0, 8, 2));
    printf(" %d %d", cudaMemsetAsync(nullptr, 0, 4), cudaMemsetAsync(o, 0, 4, (cudaStream_t)0x123450));
    printf(" then %d %d\n", cudaGetLastError(), cudaGetLastError());
}
__device__ int failed;
__global__ void many(char *p)
{
    p += blockIdx.x * blockDim.x + threadIdx.x;
    if (cudaMemsetAsync(p, 0, 1) != cudaSuccess) atomicAdd(&failed, 1);
}
int *o, *p;
static void show(const char *name)
{
    printf("%s: %s:", name, cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 24; i++) printf(" %d", o[i]);
    puts("");
    memset(o, 255, 256);
    cudaMemset(p, 0, 256);
}
int main()
{
    cudaMallocManaged(&o, 256);
    cudaMalloc(&p, 8192);
    memset(o, 255, 256);
    cudaMemset(p, 0, 256);
    unnamed<<<1, 1>>>(o, p); show("unnamed");
    tail<<<1, 1>>>(o, p); show("tail");
    forgotten<<<1, 1>>>(o); show("forgotten");
    rows<<<1, 1>>>(o, p); show("rows");
    boxes<<<1, 1>>>(o, p); show("boxes");
    by_block<<<3, 32>>>(o, p); show("by block");
    own_heap<<<1, 1>>>(o); show("heap");
    wrong<<<1, 1>>>(o, p); show("wrong");
    many<<<64, 128>>>((char *)p); show("many");
    int count = -1;
    cudaMemcpyFromSymbol(&count, failed, sizeof count);
    printf("%d failed\n", count);
    cudaFree(o);
    cudaFree(p);
}
