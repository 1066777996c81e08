#include <stdio.h>
#include <string.h>
#include <stdint.h>
#define ROTR(x, n) __funnelshift_r((x), (x), (n))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define EP0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define EP1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define SIG0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define SIG1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))
__constant__ uint32_t k[64] = {
    0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
    0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
    0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
    0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2 };
typedef struct { uint8_t data[64]; uint32_t datalen; unsigned long long bitlen; uint32_t state[8]; } SHA256_CTX;
__device__ void sha256_transform(SHA256_CTX *ctx, const uint8_t data[])
{
    uint32_t a, b, c, d, e, f, g, h, t1, t2, m[64];
    int i, j;
#pragma unroll 16
    for (i = 0, j = 0; i < 16; ++i, j += 4) m[i] = (data[j] << 24) | (data[j + 1] << 16) | (data[j + 2] << 8) | (data[j + 3]);
    for (; i < 64; ++i) m[i] = SIG1(m[i - 2]) + m[i - 7] + SIG0(m[i - 15]) + m[i - 16];
    a = ctx->state[0]; b = ctx->state[1]; c = ctx->state[2]; d = ctx->state[3]; e = ctx->state[4]; f = ctx->state[5]; g = ctx->state[6]; h = ctx->state[7];
    for (i = 0; i < 64; ++i) {
        t1 = h + EP1(e) + CH(e, f, g) + k[i] + m[i];
        t2 = EP0(a) + MAJ(a, b, c);
        h = g; g = f; f = e; e = d + t1; d = c; c = b; b = a; a = t1 + t2;
    }
    ctx->state[0] += a; ctx->state[1] += b; ctx->state[2] += c; ctx->state[3] += d; ctx->state[4] += e; ctx->state[5] += f; ctx->state[6] += g; ctx->state[7] += h;
}
__device__ void sha256(const uint8_t *msg, size_t len, uint8_t hash[32])
{
    SHA256_CTX ctx = { {0}, 0, 0, { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 } };
    for (size_t i = 0; i < len; ++i) {
        ctx.data[ctx.datalen++] = msg[i];
        if (ctx.datalen == 64) { sha256_transform(&ctx, ctx.data); ctx.bitlen += 512; ctx.datalen = 0; }
    }
    uint32_t i = ctx.datalen;
    ctx.data[i++] = 0x80;
    if (ctx.datalen < 56) { while (i < 56) ctx.data[i++] = 0; }
    else { while (i < 64) ctx.data[i++] = 0; sha256_transform(&ctx, ctx.data); memset(ctx.data, 0, 56); }
    ctx.bitlen += ctx.datalen * 8;
    for (int j = 0; j < 8; ++j) ctx.data[63 - j] = ctx.bitlen >> (8 * j);
    sha256_transform(&ctx, ctx.data);
    for (int j = 0; j < 4; ++j) for (int s = 0; s < 8; ++s) hash[j + s * 4] = (ctx.state[s] >> (24 - j * 8)) & 0xff;
}
__host__ __device__ uint32_t crc32(const uint8_t *p, size_t n)
{
    uint32_t c = 0xffffffffu;
    while (n--) { c ^= *p++; for (int b = 0; b < 8; b++) c = (c >> 1) ^ (0xedb88320u & -(c & 1)); }
    return ~c;
}
struct Job { const uint8_t *text; uint32_t len; };
__global__ void run(const Job *jobs, int n, uint8_t (*digest)[32], uint32_t *crc)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) { sha256(jobs[t].text, jobs[t].len, digest[t]); crc[t] = crc32(jobs[t].text, jobs[t].len); }
}
int main()
{
    const char *texts[] = { "", "abc", "The quick brown fox jumps over the lazy dog", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "0123456789012345678901234567890123456789012345678901234567890123456789" };
    const int n = sizeof texts / sizeof *texts;
    uint8_t *blob, (*digest)[32];
    uint32_t *crc;
    Job *jobs;
    cudaMallocManaged(&blob, 1024); cudaMallocManaged(&digest, n * 32); cudaMallocManaged(&crc, n * 4); cudaMallocManaged(&jobs, n * sizeof(Job));
    uint8_t *p = blob;
    for (int i = 0; i < n; i++) { jobs[i].text = p; jobs[i].len = strlen(texts[i]); memcpy(p, texts[i], jobs[i].len); p += jobs[i].len; }
    run<<<1, 8>>>(jobs, n, digest, crc);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 32; j++) printf("%02x", digest[i][j]);
        printf("  crc %08x %s\n", crc[i], crc[i] == crc32((const uint8_t *)texts[i], strlen(texts[i])) ? "PASS" : "FAIL");
    }
    return 0;
}
