// expect: a loop goes on reading a block that was freed, or moved by realloc, while it ran
#include <cstdio>
#include <cstdlib>
int main()
{
    int *p = (int *)calloc(4000, 4);
    long sum = 0;
    for (int i = 0; i < 4000; i++) {
        if (i == 3000) free(p);
        sum += p[i] + 1;  //~ ERROR[R0107] free
    }
    int *q = (int *)malloc(16000), *old = q;
    for (int i = 0; i < 4000; i++) {
        if (i == 2500) q = (int *)realloc(q, 32000);
        old[i] = i;  //~ ERROR[R0107] free
        q[i] = i;
        sum += q[i];
    }
    free(q);
    printf("%ld\n", sum);
}
