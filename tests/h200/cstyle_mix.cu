#include <stdio.h>
#include <stdlib.h>
#include <stdbool.h>
#include <string.h>
/* old C habits: extern, static counters, unions, goto cleanup, comma operators, 3D arrays, enum flags, prototypes after use, sentinel tables, do-while(0), bit tricks */
extern int verbosity;
enum Op { OP_ADD = 1, OP_SUB = OP_ADD << 1, OP_MUL = 0x10, OP_XOR, OP_END = -1 };
typedef struct node { enum Op op; long long operand; } Node;
typedef union { double d; struct { unsigned lo, hi; } w; unsigned char b[8]; } Pun;
static int calls(void) { static int n = 0; return ++n; }
int run(const Node *, int, long long *);
__device__ long long interpret(const Node *prog, long long acc)
{
    const Node *pc = prog;
again:
    switch (pc->op) {
    case OP_ADD: acc += pc->operand; break;
    case OP_SUB: acc -= pc->operand; /* fall through */
    case OP_XOR: acc ^= pc->operand; break;
    case OP_MUL: { acc *= pc->operand; } break;
    case OP_END: goto done;
    default: acc = -1; goto done;
    }
    pc++;
    goto again;
done:
    return acc;
}
__global__ void vm(const Node *prog, long long *out) { int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; out[i] = interpret(prog, i); }
__global__ void cube(int (*v)[3][4], Pun *p)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    v[z][y][x] = (x + 1, y * 100 + z * 10 + x);
    if (x + y + z == 0) { p->d *= -0.5; p->b[0] ^= 0x0f; unsigned t = p->w.hi; t ^= t >> 1; p->w.lo += t & 0xff; }
}
int verbosity = 2;
int main(int argc, char **argv)
{
    static const Node prog[] = { { OP_ADD, 5 }, { OP_MUL, 1000003LL }, { OP_SUB, 77 }, { OP_XOR, 0x5a5a5a5a5aLL }, { OP_MUL, -3 }, { OP_END, 0 } };
    long long out[24];
    int rc = EXIT_FAILURE, n = (int)(sizeof prog / sizeof *prog);
    if (run(prog, n, out) != 0) goto cleanup;
    for (int i = 0, j = 23; i < j; i += 5, j -= 3) printf("%lld %lld\n", out[i], out[j]);
    {
        int (*d)[3][4], h[2][3][4];
        Pun p = { 10.75 }, *dp;
        cudaMalloc((void **)&d, sizeof h); cudaMalloc((void **)&dp, sizeof p);
        cudaMemcpy(dp, &p, sizeof p, cudaMemcpyHostToDevice);
        cube<<<1, dim3(4, 3, 2)>>>(d, dp);
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); cudaMemcpy(&p, dp, sizeof p, cudaMemcpyDeviceToHost);
        int sum = 0, *flat = &h[0][0][0];
        do sum += *flat++; while (flat != &h[0][0][0] + 24);
        printf("%d %d %d | %.15g %08x%08x\n", h[1][2][3], h[0][1][2], sum, p.d, p.w.hi, p.w.lo);
        cudaFree(d); cudaFree(dp);
    }
    calls(), calls();
    printf("calls %d verbosity %d %s\n", calls(), verbosity, verbosity & OP_SUB ? "sub" : "none");
    rc = EXIT_SUCCESS;
cleanup:
    return rc;
}
int run(const Node *prog, int n, long long *out)
{
    Node *d; long long *o;
    if (cudaMalloc((void **)&d, n * sizeof(Node)) || cudaMalloc((void **)&o, 24 * sizeof *o)) return -1;
    cudaMemcpy(d, prog, n * sizeof(Node), cudaMemcpyHostToDevice);
    dim3 b; b.x = 2; b.y = 3; b.z = 4;
    vm<<<1, b>>>(d, o);
    cudaMemcpy(out, o, 24 * sizeof *o, cudaMemcpyDeviceToHost);
    return cudaFree(d) | cudaFree(o);
}
