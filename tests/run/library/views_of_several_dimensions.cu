// Views of several dimensions: matrices in both orders, planes of a volume, padded rows, in kernels and on the host.
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/mdspan>
namespace ks = cuda::std;
using matrix = ks::mdspan<float, ks::dextents<int, 2>>;
using fixed = ks::mdspan<const float, ks::extents<int, 3, 4>>;
using column_major = ks::mdspan<float, ks::dextents<int, 2>, ks::layout_left>;
__global__ void multiply(ks::mdspan<const float, ks::dextents<int, 2>> a, fixed b, column_major c)
{
    int i = threadIdx.y, j = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < a.extent(1); k++) sum += a(i, k) * b(k, j);
    c(i, j) = sum;
}
template <class View> __global__ void number(View v)
{
    for (int z = 0; z < v.extent(0); z++)
        for (int y = threadIdx.y; y < v.extent(1); y += blockDim.y)
            for (int x = threadIdx.x; x < v.extent(2); x += blockDim.x) v(z, y, x) = 100 * z + 10 * y + x;
}
__global__ void padded(ks::mdspan<int, ks::dextents<size_t, 2>, ks::layout_stride> v) { v(threadIdx.y, threadIdx.x) = threadIdx.y * 10 + threadIdx.x; }
int main()
{
    float *a, *b, *c;
    cudaMallocManaged(&a, 6 * sizeof(float));
    cudaMallocManaged(&b, 12 * sizeof(float));
    cudaMallocManaged(&c, 8 * sizeof(float));
    for (int i = 0; i < 6; i++) a[i] = i;
    for (int i = 0; i < 12; i++) b[i] = 0.5f * i;
    matrix ma(a, 2, 3);
    multiply<<<1, dim3(4, 2)>>>(ma, fixed(b), column_major(c, 2, 4));
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) printf("%g ", c[i]);
    column_major mc(c, 2, 4);
    printf("| %g %g %d %d\n", mc(1, 0), mc(0, 3), mc.stride(0), mc.stride(1));
    int *p;
    cudaMallocManaged(&p, 64 * sizeof(int));
    ks::mdspan volume(p, 2, 3, 4);
    number<<<1, dim3(2, 2)>>>(volume);
    cudaDeviceSynchronize();
    printf("%d %d %zu %zu %d\n", p[13], volume[ks::array<int, 3>{1, 2, 3}], volume.size(), volume.rank(), (int)volume.mapping().required_span_size());
    ks::extents<int, 2, ks::dynamic_extent, 4> e(3);
    ks::mdspan<int, decltype(e)> partly(p, e);
    printf("%d %d %d, %zu %zu, %d %d\n", e.extent(0), e.extent(1), e.extent(2), e.rank_dynamic(), e.static_extent(2), partly(1, 0, 1), e == volume.extents());
    ks::array<size_t, 2> strides{8, 1};
    ks::layout_stride::mapping<ks::dextents<size_t, 2>> rows(ks::dextents<size_t, 2>(3, 5), strides);
    ks::mdspan view(p, rows);
    for (int i = 0; i < 64; i++) p[i] = -1;
    padded<<<1, dim3(5, 3)>>>(view);
    cudaDeviceSynchronize();
    printf("%d %d %d %d, %zu %d %d\n", p[0], p[5], p[8], p[20], rows.required_span_size(), view.is_exhaustive(), decltype(view)::is_always_unique());
    ks::mdspan<const int, ks::dextents<size_t, 2>, ks::layout_stride> read = view;
    ks::mdspan line(p, 8);
    line[3] = 7;
    printf("%d %d %d | %zu %zu %zu %zu\n", read(2, 4), line(3), volume.empty(), sizeof(matrix), sizeof(fixed), sizeof(e), sizeof(ks::extents<int, 3>));
}
