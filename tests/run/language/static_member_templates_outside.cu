// Member templates of class templates that are defined outside: `static` and default arguments stand in the class alone.
#include <cstdio>
template <class T> struct Convert {
    template <class U> static __host__ __device__ U to(T value);
    template <class U = long> static U other(T value);
    template <class U> int member(U u, int factor = 10);
    template <class U> static int with(U u, T t = T(3));
    template <class U> Convert(U u);
    template <class U> struct Inner {
        template <class V> static __host__ __device__ int sizes();
        static int plain();
    };
    T kept;
};
template <class T> template <class U> __host__ __device__ U Convert<T>::to(T value) { return static_cast<U>(value); }
template <class T> template <class U> U Convert<T>::other(T value) { return (U)value + (U)sizeof(U); }
template <class T> template <class U> int Convert<T>::member(U u, int factor) { return (int)(u * factor + kept); }
template <class A> template <class B> int Convert<A>::with(B b, A a) { return (int)(b * a); }
template <class T> template <class U> Convert<T>::Convert(U u) : kept(T(u)) {}
template <class T> template <class U> template <class V> __host__ __device__ int Convert<T>::Inner<U>::sizes()
{
    return sizeof(T) * 100 + sizeof(U) * 10 + sizeof(V);
}
template <class T> template <class U> int Convert<T>::Inner<U>::plain() { return sizeof(U); }
__global__ void k(float x) { printf("%d %d\n", Convert<float>::to<int>(x), Convert<double>::Inner<char>::sizes<short>()); }
int main()
{
    Convert<double> c(2.5f);
    printf("%d %ld %d %d\n", Convert<double>::to<int>(3.75), Convert<int>::other(4), (int)Convert<int>::other<char>(4), c.member(1.5));
    printf("%d %d %d\n", c.member(2, 3), Convert<int>::with(2.5), Convert<double>::with(2, 4.5));
    printf("%d %d\n", Convert<int>::Inner<char>::sizes<short>(), Convert<int>::Inner<double>::plain());
    k<<<1, 1>>>(7.5f);
    cudaDeviceSynchronize();
}
