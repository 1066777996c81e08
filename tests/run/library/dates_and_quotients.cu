// Differences of times, the time of C11, the environment, and quotients with their remainders on both sides.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cuda/std/array>
#include <sys/time.h>
__global__ void divide(long long *out)
{
    cuda::std::div_t a = cuda::std::div(-17, 5);
    cuda::std::ldiv_t b = cuda::std::div(17l, -5l);
    cuda::std::lldiv_t c = cuda::std::lldiv(170000000000ll, 50000000001ll);
    out[0] = a.quot * 100 + a.rem;
    out[1] = b.quot * 100 + b.rem;
    out[2] = c.quot;
    out[3] = c.rem;
}
int main()
{
    struct timeval a = {5, 100000}, b = {3, 900000}, c, d;
    timersub(&a, &b, &c);
    timeradd(&a, &b, &d);
    printf("%ld.%06ld %ld.%06ld %d %d %d ", (long)c.tv_sec, (long)c.tv_usec, (long)d.tv_sec, (long)d.tv_usec, timercmp(&a, &b, >), timercmp(&c, &b, <), timercmp(&a, &a, !=));
    timerclear(&c);
    printf("%d %d\n", timerisset(&c), timerisset(&d) != 0);
    struct timespec t;
    int base = timespec_get(&t, TIME_UTC);
    printf("%d %d %d\n", base, timespec_get(&t, 0), t.tv_sec >= time(0) - 1);
    char setting[] = "QUOTIENT=3";
    putenv(setting);
    printf("%s", getenv("QUOTIENT"));
    printf(" %d\n", putenv((char *)"QUOTIENT") == 0 && getenv("QUOTIENT") == nullptr);
    std::lldiv_t q = std::div(17ll, -5ll);
    printf("%d %ld %lld %lld\n", div(7, 2).rem, std::div(9l, 4l).quot, q.quot, lldiv(-7, 2).rem);
    long long *out;
    cudaMallocManaged(&out, 4 * sizeof *out);
    divide<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%lld %lld %lld %lld\n", out[0], out[1], out[2], out[3]);
    cudaFree(out);
}
