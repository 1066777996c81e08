// Inclusive and exclusive scan, the reference of a device scan.
#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, rounds = argc > 2 ? atoi(argv[2]) : 1;
    int *in = (int *)malloc(n * sizeof(int)), *out = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i % 10;
    long long check = 0;
    for (int r = 0; r < rounds; r++) {
        out[0] = in[0];
        for (int i = 1; i < n; i++) out[i] = out[i - 1] + in[i];
        check += out[n - 1];
        int running = 0;
        for (int i = 0; i < n; i++) {
            int x = in[i];
            out[i] = running;
            running += x;
        }
        check += out[n / 2];
    }
    printf("%lld\n", check);
    free(in);
    free(out);
}
