// expect: a loop over host memory goes on in device memory
//@ exit: 139
#include <cstdio>
int main()
{
    static char room[4000];
    char *device;
    cudaMalloc(&device, 4000);
    long sum = 0;
    const char *from = room;
    for (int i = 0; i < 4000; i++) {
        if (i == 2000) from = device;
        sum += from[i];  //~ ERROR[R0109] host code dereferences a device pointer
    }
    printf("%ld\n", sum);
}
