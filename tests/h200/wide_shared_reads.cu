// Reads of 8 and of 16 bytes of shared memory where lanes want the same: which lanes are served together.
#include <cstdio>

template<int P> __device__ int element(int lane) {
    switch (P) {
    case 0: return lane;
    case 1: return 0;
    case 2: return lane / 2;
    case 3: return lane & ~2;
    case 4: return lane / 4;
    case 5: return lane & ~4;
    case 6: return lane / 8;
    case 7: return lane / 16;
    case 8: return lane & 15;
    case 9: return lane & 7;
    case 10: return lane & 1;
    case 11: return lane * 2 & 31;
    case 12: return lane < 16 ? 0 : lane;
    case 13: return lane < 2 ? 0 : lane;
    case 14: return lane == 31 ? 7 : lane / 2;
    case 15: return lane ^ 5;
    case 16: return lane & ~8;
    default: return lane / 2 * 5 & 31;
    }
}

template<int P, class T> __global__ void read(float *o, const T *in, int limit) {
    __shared__ T s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < limit) {
        T v = s[element<P>(threadIdx.x)];
        o[threadIdx.x] = *(float *)&v + ((float *)&v)[sizeof(T) / 4 - 1] + ((float *)&v)[sizeof(T) / 8];
    }
}

static float *in, *out;

template<int P, class T> void run(int limit) {
    read<P, T><<<1, 32>>>(out, (const T *)in, limit);
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < 32; i++) sum += out[i] * (i + 1);
    printf("%d %d %d: %.3f\n", P, (int)sizeof(T), limit, sum);
}

template<int P> void both() {
    run<P, float2>(32);
    run<P, float4>(32);
    run<P, float2>(13);
    run<P, float4>(13);
}

int main() {
    cudaMallocManaged(&in, 1024);
    cudaMallocManaged(&out, 1024);
    for (int i = 0; i < 256; i++) in[i] = i % 37 / 4.0f;
    both<0>(); both<1>(); both<2>(); both<3>(); both<4>(); both<5>(); both<6>(); both<7>(); both<8>();
    both<9>(); both<10>(); both<11>(); both<12>(); both<13>(); both<14>(); both<15>(); both<16>(); both<17>();
}
