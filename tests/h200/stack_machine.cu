// A tiny stack machine on the device: enum, switch, goto, static tables, unions, bit tricks.
#include <cstdio>
enum Op { PUSH, ADD, MUL, SUB, DUP, SWAP, JNZ, HALT };
enum class Color : unsigned char { Red = 1, Green = 2, Blue = 4 };
struct Instr { Op op; int arg; };
union Bits { float f; unsigned u; unsigned char b[4]; };
__constant__ Instr program[16];
static int launches = 0;
__device__ int interpret(int input, int *steps)
{
    int stack[8], sp = 0, pc = 0, n = 0;
    stack[sp++] = input;
next:
    n++;
    Instr in = program[pc++];
    switch (in.op) {
        case PUSH: stack[sp++] = in.arg; goto next;
        case ADD: sp--; stack[sp - 1] += stack[sp]; goto next;
        case SUB: sp--; stack[sp - 1] -= stack[sp]; goto next;
        case MUL: sp--; stack[sp - 1] *= stack[sp]; goto next;
        case DUP: stack[sp] = stack[sp - 1]; sp++; goto next;
        case SWAP: { int t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; goto next; }
        case JNZ: if (stack[sp - 1] != 0) pc = in.arg; goto next;
        case HALT: break;
        default: return -1;
    }
    *steps = n;
    return stack[sp - 2];
}
__global__ void run(int *out, int *steps) { out[threadIdx.x] = interpret(threadIdx.x + 1, &steps[threadIdx.x]); }
__global__ void paint(unsigned char *c, float *f)
{
    Color k = threadIdx.x % 3 == 0 ? Color::Red : threadIdx.x % 3 == 1 ? Color::Green : Color::Blue;
    c[threadIdx.x] = static_cast<unsigned char>(k) << 1;
    Bits b; b.f = 1.0f + threadIdx.x; b.b[0] |= 3; b.u ^= 0x00400000u;
    f[threadIdx.x] = b.f;
}
static int count() { static int calls = 10; launches++; return ++calls; }
int main()
{
    // acc = 1; do { acc *= n; n -= 1 } while (n): factorial
    Instr p[16] = {{PUSH, 1}, {SWAP, 0}, {DUP, 0}, {PUSH, 0}, {ADD, 0}, {PUSH, -1}, {ADD, 0}, {JNZ, 2}, {HALT, 0}};
    cudaMemcpyToSymbol(program, p, sizeof(p));
    int h[64], s[64], *d, *ds;
    cudaMalloc(&d, sizeof(h)); cudaMalloc(&ds, sizeof(s));
    cudaMemset(d, 0, sizeof(h)); cudaMemset(ds, 0, sizeof(s));
    Instr q[16] = {{DUP, 0}, {MUL, 0}, {PUSH, 3}, {PUSH, -1}, {ADD, 0}, {JNZ, 3}, {HALT, 0}};
    cudaMemcpyToSymbol(program, q, sizeof(q));
    count(); count();
    run<<<1, 64>>>(d, ds);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(s, ds, sizeof(s), cudaMemcpyDeviceToHost);
    printf("%d %d %d steps %d %d calls %d launches %d\n", h[0], h[5], h[63], s[0], s[63], count(), launches);
    unsigned char c[32], *dc; float f[32], *df;
    cudaMalloc(&dc, 32); cudaMalloc(&df, sizeof(f));
    paint<<<1, 32>>>(dc, df);
    cudaMemcpy(c, dc, 32, cudaMemcpyDeviceToHost); cudaMemcpy(f, df, sizeof(f), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++) printf("%d:%g ", c[i], f[i]);
    printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
