// expect: host code writes past the end of a vector, and reads before its start, in loops that ran long before
#include <cstdio>
#include <cstdlib>
#include <vector>
int main()
{
    std::vector<int> v(5000);
    for (int i = 0; i <= 5000; i++)
        v.data()[i] = i;  //~ ERROR[R0104] out-of-bounds host write of 4 bytes | element 5000 of 5000 ints, just past the end
    long sum = 0;
    for (int i = 4999; i >= -2; i--)
        sum += v.data()[i];  //~ ERROR[R0104] out-of-bounds host read of 4 bytes | element -1 of 5000 ints, just before the start
    short *halves = (short *)malloc(4001);
    for (int i = 0; i <= 2000; i++)
        halves[i] = (short)i;  //~ ERROR[R0104] out-of-bounds host write of 2 bytes | a 4001-byte heap block
    for (int i = 0; i < 2000; i++) sum += halves[i];
    free(halves);
    printf("%ld\n", sum);
}
