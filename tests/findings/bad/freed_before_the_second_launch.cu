// freed between two launches that both use it
#include <cstdio>
__global__ void twice(float *v, int n) { int i = threadIdx.x; if (i < n) v[i] = 2 * v[i]; }  //~ ERROR[R0107] element 0 of 64 floats | through parameter `v`, the 1st argument of `twice`
int main()
{
    int n = 64;
    float *v;
    cudaMalloc(&v, n * sizeof(float));
    cudaMemset(v, 0, n * sizeof(float));
    twice<<<1, 64>>>(v, n);
    cudaFree(v);  //~ NOTE freed here
    twice<<<1, 64>>>(v, n);  //~ NOTE `twice<<<1, 64>>>` launched here, the 2nd of 2 launches
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
