// Arguments of which not all was written, and of which nobody uses that part.
#include <cstdio>

struct Mixed {
    char kind; // and three bytes of padding
    int n;
    float first, second;
    double unused;
    int list[4];
};

__device__ float chosen(Mixed m, float x) {
    if (m.kind == 1) return x + m.first;
    return x * m.second;
}

__global__ void by_kind(Mixed m, float *x) {
    int i = threadIdx.x;
    if (i < m.n) x[i] = chosen(m, x[i]);
}

__global__ void by_branch(Mixed m, float *x) {
    int i = threadIdx.x;
    if (m.kind == 1) {
        x[i] += m.first;
    } else {
        x[i] += m.second;
        x[i] *= 2;
    }
}

__global__ void some_of_a_list(Mixed m, int count, float *x) {
    for (int k = 0; k < count; k++) x[threadIdx.x] += m.list[k];
}

__global__ void keep(Mixed m, Mixed *to) {
    if (threadIdx.x == 0) *to = m;
}

__global__ void maybe(int n, float by, float *x) {
    if (n > 40) x[threadIdx.x] += by;
}

__global__ void from_kept(const Mixed *m, float *x) { x[threadIdx.x] += m->n + m->first; }

int main(int argc, char **) {
    float *x;
    Mixed *kept;
    cudaMalloc(&x, 32 * sizeof(float));
    cudaMalloc(&kept, sizeof(Mixed));
    cudaMemset(x, 0, 32 * sizeof(float));

    Mixed m;
    m.kind = 1;
    m.n = 32;
    m.first = 3;
    m.list[0] = 1;
    m.list[1] = 2;
    by_kind<<<1, 32>>>(m, x);
    by_branch<<<1, 32>>>(m, x);
    some_of_a_list<<<1, 32>>>(m, 2, x);
    keep<<<1, 32>>>(m, kept);
    from_kept<<<1, 32>>>(kept, x);

    float by;
    if (argc > 7) by = 1;
    maybe<<<1, 32>>>(m.n, by, x);

    float h[32];
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[31]);
    cudaFree(x);
    cudaFree(kept);
}
