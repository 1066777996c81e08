// Every statement: loops, switch with fall-through, goto, nested break and continue.
#include <cstdio>
int classify(int n) {
    switch (n) {
    case 0: return 100;
    case 1:
    case 2: n += 10;
    case 3: n += 20; break;
    case -1: n = 7; break;
    default: n = -n;
    }
    return n;
}
int main() {
    for (int i = -1; i < 6; i++) printf("%d ", classify(i));
    printf("\n");
    int i = 0, s = 0;
    while (true) {
        if (++i > 20) break;
        if (i % 2) continue;
        s += i;
    }
    do s--; while (s > 100);
    for (int a = 0, b = 10; a < b; a++, b--) s += a * b;
    printf("%d %d\n", i, s);
    int n = 3;
again:
    printf("%d", n);
    if (n-- > 0) goto again;
    printf("\n");
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++) {
            if (y == 2) break;
            if (x == 1) goto done;
            printf("%d%d ", x, y);
        }
done:
    printf("end\n");
    for (;;) { if (s) break; }
    int k = (s > 5 && s / 0.5 > 1) || !s ? s, 42 : 43;
    if (int t = k - 42) printf("never %d\n", t); else printf("%d\n", k);
}
