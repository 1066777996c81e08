// The size of one structure in place of that of all.
#include <cstdio>
struct Particle {
    float x, y;
    char kind;
    double mass;
};
__global__ void move(Particle *p, int n, float dt)
{
    int i = threadIdx.x;
    if (i < n) p[i].x += dt * p[i].y; //~ ERROR[R0601] reads bytes 4 to 7 of `p[1]` | of its 64 elements the first was written | `n * sizeof(Particle)` bytes
}
int main()
{
    const int n = 64;
    static Particle h[n];
    Particle *d;
    for (int i = 0; i < n; i++) h[i] = {float(i), -float(i), 'a', 1};
    cudaMalloc(&d, n * sizeof(Particle));
    cudaMemcpy(d, h, sizeof(Particle), cudaMemcpyHostToDevice);
    move<<<1, n>>>(d, n, 0.5f);
    cudaMemcpy(h, d, n * sizeof(Particle), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return 0;
}
