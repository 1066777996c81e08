// The headers of libcu++ that courses use, in kernels and on the host.
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/optional>
#include <cuda/std/type_traits>
#include <cuda/std/limits>
#include <cuda/std/complex>
#include <cuda/std/span>
#include <cuda/std/chrono>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/variant>
#include <cuda/std/cmath>
#include <cuda/std/ratio>
#include <cuda/atomic>
#include <cstdio>
struct P { int x; float y; };
__device__ cuda::std::optional<int> find(cuda::std::span<const int> s, int v){ for (size_t i=0;i<s.size();i++) if (s[i]==v) return (int)i; return cuda::std::nullopt; }
__device__ cuda::std::tuple<int,float> both(int i){ return cuda::std::make_tuple(i*2, i*.5f); }
template <class T> __device__ T big(){ if constexpr (cuda::std::is_same_v<T,int>) return cuda::std::numeric_limits<T>::max(); else return T(1); }
__global__ void k(float *o, cuda::std::atomic<int> *n, cuda::std::array<int,4> a){
  int i = threadIdx.x; auto [x,y] = both(i); cuda::std::complex<float> c(1.0f, (float)i); c *= c; c = cuda::std::conj(c);
  auto p = cuda::std::make_pair(x, y); cuda::std::swap(p.first, x); n->fetch_add(1, cuda::std::memory_order_relaxed);
  auto f = find(cuda::std::span<const int>(a.data(), a.size()), i + 2);
  cuda::std::array<int,3> b{3,1,2}; int s = 0; for (int v : b) s += v;
  auto d = cuda::std::chrono::milliseconds(1500); auto secs = cuda::std::chrono::duration_cast<cuda::std::chrono::seconds>(d).count();
  cuda::std::variant<int,float> v = i % 2 ? cuda::std::variant<int,float>(i) : cuda::std::variant<int,float>(1.5f);
  o[i] = c.real() + c.imag() + p.second + f.value_or(-1) + s + secs + cuda::std::get<0>(both(1)) + (cuda::std::holds_alternative<int>(v) ? 100 : 200) + cuda::std::popcount(7u) + cuda::std::plus<>{}(1,2) + cuda::std::abs(-2.0f) + (big<int>() > 0) + cuda::std::size(b);
}
int main(){ float *o; cudaMallocManaged(&o, 16); cuda::std::atomic<int> *n; cudaMallocManaged(&n, sizeof *n); new (n) cuda::std::atomic<int>(0); cuda::std::array<int,4> a{1,2,3,4}; k<<<1,4>>>(o,n,a); cudaDeviceSynchronize(); for(int i=0;i<4;i++) printf("%g ", o[i]); printf("%d\n", n->load()); cuda::std::tuple<int,int,char> t(1,2,'c'); printf("%d %zu\n", cuda::std::get<1>(t), cuda::std::tuple_size<decltype(t)>::value); auto u = cuda::std::chrono::hours(1) + cuda::std::chrono::minutes(30); printf("%ld\n", (long)u.count()); cuda::std::apply([](int a,int b,char c){ printf("%d%d%c\n",a,b,c); }, t); }
