// A constant array is an array of constants, whatever name it goes by and however many dimensions it has.
#include <cstdio>
typedef double Grid[2][3][2];
template <int n, class T> using Plane = T[n][n][2];
template <int n, class T> using Row = T[n];
double sum(const Grid grid) { return grid[0][0][0] + grid[1][2][1]; }
double of_reference(const Grid &grid) { return grid[1][2][1]; }
const char *kind(double (*)[3][2]) { return "mutable"; }
const char *kind(const double (*)[3][2]) { return "constant"; }
template <int n, class T> __host__ __device__ T alias(const Plane<n, T> plane) { return plane[n - 1][n - 1][1]; }
template <int n, class T> __host__ __device__ T written(const T plane[n][n][2]) { return plane[0][0][0]; }
template <int n, class T> __host__ __device__ T pointer(const T (*plane)[n][2]) { return plane[1][0][1]; }
template <int n, class T> __host__ __device__ T row(const Row<n, T> values) { return values[n - 1]; }
template <int n, class T> __host__ __device__ T reference(const Plane<n, T> &plane) { return plane[0][1][0]; }
template <class T> int deduced(const T &) { return sizeof(T); }
template <int n, class T> T both(const Plane<n, T> plane, T weight, const Row<n, T> &values) { return plane[0][0][0] * weight + values[1]; }
template <class T> struct IsConst { static const bool value = false; };
template <class T> struct IsConst<const T> { static const bool value = true; };
struct Cell { Grid inside; };
__global__ void add(const float (*in)[2][2], float *out)
{
    const Plane<2, float> local = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    out[0] = alias<2, float>(in) + pointer(local) + reference<2, float>(local);
}
int main()
{
    const Grid x = {{{1, 2}, {3, 4}, {5, 6}}, {{7, 8}, {9, 10}, {11, 12}}};
    Grid y = {};
    const Plane<3, int> z = {{{1}}, {}, {{}, {}, {8, 9}}};
    const double v[4] = {1, 2, 3, 4};
    const Cell cell = {{{{1}}}};
    printf("%g %g %s %s %s %s\n", sum(x) + sum(y), of_reference(x), kind(x), kind(y), kind(cell.inside), kind(&x[0]));
    printf("%d %d %d %d %d\n", alias<3, int>(z), alias(z), written<3, int>(z), pointer(z), reference(z));
    const int w[3] = {10, 20, 30};
    printf("%g %g %d %d %d\n", row<4, double>(v), row<4>(v), deduced(x), deduced(z), both(z, 5, w));
    printf("%d %d\n", IsConst<const Grid>::value, IsConst<Grid>::value);
    const double(*first)[3][2] = x;
    const Grid *whole = &x;
    printf("%g %g\n", first[1][0][0], (*whole)[0][2][1]);
    float *in, *out;
    cudaMallocManaged(&in, sizeof(Plane<2, float>));
    cudaMallocManaged(&out, sizeof(float));
    in[7] = 40;
    add<<<1, 1>>>((const float(*)[2][2])in, out);
    cudaDeviceSynchronize();
    printf("%g\n", *out);
    cudaFree(in);
    cudaFree(out);
}
