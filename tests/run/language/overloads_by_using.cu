// Functions that `using` takes from a base are the class's own when an overload is chosen ([over.match.funcs] 4).
#include <cstdio>
struct Base {
    Base(int) {}
    void f(int) { puts("Base::f(int)"); }
    void f(const char *) { puts("Base::f(text)"); }
    void g(int) { puts("Base::g(int)"); }
    template <class T> void h(T) { puts("Base::h(T)"); }
    bool operator==(const Base &) const { return true; }
};
struct Derived : Base {
    using Base::Base;
    using Base::f;
    using Base::g;
    using Base::h;
    void f(double) { puts("Derived::f(double)"); }
    void g(int) { puts("Derived::g(int)"); }
    void h(int) { puts("Derived::h(int)"); }
};
struct Last : Derived {
    using Derived::Derived;
    using Derived::f;
    void f(long) { puts("Last::f(long)"); }
};
bool operator==(const Derived &, const Derived &) { return false; }
__global__ void k(int *out)
{
    struct A {
        __device__ int f(int) { return 1; }
    };
    struct B : A {
        using A::f;
        __device__ int f(float) { return 2; }
    } b;
    *out = b.f(1) * 10 + b.f(1.0f);
}
int main()
{
    Derived d(1);
    d.f(1);
    d.f(1.5);
    d.f("text");
    d.g(1);
    d.h(1);
    d.h(1.5);
    Last l(1);
    l.f(1);
    l.f(1.5);
    l.f(1l);
    printf("%d\n", d == d);
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    k<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    return 0;
}
