// Integer SIMD in a register: every function, over words whose bytes and half words lie at the borders.
#include <cstdio>
struct Pair {
    unsigned int a, b;
};
__constant__ Pair pairs[] = {{0x80007fffu, 0x7fff8000u}, {0x80ff7f00u, 0x017f80ffu}, {0xfffe0102u, 0x01fe0302u},
                             {0x12345678u, 0x12355578u}, {0x80808080u, 0x80808080u}, {0xffff0000u, 0x8001ffffu}};
#define SHOW(NAME, CALL) \
    printf("%s", NAME);  \
    for (int i = 0; i < 6; i++) { \
        unsigned int a = pairs[i].a, b = pairs[i].b, c = a ^ (b << 3); \
        printf(" %08x", (unsigned int)(CALL)); \
        (void)b, (void)c; \
    } \
    printf("\n")
#define UNARY(F) SHOW(#F, F##2(a)); SHOW(#F, F##4(a))
#define BINARY(F) SHOW(#F, F##2(a, b)); SHOW(#F, F##4(a, b))
#define THREE(F) SHOW(#F, F(a, b, c))
__global__ void lanes()
{
    UNARY(__vabs);
    UNARY(__vabsss);
    UNARY(__vneg);
    UNARY(__vnegss);
    BINARY(__vadd);
    BINARY(__vsub);
    BINARY(__vaddss);
    BINARY(__vaddus);
    BINARY(__vsubss);
    BINARY(__vsubus);
    BINARY(__vavgs);
    BINARY(__vavgu);
    BINARY(__vhaddu);
    BINARY(__vabsdiffs);
    BINARY(__vabsdiffu);
    BINARY(__vmaxs);
    BINARY(__vmaxu);
    BINARY(__vmins);
    BINARY(__vminu);
    BINARY(__vsads);
    BINARY(__vsadu);
    BINARY(__vcmpeq);
    BINARY(__vcmpne);
    BINARY(__vcmpges);
    BINARY(__vcmpgeu);
    BINARY(__vcmpgts);
    BINARY(__vcmpgtu);
    BINARY(__vcmples);
    BINARY(__vcmpleu);
    BINARY(__vcmplts);
    BINARY(__vcmpltu);
    BINARY(__vseteq);
    BINARY(__vsetne);
    BINARY(__vsetges);
    BINARY(__vsetgeu);
    BINARY(__vsetgts);
    BINARY(__vsetgtu);
    BINARY(__vsetles);
    BINARY(__vsetleu);
    BINARY(__vsetlts);
    BINARY(__vsetltu);
}
__global__ void chains()
{
    bool p, q;
    THREE(__vimax3_s16x2);
    THREE(__vimax3_s16x2_relu);
    THREE(__vimax3_u16x2);
    THREE(__vimin3_s16x2);
    THREE(__vimin3_s16x2_relu);
    THREE(__vimin3_u16x2);
    THREE(__viaddmax_s16x2);
    THREE(__viaddmax_s16x2_relu);
    THREE(__viaddmax_u16x2);
    THREE(__viaddmin_s16x2);
    THREE(__viaddmin_s16x2_relu);
    THREE(__viaddmin_u16x2);
    THREE(__vimax3_s32);
    THREE(__vimax3_s32_relu);
    THREE(__vimax3_u32);
    THREE(__vimin3_s32);
    THREE(__vimin3_s32_relu);
    THREE(__vimin3_u32);
    THREE(__viaddmax_s32);
    THREE(__viaddmax_s32_relu);
    THREE(__viaddmax_u32);
    THREE(__viaddmin_s32);
    THREE(__viaddmin_s32_relu);
    THREE(__viaddmin_u32);
    SHOW("__vimax_s16x2_relu", __vimax_s16x2_relu(a, b));
    SHOW("__vimin_s16x2_relu", __vimin_s16x2_relu(a, b));
    SHOW("__vimax_s32_relu", __vimax_s32_relu(a, b));
    SHOW("__vimin_s32_relu", __vimin_s32_relu(a, b));
    SHOW("__vibmax_s32", (p = false, c = __vibmax_s32(a, b, &p), c ^ p));
    SHOW("__vibmax_u32", (p = false, c = __vibmax_u32(a, b, &p), c ^ p));
    SHOW("__vibmax_s16x2", (p = q = false, c = __vibmax_s16x2(a, b, &p, &q), c ^ p ^ (2 * q)));
    SHOW("__vibmax_u16x2", (p = q = false, c = __vibmax_u16x2(a, b, &p, &q), c ^ p ^ (2 * q)));
    SHOW("__vibmin_s32", (p = false, c = __vibmin_s32(a, b, &p), c ^ p));
    SHOW("__vibmin_u32", (p = false, c = __vibmin_u32(a, b, &p), c ^ p));
    SHOW("__vibmin_s16x2", (p = q = false, c = __vibmin_s16x2(a, b, &p, &q), c ^ p ^ (2 * q)));
    SHOW("__vibmin_u16x2", (p = q = false, c = __vibmin_u16x2(a, b, &p, &q), c ^ p ^ (2 * q)));
}
int main()
{
    lanes<<<1, 1>>>();
    cudaDeviceSynchronize();
    chains<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%08x %d\n", __viaddmax_s16x2_relu(0x7fff0001u, 0x00010002u, 0xffff0000u), __vimin3_s32(3, -1, 2));
}
