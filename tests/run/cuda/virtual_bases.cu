// Virtual bases in device code: layout, construction, calls through each base.
#include <cstdio>
struct Base {
    int b;
    __host__ __device__ Base(int n = 1) : b(n) {}
    __host__ __device__ virtual int value() const { return b; }
    __host__ __device__ virtual ~Base() {}
};
struct Left : virtual Base {
    int l = 10;
    __host__ __device__ Left() : Base(2) {}
    __host__ __device__ int value() const override { return b + l; }
};
struct Right : virtual Base {
    int r = 20;
    __host__ __device__ virtual int right() const { return r + b; }
};
struct Both : Left, Right {
    int own;
    __host__ __device__ Both(int n) : Base(100 * n), own(n) {}
    __host__ __device__ int right() const override { return 1000 + Right::right(); }
};
__device__ int through(const Base *p) { return p->value(); }
__global__ void use(int *out)
{
    int t = threadIdx.x;
    Both both(t + 1);
    Left left;
    Base *p = t & 1 ? static_cast<Base *>(&both) : static_cast<Base *>(&left);
    Right *r = &both;
    out[4 * t] = through(p);
    out[4 * t + 1] = r->right();
    out[4 * t + 2] = r->b;
    Base *heap = new Both(t);
    out[4 * t + 3] = heap->value() + (int)sizeof(Both);
    delete heap;
}
int main()
{
    int *d, h[16];
    cudaMalloc(&d, sizeof(h));
    use<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) printf("%d%c", h[i], i % 4 == 3 ? '\n' : ' ');
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(d);
}
