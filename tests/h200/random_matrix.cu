// Random matrices from rand(), 2D grid, comparison with the host.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
void initialData(float *ip, const int size) { for (int i = 0; i < size; i++) ip[i] = (float)(rand() & 0xFF) / 10.0f; }
void sumMatrixOnHost(float *A, float *B, float *C, const int nx, const int ny)
{
    float *ia = A, *ib = B, *ic = C;
    for (int iy = 0; iy < ny; iy++) {
        for (int ix = 0; ix < nx; ix++) ic[ix] = ia[ix] + ib[ix];
        ia += nx; ib += nx; ic += nx;
    }
}
void checkResult(float *hostRef, float *gpuRef, const int N)
{
    double epsilon = 1.0E-8;
    bool match = 1;
    for (int i = 0; i < N; i++)
        if (abs(hostRef[i] - gpuRef[i]) > epsilon) { match = 0; printf("host %f gpu %f\n", hostRef[i], gpuRef[i]); break; }
    printf(match ? "Arrays match.\n\n" : "Arrays do not match.\n\n");
}
__global__ void sumMatrixOnGPU2D(float *MatA, float *MatB, float *MatC, int nx, int ny)
{
    unsigned int ix = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned int iy = threadIdx.y + blockIdx.y * blockDim.y;
    unsigned int idx = iy * nx + ix;
    if (ix < nx && iy < ny) MatC[idx] = MatA[idx] + MatB[idx];
}
int main(void)
{
    srand(42);
    int nx = 1 << 7, ny = 100, nxy = nx * ny, nBytes = nxy * sizeof(float);
    printf("Matrix size: nx %d ny %d\n", nx, ny);
    float *h_A = (float *)malloc(nBytes), *h_B = (float *)malloc(nBytes), *hostRef = (float *)malloc(nBytes), *gpuRef = (float *)malloc(nBytes);
    initialData(h_A, nxy);
    initialData(h_B, nxy);
    memset(hostRef, 0, nBytes);
    memset(gpuRef, 0, nBytes);
    sumMatrixOnHost(h_A, h_B, hostRef, nx, ny);
    float *d_MatA, *d_MatB, *d_MatC;
    cudaMalloc((void **)&d_MatA, nBytes); cudaMalloc((void **)&d_MatB, nBytes); cudaMalloc((void **)&d_MatC, nBytes);
    cudaMemcpy(d_MatA, h_A, nBytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_MatB, h_B, nBytes, cudaMemcpyHostToDevice);
    int dimx = 32, dimy = 16;
    dim3 block(dimx, dimy);
    dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
    sumMatrixOnGPU2D<<<grid, block>>>(d_MatA, d_MatB, d_MatC, nx, ny);
    cudaDeviceSynchronize();
    printf("sumMatrixOnGPU2D <<<(%d,%d), (%d,%d)>>>\n", grid.x, grid.y, block.x, block.y);
    cudaMemcpy(gpuRef, d_MatC, nBytes, cudaMemcpyDeviceToHost);
    checkResult(hostRef, gpuRef, nxy);
    double s = 0; for (int i = 0; i < nxy; i++) s += gpuRef[i];
    printf("sum %.3f first %.2f last %.2f rand %d %d\n", s, gpuRef[0], gpuRef[nxy - 1], rand(), RAND_MAX);
    cudaFree(d_MatA); cudaFree(d_MatB); cudaFree(d_MatC);
    free(h_A); free(h_B); free(hostRef); free(gpuRef);
    return (0);
}
