// Host code whose loops and calls have been compiled uses addresses that are not its own.
//@ runs: 12
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Node { long value; Node *next; };
static long table[256];
static int depth_of(int n, int *p) { int local[4] = {n, 0, 0, 0}; if (n > 0) local[n & 3] += depth_of(n - 1, local); return local[n & 3] + *p; }
static long read_at(const long *p, long i) { return p[i]; }
static void write_at(long *p, long i, long v) { p[i] = v; }
static long touch(long *p, long n) { return n == 0 ? *p : touch(p, n - 1) + (n & 1); }

int main(int argc, char **argv)
{
    int run = argc > 1 ? atoi(argv[1]) : 0;
    long *heap = (long *)malloc(2048), *other = (long *)malloc(2048), sum = 0;
    memset(heap, 1, 2048);
    memset(other, 2, 2048);
    long frame[32];
    for (int i = 0; i < 32; i++) frame[i] = i;
    long distance = (char *)other - (char *)heap;
    for (long i = 0; i < 3000; i++) {
        bool last = i == 2999;
        switch (run) {
        case 0: sum += heap[last ? -1 : i & 255]; break;
        case 1: heap[last ? 256 : i & 255] = i; break;
        case 2: sum += *(long *)((char *)heap + (last ? 2041 : i * 7 % 2040)); break;
        case 3: sum += *(long *)((char *)heap + (last ? distance : i & 1023)); break;
        case 4: sum += heap[last ? 0x1fffffffffffffffL : i & 255]; break;
        case 5: table[last ? -0x2000000000000000L : i & 255] += i; break;
        case 6: sum += read_at(frame, last ? 32 : i & 31); break;
        case 7: write_at(last ? frame : table, last ? -3 : i & 255, i); break;
        case 8: if (last) free(other); sum += read_at(last ? other : heap, i & 255); break;
        case 9: sum += touch(last ? (long *)0x7000000000000000L : table, 40); break;
        case 10: sum += touch(last ? (long *)&main : frame, 3000); break;
        default: { int one = 1; sum += depth_of(last ? 3000 : 5, last ? (int *)&frame[32] : &one); }
        }
    }
    printf("%ld %ld\n", sum, table[5] + heap[7] + frame[31]);
}
