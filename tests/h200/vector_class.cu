// A small vector class with methods, constructors and operators, used on both sides.
#include <cstdio>
#include <cmath>
struct Vec3 {
    float x, y, z;
    __host__ __device__ Vec3() : x(0), y(0), z(0) {}
    __host__ __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
    __host__ __device__ explicit Vec3(float s) : x(s), y(s), z(s) {}
    __host__ __device__ Vec3 operator+(const Vec3 &o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
    __host__ __device__ Vec3 operator-(const Vec3 &o) const { return Vec3(x - o.x, y - o.y, z - o.z); }
    __host__ __device__ Vec3 &operator+=(const Vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
    __host__ __device__ float dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
    __host__ __device__ float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};
__host__ __device__ inline Vec3 operator*(float s, const Vec3 &v) { return Vec3(s * v.x, s * v.y, s * v.z); }
__host__ __device__ inline bool operator==(const Vec3 &a, const Vec3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
__global__ void step(Vec3 *p, const Vec3 *v, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Vec3 q = p[i];
    for (int k = 0; k < 3; k++) q += dt * v[i];
    p[i] = q - 0.25f * Vec3(1.0f);
}
int main()
{
    const int n = 100;
    Vec3 *hp = new Vec3[n], *hv = new Vec3[n], *dp, *dv;
    for (int i = 0; i < n; i++) { hp[i] = Vec3(i, i * 2, i * 3); hv[i] = Vec3(1.0f / (i + 1)); }
    cudaMalloc(&dp, n * sizeof(Vec3));
    cudaMalloc(&dv, n * sizeof(Vec3));
    cudaMemcpy(dp, hp, n * sizeof(Vec3), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, hv, n * sizeof(Vec3), cudaMemcpyHostToDevice);
    step<<<(n + 31) / 32, 32>>>(dp, dv, 0.5f, n);
    Vec3 *r = new Vec3[n];
    cudaMemcpy(r, dp, n * sizeof(Vec3), cudaMemcpyDeviceToHost);
    float s = 0;
    for (int i = 0; i < n; i++) s += r[i].dot(Vec3(1, 2, 3)) + r[i][i % 3];
    printf("%.3f %.6f %.6f %d %d\n", s, r[7].x, r[99].z, (int)(r[3] == r[3]), (int)sizeof(Vec3));
    delete[] hp; delete[] hv; delete[] r;
    cudaFree(dp); cudaFree(dv);
    return 0;
}
