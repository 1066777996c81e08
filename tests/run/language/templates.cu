// Function templates with type and value parameters, deduction, overloads beside them, explicit arguments.
#include <cstdio>
template <typename T> T larger(T a, T b) { return a > b ? a : b; }
template <typename T, int N> T total(const T (&a)[N]) {
    T s = 0;
    for (int i = 0; i < N; i++) s += a[i];
    return s;
}
template <int N> int power(int b) { return b * power<N - 1>(b); }
template <> int power<0>(int) { return 1; }
template <class A, class B> void show(A a, B b) { printf("two %g %g\n", (double)a, (double)b); }
template <class A> void show(A a, int b) { printf("int %g %d\n", (double)a, b); }
void show(int a, int b) { printf("plain %d %d\n", a, b); }
template <typename T> struct Pair { T a, b; T sum() const { return a + b; } };
template <typename T> Pair<T> pair(T a, T b) { return Pair<T>{a, b}; }
template <typename T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v + (T)threadIdx.x; }
template <int BLOCK> __global__ void reduce(const int *in, int *out) {
    __shared__ int s[BLOCK];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = s[0];
}
int main() {
    int a[4] = {1, 2, 3, 4};
    double b[] = {0.5, 0.25};
    printf("%d %g %g\n", larger(3, 5), larger(2.5, 1.5), larger<double>(1, 2.5));
    printf("%d %g %d\n", total(a), total(b), power<5>(2));
    show(1, 2);
    show(1.5, 2);
    show(1.5, 2.5f);
    printf("%d %g\n", pair(1, 2).sum(), pair(1.5, 2.0).sum());
    float *f, hf[32];
    cudaMalloc(&f, sizeof hf);
    fill<<<1, 32>>>(f, 0.5f);
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    int *d, r;
    cudaMalloc(&d, 64 * sizeof(int));
    fill<int><<<1, 64>>>(d, 1);
    reduce<64><<<1, 64>>>(d, d);
    cudaMemcpy(&r, d, 4, cudaMemcpyDeviceToHost);
    printf("%g %d\n", hf[31], r);
}
