// Template parameters of class and floating type, with class template argument deduction for the parameter (C++20).
#include <cstdio>
#include <type_traits>

struct Point {
    int x, y;
    double scale = 1;
    __host__ __device__ constexpr int sum() const { return x + y; }
    constexpr Point moved(int by) const { return {x + by, y, scale}; }
};

template <unsigned long N> struct FixedString {
    char text[N]{};
    constexpr FixedString(const char (&from)[N]) {
        for (unsigned long i = 0; i < N; i++) text[i] = from[i];
    }
    constexpr unsigned long size() const { return N - 1; }
};

// Each value has its own class, and equal values have the same.
template <Point P> struct Tagged {
    static int count;
    int weight[P.x + 1];
    static constexpr int total = P.sum();
    static void hit() { count++; }
};
template <Point P> int Tagged<P>::count = 0;

template <FixedString Name> struct Field {
    int value;
    void print() const { printf("%s(%lu)=%d\n", Name.text, Name.size(), value); }
};

template <FixedString Text> const char *literal() { return Text.text; }
template <FixedString A, FixedString B> constexpr bool same = std::is_same_v<Field<A>, Field<B>>;

template <double Factor> double scaled(double x) { return x * Factor; }
template <float F> struct Single { static constexpr float twice = F * 2; };
template <auto V> struct Any { static constexpr auto value = V; };

// Partial and full specialisations, and deduction of the value.
template <class T, Point P> struct Kind { static constexpr int id = 0; };
template <class T> struct Kind<T, Point{1, 2}> { static constexpr int id = 1; };
template <> struct Kind<int, Point{3, 4}> { static constexpr int id = 2; };
template <double D> struct Constant { static constexpr const char *name = "some"; };
template <> struct Constant<0.5> { static constexpr const char *name = "half"; };
template <Point P> int area(Tagged<P>) { return P.x * P.y; }
template <double D> double held(Constant<D>) { return D; }

// A default, a value made of another, nested classes, arrays and members of pointer type.
template <Point P = Point{7, 8}> constexpr int first = P.x;
template <Point P> constexpr int next = first<P.moved(1)>;
struct Table { Point points[2]; const int *where; bool flag; };
int target = 5;
template <Table T> struct Looked { static int at() { return T.points[1].y + *T.where + T.flag; } };

// A value of a class that converts to a number, and a class that is made of one.
template <int N> constexpr int number = N;
struct Wrapped { int n; constexpr Wrapped(int n) : n(n) {} };
template <Wrapped W> constexpr int unwrapped = W.n;
template <Point... P> constexpr int all = (0 + ... + P.sum());
template <class T, T V> struct Typed { static constexpr T value = V; };

template <Point P> __global__ void kernel(int *out) { out[threadIdx.x] = P.sum() * 10 + P.y + int(P.scale * 4) + threadIdx.x; }
template <float F> __device__ float times(float x) { return x * F; }
template <float F> __global__ void multiply(float *out) { out[0] = times<F>(3); }

int main() {
    constexpr Point origin{0, 0}, named{1, 2, 0.5};
    Tagged<Point{1, 2}>::hit();
    Tagged<Point{1, 2, 1}>::hit();
    Tagged<named>::hit();
    printf("%d %d %d\n", Tagged<Point{1, 2}>::count, Tagged<named>::count, Tagged<origin>::count);
    printf("%zu %d %d\n", sizeof(Tagged<Point{4, 5}>), Tagged<Point{4, 5}>::total, area(Tagged<Point{4, 5}>{}));
    Field<"width"> width{3};
    Field<""> unnamed{4};
    width.print();
    unnamed.print();
    printf("%s %d %d %d\n", literal<"hello, world">(), same<"a", "a">, same<"a", "b">, literal<"x">() == literal<"x">());
    printf("%g %g %g\n", scaled<2.5>(4), scaled<-0.1>(10), double(Single<1.25f>::twice));
    printf("%d %g %d %c\n", Any<3>::value, Any<0.75>::value, Any<Point{5, 6}>::value.y, Any<'c'>::value);
    printf("%d %d %d %d\n", Kind<char, Point{1, 2}>::id, Kind<int, Point{3, 4}>::id, Kind<char, Point{3, 4}>::id, Kind<int, named>::id);
    printf("%s %s %g\n", Constant<0.5>::name, Constant<1 / 2.0>::name, held(Constant<3.5>{}));
    printf("%d %d %d\n", std::is_same_v<Constant<0.0>, Constant<-0.0>>, first<>, next<Point{20, 0}>);
    printf("%d\n", Looked<Table{{{1, 2}, {3, 4}}, &target, true}>::at());
    printf("%d %d %d\n", number<std::integral_constant<int, 9>{}>, unwrapped<12>, all<Point{1, 1}, Point{2, 3}>);
    printf("%d %g\n", Typed<Point, Point{8, 9}>::value.y, Typed<double, 0.1>::value);
    int *out, result[2];
    cudaMalloc(&out, sizeof result);
    kernel<Point{2, 3, 0.5}><<<1, 2>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    float *product, answer;
    cudaMalloc(&product, sizeof answer);
    multiply<1.5f><<<1, 1>>>(product);
    cudaMemcpy(&answer, product, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%d %d %g\n", result[0], result[1], answer);
}
