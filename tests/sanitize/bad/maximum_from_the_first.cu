// The largest element, beginning with the first: only the elements behind it were copied.
#include <cstdio>
__global__ void largest(const int *x, int n, int *out) {
    int best = x[0]; //~ ERROR[R0601] `x[0]`, to which nothing was written
    for (int i = 1 + threadIdx.x; i < n; i += blockDim.x)
        if (x[i] > best) best = x[i];
    best = __reduce_max_sync(0xffffffffu, best);
    if (threadIdx.x == 0) *out = best;
}
int main() {
    const int n = 100;
    int h[n], *x, *out, r;
    for (int i = 0; i < n; i++) h[i] = -i;
    cudaMalloc(&x, sizeof h), cudaMalloc(&out, 4);
    cudaMemcpy(x + 1, h + 1, (n - 1) * sizeof(int), cudaMemcpyHostToDevice);
    largest<<<1, 32>>>(x, n, out);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(x), cudaFree(out);
}
