#include <cstdio>
#include <type_traits>
#include <limits>
#include <functional>
template <typename T> struct Plus {
    __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; }
    static constexpr T identity() { return T(0); }
};
template <typename T> struct Max {
    __host__ __device__ T operator()(const T &a, const T &b) const { return a > b ? a : b; }
    __host__ __device__ static constexpr T identity() { return std::numeric_limits<T>::lowest(); } //~ WARNING[K0624] calls the host function `std::numeric_limits
};
template <class T, class Op> __device__ T warpReduce(T v, Op op) {
    for (int o = warpSize / 2; o; o >>= 1) v = op(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}
template <class T, template <class> class Op, int NT = 128> __global__ void reduceKernel(const T *in, T *out, size_t n) {
    Op<T> op;
    T v = Op<T>::identity(); //~ WARNING[K0624] calls the host function `Plus<float>::identity`
    for (size_t i = threadIdx.x; i < n; i += NT) v = op(v, in[i]);
    v = warpReduce(v, op);
    __shared__ T s[NT / 32];
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < NT / 32; i++) v = op(v, s[i]);
        *out = v;
    }
}
template <typename F, typename... Args> __global__ void apply(F f, int n, Args... args) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i, args...);
}
template <typename T> class Array {
    T *d_;
    size_t n_;
    public:
    Array(size_t n) : n_(n) { cudaMalloc(&d_, n * sizeof(T)); }
    ~Array() { cudaFree(d_); }
    T *data() { return d_; }
    size_t size() const { return n_; }
    void get(T *h) {
        cudaMemcpy(h, d_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
    }
};
template <typename T> struct View {
    T *p;
    int w;
    __host__ __device__ T &operator()(int i, int j) { return p[i * w + j]; }
    __host__ __device__ const T &operator()(int i, int j) const { return p[i * w + j]; }
};
__global__ void tr(View<float> a, View<float> b) {
    b(threadIdx.x, threadIdx.y) = a(threadIdx.y, threadIdx.x);
}
struct Square {
    int *out;
    __device__ void operator()(int i, int scale) const { out[i] = i * i * scale; }
};
template <int N> struct Fib {
    static const int value = Fib<N - 1>::value + Fib<N - 2>::value;
};
template <> struct Fib<1> { static const int value = 1; };
template <> struct Fib<0> { static const int value = 0; };
template <typename T> std::enable_if_t<std::is_integral<T>::value, const char *> kind(T) { return "int"; }
template <typename T> std::enable_if_t<std::is_floating_point<T>::value, const char *> kind(T) { return "float"; }
int main() {
    float hf[1000];
    for (int i = 0; i < 1000; i++) hf[i] = (i * 37) % 101 - 50;
    float *df, *o;
    cudaMalloc(&df, sizeof hf);
    cudaMalloc(&o, 4);
    cudaMemcpy(df, hf, sizeof hf, cudaMemcpyHostToDevice);
    float r;
    reduceKernel<float, Plus><<<1, 128>>>(df, o, 1000);
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    printf("%g\n", r);
    reduceKernel<float, Max, 64><<<1, 64>>>(df, o, 1000);
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    printf("%g\n", r);
    Array<int> a(10);
    apply<<<1, 32>>>(Square{a.data()}, 10, 3);
    int h[10];
    a.get(h);
    for (int x : h) printf("%d ", x);
    puts("");
    float *p;
    cudaMallocManaged(&p, 2 * 16 * 4);
    for (int i = 0; i < 16; i++) p[i] = i;
    tr<<<1, dim3(4, 4)>>>(View<float>{p, 4}, View<float>{p + 16, 4});
    cudaDeviceSynchronize();
    for (int i = 16; i < 32; i++) printf("%g ", p[i]);
    printf("\n%d %s %s\n", Fib<15>::value, kind(1), kind(2.0));
    return 0;
}
