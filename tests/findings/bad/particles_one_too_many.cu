// an array of structs, one element too far
#include <cstdio>
struct Particle { float x, y, z; int kind; };
__global__ void step(Particle *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n) return;
    p[i].x += p[i].y;  //~ ERROR[R0101] element 100 of 100 Particles, just past the end | through parameter `p`, the 1st argument of `step`
    p[i].kind = 1;  //~ NOTE also written here
}
int main()
{
    int n = 100; Particle *p;
    cudaMalloc(&p, n * sizeof(Particle)); cudaMemset(p, 0, n * sizeof(Particle));
    step<<<1, 128>>>(p, n);  //~ NOTE `step<<<1, 128>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
