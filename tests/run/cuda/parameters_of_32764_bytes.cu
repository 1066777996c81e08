// What a kernel's parameters take at most, on both sides of 4 KiB.
#include <cstdio>
struct Old { unsigned char bytes[4097]; };
struct Most { unsigned char bytes[32752]; };
template <class T>
__global__ void sum(T values, unsigned *out) {
    unsigned s = 0;
    for (unsigned i = threadIdx.x; i < sizeof(T); i += blockDim.x) s += values.bytes[i] * (i + 1);
    atomicAdd(out, s);
    if (threadIdx.x == 0) atomicAdd(out + 1, values.bytes[sizeof(T) - 1]);
}
template <class T>
void run() {
    static T values;
    for (unsigned i = 0; i < sizeof(T); i++) values.bytes[i] = i * 7 + i / 251;
    unsigned *out, told[2];
    cudaMalloc(&out, sizeof told);
    cudaMemset(out, 0, sizeof told);
    sum<<<1, 64>>>(values, out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(told, out, sizeof told, cudaMemcpyDeviceToHost);
    unsigned wanted = 0;
    for (unsigned i = 0; i < sizeof(T); i++) wanted += values.bytes[i] * (i + 1);
    printf("%zu bytes: %s, %s %u\n", sizeof(T), cudaGetErrorString(error), told[0] == wanted ? "right" : "wrong", told[1]);
    cudaFree(out);
}
int main() {
    run<Old>();
    run<Most>();
}
