// What is loaded beyond the data and not used: the tail of a vector, before the test of its index, for a round that does not come;
// locks that an exchange sets up; an array that a surface writes.
#include <cstdio>
__global__ void tail(const float4 *x, int n, float *out)
{
    int i = threadIdx.x;
    float4 v = x[i];
    float s = 0;
    if (4 * i < n) s += v.x;
    if (4 * i + 1 < n) s += v.y;
    if (4 * i + 2 < n) s += v.z;
    if (4 * i + 3 < n) s += v.w;
    out[i] = s;
}
__global__ void early(const int *x, int n, int *out)
{
    int t = threadIdx.x, v = x[t];
    if (t >= n) {
        out[t] = 0;
        return;
    }
    out[t] = v * 2;
}
__global__ void prefetched(const int *in, int *out, int n)
{
    int stride = blockDim.x * gridDim.x, i = blockIdx.x * blockDim.x + threadIdx.x, next = in[i];
    while (i < n) {
        int now = next;
        next = in[i + stride];
        out[i] = now * 2;
        i += stride;
    }
}
__global__ void locks(int *out)
{
    __shared__ int lock[8], sum;
    int t = threadIdx.x;
    if (t < 8) atomicExch(&lock[t], 0);
    if (t == 0) atomicExch(&sum, 0);
    __syncthreads();
    atomicAdd(&sum, lock[t % 8] + 1);
    __syncthreads();
    out[t] = sum;
}
__global__ void put(cudaSurfaceObject_t s) { surf2Dwrite<int>(threadIdx.x * 10 + blockIdx.x, s, threadIdx.x * 4, blockIdx.x); }
__global__ void twice(const int *a, int *b)
{
    int i = blockIdx.x * 8 + threadIdx.x;
    b[i] = 2 * a[i];
}
int main()
{
    int h[160] = {1, 2, 3, 4, 5}, *x, *out;
    float f[5] = {1, 1, 1, 1, 1}, sums[2];
    cudaMalloc(&x, 160 * 4), cudaMalloc(&out, 160 * 4);
    cudaMemcpy(x, f, sizeof f, cudaMemcpyHostToDevice);
    tail<<<1, 2>>>((float4 *)x, 5, (float *)out);
    cudaMemcpy(sums, out, 8, cudaMemcpyDeviceToHost);
    printf("%.0f %.0f\n", sums[0], sums[1]);
    cudaFree(x), cudaMalloc(&x, 160 * 4);
    cudaMemcpy(x, h, 5 * 4, cudaMemcpyHostToDevice);
    early<<<1, 8>>>(x, 5, out);
    cudaMemcpy(h, out, 32, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[4], h[5]);
    cudaMemcpy(x, h, 128 * 4, cudaMemcpyHostToDevice);
    prefetched<<<1, 32>>>(x, out, 128);
    cudaMemcpy(h, out, 128 * 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h[4]);
    locks<<<1, 32>>>(out);
    cudaMemcpy(h, out, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(x), cudaFree(out);

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, 8, 4, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    cudaMalloc(&x, 128), cudaMalloc(&out, 128);
    put<<<4, 8>>>(surface);
    cudaMemcpy2DFromArray(x, 32, array, 0, 0, 32, 4, cudaMemcpyDeviceToDevice);
    twice<<<4, 8>>>(x, out);
    cudaMemcpy(h, out, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array), cudaFree(x), cudaFree(out);
}
