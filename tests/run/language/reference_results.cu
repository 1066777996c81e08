// A conditional of two places is a place: a reference to it refers to one of them, constant or not.
#include <algorithm>
#include <cstdio>
template <class T> __host__ __device__ constexpr const T &larger(const T &a, const T &b) { return a < b ? b : a; }
int &pick(bool first, int &a, int &b) { return first ? a : b; }
__global__ void k(double *x) { x[0] = larger(x[1], x[2] + 1); }
int main() {
    double m = 1;
    const double *where = &larger(m, m);
    printf("%d\n", where == &m);
    m = larger(m, (double)2.5f);
    m = std::max(m, std::min(7.0, m * 2));
    printf("%g\n", m);
    int a = 1, b = 2;
    pick(false, a, b) = 5;
    (a < b ? a : b) = 7;
    printf("%d %d\n", a, b);
    const int x = 3, y = 4;
    const int &r = a > 0 ? x : y;
    printf("%d %d\n", r, &r == &x);
    static_assert((x < y ? x : y) == 3, "");
    double *p;
    cudaMallocManaged(&p, 3 * sizeof(double));
    p[1] = 4;
    p[2] = 8;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%g\n", p[0]);
    return 0;
}
constexpr int largest(int a, int b) { return std::max(larger(a, b), a > b ? a : b); }
static_assert(largest(3, 9) == 9, "evaluated while compiling");
int table[largest(2, 1)];
