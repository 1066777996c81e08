// Shuffles and votes as they were before Volta: the active lanes take part.
#include <cstdio>
__global__ void sums(int *out, float *floats)
{
    int lane = threadIdx.x;
    int v = lane;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d); //~ WARNING[K0616] warp functions without a mask
    float f = lane;
    for (int d = 16; d > 0; d /= 2) f += __shfl_xor(f, d);
    int up = __shfl_up(lane, 1), third = __shfl(lane, 3), of_eight = __shfl(lane, 1, 8);
    out[lane] = v * (lane == 0) + up + third + of_eight;
    floats[lane] = f;
    if (lane < 16) {
        if (__any(lane == 3) && !__any(lane == 20) && __all(lane < 16)) out[lane] += 1000;
        out[lane] += __popc(__ballot(lane & 1));
    }
}
int main()
{
    int *out;
    float *floats;
    cudaMallocManaged(&out, 32 * sizeof(int));
    cudaMallocManaged(&floats, 32 * sizeof(float));
    sums<<<1, 32>>>(out, floats);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) printf("%d%c", out[i], i % 8 == 7 ? '\n' : ' ');
    printf("%g %g\n", floats[0], floats[31]);
    cudaFree(out);
    cudaFree(floats);
}
