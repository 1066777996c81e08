// A stream calls its function in another thread: what that changes the host must not use before it has waited.
#include <cstdio>
static int done, calls;
static void tick(void *total)
{
    done++;
    *(long *)total += 1;
}
static void sometimes(void *) { if (calls > 100) calls = 0; }
int main()
{
    long &total = *new long(0);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaLaunchHostFunc(s, tick, &total); //~ NOTE a function of the host writes it, some time from here on
    printf("%d\n", done); //~ ERROR[R0510] the host reads memory that a function of the host writes | data race
    cudaStreamSynchronize(s);
    cudaLaunchHostFunc(s, tick, &total); //~ NOTE a function of the host writes it, some time from here on
    total += 1; //~ ERROR[R0510] a function of the host writes, and has not waited for it
    cudaStreamSynchronize(s);
    cudaLaunchHostFunc(s, tick, &total);
    cudaLaunchHostFunc(s, sometimes, nullptr);
    cudaStreamSynchronize(s);
    printf("%d %ld\n", done, total);
    cudaStreamDestroy(s);
    delete &total;
}
