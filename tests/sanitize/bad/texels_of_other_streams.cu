// Texels that an operation of another stream writes, or reads while they are written; rows of a copy; a texture over a variable.
__device__ int variable[64];
__global__ void through_a_texture(cudaTextureObject_t t, int *out)
{
    out[threadIdx.x] = tex2D<int>(t, threadIdx.x % 8, threadIdx.x / 8); //~ ERROR[R0303] that `through_a_surface<<<1, 64>>>` writes
}
__global__ void through_a_surface(cudaSurfaceObject_t s)
{
    surf2Dwrite(1, s, threadIdx.x % 8 * 4, threadIdx.x / 8);
}
__global__ void of_linear_memory(cudaTextureObject_t t, int *out)
{
    out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x);
}
__global__ void stores_to_the_variable(cudaTextureObject_t t, int *out)
{
    int i = threadIdx.x;
    if (blockIdx.x == 0)
        variable[i] = i;
    else
        out[i] = tex1Dfetch<int>(t, i); //~ ERROR[R0307] reads it, and nothing orders the two
}
int main()
{
    int *x, *h, *out, v[64];
    cudaMalloc(&x, 256), cudaMalloc(&out, 256), cudaMallocHost(&h, 256);
    for (int i = 0; i < 64; i++)
        h[i] = i;
    cudaMemcpy(x, h, 256, cudaMemcpyHostToDevice);
    cudaStream_t first, second;
    cudaStreamCreate(&first), cudaStreamCreate(&second);

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, 8, 8, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, h, 32, 32, 8, cudaMemcpyHostToDevice);
    cudaResourceDesc of_array = {}, linear = {};
    cudaTextureDesc how = {};
    of_array.resType = cudaResourceTypeArray;
    of_array.res.array.array = array;
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = x;
    linear.res.linear.desc = desc;
    linear.res.linear.sizeInBytes = 256;
    cudaTextureObject_t texture, of_x, of_variable;
    cudaSurfaceObject_t surface;
    cudaCreateTextureObject(&texture, &of_array, &how, nullptr);
    cudaCreateSurfaceObject(&surface, &of_array);
    cudaCreateTextureObject(&of_x, &linear, &how, nullptr);

    through_a_surface<<<1, 64, 0, first>>>(surface);
    through_a_texture<<<1, 64, 0, second>>>(texture, out);
    cudaDeviceSynchronize();
    cudaMemcpy(v, out, 256, cudaMemcpyDeviceToHost);

    through_a_texture<<<1, 64, 0, first>>>(texture, out);
    cudaMemcpy2DToArrayAsync(array, 0, 2, h, 32, 32, 1, cudaMemcpyHostToDevice, second); //~ ERROR[R0303] `cudaMemcpy2DToArrayAsync` writes texel (0,2) of an array of 8 x 8 that `through_a_texture<<<1, 64>>>` reads
    cudaDeviceSynchronize();
    cudaMemcpy(v, out, 256, cudaMemcpyDeviceToHost);

    of_linear_memory<<<1, 64, 0, first>>>(of_x, out);
    cudaMemsetAsync(x, 0, 256, second); //~ ERROR[R0303] `cudaMemsetAsync` writes bytes 0 to 255 of 256 bytes that `of_linear_memory<<<1, 64>>>` reads
    cudaDeviceSynchronize();
    cudaMemcpy(v, out, 256, cudaMemcpyDeviceToHost);

    cudaMemcpy2DAsync(x, 64, h, 32, 32, 4, cudaMemcpyHostToDevice, first);
    cudaMemset2DAsync(x + 7, 64, 0, 4, 4, second); //~ ERROR[R0303] `cudaMemset2DAsync` writes bytes 28 to
    cudaDeviceSynchronize();
    cudaMemcpy(v, x, 256, cudaMemcpyDeviceToHost);

    cudaGetSymbolAddress(&linear.res.linear.devPtr, variable);
    cudaCreateTextureObject(&of_variable, &linear, &how, nullptr);
    stores_to_the_variable<<<2, 64>>>(of_variable, out);
    cudaDeviceSynchronize();

    cudaDestroyTextureObject(texture), cudaDestroyTextureObject(of_x), cudaDestroyTextureObject(of_variable);
    cudaDestroySurfaceObject(surface), cudaFreeArray(array);
    cudaFree(x), cudaFree(out), cudaFreeHost(h);
    cudaStreamDestroy(first), cudaStreamDestroy(second);
}
