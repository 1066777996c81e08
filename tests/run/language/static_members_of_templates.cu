// Static members of class templates, and member variable templates, that are defined outside.
#include <cstdio>
#include <map>
#include <string>
#include <vector>
template <class T> struct A {
    static int n;
    static T value;
    static const T k;
    static const int table[];
    static const char *name;
    static const int inside = 4;
    static constexpr int always = 3;
    struct In {
        static int z;
        struct Deep {
            static T w;
        };
    };
    int get() const { return n; }
};
// Used before it is defined.
int early() { return A<long>::n * 1000 + A<long>::table[1] * 10 + A<long>::In::z; }
template <class T> int A<T>::n = 5;
template <class U> U A<U>::value = U(3) / 2;
template <class T> const T A<T>::k = 7;
template <class T> const int A<T>::table[] = {1, 2, 3};
template <class T> const char *A<T>::name = "any";
template <class T> const int A<T>::inside;
template <class T> constexpr int A<T>::always;
template <class T> int A<T>::In::z = 9;
template <class U> U A<U>::In::Deep::w = U(2.5);
template <> int A<char>::n = 6;
template <> const char *A<int>::name = "int";

// A specialisation has members of its own.
template <> struct A<bool> {
    static int n;
};
int A<bool>::n = 1;
template <class T> struct A<T *> {
    static int n;
};
template <class T> int A<T *>::n = 10 + A<T>::n;

// What runs before `main`, once for each instance.
int runs = 0;
int next() { return ++runs; }
namespace lists {
template <class T> struct List {
    static std::vector<T> v;
    static std::map<std::string, T> m;
    static int first;
};
template <class T> std::vector<T> List<T>::v{1, 2};
template <class T> std::map<std::string, T> List<T>::m = {{"a", 1}, {"b", 2}};
}
template <class T> int lists::List<T>::first = next();

struct M {
    template <class T> static int g;
    template <class T> static const T c;
};
int early_template() { return M::g<long>; }
template <class T> int M::g = 8;
template <class U> const U M::c = U(3) / 2;
template <> int M::g<char> = 9;
template <class T> struct Outer {
    template <class U> static int g;
};
template <class T> template <class U> int Outer<T>::g = sizeof(T) * 10 + sizeof(U);

template <class T, int N> struct Shape {
    static const int dims;
    static const int size = N;
};
template <class T, int N> const int Shape<T, N>::dims = N * 2;
template <class... Ts> struct Count {
    static int n;
};
template <class... Ts> int Count<Ts...>::n = sizeof...(Ts);

template <class T> struct Limits {
    static constexpr T most = 100;
    static const int bits = 8 * sizeof(T);
};
template <class T> __global__ void device(int *out) {
    out[0] = Limits<T>::most;
    out[1] = Limits<T>::bits;
}

int main() {
    printf("%d %d\n", early(), early_template());
    printf("%d %d %g %d\n", A<int>::n, A<int>::value, A<double>::value, A<int>::k);
    printf("%d %zu\n", A<int>::table[1], sizeof(A<int>::table) / sizeof(int));
    printf("%s %s %d %d\n", A<int>::name, A<char>::name, A<int>::inside, A<int>::always);
    const int *address = &A<short>::inside;
    printf("%d\n", *address);
    printf("%d %g\n", A<int>::In::z, A<double>::In::Deep::w);
    printf("%d %d %d %d\n", A<char>::n, A<bool>::n, A<char *>::n, A<int *>::n);
    A<int> a;
    A<int>::n++;
    printf("%d %d\n", a.get(), A<float>().get());

    using lists::List;
    List<int>::v.push_back(3);
    printf("%zu %zu %d\n", List<int>::v.size(), List<long>::v.size(), List<int>::v[1]);
    printf("%d %zu\n", List<int>::m["b"], List<double>::m.size());
    int firsts = List<int>::first + List<char>::first;
    printf("%d %d\n", runs, firsts);

    printf("%d %d %g %d\n", M::g<int>, M::g<char>, M::c<double>, M::c<int>);
    printf("%d %d\n", Outer<char>::g<int>, Outer<int>::g<char>);
    printf("%d %d %d\n", Shape<int, 3>::dims, Shape<int, 3>::size, Count<int, char, long>::n);

    int *out, host[2];
    cudaMalloc(&out, sizeof host);
    device<short><<<1, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
}
