// Add two vectors: c[i] = a[i] + b[i].
#include <cstdio>
#include <cstdlib>

__global__ void add(const float *a, const float *b, float *c)
{
//[ edit
    // What does one thread do?
//] edit
}

int main(int argc, char **argv)
{
    // A multiple of 32, so that there is a thread for each sum and none besides.
    int n = argc > 1 ? atoi(argv[1]) : 1024;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    cudaMallocManaged(&c, n * sizeof(float));
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 3 * i + 1, c[i] = -1;
    add<<<n / 32, 32>>>(a, b, c);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += c[i] != 4 * i + 1;
    if (wrong) printf("%d of %d are wrong\n", wrong, n);
    else printf("ok\n");
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
