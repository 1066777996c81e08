// the table of rows is allocated and never copied
#include <cstdio>
__global__ void set(float **rows, int n) { rows[blockIdx.x][threadIdx.x] = n; }  //~ ERROR[R0105] null pointer write of 4 bytes | the null pointer was read from memory here
int main()
{
    int n = 8;
    float **rows;
    cudaMalloc(&rows, n * sizeof(float *));
    cudaMemset(rows, 0, n * sizeof(float *));
    set<<<n, n>>>(rows, n);  //~ NOTE `set<<<8, 8>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(rows);
}
