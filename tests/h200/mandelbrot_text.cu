// Mandelbrot set as text, doubles and floats.
#include <stdio.h>
template <typename Real> __device__ int iterate(Real cx, Real cy, int limit)
{
    Real x = 0, y = 0;
    int k = 0;
    while (x * x + y * y <= Real(4) && k < limit) { Real t = x * x - y * y + cx; y = 2 * x * y + cy; x = t; ++k; }
    return k;
}
template <typename Real> __global__ void mandel(int *out, int w, int h, Real x0, Real y0, Real dx, Real dy, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    out[py * w + px] = iterate<Real>(x0 + px * dx, y0 + py * dy, limit);
}
int main()
{
    const int W = 70, H = 24, L = 200;
    static int img[H][W];
    int *d;
    cudaMalloc((void **)&d, sizeof(img));
    for (int pass = 0; pass < 2; pass++) {
        dim3 b(16, 8), g((W + b.x - 1) / b.x, (H + b.y - 1) / b.y);
        if (pass == 0) mandel<float><<<g, b>>>(d, W, H, -2.2f, -1.2f, 3.2f / W, 2.4f / H, L);
        else mandel<double><<<g, b>>>(d, W, H, -2.2, -1.2, 3.2 / W, 2.4 / H, L);
        cudaMemcpy(img, d, sizeof(img), cudaMemcpyDeviceToHost);
        long total = 0;
        for (int y = 0; y < H; y++) {
            char line[W + 1];
            for (int x = 0; x < W; x++) { total += img[y][x]; line[x] = " .:-=+*#%@"[img[y][x] == L ? 9 : img[y][x] % 9]; }
            line[W] = '\0';
            if (pass == 0) puts(line);
        }
        printf("total %ld\n", total);
    }
    return 0;
}
