// An index that wraps as an unsigned number between the comparison and the branch it decides.
#include <cstdio>

__global__ void select(unsigned long long *out, const int *values, unsigned start, unsigned n) {
    unsigned i = start + threadIdx.x;
    bool inside = i < n;
    unsigned long long wide = (unsigned long long)i * 4;
    if (inside)
        out[threadIdx.x] = wide + values[threadIdx.x];
    else
        out[threadIdx.x] = wide * 2;
}

int main() {
    unsigned long long *out;
    int *values;
    cudaMallocManaged(&out, 32 * sizeof *out);
    cudaMallocManaged(&values, 32 * sizeof *values);
    for (int i = 0; i < 32; ++i) values[i] = i;
    select<<<1, 32>>>(out, values, 0xfffffff0u, 5);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; ++i) printf("%d: %llu\n", i, out[i]);
}
