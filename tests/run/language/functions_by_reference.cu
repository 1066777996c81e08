// Functions as arguments of templates: a reference to one stays a function.
#include <cstdio>
#include <functional>
#include <thread>
#include <algorithm>
#include <vector>
#include <type_traits>
template <class F> void by_ref(F &f) { f(1); }
template <class F> void by_cref(const F &f) { f(2); }
template <class F> void fwd(F &&f) { f(3); printf("%d\n", (int)std::is_function<std::remove_reference_t<F>>::value); }
template <class F, class... A> auto inv(F &&f, A &&...a) -> decltype(std::forward<F>(f)(std::forward<A>(a)...)) { return std::forward<F>(f)(std::forward<A>(a)...); }
template <class F> struct hold { F f; hold(F g) : f(g) {} };
template <class F> hold<std::decay_t<F>> make(F &&f) { return hold<std::decay_t<F>>(std::forward<F>(f)); }
template <class R, class... A> void sig(R (*)(A...)) { printf("%zu\n", sizeof...(A)); }
template <class R, class... A> void sig2(R (&)(A...)) { printf("%zu\n", sizeof...(A)); }
template <class T> void takes(T *) { printf("ptr %d\n", (int)std::is_function<T>::value); }
void say(int x) { printf("say %d\n", x); }
int add(int a, int b) { return a + b; }
__device__ int dbl(int x) { return 2 * x; }
template <class F> __device__ int dev(F &&f, int x) { return f(x); }
__global__ void k(int *o) { *o = dev(dbl, 4); }
bool less_than(int a, int b) { return a > b; }
int main()
{
    by_ref(say); by_cref(say); fwd(say);
    printf("%d\n", inv(add, 2, 3));
    make(say).f(9);
    sig(add); sig2(add); takes(say);
    std::function<int(int, int)> f(add); printf("%d\n", f(1, 2));
    f = add;
    auto b = std::bind(add, 1, std::placeholders::_1); printf("%d\n", b(5));
    std::thread t(say, 7); t.join();
    std::vector<int> v{1, 3, 2}; std::sort(v.begin(), v.end(), less_than); printf("%d\n", v[0]);
    printf("%d\n", std::invoke(add, 3, 3));
    int *o, h; cudaMalloc(&o, 4); k<<<1, 1>>>(o); cudaMemcpy(&h, o, 4, cudaMemcpyDeviceToHost); printf("%d\n", h);
    auto n = std::not_fn(less_than); printf("%d\n", (int)n(1, 2));
    std::for_each(v.begin(), v.end(), say);
}
