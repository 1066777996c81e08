// Operations of two streams that use other rows of one array, other columns of the same rows, or one after the other.
#include <cstdio>
__device__ int variable[64];
__global__ void row(cudaTextureObject_t t, int y, int *out) { out[threadIdx.x] = tex2D<int>(t, threadIdx.x, y); }
__global__ void set_row(cudaSurfaceObject_t s, int y) { surf2Dwrite<int>(y, s, threadIdx.x * 4, y); }
__global__ void store(int *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void fetch(cudaTextureObject_t t, int *out) { out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x); }
int main()
{
    int *x, *h, *out, v[64], *p;
    cudaMalloc(&x, 256), cudaMalloc(&out, 256), cudaMallocHost(&h, 256);
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaStream_t first, second;
    cudaStreamCreate(&first), cudaStreamCreate(&second);
    cudaEvent_t done;
    cudaEventCreate(&done);

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, 8, 8, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, h, 32, 32, 8, cudaMemcpyHostToDevice);
    cudaResourceDesc of_array = {}, linear = {};
    cudaTextureDesc how = {};
    of_array.resType = cudaResourceTypeArray;
    of_array.res.array.array = array;
    cudaTextureObject_t texture, of_variable;
    cudaSurfaceObject_t surface;
    cudaCreateTextureObject(&texture, &of_array, &how, nullptr);
    cudaCreateSurfaceObject(&surface, &of_array);

    cudaMemset(out, 0, 256);
    row<<<1, 8, 0, first>>>(texture, 0, out);
    set_row<<<1, 8, 0, second>>>(surface, 2);
    cudaMemcpy2DToArrayAsync(array, 0, 4, h, 32, 32, 1, cudaMemcpyHostToDevice, second);
    cudaEventRecord(done, second);
    cudaStreamWaitEvent(first, done, 0);
    row<<<1, 8, 0, first>>>(texture, 2, out + 8);
    row<<<1, 8, 0, first>>>(texture, 4, out + 16);
    cudaDeviceSynchronize();

    // The left half of each row, and the right one.
    cudaMemcpy2DAsync(x, 64, h, 32, 32, 4, cudaMemcpyHostToDevice, first);
    cudaMemset2DAsync(x + 8, 64, 0, 32, 4, second);
    cudaDeviceSynchronize();
    cudaMemcpy(v, x, 256, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", v[7], v[8], v[17]);

    cudaGetSymbolAddress((void **)&p, variable);
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = p;
    linear.res.linear.desc = desc;
    linear.res.linear.sizeInBytes = 256;
    cudaCreateTextureObject(&of_variable, &linear, &how, nullptr);
    store<<<1, 64, 0, first>>>(p);
    fetch<<<1, 32, 0, first>>>(of_variable, out + 24);
    cudaDeviceSynchronize();
    cudaMemcpy(v, out, 256, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", v[1], v[9], v[17], v[29]);

    cudaDestroyTextureObject(texture), cudaDestroyTextureObject(of_variable);
    cudaDestroySurfaceObject(surface), cudaFreeArray(array);
    cudaFree(x), cudaFree(out), cudaFreeHost(h);
    cudaEventDestroy(done);
    cudaStreamDestroy(first), cudaStreamDestroy(second);
}
