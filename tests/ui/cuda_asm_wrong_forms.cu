// Instructions of inline PTX whose types and modifiers ptxas refuses, too.
__global__ void k(int *out, float x)
{
    int r;
    asm("cvt.sat.u8.f32 %0, %1;" : "=r"(r) : "f"(x));
    asm("cvt.rn.s32.f32 %0, %1;" : "=r"(r) : "f"(x));
    asm("add.sat.u32 %0, %1, 1;" : "=r"(r) : "r"(r));
    asm("mul.wide.s32.sat %0, %1, %2;" : "=r"(r) : "r"(r), "r"(r));
    asm("{.reg .pred p; setp.lt.s32 p, %1, 0; @p cvt.f32.s32 %0, %1;}" : "=f"(x) : "r"(r));
    *out = r;
}
int main() { k<<<1, 1>>>(nullptr, 1); }
