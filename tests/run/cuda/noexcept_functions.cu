// `noexcept` in types of device functions: tables of pointers, deduction, questions in kernels.
#include <cstdio>
#include <type_traits>
__device__ int twice(int x) noexcept { return 2 * x; }
__device__ int less(int x) { return x - 1; }
template <class F> struct Signature;
template <class R, class... A> struct Signature<R (*)(A...)> { static constexpr int kind = 1; };
template <class R, class... A> struct Signature<R (*)(A...) noexcept> { static constexpr int kind = 2; };
template <class R, class A> __device__ R call(R (*f)(A), A a) { return f(a); }
struct Scale {
    int k;
    __device__ int operator()(int x) const noexcept { return k * x; }
    __device__ int add(int x) const { return k + x; }
};
template <auto f> __global__ void apply(int *out) { out[threadIdx.x] = f(threadIdx.x); }
template <class F> __global__ void quiet(F f, int *out) { out[threadIdx.x] = noexcept(f(1)) ? f(threadIdx.x) : -1; }
__global__ void table(int *out)
{
    int (*const functions[])(int) = {twice, less};
    int (*steady)(int) noexcept = twice;
    int (*other)(int) = threadIdx.x & 1 ? less : steady;
    int (Scale::*member)(int) const noexcept = &Scale::operator();
    int (Scale::*plain)(int) const = member;
    Scale s{3};
    out[threadIdx.x] = functions[threadIdx.x & 1](10) + call(twice, 100) + call(steady, 1000) + other(10000) + (s.*plain)(100000);
}
int main()
{
    static_assert(Signature<decltype(&twice)>::kind == 2 && Signature<decltype(&less)>::kind == 1);
    static_assert(std::is_nothrow_invocable_v<Scale, int> && !std::is_nothrow_invocable_v<decltype(&Scale::add), Scale, int>);
    int *out;
    cudaMallocManaged(&out, 4 * sizeof(int));
    auto show = [&] {
        cudaDeviceSynchronize();
        printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    };
    table<<<1, 4>>>(out);
    show();
    apply<twice><<<1, 4>>>(out);
    show();
    apply<less><<<1, 4>>>(out);
    show();
    quiet<<<1, 4>>>(Scale{7}, out);
    show();
    cudaFree(out);
}
