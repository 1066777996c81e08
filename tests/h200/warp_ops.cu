#include <cstdio>
// votes, ballots, match, shuffles of all widths and types, reduce_sync, half warps
struct Out { int i[64]; };
__global__ void votes(Out *o)
{
    int t = threadIdx.x, lane = t & 31;
    if (t == 0) { o->i[0] = 0; }
    __syncthreads();
    int any = __any_sync(0xffffffff, lane == 9), all = __all_sync(0xffffffff, lane < 32);
    unsigned odd = __ballot_sync(0xffffffff, lane & 1);
    unsigned grp = __match_any_sync(0xffffffff, lane / 5);
    int pred = 7;
    unsigned same = __match_all_sync(0xffffffff, 42, &pred);
    int pred2 = 7;
    unsigned diff = __match_all_sync(0xffffffff, lane == 3, &pred2);
    if (lane == 12) { o->i[1] = any; o->i[2] = all; o->i[3] = odd; o->i[4] = grp; o->i[5] = same; o->i[6] = pred; o->i[7] = diff; o->i[8] = pred2; }
    unsigned lt, ge;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
    if (lane == 20) { o->i[9] = lt; o->i[10] = ge; }
}
__global__ void shuffles(Out *o)
{
    int lane = threadIdx.x;
    double d = lane * 1.5;
    long long ll = (long long)lane << 36;
    d += __shfl_xor_sync(0xffffffff, d, 1);
    ll = __shfl_sync(0xffffffff, ll, 7);
    int half = lane;
    for (int k = 8; k; k >>= 1) half += __shfl_down_sync(0xffffffff, half, k, 16);
    int up = __shfl_up_sync(0xffffffff, lane, 3, 8);
    int wrap = __shfl_sync(0xffffffff, lane * 10, lane + 5, 8);
    float f = __shfl_sync(0xffffffff, (float)lane / 3, 31);
    unsigned short us = __shfl_xor_sync(0xffffffff, (unsigned short)(lane * 4000), 16);
    if (lane == 5) { o->i[16] = (int)(d * 4); o->i[17] = (int)(ll >> 32); o->i[20] = __float_as_int(f); o->i[21] = us; }
    if (lane == 16) o->i[18] = half;
    if (lane == 0) o->i[19] = half;
    if (lane < 16) { o->i[22 + lane] = up * 1000 + wrap; }
}
__global__ void reduces(Out *o)
{
    unsigned lane = threadIdx.x;
    unsigned a = __reduce_add_sync(0xffffffff, lane), m = __reduce_max_sync(0xffffffff, lane * 7 % 32), n = __reduce_min_sync(0xffffffff, lane * 7 % 32 + 3);
    unsigned x = __reduce_xor_sync(0xffffffff, lane * lane), r = __reduce_or_sync(0xffffffff, 1u << (lane & 7)), d = __reduce_and_sync(0xffffffff, ~(1u << lane));
    int s = __reduce_min_sync(0xffffffff, (int)lane - 20);
    if (lane < 16) {
        unsigned sub = __ballot_sync(0x0000ffff, lane % 3 == 0);
        if (lane == 2) o->i[45] = sub;
    } else {
        int leader = __shfl_sync(0xffff0000, (int)lane, 16);
        if (lane == 31) o->i[46] = leader;
    }
    __syncwarp();
    if (lane == 0) { o->i[38] = a; o->i[39] = m; o->i[40] = n; o->i[41] = x; o->i[42] = r; o->i[43] = d; o->i[44] = s; }
    int cnt = __syncthreads_count(lane > 10), orr = __syncthreads_or(lane == 4), andd = __syncthreads_and(lane < 31);
    if (lane == 0) { o->i[47] = cnt; o->i[48] = !!orr; o->i[49] = !!andd; }
}
int main()
{
    Out *d, h;
    cudaMalloc(&d, sizeof(Out));
    cudaMemset(d, 0, sizeof(Out));
    votes<<<1, 32>>>(d);
    shuffles<<<1, 32>>>(d);
    reduces<<<1, 32>>>(d);
    cudaError_t e = cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); return 1; }
    for (int i = 0; i < 64; i++) printf("%08x%c", h.i[i], i % 8 == 7 ? '\n' : ' ');
    cudaFree(d);
}
