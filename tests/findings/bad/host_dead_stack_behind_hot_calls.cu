// expect: `first` of a call that has ended, read where a call in progress was read before; what others below it read was forgotten meanwhile
#include <cstdio>
__noinline__ int last(const int *p) { return p[3]; }
__noinline__ int second(const int *p)
{
    int own[4] = {p[1], 2, 3, 1}; //~ ERROR[R0112] has returned
    return last(own) + own[0];
}
int *kept;
__noinline__ int outer(int i)
{
    int first[4] = {i, i + 1, i + 2, i + 3};
    kept = first;
    return second(first);
}
__noinline__ int far_below(int i)
{
    volatile int room[1024];
    room[i & 1023] = i;
    return outer(i) + room[i & 1023];
}
int main()
{
    long sum = 0;
    for (int i = 0; i < 5000; i++) sum += far_below(i);
    printf("%ld\n", sum);
    printf("%d\n", second(kept) != 0);
}
