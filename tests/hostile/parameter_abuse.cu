// The parameters' own bytes: beyond the end of an array in a parameter, and written.
//@ runs: 5
#include <cstdio>
#include <cstdlib>
struct P { int a[4]; };
__global__ void k(int *x, const P p, P q, int i)
{
    x[threadIdx.x] = p.a[i];
    q.a[i + (int)threadIdx.x] = 3;
    x[threadIdx.x] += q.a[(i * 3) & 3] + ((int *)&p)[i * 1000];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    P p = {{1, 2, 3, 4}};
    int iList[] = {0, 4, -1, 1 << 20, 1 << 29};
    int i = iList[run];
    k<<<1, 32>>>(x, p, p, i);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
