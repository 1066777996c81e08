// Structures with padding and fields that nobody uses; arrays that are longer than what is used of them.
#include <cstdio>
struct Padded { char kind; double value; short tag; };
struct Particle { float4 position; float mass; int unused[3]; };
__global__ void make(Padded *p, Particle *q, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Padded mine;
    mine.kind = 'a' + i % 26;
    mine.value = i;
    mine.tag = i;
    p[i] = mine;
    q[i].position = make_float4(i, 0, 0, 1);
    q[i].mass = 1;
}
__global__ void sort_of(Padded *p, Particle *q, Particle *r, int n, float *sum) {
    int stack[32], top = 0;
    __shared__ float part[256];
    int i = threadIdx.x;
    if (i < n) {
        Padded copy = p[i];
        r[n - 1 - i] = q[i];
        p[i] = copy;
        for (int k = i; k > 0; k /= 2) stack[top++] = k & 1;
        int bits = 0;
        while (top > 0) bits += stack[--top];
        part[i] = copy.value + bits;
    }
    __syncthreads();
    if (i == 0) {
        float s = 0;
        for (int k = 0; k < n; k++) s += part[k] + r[k].mass;
        *sum = s;
    }
}
int main() {
    const int n = 100;
    Padded *p, hp[n];
    Particle *q, *r, hr[n];
    float *sum, s;
    cudaMalloc(&p, n * sizeof(Padded)), cudaMalloc(&q, 2 * n * sizeof(Particle)), cudaMalloc(&r, 2 * n * sizeof(Particle));
    cudaMalloc(&sum, 64);
    make<<<1, 128>>>(p, q, n);
    sort_of<<<1, 128>>>(p, q, r, n, sum);
    cudaMemcpy(&s, sum, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(hp, p, sizeof hp, cudaMemcpyDeviceToHost), cudaMemcpy(hr, r, sizeof hr, cudaMemcpyDeviceToHost);
    printf("%f %c %f\n", s, hp[3].kind, hr[0].position.x);
    cudaFree(p), cudaFree(q), cudaFree(r), cudaFree(sum);
}
