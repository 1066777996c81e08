#include <cstdio>
#include <vector>
#include <cmath>
// 3D heat, 7-point stencil, 3D blocks and grids
struct Dim { int x, y, z; __host__ __device__ int operator()(int i, int j, int k) const { return (k * y + j) * x + i; } int size() const { return x * y * z; } };

template <int BX, int BY, int BZ>
__global__ void __launch_bounds__(BX * BY * BZ) heat(const double *u, double *v, Dim d, double r)
{
    int i = blockIdx.x * BX + threadIdx.x, j = blockIdx.y * BY + threadIdx.y, k = blockIdx.z * BZ + threadIdx.z;
    if (i >= d.x || j >= d.y || k >= d.z) return;
    double c = u[d(i, j, k)];
    if (i == 0 || j == 0 || k == 0 || i == d.x - 1 || j == d.y - 1 || k == d.z - 1) { v[d(i, j, k)] = c; return; }
    double s = u[d(i - 1, j, k)] + u[d(i + 1, j, k)] + u[d(i, j - 1, k)] + u[d(i, j + 1, k)] + u[d(i, j, k - 1)] + u[d(i, j, k + 1)];
    v[d(i, j, k)] = c + r * (s - 6.0 * c);
}
int main()
{
    Dim d = {20, 15, 11};
    std::vector<double> h(d.size(), 0.0), g(d.size());
    for (int k = 3; k < 7; k++) for (int j = 4; j < 9; j++) for (int i = 5; i < 12; i++) h[d(i, j, k)] = 10.0 + i - j * 0.5 + k * 0.25;
    double *u, *v;
    cudaMalloc(&u, d.size() * sizeof(double));
    cudaMalloc(&v, d.size() * sizeof(double));
    cudaMemcpy(u, h.data(), d.size() * sizeof(double), cudaMemcpyHostToDevice);
    const dim3 block(8, 4, 4), grid((d.x + 7) / 8, (d.y + 3) / 4, (d.z + 3) / 4);
    const double r = 0.12;
    for (int step = 0; step < 40; step++) {
        heat<8, 4, 4><<<grid, block>>>(u, v, d, r);
        std::swap(u, v);
    }
    cudaMemcpy(g.data(), u, d.size() * sizeof(double), cudaMemcpyDeviceToHost);
    std::vector<double> w = h;
    for (int step = 0; step < 40; step++) {
        for (int k = 1; k < d.z - 1; k++) for (int j = 1; j < d.y - 1; j++) for (int i = 1; i < d.x - 1; i++) {
            double c = h[d(i, j, k)];
            double s = h[d(i - 1, j, k)] + h[d(i + 1, j, k)] + h[d(i, j - 1, k)] + h[d(i, j + 1, k)] + h[d(i, j, k - 1)] + h[d(i, j, k + 1)];
            w[d(i, j, k)] = fma(r, fma(-6.0, c, s), c);
        }
        h.swap(w);
    }
    double worst = 0, total = 0;
    for (int i = 0; i < d.size(); i++) { worst = fmax(worst, fabs(h[i] - g[i])); total += g[i]; }
    printf("total %.15g worst %g\n", total, worst);
    for (int k = 1; k < d.z; k += 3) printf("%.17g %.17g\n", g[d(8, 6, k)], g[d(3, 10, k)]);
    cudaFree(u); cudaFree(v);
    return 0;
}
