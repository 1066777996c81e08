// Which lanes print first where both sides of a branch print: those of the side that fewer take; of equal numbers, those for
// which the condition does not hold, once `!=`, `>=` and `<=` are turned round. What blocks of 32, 16 and 10 threads print.
#include <cstdio>

__device__ __noinline__ void fa(int t) { printf("A"); }
__device__ __noinline__ void fb(int t) { printf("B"); }

#define KERNEL(name, ...) \
    __global__ void name(int n, float *x, int *f) \
    { \
        int t = threadIdx.x; \
        __VA_ARGS__ \
    }

KERNEL(k_eq0, if (t%2==0) { printf("A"); } else { printf("B"); })
KERNEL(k_ne0, if (t%2!=0) { printf("A"); } else { printf("B"); })
KERNEL(k_bit, if (t&1) { printf("A"); } else { printf("B"); })
KERNEL(k_notbit, if (!(t&1)) { printf("A"); } else { printf("B"); })
KERNEL(k_eq1, if (t%2==1) { printf("A"); } else { printf("B"); })
KERNEL(k_ne1, if (t%2!=1) { printf("A"); } else { printf("B"); })
KERNEL(k_lt16, if (t<16) { printf("A"); } else { printf("B"); })
KERNEL(k_le15, if (t<=15) { printf("A"); } else { printf("B"); })
KERNEL(k_gt15, if (t>15) { printf("A"); } else { printf("B"); })
KERNEL(k_ge16, if (t>=16) { printf("A"); } else { printf("B"); })
KERNEL(k_lt4, if (t<4) { printf("A"); } else { printf("B"); })
KERNEL(k_ge4, if (t>=4) { printf("A"); } else { printf("B"); })
KERNEL(k_lt28, if (t<28) { printf("A"); } else { printf("B"); })
KERNEL(k_ge28, if (t>=28) { printf("A"); } else { printf("B"); })
KERNEL(k_eq0only, if (t==0) { printf("A"); } else { printf("B"); })
KERNEL(k_ne0only, if (t!=0) { printf("A"); } else { printf("B"); })
KERNEL(k_lt20, if (t<20) { printf("A"); } else { printf("B"); })
KERNEL(k_gt19, if (t>19) { printf("A"); } else { printf("B"); })
KERNEL(k_and, if (t<24 && t>=8) { printf("A"); } else { printf("B"); })
KERNEL(k_or, if (t<8 || t>=24) { printf("A"); } else { printf("B"); })
KERNEL(k_andeq, if (t%4!=0 && t%4!=1) { printf("A"); } else { printf("B"); })
KERNEL(k_float, if (x[t]<16.0f) { printf("A"); } else { printf("B"); })
KERNEL(k_floatge, if (x[t]>=16.0f) { printf("A"); } else { printf("B"); })
KERNEL(k_xeq, if (x[t]==1.0f) { printf("A"); } else { printf("B"); })
KERNEL(k_mod3, if (t%3==0) { printf("A"); } else { printf("B"); })
KERNEL(k_mod4, if (t%4==0) { printf("A"); } else { printf("B"); })
KERNEL(k_div, if (t/8==1) { printf("A"); } else { printf("B"); })
KERNEL(k_par, if (t<n) { printf("A"); } else { printf("B"); })
KERNEL(k_parge, if (t>=n) { printf("A"); } else { printf("B"); })
KERNEL(k_boolv, if (t%2==0) { printf("A"); } else { printf("B"); })
KERNEL(k_notb, if (!(t%2==0)) { printf("A"); } else { printf("B"); })
KERNEL(k_flag, if (f[t]) { printf("A"); } else { printf("B"); })
KERNEL(k_notflag, if (!f[t]) { printf("A"); } else { printf("B"); })
KERNEL(k_flag0, if (f[t]==0) { printf("A"); } else { printf("B"); })
KERNEL(k_flagne0, if (f[t]!=0) { printf("A"); } else { printf("B"); })
KERNEL(k_flag1, if (f[t]==1) { printf("A"); } else { printf("B"); })
KERNEL(k_flaggt0, if (f[t]>0) { printf("A"); } else { printf("B"); })
KERNEL(k_flagle0, if (f[t]<=0) { printf("A"); } else { printf("B"); })
KERNEL(k_ut, if (threadIdx.x%2==0) { printf("A"); } else { printf("B"); })
KERNEL(k_ult, if (threadIdx.x<16) { printf("A"); } else { printf("B"); })
KERNEL(k_uge, if (threadIdx.x>=16) { printf("A"); } else { printf("B"); })
KERNEL(k_shift, if ((t>>1)&1) { printf("A"); } else { printf("B"); })
KERNEL(k_xor, if ((t^1)<16) { printf("A"); } else { printf("B"); })
KERNEL(k_eq0_ret, if (t%2==0) { printf("A"); return; } printf("B");)
KERNEL(k_eq0_arg, if (t%2==0) { printf("A"); } else { printf("B"); })
KERNEL(k_eq0_work, if (t%2==0) { x[t]*=2;printf("A"); } else { x[t]+=3;printf("B");x[t]-=1; } x[t]+=1;)
KERNEL(k_eq0_elseloop, if (t%2==0) { printf("A"); } else { for (int i=0;i<2;i++)printf("B"); })
KERNEL(k_eq0_thenloop, if (t%2==0) { for (int i=0;i<2;i++)printf("A"); } else { printf("B"); })
KERNEL(k_eq0_then2, if (t%2==0) { printf("A");printf("A2"); } else { printf("B"); })
KERNEL(k_eq0_else2, if (t%2==0) { printf("A"); } else { printf("B");printf("B2"); })
KERNEL(k_eq0_inloop, for (int i=0;i<2;i++) { if (t%2==0) { printf("A"); } else { printf("B"); }})
KERNEL(k_eq0_nprintelse, if (t%2==0) { printf("A"); } else { x[t]+=1; } printf("C");)
KERNEL(k_eq0_call, if (t%2==0) { fa(t); } else { fb(t); })
KERNEL(k_lt4_ret, if (t<4) { printf("A"); return; } printf("B");)
KERNEL(k_lt4_arg, if (t<4) { printf("A"); } else { printf("B"); })
KERNEL(k_lt4_work, if (t<4) { x[t]*=2;printf("A"); } else { x[t]+=3;printf("B");x[t]-=1; } x[t]+=1;)
KERNEL(k_lt4_elseloop, if (t<4) { printf("A"); } else { for (int i=0;i<2;i++)printf("B"); })
KERNEL(k_lt4_thenloop, if (t<4) { for (int i=0;i<2;i++)printf("A"); } else { printf("B"); })
KERNEL(k_lt4_then2, if (t<4) { printf("A");printf("A2"); } else { printf("B"); })
KERNEL(k_lt4_else2, if (t<4) { printf("A"); } else { printf("B");printf("B2"); })
KERNEL(k_lt4_inloop, for (int i=0;i<2;i++) { if (t<4) { printf("A"); } else { printf("B"); }})
KERNEL(k_lt4_nprintelse, if (t<4) { printf("A"); } else { x[t]+=1; } printf("C");)
KERNEL(k_lt4_call, if (t<4) { fa(t); } else { fb(t); })
KERNEL(k_lt28_ret, if (t<28) { printf("A"); return; } printf("B");)
KERNEL(k_lt28_arg, if (t<28) { printf("A"); } else { printf("B"); })
KERNEL(k_lt28_work, if (t<28) { x[t]*=2;printf("A"); } else { x[t]+=3;printf("B");x[t]-=1; } x[t]+=1;)
KERNEL(k_lt28_elseloop, if (t<28) { printf("A"); } else { for (int i=0;i<2;i++)printf("B"); })
KERNEL(k_lt28_thenloop, if (t<28) { for (int i=0;i<2;i++)printf("A"); } else { printf("B"); })
KERNEL(k_lt28_then2, if (t<28) { printf("A");printf("A2"); } else { printf("B"); })
KERNEL(k_lt28_else2, if (t<28) { printf("A"); } else { printf("B");printf("B2"); })
KERNEL(k_lt28_inloop, for (int i=0;i<2;i++) { if (t<28) { printf("A"); } else { printf("B"); }})
KERNEL(k_lt28_nprintelse, if (t<28) { printf("A"); } else { x[t]+=1; } printf("C");)
KERNEL(k_lt28_call, if (t<28) { fa(t); } else { fb(t); })
KERNEL(k_par_ret, if (t<n) { printf("A"); return; } printf("B");)
KERNEL(k_par_arg, if (t<n) { printf("A"); } else { printf("B"); })
KERNEL(k_par_work, if (t<n) { x[t]*=2;printf("A"); } else { x[t]+=3;printf("B");x[t]-=1; } x[t]+=1;)
KERNEL(k_par_elseloop, if (t<n) { printf("A"); } else { for (int i=0;i<2;i++)printf("B"); })
KERNEL(k_par_thenloop, if (t<n) { for (int i=0;i<2;i++)printf("A"); } else { printf("B"); })
KERNEL(k_par_then2, if (t<n) { printf("A");printf("A2"); } else { printf("B"); })
KERNEL(k_par_else2, if (t<n) { printf("A"); } else { printf("B");printf("B2"); })
KERNEL(k_par_inloop, for (int i=0;i<2;i++) { if (t<n) { printf("A"); } else { printf("B"); }})
KERNEL(k_par_nprintelse, if (t<n) { printf("A"); } else { x[t]+=1; } printf("C");)
KERNEL(k_par_call, if (t<n) { fa(t); } else { fb(t); })
KERNEL(k_flag_ret, if (f[t]) { printf("A"); return; } printf("B");)
KERNEL(k_flag_arg, if (f[t]) { printf("A"); } else { printf("B"); })
KERNEL(k_flag_work, if (f[t]) { x[t]*=2;printf("A"); } else { x[t]+=3;printf("B");x[t]-=1; } x[t]+=1;)
KERNEL(k_flag_elseloop, if (f[t]) { printf("A"); } else { for (int i=0;i<2;i++)printf("B"); })
KERNEL(k_flag_thenloop, if (f[t]) { for (int i=0;i<2;i++)printf("A"); } else { printf("B"); })
KERNEL(k_flag_then2, if (f[t]) { printf("A");printf("A2"); } else { printf("B"); })
KERNEL(k_flag_else2, if (f[t]) { printf("A"); } else { printf("B");printf("B2"); })
KERNEL(k_flag_inloop, for (int i=0;i<2;i++) { if (f[t]) { printf("A"); } else { printf("B"); }})
KERNEL(k_flag_nprintelse, if (f[t]) { printf("A"); } else { x[t]+=1; } printf("C");)
KERNEL(k_flag_call, if (f[t]) { fa(t); } else { fb(t); })
KERNEL(k_chain4, if (t<8) { printf("A"); } else if (t<16) { printf("B"); } else if (t<24) { printf("C"); } else { printf("D"); })
KERNEL(k_chain3, if (t<8) { printf("A"); } else if (t<16) { printf("B"); } else { printf("C"); })
KERNEL(k_chainbig, if (t<20) { printf("A"); } else if (t<28) { printf("B"); } else { printf("C"); })
KERNEL(k_chainmod3, if (t%3==0) { printf("A"); } else if (t%3==1) { printf("B"); } else { printf("C"); })
KERNEL(k_chainmod4, if (t%4==0) { printf("A"); } else if (t%4==1) { printf("B"); } else if (t%4==2) { printf("C"); } else { printf("D"); })
KERNEL(k_fizz, if (t%15==0) { printf("FB"); } else if (t%3==0) { printf("F"); } else if (t%5==0) { printf("B"); } else { printf("N"); })
KERNEL(k_nest, if (t<16) { if (t%2==0) { printf("A"); } else { printf("B"); }} else { if (t%2==0) { printf("C"); } else { printf("D"); }})
KERNEL(k_nest2, if (t%2==0) { if (t<16) { printf("A"); } else { printf("B"); }} else { if (t<8) { printf("C"); } else { printf("D"); }})
KERNEL(k_sw2, switch (t%2) {case 0:printf("A");break;case 1:printf("B");break; })
KERNEL(k_sw3, switch (t%3) {case 0:printf("A");break;case 1:printf("B");break;case 2:printf("C");break; })
KERNEL(k_sw4, switch (t%4) {case 0:printf("A");break;case 1:printf("B");break;case 2:printf("C");break;case 3:printf("D");break; })
KERNEL(k_sw8, switch (t%8) {case 0:printf("A");break;case 1:printf("B");break;case 2:printf("C");break;case 3:printf("D");break;case 4:printf("E");break;case 5:printf("F");break;case 6:printf("G");break;case 7:printf("H");break; })
KERNEL(k_sw4t, switch (t) {case 0:printf("A");break;case 1:printf("B");break;case 2:printf("C");break;case 3:printf("D");break; })
KERNEL(k_tern, printf(t%2==0?"A\n":"B\n");)
KERNEL(k_two, if (t==0)printf("A"); if (t==1)printf("B"); printf("C");)
KERNEL(k_loopvar, for (int i=0;i<t%3;i++)printf("A"); printf("B");)
KERNEL(k_sync, if (t<16) { printf("A"); } else { printf("B"); } __syncthreads(); if (t>=16) { printf("C"); } else { printf("D"); })
KERNEL(k_ret2, if (t>=28) { printf("A");return; } if (t<2) { printf("B");return; } printf("C");)
KERNEL(k_ret3, if (t>=n) { printf("A");return; } x[t]+=1; if (t%2) { printf("B"); } else { printf("C"); })
KERNEL(k_lanes5, if (t<5) { printf("A"); } else { printf("B"); })
KERNEL(k_lanes15, if (t<15) { printf("A"); } else { printf("B"); })
KERNEL(k_lanes17, if (t<17) { printf("A"); } else { printf("B"); })
KERNEL(k_ge15, if (t>=15) { printf("A"); } else { printf("B"); })
KERNEL(k_ge17, if (t>=17) { printf("A"); } else { printf("B"); })

int main()
{
    float hx[32], *x;
    int hf[32], *f;
    cudaMalloc(&x, sizeof hx);
    cudaMalloc(&f, sizeof hf);
    for (int i = 0; i < 32; i++) {
        hx[i] = i;
        hf[i] = i & 1;
    }
    for (int size : {32, 16, 10}) {
        printf("blocks of %d\n", size);
#define RUN(name) \
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice); \
    cudaMemcpy(f, hf, sizeof hf, cudaMemcpyHostToDevice); \
    printf(#name ": "); \
    fflush(stdout); \
    name<<<1, size>>>(size / 2, x, f); \
    cudaDeviceSynchronize(); \
    printf("\n")

    RUN(k_eq0);
    RUN(k_ne0);
    RUN(k_bit);
    RUN(k_notbit);
    RUN(k_eq1);
    RUN(k_ne1);
    RUN(k_lt16);
    RUN(k_le15);
    RUN(k_gt15);
    RUN(k_ge16);
    RUN(k_lt4);
    RUN(k_ge4);
    RUN(k_lt28);
    RUN(k_ge28);
    RUN(k_eq0only);
    RUN(k_ne0only);
    RUN(k_lt20);
    RUN(k_gt19);
    RUN(k_and);
    RUN(k_or);
    RUN(k_andeq);
    RUN(k_float);
    RUN(k_floatge);
    RUN(k_xeq);
    RUN(k_mod3);
    RUN(k_mod4);
    RUN(k_div);
    RUN(k_par);
    RUN(k_parge);
    RUN(k_boolv);
    RUN(k_notb);
    RUN(k_flag);
    RUN(k_notflag);
    RUN(k_flag0);
    RUN(k_flagne0);
    RUN(k_flag1);
    RUN(k_flaggt0);
    RUN(k_flagle0);
    RUN(k_ut);
    RUN(k_ult);
    RUN(k_uge);
    RUN(k_shift);
    RUN(k_xor);
    RUN(k_eq0_ret);
    RUN(k_eq0_arg);
    RUN(k_eq0_work);
    RUN(k_eq0_elseloop);
    RUN(k_eq0_thenloop);
    RUN(k_eq0_then2);
    RUN(k_eq0_else2);
    RUN(k_eq0_inloop);
    RUN(k_eq0_nprintelse);
    RUN(k_eq0_call);
    RUN(k_lt4_ret);
    RUN(k_lt4_arg);
    RUN(k_lt4_work);
    RUN(k_lt4_elseloop);
    RUN(k_lt4_thenloop);
    RUN(k_lt4_then2);
    RUN(k_lt4_else2);
    RUN(k_lt4_inloop);
    RUN(k_lt4_nprintelse);
    RUN(k_lt4_call);
    RUN(k_lt28_ret);
    RUN(k_lt28_arg);
    RUN(k_lt28_work);
    RUN(k_lt28_elseloop);
    RUN(k_lt28_thenloop);
    RUN(k_lt28_then2);
    RUN(k_lt28_else2);
    RUN(k_lt28_inloop);
    RUN(k_lt28_nprintelse);
    RUN(k_lt28_call);
    RUN(k_par_ret);
    RUN(k_par_arg);
    RUN(k_par_work);
    RUN(k_par_elseloop);
    RUN(k_par_thenloop);
    RUN(k_par_then2);
    RUN(k_par_else2);
    RUN(k_par_inloop);
    RUN(k_par_nprintelse);
    RUN(k_par_call);
    RUN(k_flag_ret);
    RUN(k_flag_arg);
    RUN(k_flag_work);
    RUN(k_flag_elseloop);
    RUN(k_flag_thenloop);
    RUN(k_flag_then2);
    RUN(k_flag_else2);
    RUN(k_flag_inloop);
    RUN(k_flag_nprintelse);
    RUN(k_flag_call);
    RUN(k_chain4);
    RUN(k_chain3);
    RUN(k_chainbig);
    RUN(k_chainmod3);
    RUN(k_chainmod4);
    RUN(k_fizz);
    RUN(k_nest);
    RUN(k_nest2);
    RUN(k_sw2);
    RUN(k_sw3);
    RUN(k_sw4);
    RUN(k_sw8);
    RUN(k_sw4t);
    RUN(k_tern);
    RUN(k_two);
    RUN(k_loopvar);
    RUN(k_sync);
    RUN(k_ret2);
    RUN(k_ret3);
    RUN(k_lanes5);
    RUN(k_lanes15);
    RUN(k_lanes17);
    RUN(k_ge15);
    RUN(k_ge17);
    }
    return 0;
}
