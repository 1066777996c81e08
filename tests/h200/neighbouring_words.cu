// Neighbouring words that one thread reads or writes: which of them the machine code makes one access, in shared memory by what is
// known of alignment and what comes between, in global memory by the types.
#include <cstdio>
#define K __global__ void
#define SHARED __shared__ float d[1024]; fill(d, in); const float *q = d + 4 * threadIdx.x;
#define STORES __shared__ float d[1024]; fill(d, in); float a = in[threadIdx.x], b = in[threadIdx.x + 32]; float *q = d + 4 * threadIdx.x;
#define SHOW __syncthreads(); o[threadIdx.x] = d[threadIdx.x] + d[threadIdx.x + 64];

__device__ __forceinline__ void fill(float *d, const float *in) {
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) d[i] = in[i];
    __syncthreads();
}
struct Tail { float4 v; float last; };

K rowsOf32(float *o, const float *in) { __shared__ float t[8][32]; for (int y = 0; y < 8; y++) t[y][threadIdx.x] = in[y * 32 + threadIdx.x]; __syncthreads(); float s = 0; for (int k = 0; k < 32; k++) s += t[threadIdx.x & 7][k]; o[threadIdx.x] = s; }
K rowsOf33(float *o, const float *in) { __shared__ float t[8][33]; for (int y = 0; y < 8; y++) t[y][threadIdx.x] = in[y * 32 + threadIdx.x]; __syncthreads(); float s = 0; for (int k = 0; k < 32; k++) s += t[threadIdx.x & 7][k]; o[threadIdx.x] = s; }
K rowsOf34(float *o, const float *in) { __shared__ float t[8][34]; for (int y = 0; y < 8; y++) t[y][threadIdx.x] = in[y * 32 + threadIdx.x]; __syncthreads(); float s = 0; for (int k = 0; k < 32; k++) s += t[threadIdx.x & 7][k]; o[threadIdx.x] = s; }
K l01(float *o, const float *in) { SHARED o[threadIdx.x] = q[0] + q[1]; }
K l12(float *o, const float *in) { SHARED o[threadIdx.x] = q[1] + q[2]; }
K l23(float *o, const float *in) { SHARED o[threadIdx.x] = q[2] + q[3]; }
K l02(float *o, const float *in) { SHARED o[threadIdx.x] = q[0] + q[2]; }
K l012(float *o, const float *in) { SHARED o[threadIdx.x] = q[0] * q[1] + q[2]; }
K l013(float *o, const float *in) { SHARED o[threadIdx.x] = q[0] * q[1] + q[3]; }
K l123(float *o, const float *in) { SHARED o[threadIdx.x] = q[1] * q[2] + q[3]; }
K l3102(float *o, const float *in) { SHARED o[threadIdx.x] = ((q[3] * 2 + q[1]) * 3 + q[0]) * 4 + q[2]; }
K twoArrays15(float *o, const float *in) { __shared__ float a[15]; SHARED if (threadIdx.x < 15) a[threadIdx.x] = in[threadIdx.x]; __syncthreads(); o[threadIdx.x] = d[2 * threadIdx.x] + d[2 * threadIdx.x + 1] + a[threadIdx.x & 7] + q[0]; }
K twoArrays14(float *o, const float *in) { __shared__ float a[14]; if (threadIdx.x < 14) a[threadIdx.x] = in[threadIdx.x]; SHARED o[threadIdx.x] = q[0] + q[1] + q[2] + q[3] + a[threadIdx.x & 7]; }
K s01(float *o, const float *in) { STORES q[0] = a; q[1] = b; SHOW }
K s013(float *o, const float *in) { STORES q[0] = a; q[1] = b; q[3] = a + b; SHOW }
K s3210(float *o, const float *in) { STORES q[3] = a; q[2] = b; q[1] = a + b; q[0] = a - b; SHOW }
K storeBetween(float *o, const float *in) { SHARED float x = q[0]; d[threadIdx.x + 300] = 3; float y = q[1]; o[threadIdx.x] = x + y; __syncthreads(); o[threadIdx.x + 32] = d[400 - threadIdx.x]; }
K otherStoreBetween(float *o, const float *in) { __shared__ float e[64]; STORES d[2 * threadIdx.x] = a; e[threadIdx.x] = b; d[2 * threadIdx.x + 1] = b; __syncthreads(); o[threadIdx.x] = d[threadIdx.x] + e[31 - threadIdx.x] + q[0]; }
K globalStoreBetween(float *o, const float *in) { SHARED float x = q[0]; o[threadIdx.x + 32] = x; float y = q[1]; o[threadIdx.x] = x + y; }
K shuffleBetween(float *o, const float *in) { SHARED float x = q[0]; x += __shfl_xor_sync(~0u, x, 1); float y = q[1]; o[threadIdx.x] = x + y; }
K syncwarpBetween(float *o, const float *in) { SHARED float x = q[0]; __syncwarp(); float y = q[1]; o[threadIdx.x] = x + y; }
K uniformWords(float *o, const float *in) { SHARED float s = q[0]; for (int k = 0; k < 8; k++) s += d[k]; o[threadIdx.x] = s; }
K unknownCount(float *o, const float *in, int n) { SHARED float s = q[0]; for (int k = 0; k < n; k++) s += d[k]; o[threadIdx.x] = s; }
K dynamicPairs(float *o, const float *in) { extern __shared__ float e[]; e[threadIdx.x] = in[threadIdx.x]; e[threadIdx.x + 32] = in[threadIdx.x + 32]; __syncthreads(); o[threadIdx.x] = e[2 * threadIdx.x] + e[2 * threadIdx.x + 1]; }
K scalars(float *o, const float *in) { __shared__ float low, high; if (threadIdx.x == 0) { low = in[0]; high = in[1]; } __syncthreads(); o[threadIdx.x] = low * in[threadIdx.x] + high; }
K gxy(float *o, const float4 *in) { const float4 &q = in[threadIdx.x]; o[threadIdx.x] = q.x + q.y; }
K gyz(float *o, const float4 *in) { const float4 &q = in[threadIdx.x]; o[threadIdx.x] = q.y + q.z; }
K gzw(float *o, const float4 *in) { const float4 &q = in[threadIdx.x]; o[threadIdx.x] = q.z + q.w; }
K gxz(float *o, const float4 *in) { const float4 &q = in[threadIdx.x]; o[threadIdx.x] = q.x + q.z; }
K gxyz(float *o, const float4 *in) { const float4 &q = in[threadIdx.x]; o[threadIdx.x] = q.x * q.y + q.z; }
K gyzw(float *o, const float4 *in) { const float4 &q = in[threadIdx.x]; o[threadIdx.x] = q.y * q.z + q.w; }
K gxyzw(float *o, const float4 *in) { const float4 &q = in[threadIdx.x]; o[threadIdx.x] = q.x * q.y + q.z * q.w; }
K hxy(float4 *o, const float *in) { float a = in[threadIdx.x]; float4 &q = o[threadIdx.x]; q.x = a; q.y = 1; }
K hxyz(float4 *o, const float *in) { float a = in[threadIdx.x]; float4 &q = o[threadIdx.x]; q.x = a; q.y = 2; q.z = 1; }
K hyz(float4 *o, const float *in) { float a = in[threadIdx.x]; float4 &q = o[threadIdx.x]; q.y = a; q.z = 1; }
K hzw(float4 *o, const float *in) { float a = in[threadIdx.x]; float4 &q = o[threadIdx.x]; q.z = a; q.w = 1; }
K readAndWrite(float4 *o, const float *in) { float a = in[threadIdx.x]; float4 &q = o[threadIdx.x]; q.x += a; q.y += a; q.z += a; }
K plainFloats(float *o, const float *in) { o[threadIdx.x] = in[2 * threadIdx.x] + in[2 * threadIdx.x + 1]; }
K twoElements(float *o, const float2 *in) { int i = threadIdx.x * 2; o[threadIdx.x] = in[i].x + in[i].y * in[i + 1].x + in[i + 1].y; }
K aliasedPairs(float2 *o, const float2 *in) { float a = in[threadIdx.x].x; o[threadIdx.x + 64].x = a; float b = in[threadIdx.x].y; o[threadIdx.x].x = a + b; }
K restrictPairs(float2 *__restrict__ o, const float2 *__restrict__ in) { float a = in[threadIdx.x].x; o[threadIdx.x + 64].x = a; float b = in[threadIdx.x].y; o[threadIdx.x].x = a + b; }
K bytes(int *o, const uchar4 *in) { o[threadIdx.x] = in[threadIdx.x].x + in[threadIdx.x].y + in[threadIdx.x].z; }
K bytesStored(uchar4 *o, const int *in) { int a = in[threadIdx.x]; o[threadIdx.x].x = a; o[threadIdx.x].y = a >> 8; o[threadIdx.x].z = a >> 16; }
K partOfVector(float *o, const Tail *in) { Tail t = in[threadIdx.x]; o[threadIdx.x] = t.v.x + t.v.y * t.v.z + t.v.w + t.last; }
K localArray(float *o, const float *in, int n) { float t[24] = {}; for (int i = 0; i < n; i++) t[(i * 5) % 24] += in[i * 32 + threadIdx.x]; float s = 0; for (int i = 0; i < 24; i++) s += t[i]; o[threadIdx.x] = s; }

static float *in, *out;

static void show(const char *name) {
    if (cudaDeviceSynchronize()) printf("%s fails\n", name);
    double sum = 0;
    for (int i = 0; i < 1024; i++) sum += out[i] * ((i * 7) % 13 + 1);
    printf("%-18s %.6f\n", name, sum);
    for (int i = 0; i < 1024; i++) out[i] = 0;
}

int main() {
    cudaMallocManaged(&in, 4096 * sizeof(float));
    cudaMallocManaged(&out, 1024 * sizeof(float));
    for (int i = 0; i < 4096; i++) in[i] = (i * 37 % 101) / 8.0f;
    for (int i = 0; i < 1024; i++) out[i] = 0;
    rowsOf32<<<1, 32>>>(out, in);
    show("rowsOf32");
    rowsOf33<<<1, 32>>>(out, in);
    show("rowsOf33");
    rowsOf34<<<1, 32>>>(out, in);
    show("rowsOf34");
    l01<<<1, 32>>>(out, in);
    show("l01");
    l12<<<1, 32>>>(out, in);
    show("l12");
    l23<<<1, 32>>>(out, in);
    show("l23");
    l02<<<1, 32>>>(out, in);
    show("l02");
    l012<<<1, 32>>>(out, in);
    show("l012");
    l013<<<1, 32>>>(out, in);
    show("l013");
    l123<<<1, 32>>>(out, in);
    show("l123");
    l3102<<<1, 32>>>(out, in);
    show("l3102");
    twoArrays15<<<1, 32>>>(out, in);
    show("twoArrays15");
    twoArrays14<<<1, 32>>>(out, in);
    show("twoArrays14");
    s01<<<1, 32>>>(out, in);
    show("s01");
    s013<<<1, 32>>>(out, in);
    show("s013");
    s3210<<<1, 32>>>(out, in);
    show("s3210");
    storeBetween<<<1, 32>>>(out, in);
    show("storeBetween");
    otherStoreBetween<<<1, 32>>>(out, in);
    show("otherStoreBetween");
    globalStoreBetween<<<1, 32>>>(out, in);
    show("globalStoreBetween");
    shuffleBetween<<<1, 32>>>(out, in);
    show("shuffleBetween");
    syncwarpBetween<<<1, 32>>>(out, in);
    show("syncwarpBetween");
    uniformWords<<<1, 32>>>(out, in);
    show("uniformWords");
    unknownCount<<<1, 32>>>(out, in, 22);
    show("unknownCount");
    dynamicPairs<<<1, 32, 256>>>(out, in);
    show("dynamicPairs");
    scalars<<<1, 32>>>(out, in);
    show("scalars");
    gxy<<<1, 32>>>(out, (const float4 *)in);
    show("gxy");
    gyz<<<1, 32>>>(out, (const float4 *)in);
    show("gyz");
    gzw<<<1, 32>>>(out, (const float4 *)in);
    show("gzw");
    gxz<<<1, 32>>>(out, (const float4 *)in);
    show("gxz");
    gxyz<<<1, 32>>>(out, (const float4 *)in);
    show("gxyz");
    gyzw<<<1, 32>>>(out, (const float4 *)in);
    show("gyzw");
    gxyzw<<<1, 32>>>(out, (const float4 *)in);
    show("gxyzw");
    hxy<<<1, 32>>>((float4 *)out, in);
    show("hxy");
    hxyz<<<1, 32>>>((float4 *)out, in);
    show("hxyz");
    hyz<<<1, 32>>>((float4 *)out, in);
    show("hyz");
    hzw<<<1, 32>>>((float4 *)out, in);
    show("hzw");
    readAndWrite<<<1, 32>>>((float4 *)out, in);
    show("readAndWrite");
    plainFloats<<<1, 32>>>(out, in);
    show("plainFloats");
    twoElements<<<1, 32>>>(out, (const float2 *)in);
    show("twoElements");
    aliasedPairs<<<1, 32>>>((float2 *)out, (const float2 *)in);
    show("aliasedPairs");
    restrictPairs<<<1, 32>>>((float2 *)out, (const float2 *)in);
    show("restrictPairs");
    bytes<<<1, 32>>>((int *)out, (const uchar4 *)in);
    show("bytes");
    bytesStored<<<1, 32>>>((uchar4 *)out, (const int *)in);
    show("bytesStored");
    partOfVector<<<1, 32>>>(out, (const Tail *)in);
    show("partOfVector");
    localArray<<<1, 32>>>(out, in, 19);
    show("localArray");
}
