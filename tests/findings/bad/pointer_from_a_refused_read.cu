// the table of rows is on the host: that the row read from it is null follows
#include <cstdio>
__global__ void set(float **rows, int n)
{
    float *row = rows[blockIdx.x];  //~ ERROR[R0108] through parameter `rows`, the 1st argument of `set`
    int i = threadIdx.x;
    if (i < n) row[i] = 1;  //~ NOTE the pointer that should have been read is used here
}
int main()
{
    int n = 8;
    float **rows = new float *[n];  //~ NOTE 8 pointers (64 bytes) allocated here
    for (int i = 0; i < n; i++) cudaMalloc(&rows[i], n * sizeof(float));
    set<<<n, n>>>(rows, n);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < n; i++) cudaFree(rows[i]);
    delete[] rows;
}
