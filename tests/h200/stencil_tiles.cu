// 2D five-point stencil from global memory and from a shared tile with halo, 3D grid launch.
#include <cstdio>
#define TX 16
#define TY 8
__global__ void naive(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[y * w + x] = 0.25f * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}
__global__ void tiled(const float *in, float *out, int w, int h)
{
    __shared__ float t[TY + 2][TX + 2];
    int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
    t[ly][lx] = in[y * w + x];
    if (threadIdx.x == 0 && x > 0) t[ly][0] = in[y * w + x - 1];
    if (threadIdx.x == TX - 1 && x < w - 1) t[ly][TX + 1] = in[y * w + x + 1];
    if (threadIdx.y == 0 && y > 0) t[0][lx] = in[(y - 1) * w + x];
    if (threadIdx.y == TY - 1 && y < h - 1) t[TY + 1][lx] = in[(y + 1) * w + x];
    __syncthreads();
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1) out[y * w + x] = 0.25f * (t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx]);
}
__global__ void cube(int *o, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz) o[(z * ny + y) * nx + x] = x + 10 * y + 100 * z + (gridDim.z << 16) + (blockDim.z << 20);
}
int main()
{
    const int w = 64, h = 48, n = w * h;
    float *hp = (float *)malloc(n * sizeof(float)), *r = (float *)malloc(n * sizeof(float)), *a, *b;
    for (int i = 0; i < n; i++) hp[i] = (float)((i * i) % 101) * 0.5f;
    cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
    cudaMemcpy(a, hp, n * 4, cudaMemcpyHostToDevice);
    for (int v = 0; v < 2; v++) {
        cudaMemset(b, 0, n * 4);
        if (v == 0) naive<<<dim3(w / TX, h / TY), dim3(TX, TY)>>>(a, b, w, h); else tiled<<<dim3(w / TX, h / TY), dim3(TX, TY)>>>(a, b, w, h);
        cudaMemcpy(r, b, n * 4, cudaMemcpyDeviceToHost);
        double s = 0; for (int i = 0; i < n; i++) s += r[i] * (i % 7);
        printf("%.4f %g\n", s, r[w + 1]);
    }
    int *c; const int m = 5 * 6 * 7; int hc[m];
    cudaMalloc(&c, m * 4);
    cube<<<dim3(2, 2, 2), dim3(3, 4, 4)>>>(c, 5, 6, 7);
    cudaMemcpy(hc, c, m * 4, cudaMemcpyDeviceToHost);
    printf("%d %d %d %s\n", hc[0], hc[100], hc[m - 1], cudaGetErrorString(cudaGetLastError()));
    return 0;
}
