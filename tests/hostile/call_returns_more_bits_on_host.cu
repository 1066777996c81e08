// A host function called through a pointer whose type returns other bits than it does, or takes others, cold and hot.
//@ runs: 8
#include <cstdio>
#include <cstdlib>
__attribute__((noinline)) int f(int p0, int p1, int p2, int p3, int p4, int p5, int p6, int p7) { return p7; }
__attribute__((noinline)) long long wide(int p) { return p; }
__attribute__((noinline)) void nothing(int p) { srand(p); }
__attribute__((noinline)) double number(int p) { return p; }
int main(int argc, char **argv)
{
    void *volatile any[4] = {(void *)f, (void *)wide, (void *)nothing, (void *)number};
    int how = atoi(argv[1]) / 2, rounds = atoi(argv[1]) % 2 ? 3000 : 3;
    unsigned long long sum = 0;
    for (int i = 1; i < rounds; i++) {
        bool wrong = i == rounds - 1;
        sum += ((int (*)(int, int, int, int, int, int, int, int))any[0])(i, i, i, i, i, i, i, i);
        if (how == 0 && wrong) sum += ((long long (*)(int, int, int, int, int, int, int, int))any[0])(i, i, i, i, i, i, i, i);
        if (how == 1 && wrong) sum += ((int (*)(int))any[1])(i);
        if (how == 2 && wrong) sum += ((long long (*)(int))any[2])(i);
        if (how == 3 && wrong) sum += ((long long (*)(int))any[3])(i);
        void *block = malloc(40);
        if (i % 2) free(block);
    }
    printf("%llx\n", sum);
}
