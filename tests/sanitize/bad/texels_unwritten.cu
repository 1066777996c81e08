// Texels of arrays to which nothing was written: a copy of rows that are too short, no copy at all, a level that nobody filled.
#include <vector>
__global__ void blur(cudaTextureObject_t t, float *out, int width) {
    int x = threadIdx.x, y = blockIdx.x;
    float s = 0;
    for (int d = -1; d <= 1; d++)
        s += tex2D<float>(t, x + d + 0.5f, y + 0.5f); //~ ERROR[R0601] reads texel (8,0) of an array of 32 x 8, to which nothing was written
    out[y * width + x] = s;
}
__global__ void by_surface(cudaSurfaceObject_t s, float *out) {
    int x = threadIdx.x;
    float v = surf2Dread<float>(s, x * 4, 0); //~ ERROR[R0601] reads texel (0,0) of an array of 32 x 8, to which nothing was written
    out[x] = 2 * v;
}
__global__ void linear(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = 2 * tex1Dfetch<float>(t, threadIdx.x); //~ ERROR[R0601] reads byte 64 of an allocation of 256 bytes, to which nothing was written
}
// The right ones: all that is read was written, by a copy of a part or by a surface.
__global__ void fill(cudaSurfaceObject_t s) { surf2Dwrite(1.0f * threadIdx.x, s, threadIdx.x * 4, 1); }
__global__ void part(cudaTextureObject_t t, float *out, int n, int y) {
    if (threadIdx.x < n) out[threadIdx.x] = 2 * tex2D<float>(t, threadIdx.x, y);
}
int main() {
    const int width = 32, height = 8;
    std::vector<float> img(width * height, 1.0f), back(width * height);
    float *out, *x;
    cudaMalloc(&out, img.size() * sizeof(float));
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t rows, none;
    cudaMallocArray(&rows, &format, width, height);
    cudaMallocArray(&none, &format, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(rows, 0, 0, img.data(), width * sizeof(float), width, height, cudaMemcpyHostToDevice);
    cudaResourceDesc of = {};
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    of.resType = cudaResourceTypeArray;
    of.res.array.array = rows;
    cudaTextureObject_t t, u, w;
    cudaCreateTextureObject(&t, &of, &how, nullptr);
    of.res.array.array = none;
    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &of);
    cudaCreateTextureObject(&u, &of, &how, nullptr);
    part<<<1, 32>>>(t, out, 8, 3);
    blur<<<height, width>>>(t, out, width);
    cudaMemcpy(back.data(), out, width * height * sizeof(float), cudaMemcpyDeviceToHost);
    fill<<<1, 32>>>(s);
    part<<<1, 32>>>(u, out, 32, 1);
    by_surface<<<1, 32>>>(s, out);
    cudaMemcpy(back.data(), out, width * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMalloc(&x, 64 * sizeof(float));
    cudaMemcpy(x, img.data(), 64, cudaMemcpyHostToDevice);
    of.resType = cudaResourceTypeLinear;
    of.res.linear.devPtr = x;
    of.res.linear.desc = format;
    of.res.linear.sizeInBytes = 64 * sizeof(float);
    cudaCreateTextureObject(&w, &of, &how, nullptr);
    linear<<<1, 64>>>(w, out);
    cudaMemcpy(back.data(), out, 64 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(t), cudaDestroyTextureObject(u), cudaDestroyTextureObject(w), cudaDestroySurfaceObject(s);
    cudaFreeArray(rows), cudaFreeArray(none), cudaFree(x), cudaFree(out);
    return back[0] < -1;
}
