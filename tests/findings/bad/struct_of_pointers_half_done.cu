// one of two members of a struct points to the host
#include <cstdio>
#include <cstdlib>
struct Points { float *x; float *y; int n; };
__global__ void move(Points p, float d)
{
    int i = threadIdx.x;
    if (i < p.n) {
        p.x[i] += d;
        p.y[i] += d;  //~ ERROR[R0108] read of 4 bytes by thread (0,0,0) of block (0,0,0) | through a pointer in parameter `p`, the 1st argument of `move`
    }
}
int main()
{
    Points p;
    p.n = 100;
    cudaMalloc(&p.x, p.n * sizeof(float));
    cudaMemset(p.x, 0, p.n * sizeof(float));
    p.y = (float *)malloc(p.n * sizeof(float));
    move<<<1, 128>>>(p, 1.0f);  //~ NOTE `move<<<1, 128>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p.x);
    free(p.y);
}
