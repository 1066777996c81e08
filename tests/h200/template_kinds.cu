// Function templates with type and non-type parameters, explicit and deduced; specialisation and overloads.
#include <cstdio>
template <typename T> struct Traits { static const int id = 0; };
template <> struct Traits<float> { static const int id = 1; };
template <> struct Traits<double> { static const int id = 2; };
template <typename T> __host__ __device__ T square(T x) { return x * x; }
template <> __host__ __device__ int square<int>(int x) { return x * x + 1; }
template <typename T, int N> struct Array {
    T data[N];
    __host__ __device__ T &operator[](int i) { return data[i]; }
    __host__ __device__ const T &operator[](int i) const { return data[i]; }
    __host__ __device__ int size() const { return N; }
};
template <typename T, int BLOCK> __global__ void blockSum(const T *in, T *out)
{
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    s[t] = square(in[blockIdx.x * BLOCK + t]);
    __syncthreads();
#pragma unroll
    for (int k = BLOCK / 2; k > 0; k /= 2) {
        if (t < k) s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
template <class T, int N> __global__ void sumArray(Array<T, N> a, T *out)
{
    T s = 0;
    for (int i = 0; i < a.size(); i++) s += a[i] * T(threadIdx.x);
    out[threadIdx.x] = s;
}
void describe(int) { printf("int\n"); }
void describe(float) { printf("float\n"); }
void describe(double) { printf("double\n"); }
void describe(const char *s) { printf("string %s\n", s); }
template <typename T> void describe(T *p) { printf("pointer %d\n", (int)sizeof(*p)); }
template <typename T> void run(const char *name)
{
    const int n = 256;
    T h[n], o[4], *in, *out;
    for (int i = 0; i < n; i++) h[i] = T(i % 7);
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(o));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    blockSum<T, 64><<<4, 64>>>(in, out);
    cudaMemcpy(o, out, sizeof(o), cudaMemcpyDeviceToHost);
    printf("%s %d: %g %g %g %g\n", name, Traits<T>::id, (double)o[0], (double)o[1], (double)o[2], (double)o[3]);
    cudaFree(in); cudaFree(out);
}
int main()
{
    run<int>("int"); run<float>("float"); run<double>("double"); run<unsigned char>("uchar");
    Array<float, 5> a;
    for (int i = 0; i < 5; i++) a[i] = i + 0.5f;
    float h[8], *d;
    cudaMalloc(&d, sizeof(h));
    sumArray<<<1, 8>>>(a, d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%.1f ", h[i]);
    printf("\n");
    describe(1); describe(1.0f); describe(1.0); describe("x"); describe(h); describe('c'); describe((short)3); describe(2u > 1u);
    return 0;
}
