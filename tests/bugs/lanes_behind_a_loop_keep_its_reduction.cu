// Ten lanes are behind the loop, with what the reduction gave them, while others wait at it for their second time.
#include <cstdio>
__global__ void k(int *out)
{
    int lane = threadIdx.x, sum = 0, round = 0;
    unsigned mask = 0xffffffffu;
again:
    sum = __reduce_add_sync(mask, lane + round);
    if (lane >= 10 && round == 0) {
        round = 1;
        mask = 0xfffffc00u;
        if (lane > 20) goto later;
        goto again;
    }
    out[lane] = sum;
    return;
later:
    round = out[32 + lane] + 1;
    goto again;
}
int main()
{
    int o[64] = {}, *out;
    cudaMalloc(&out, sizeof o);
    cudaMemset(out, 0, sizeof o);
    k<<<1, 32>>>(out);
    cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) printf("%d ", o[i]);
    printf("\n");
    cudaFree(out);
}
