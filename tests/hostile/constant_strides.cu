// Strides that the compiler knows: lane 0 and the last lane of a row are inside, those between are all over the address space.
//@ runs: 8
#include <cstdio>
#include <cstdlib>
template <class T, unsigned long long S> __global__ void k(T *x)
{
    T value = x[threadIdx.x * S + threadIdx.y];
    x[threadIdx.x * S + threadIdx.y] = T(value + 1);
}
template <class T, unsigned S> __global__ void narrow(T *x)
{
    x[threadIdx.x * S] = 1;
    x[(int)(threadIdx.x * S)] += 2;
}
template <long long S> __global__ void loop(int *x, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    for (int i = 0; i < n; i++) {
        x[threadIdx.x * S + i] += i;
        s[threadIdx.x * S + i] += i;
    }
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 256);
    cudaMemset(x, 0, 256);
    if (run == 0) k<char, 595056260442243601ull><<<1, 32>>>((char *)x);
    if (run == 1) k<int, 148764065110560901ull><<<1, 32>>>(x);
    if (run == 2) k<char, 1229782938247303442ull><<<1, dim3(16, 2)>>>((char *)x);
    if (run == 3) k<char, 2635249153387078803ull><<<1, dim3(8, 4)>>>((char *)x);
    if (run == 4) narrow<char, 138547333u><<<1, 32>>>((char *)x);
    if (run == 5) narrow<int, 0x80000001u><<<1, 32>>>(x);
    if (run == 6) loop<148764065110560901ll><<<1, 32>>>(x, 4);
    if (run == 7) k<double, 1ull << 60><<<1, 32>>>((double *)x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
