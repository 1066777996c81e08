// Of two NaNs `.f64` arithmetic takes the second, quiet, and keeps its sign; the compiled engine's `fma` did, the interpreter
// took the first.
#include <cstdio>
#include <cstring>

__global__ void combine(const double *in, unsigned long long *out)
{
    int i = threadIdx.x % 7, j = threadIdx.x / 7 % 7, t = blockIdx.x * 49 + threadIdx.x;
    double a = in[i], b = in[j], c = in[blockIdx.x];
    out[t * 3] = __double_as_longlong(a + b);
    out[t * 3 + 1] = __double_as_longlong(a * b);
    out[t * 3 + 2] = __double_as_longlong(fma(a, b, c));
}

int main()
{
    const int values = 7, nans = 5;
    unsigned long long bits[values] = {0x7ff8000000000011, 0xfff8000000000022, 0x7ff8000000000033, 0xfff0000000000004,
                                       0x7ff0000000000055, 0x3ff0000000000000, 0x7ff0000000000000};
    unsigned long long *out;
    double *in;
    cudaMallocManaged(&out, values * values * values * 3 * sizeof(*out));
    cudaMallocManaged(&in, sizeof(bits));
    memcpy(in, bits, sizeof(bits));
    combine<<<values, values * values>>>(in, out);
    cudaDeviceSynchronize();
    for (int c = 0; c < values; ++c) {
        for (int b = 0; b < values; ++b) {
            for (int a = 0; a < values; ++a) {
                const unsigned long long *r = out + ((c * values + b) * values + a) * 3;
                // Hardware prefers the third to the first.
                bool is_told = b < nans || a >= nans || c >= nans;
                if (c == 0) printf("%d %d: %016llx %016llx\n", a, b, r[0], r[1]);
                if (is_told) printf("%d %d %d: %016llx\n", a, b, c, r[2]);
            }
        }
    }
}
