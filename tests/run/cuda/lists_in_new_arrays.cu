// `new T[n]{…}` of a class with a destructor in a kernel, which throws nothing.
#include <cstdio>
struct Top {
    int id;
    __host__ __device__ Top(int id = 1) : id(id) {}
    __host__ __device__ virtual ~Top() { printf("~%d ", id); }
    __host__ __device__ virtual int f() const { return id; }
};
__host__ __device__ int sum(int n)
{
    Top *heap = new Top[2]{Top(4), 5};
    int made = heap[0].f() * 10 + heap[1].id;
    delete[] heap;
    Top *more = new Top[n]{7};
    made = made * 100 + more[0].id * 10 + more[n - 1].id;
    delete[] more;
    return made;
}
__global__ void k(int n) { printf("= %d\n", sum(n)); }
int main()
{
    k<<<1, 1>>>(2);
    cudaDeviceSynchronize();
    printf("= %d\n", sum(3));
}
