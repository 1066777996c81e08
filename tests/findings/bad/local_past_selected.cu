// One past a variable through a pointer that a condition chose: the variable is named, at every level.
#include <cstdio>
struct Pair { int first, second; };
__global__ void k(Pair **pairs, int *p, int n)
{
    int a = 1, b = 2, c = 3;
    int *d = &b;
    if (n > 10) d = &c;
    d[1] = 200; //~ ERROR[R0103] `b`
    p[0] = a + b + c;
    p[1] = pairs[1]->second; //~ ERROR[R0101] element 1 of 1 int
}
int main()
{
    int *p, *little, **pairs;
    cudaMalloc(&p, 8);
    cudaMalloc(&little, 4);
    cudaMallocManaged(&pairs, 2 * sizeof *pairs);
    pairs[1] = little;
    k<<<1, 1>>>((Pair **)pairs, p, 3);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p), cudaFree(little), cudaFree(pairs);
}
