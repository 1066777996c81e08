// Texels that other threads read or write: through a texture while a block stores to its memory, and through surfaces.
__global__ void while_it_is_stored(int *x, cudaTextureObject_t t, int *out) {
    int i = threadIdx.x;
    if (blockIdx.x == 0)
        x[i] = i;
    else
        out[i] = tex1Dfetch<int>(t, i); //~ ERROR[R0307] reads it, and nothing orders the two | let the next launch read it
}
__global__ void one_texel(cudaSurfaceObject_t s) {
    surf2Dwrite<int>(threadIdx.x, s, 0, 3); //~ ERROR[R0302] texel (0,3) of an array of 8 x 8
}
__global__ void without_a_barrier(cudaSurfaceObject_t s, int *out) {
    int i = threadIdx.x;
    surf2Dwrite(i, s, i % 8 * 4, i / 8);
    out[i] = surf2Dread<int>(s, i % 8 * 4, (i / 8 + 4) % 8); //~ ERROR[R0302] of an array of 8 x 8 | add `__syncthreads();` after line 14
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
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &linear, &how, nullptr);
    while_it_is_stored<<<2, 64>>>(x, t, out);
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, 8, 8, cudaArraySurfaceLoadStore);
    of_array.resType = cudaResourceTypeArray;
    of_array.res.array.array = array;
    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &of_array);
    one_texel<<<1, 32>>>(s);
    without_a_barrier<<<1, 64>>>(s, out);
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(t), cudaDestroySurfaceObject(s);
    cudaFreeArray(array), cudaFree(x), cudaFree(out);
}
