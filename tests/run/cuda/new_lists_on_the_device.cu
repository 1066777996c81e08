// new T[n]{…} of a class with a destructor in a kernel: nothing is thrown there, and nothing of the host is needed.
#include <cstdio>
struct Top {
    int id;
    __device__ Top(int id) : id(id) {}
    __device__ virtual ~Top() { printf("end %d\n", id); }
    __device__ virtual int twice() const { return id * 2; }
};
__global__ void k(int n)
{
    Top *two = new Top[2]{Top(4), n};
    printf("%d %d\n", two[0].twice(), two[1].twice());
    delete[] two;
}
int main()
{
    k<<<1, 1>>>(5);
    return cudaDeviceSynchronize();
}
