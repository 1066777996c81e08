// Divisions by constants on the device are those of the host, where they are divided.
#include <cstdio>

template <typename T, T C> __global__ void divide(const T *x, T *quotient, T *remainder, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        quotient[i] = x[i] / C;
        remainder[i] = x[i] % C;
    }
}

const int N = 640;

template <typename T> struct Numbers {
    T *x, *quotient, *remainder;
    Numbers()
    {
        cudaMallocManaged(&x, N * sizeof(T));
        cudaMallocManaged(&quotient, N * sizeof(T));
        cudaMallocManaged(&remainder, N * sizeof(T));
        unsigned long long seed = 88172645463325252ull;
        for (int i = 0; i < N; i++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            x[i] = i < 200 ? (T)(i - 100) : (T)(seed >> (seed & 63));
        }
        T top = (T)((T)1 << (sizeof(T) * 8 - 2));
        for (int i = 0; i < 8; i++) x[200 + i] = (T)(top * 2 + (T)(i - 4)), x[208 + i] = (T)(top + (T)(i - 4));
    }
    template <T C> int wrong()
    {
        divide<T, C><<<(N + 127) / 128, 128>>>(x, quotient, remainder, N);
        cudaDeviceSynchronize();
        int count = 0;
        volatile T divisor = C;
        for (int i = 0; i < N; i++) {
            if (C == (T)-1 && sizeof(T) == 4 && x[i] == (T)0x80000000) continue;
            if (C == (T)-1 && sizeof(T) == 8 && x[i] == (T)0x8000000000000000ull) continue;
            count += quotient[i] != x[i] / divisor || remainder[i] != x[i] % divisor;
        }
        return count;
    }
    void all(const char *name)
    {
        int a = wrong<2>() + wrong<3>() + wrong<5>() + wrong<6>() + wrong<7>() + wrong<8>() + wrong<9>() + wrong<10>() + wrong<14>() + wrong<25>();
        int b = wrong<60>() + wrong<64>() + wrong<100>() + wrong<125>() + wrong<641>() + wrong<1000>() + wrong<1024>() + wrong<1000003>();
        int c = wrong<(T)-1>() + wrong<(T)-2>() + wrong<(T)-3>() + wrong<(T)-7>() + wrong<(T)-10>() + wrong<(T)-64>() + wrong<(T)-1000>() + wrong<(T)-641>();
        int d = wrong<(T)0x7fffffff>() + wrong<(T)0x40000000>() + wrong<(T)0x55555556>() + wrong<(T)0x92492493>();
        printf("%s: %d %d %d %d wrong\n", name, a, b, c, d);
    }
};

int main()
{
    Numbers<int>().all("int");
    Numbers<unsigned>().all("unsigned");
    Numbers<long long>().all("long long");
    Numbers<unsigned long long>().all("unsigned long long");
}
