// What a launch writes is read through a texture behind a barrier: the texture cache need not know of it.
__global__ void stored(int *x, cudaTextureObject_t t, int *out) {
    int i = threadIdx.x;
    x[i] = i;
    __syncthreads();
    out[i] = tex1Dfetch<int>(t, (i + 1) % 64); //~ ERROR[R0703] reads `x[1]` through a texture, and this launch has written it
}
__global__ void by_surface(cudaSurfaceObject_t s, cudaTextureObject_t t, int *out) {
    int i = threadIdx.x;
    surf2Dwrite(i, s, i % 8 * 4, i / 8);
    __syncthreads();
    out[i] = tex2D<int>(t, i / 8, 7 - i % 8); //~ ERROR[R0703] reads texel (0,7) of an array of 8 x 8 through a texture
}
int main() {
    int *x, *out, h;
    cudaMalloc(&x, 64 * sizeof(int)), cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    cudaResourceDesc linear = {}, of_array = {};
    cudaTextureDesc how = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = x;
    linear.res.linear.desc = cudaCreateChannelDesc<int>();
    linear.res.linear.sizeInBytes = 64 * sizeof(int);
    cudaTextureObject_t t, image;
    cudaCreateTextureObject(&t, &linear, &how, nullptr);
    stored<<<1, 64>>>(x, t, out);
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, 8, 8, cudaArraySurfaceLoadStore);
    of_array.resType = cudaResourceTypeArray;
    of_array.res.array.array = array;
    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &of_array);
    cudaCreateTextureObject(&image, &of_array, &how, nullptr);
    by_surface<<<1, 64>>>(s, image, out);
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(t), cudaDestroyTextureObject(image), cudaDestroySurfaceObject(s);
    cudaFreeArray(array), cudaFree(x), cudaFree(out);
}
