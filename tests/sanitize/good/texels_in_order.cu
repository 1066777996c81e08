// Half of an allocation is read through a texture and the other half written; a surface is written in one launch and read through a
// texture in the next; a block turns an image round in a surface, with a barrier between.
#include <cstdio>
__global__ void copied(cudaTextureObject_t t, int *x) {
    int i = blockIdx.x * 32 + threadIdx.x;
    x[64 + i] = tex1Dfetch<int>(t, 63 - i);
}
__global__ void draw(cudaSurfaceObject_t s) { surf2Dwrite<int>(threadIdx.x * 10 + blockIdx.x, s, threadIdx.x * 4, blockIdx.x); }
__global__ void look(cudaTextureObject_t t, int *out) { out[blockIdx.x * 8 + threadIdx.x] = tex2D<int>(t, threadIdx.x, blockIdx.x); }
__global__ void turn(cudaSurfaceObject_t s) {
    int x = threadIdx.x, y = threadIdx.y, v = surf2Dread<int>(s, y * 4, x);
    __syncthreads();
    surf2Dwrite(v, s, x * 4, y);
}
int main() {
    int h[128] = {}, *x;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaResourceDesc linear = {}, of_array = {};
    cudaTextureDesc how = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = x;
    linear.res.linear.desc = cudaCreateChannelDesc<int>();
    linear.res.linear.sizeInBytes = 64 * sizeof(int);
    cudaTextureObject_t t, image;
    cudaCreateTextureObject(&t, &linear, &how, nullptr);
    copied<<<2, 32>>>(t, x);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[64], h[127]);

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, 8, 8, cudaArraySurfaceLoadStore);
    of_array.resType = cudaResourceTypeArray;
    of_array.res.array.array = array;
    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &of_array);
    cudaCreateTextureObject(&image, &of_array, &how, nullptr);
    draw<<<8, 8>>>(s);
    turn<<<1, dim3(8, 8)>>>(s);
    look<<<8, 8>>>(image, x);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[1], h[8]);
    cudaDestroyTextureObject(t), cudaDestroyTextureObject(image), cudaDestroySurfaceObject(s);
    cudaFreeArray(array), cudaFree(x);
}
