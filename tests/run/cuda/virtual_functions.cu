// Objects with virtual functions that kernels make, call and delete.
#include <cstdio>
struct Op { __device__ virtual float apply(float x) const = 0; __device__ virtual ~Op() {} };
struct Add : Op { float a; __device__ Add(float a) : a(a) {} __device__ float apply(float x) const override { return x + a; } };
struct Mul : Op { float m; __device__ Mul(float m) : m(m) {} __device__ float apply(float x) const override { return x * m; } };
struct Hd { int k; __host__ __device__ Hd(int k) : k(k) {} __host__ __device__ virtual int f(int x) { return x + k; } };
struct Hd2 : Hd { __host__ __device__ Hd2(int k) : Hd(k) {} __host__ __device__ int f(int x) override { return x * k; } };
__global__ void make(Op **ops) { ops[0] = new Add(1.5f); ops[1] = new Mul(3.0f); }
__global__ void run(Op **ops, float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = ops[i % 2]->apply(x[i]);
}
__global__ void drop(Op **ops) { delete ops[0]; delete ops[1]; }
__global__ void local(int *out) { Hd2 h(3); Hd g(4); Hd *p = threadIdx.x % 3 ? (Hd *)&h : &g; out[threadIdx.x] = p->f(threadIdx.x); }
int main() {
    Op **ops; float *x; int *o; cudaMalloc(&ops, 2 * sizeof(Op *)); cudaMallocManaged(&x, 64 * 4); cudaMallocManaged(&o, 128);
    for (int i = 0; i < 64; i++) x[i] = i;
    make<<<1, 1>>>(ops); run<<<2, 32>>>(ops, x, 64); local<<<1, 32>>>(o); drop<<<1, 1>>>(ops);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < 8; i++) printf("%g %d\n", x[i], o[i]);
    Hd2 h(5); Hd &r = h; printf("%d\n", r.f(6));
}
