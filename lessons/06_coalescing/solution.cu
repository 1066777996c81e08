// Move points: x += dx.
#include <cstdio>
#include <cstdlib>

// A point has 8 numbers: x, y, z, mass, dx, dy, dz, charge.
__host__ __device__ int place(int point, int number, int n)
{
//[ edit
    return number * n + point;
//] edit
}

__global__ void move(float *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) points[place(i, 0, n)] += points[place(i, 4, n)];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024, wrong = 0;
    float *points;
    cudaMallocManaged(&points, 8 * n * sizeof(float));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++) points[place(i, k, n)] = 10 * i + k;
    move<<<(n + 127) / 128, 128>>>(points, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++) wrong += points[place(i, k, n)] != (k == 0 ? 20 * i + 4 : 10 * i + k);
    printf(wrong ? "wrong\n" : "ok\n");
    cudaFree(points);
}
