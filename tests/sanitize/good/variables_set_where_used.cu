// Variables of kernels without a value on some way, where nothing is decided by them.
#include <cstdio>
struct Pair { float x, y; };
struct Packed { unsigned kind : 3, weight : 5, rest : 24; };
__global__ void guarded(const float *x, int n, float *out) {
    float v;
    bool has = false;
    if (threadIdx.x < n) {
        v = x[threadIdx.x];
        has = true;
    }
    if (has) out[threadIdx.x] = v * 2;
    if (has && v > 2) out[threadIdx.x] += 1;
}
__global__ void beyond_the_end(const float *x, int n, float *out) {
    float v;
    if (threadIdx.x < n) v = x[threadIdx.x];
    float sum = v + __shfl_down_sync(~0u, v, 1);
    if (threadIdx.x < n - 1) out[threadIdx.x] = sum;
}
__global__ void tile(const float *x, int n, float *out) {
    __shared__ float s[32];
    float v;
    if (threadIdx.x < n) v = x[threadIdx.x];
    s[threadIdx.x] = v;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < n; i++) sum += s[i];
    out[threadIdx.x] = sum;
}
__global__ void copied(const float *x, Pair *out) {
    Pair p;
    p.x = x[threadIdx.x];
    if (threadIdx.x & 1) p.y = p.x;
    out[threadIdx.x] = p;
}
__global__ void used(const Pair *in, float *out) {
    Pair p = in[threadIdx.x];
    out[threadIdx.x] = threadIdx.x & 1 ? p.y : p.x;
}
__global__ void fields(const int *a, unsigned *out) {
    Packed p;
    p.kind = a[threadIdx.x] & 7;
    p.weight = 3;
    out[threadIdx.x] = p.kind * p.weight;
}
__global__ void selected(const float *x, int n, float *out) {
    float v;
    bool in = threadIdx.x < n;
    if (in) v = x[threadIdx.x];
    out[threadIdx.x] = in ? v : 0;
    unsigned who = __ballot_sync(~0u, in && v > 1) & ((1u << n) - 1);
    if (threadIdx.x == 0) out[0] = __popc(who);
}
__global__ void last_of_the_loop(const int *a, int n, int *out) {
    int last;
    for (int i = 0; i < n; i++) last = a[i];
    if (n > 0) out[threadIdx.x] = last;
}
int main() {
    int h[32], *a, *out;
    float hx[32], *x, *y;
    Pair *p;
    for (int i = 0; i < 32; i++) h[i] = i * 37 % 100, hx[i] = i % 5;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&x, sizeof hx);
    cudaMalloc(&y, sizeof hx);
    cudaMalloc(&p, 32 * sizeof(Pair));
    cudaMemset(out, 0, sizeof h);
    cudaMemset(y, 0, sizeof hx);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    guarded<<<1, 32>>>(x, 20, y);
    beyond_the_end<<<1, 32>>>(x, 20, y);
    tile<<<1, 32>>>(x, 20, y);
    copied<<<1, 32>>>(x, p);
    used<<<1, 32>>>(p, y);
    fields<<<1, 32>>>(a, (unsigned *)out);
    selected<<<1, 32>>>(x, 20, y);
    last_of_the_loop<<<1, 32>>>(a, 4, out);
    cudaMemcpy(hx, y, sizeof hx, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %d\n", hx[0], hx[7], h[3]);
    cudaFree(a);
    cudaFree(out);
    cudaFree(x);
    cudaFree(y);
    cudaFree(p);
}
