// Class templates that are declared with defaults, and defined with other names of their parameters.
#include <cstdio>
template <class C, class T> class Pair;
template <class C, class T = int> class Pair;
Pair<char> *later;
template <class A, class B> class Pair {
    A a;
    B b;

public:
    __host__ __device__ Pair(A a, B b) : a(a), b(b) {}
    __host__ __device__ B second() const;
    static constexpr int size = sizeof(A) + sizeof(B);
};
template <class X, class Y> __host__ __device__ Y Pair<X, Y>::second() const { return b; }

template <class T, int n = 3, template <class, class> class P = Pair> struct Row;
template <class Element, int length, template <class, class> class Of> struct Row {
    Element values[length];
    Of<Element, float> last{Element(), 1.5f};
};

struct Outer {
    template <class T, class U = double> struct Inner;
};
template <class V, class W> struct Outer::Inner {
    V v;
    W w;
};

template <class A, class B = A> struct Swapped;
template <class B, class A> struct Swapped {
    B first;
    A second;
};

__global__ void k(int *out)
{
    Pair<char> p('x', 7);
    out[0] = p.second();
    Row<int> row{{1, 2, 3}};
    out[1] = row.values[2] + (int)(row.last.second() * 2);
}
int main()
{
    int *out;
    cudaMallocManaged(&out, 2 * sizeof(int));
    k<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    Outer::Inner<char> inner{'a', 2.5};
    Swapped<char, int> swapped{'b', 9};
    printf("%d %d %d %g %c%d %zu\n", out[0], out[1], Pair<char>::size, inner.w, swapped.first, swapped.second, sizeof(Swapped<char>));
    cudaFree(out);
}
