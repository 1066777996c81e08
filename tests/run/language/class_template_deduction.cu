// Arguments of class templates from constructors, members and deduction guides (C++17).
#include <array>
#include <complex>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

template <class T> struct Box {
    T value;
    __host__ __device__ Box(T v) : value(v) {}
};
Box(const char *) -> Box<std::string>;

template <class T, int N> struct Row {
    T at[N];
    __host__ __device__ Row(const T (&list)[N])
    {
        for (int i = 0; i < N; i++) at[i] = list[i];
    }
};

template <class A, class B = A> struct Duo {
    A a;
    B b;
    Duo(A a) : a(a), b() {}
    Duo(A a, B b) : a(a), b(b) {}
};

template <class T> class Stack {
    T items[8];
    int count = 0;

public:
    using value_type = T;
    Stack(std::initializer_list<value_type> list)
    {
        for (const T &v : list) items[count++] = v;
    }
    explicit Stack(T first, int n)
    {
        for (int i = 0; i < n; i++) items[count++] = first;
    }
    int size() const { return count; }
    T top() const { return items[count - 1]; }
};
template <class T> Stack(std::initializer_list<T>) -> Stack<T>;

template <class F> struct Guard {
    F leave;
    Guard(F f) : leave(f) {}
    ~Guard() { leave(); }
};

template <class T> struct Range {
    T *first;
    int n;
    template <int N> Range(T (&list)[N]) : first(list), n(N) {}
    Range(std::vector<T> &list) : first(list.data()), n((int)list.size()) {}
};

Box kept = 2.5f;
static std::pair limits(-1, 1ul);

__global__ void k(float *out)
{
    Box b(threadIdx.x * 0.5f);
    float list[] = {1, 2, 3};
    Row row(list);
    auto c = Box{row.at[threadIdx.x] + b.value};
    out[threadIdx.x] = c.value;
}

template <class T, class U> constexpr bool same = std::is_same_v<T, U>;

int main()
{
    Box i(3);
    Box d = 0.5;
    Box s("text");
    const Box copy = i;
    static_assert(same<decltype(i), Box<int>> && same<decltype(d), Box<double>> && same<decltype(s), Box<std::string>>);
    static_assert(same<decltype(copy), const Box<int>> && same<decltype(kept), Box<float>> && same<decltype(limits), std::pair<int, unsigned long>>);
    std::vector v{1, 2, 3}, x(v.begin(), v.end() - 1), z(v);
    std::vector w(3, 1.5);
    std::vector y = {2.5f};
    static_assert(same<decltype(v), std::vector<int>> && same<decltype(w), std::vector<double>> && same<decltype(x), std::vector<int>>);
    static_assert(same<decltype(y), std::vector<float>> && same<decltype(z), std::vector<int>>);
    printf("%zu %zu %zu %zu %zu %d %g\n", v.size(), w.size(), x.size(), y.size(), z.size(), x[1], y[0]);
    std::pair p(1, 2.0f);
    std::pair q{"one", 'c'};
    std::tuple t(1, 2.5, "three");
    std::array a{1.5, 2.5};
    std::optional o = 7;
    std::complex z1(1.0f, -2.0f);
    static_assert(same<decltype(p), std::pair<int, float>> && same<decltype(q), std::pair<const char *, char>>);
    static_assert(same<decltype(t), std::tuple<int, double, const char *>> && same<decltype(a), std::array<double, 2>>);
    static_assert(same<decltype(o), std::optional<int>> && same<decltype(z1), std::complex<float>>);
    printf("%d %g %s %c %g %s %g %d %g\n", p.first, p.second, q.first, q.second, std::get<1>(t), std::get<2>(t), a[1], *o, z1.imag());
    Duo one(1);
    Duo two(1, 'x');
    static_assert(same<decltype(one), Duo<int>> && same<decltype(two), Duo<int, char>>);
    Stack st{1, 2, 3, 4};
    Stack rep('r', 3);
    static_assert(same<decltype(st), Stack<int>> && same<decltype(rep), Stack<char>>);
    printf("%d %d %d %c %d\n", one.b, st.size(), st.top(), rep.top(), rep.size());
    double plain[] = {1, 2, 3, 4};
    Range r1(plain);
    Range r2(v);
    static_assert(same<decltype(r1), Range<double>> && same<decltype(r2), Range<int>>);
    int left = 0;
    {
        Guard g([&] { left = 5; });
        std::mutex m;
        std::lock_guard lock(m);
    }
    printf("%d %d %d %s %g\n", r1.n, r2.n, left, s.value.c_str(), std::pair(0.25, 1).first);
    float *out;
    cudaMallocManaged(&out, 12);
    k<<<1, 3>>>(out);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", out[0], out[1], out[2]);
    return 0;
}
