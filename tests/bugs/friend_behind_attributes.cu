// A friend whose attributes stand before the word `friend` is one all the same, found by its arguments.
#include <cstdio>
class V {
    float x;

public:
    __host__ __device__ V(float x = 0) : x(x) {}
    __host__ __device__ friend V operator*(float s, const V &v) { return V(s * v.x); }
    __device__ __host__ inline friend bool operator<(const V &a, const V &b) { return a.x < b.x; }
    template <class T> __host__ __device__ friend V scaled(const V &v, T by) { return V(v.x * by); }
    friend __host__ __device__ V operator-(const V &v) { return V(-v.x); }
    __host__ __device__ friend class Reader;
    __host__ __device__ float get() const { return x; }
};
class Reader {
public:
    __host__ __device__ static float read(const V &v) { return v.x; }
};
__global__ void k(float *out)
{
    V v(threadIdx.x);
    out[threadIdx.x] = Reader::read(-(2.0f * scaled(v, 3))) + (v < V(2));
}
int main()
{
    float *out;
    cudaMallocManaged(&out, 4 * sizeof(float));
    k<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    V w = 2.0f * V(3);
    printf("%g %g %g %g, %g %d\n", out[0], out[1], out[2], out[3], w.get(), w < V(3));
    cudaFree(out);
    return 0;
}
