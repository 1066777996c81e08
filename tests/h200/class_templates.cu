#include <iostream>
#include <vector>
#include <type_traits>
#include <limits>
#include <cassert>
// a small matrix library: class template, partial and full specialisation, expression functor, SFINAE, traits, CRTP
template <class T> struct Traits { using Acc = T; static constexpr const char *name() { return "generic"; } };
template <> struct Traits<float> { using Acc = double; static constexpr const char *name() { return "float"; } };
template <> struct Traits<char> { using Acc = int; static constexpr const char *name() { return "char"; } };
template <class T> struct Traits<T *> { using Acc = typename Traits<T>::Acc; static constexpr const char *name() { return "pointer"; } };
template <typename Derived> struct Printable { void print(std::ostream &os) const { static_cast<const Derived &>(*this).write(os); os << "\n"; } };
template <typename T, int R, int C = R> struct Matrix : Printable<Matrix<T, R, C>> {
    T m[R][C];
    __host__ __device__ T &operator()(int r, int c) { assert(r < R && c < C); return m[r][c]; }
    __host__ __device__ const T &operator()(int r, int c) const { return m[r][c]; }
    template <int K> __host__ __device__ Matrix<T, R, K> operator*(const Matrix<T, C, K> &o) const
    {
        Matrix<T, R, K> p;
        for (int i = 0; i < R; i++) for (int j = 0; j < K; j++) { typename Traits<T>::Acc a = 0; for (int k = 0; k < C; k++) a += m[i][k] * o(k, j); p(i, j) = static_cast<T>(a); }
        return p;
    }
    __host__ __device__ Matrix<T, C, R> transposed() const { Matrix<T, C, R> t; for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) t(j, i) = m[i][j]; return t; }
    void write(std::ostream &os) const { for (int i = 0; i < R; i++) { os << (i ? "; " : "["); for (int j = 0; j < C; j++) os << (j ? ", " : "") << +m[i][j]; } os << "]"; }
};
template <typename T, int R, int C> std::ostream &operator<<(std::ostream &os, const Matrix<T, R, C> &m) { m.write(os); return os; }
template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0> __host__ __device__ T halve(T v) { return v >> 1; }
template <typename T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> __host__ __device__ T halve(T v) { return v * T(0.5); }
template <typename M> __global__ void products(const M *a, const M *b, M *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { auto p = a[i] * b[i].transposed(); decltype(p(0, 0)) x = p(0, 0); x = halve(x); c[i] = p; }
}
template <typename T, int D> bool batch()
{
    using Mat = Matrix<T, D>;
    const int n = 20;
    std::vector<Mat> a(n), b(n), c(n);
    for (int i = 0; i < n; i++) for (int r = 0; r < D; r++) for (int k = 0; k < D; k++) { a[i](r, k) = T((i + r * 2 + k) % 7 - 3); b[i](r, k) = T((i * r + k) % 5); }
    Mat *d[3];
    for (auto &p : d) cudaMalloc(&p, n * sizeof(Mat));
    cudaMemcpy(d[0], a.data(), n * sizeof(Mat), cudaMemcpyHostToDevice);
    cudaMemcpy(d[1], b.data(), n * sizeof(Mat), cudaMemcpyHostToDevice);
    products<<<1, 32>>>(d[0], d[1], d[2], n);
    cudaMemcpy(c.data(), d[2], n * sizeof(Mat), cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 0; i < n; i++) { Mat e = a[i] * b[i].transposed(); e(0, 0) = halve(e(0, 0)); for (int r = 0; r < D; r++) for (int k = 0; k < D; k++) ok = ok && e(r, k) == c[i](r, k); }
    std::cout << Traits<T>::name() << " " << D << ": " << (ok ? "PASS " : "FAIL ") << c[n - 1] << std::endl;
    for (auto p : d) cudaFree(p);
    return ok;
}
int main()
{
    bool ok = batch<float, 3>() & batch<double, 2>() & batch<char, 2>() & batch<long long, 4>();
    Matrix<int, 2, 3> m = {{}, {{1, 2, 3}, {4, 5, 6}}};
    m.transposed().print(std::cout);
    std::cout << (m * m.transposed()) << " " << Traits<float *>::name() << " " << sizeof(Traits<char>::Acc) << " " << std::numeric_limits<short>::max() << " " << std::boolalpha << ok << "\n";
    return ok ? 0 : 1;
}
