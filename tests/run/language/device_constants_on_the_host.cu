// Host code reads `constexpr` variables of the device: their values.
#include <cstdio>
__device__ constexpr int N = 5;
__device__ constexpr float PI = 3.5f;
__constant__ constexpr int CN = 6;
static constexpr __device__ double ARR[3] = {1, 2, 3};
__device__ const int KN = 8;
struct S { int a; };
__device__ constexpr S s{4};
template <typename T> __device__ constexpr T tv = T(2);
__global__ void k(int *p) { p[0] = N + (int)PI + ARR[1] + KN; }
int main() { int a[N]; a[0] = N; printf("%d %g %d %zu %d %d %d\n", a[0], PI, CN, sizeof a, KN, s.a, tv<int>); }
