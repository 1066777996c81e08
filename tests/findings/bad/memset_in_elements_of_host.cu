// memset of more bytes than the block has
#include <cstdio>
#include <cstdlib>
#include <cstring>
int main()
{
    int n = 100;
    int *v = (int *)malloc(n);
    memset(v, 0, n * sizeof(int));  //~ ERROR[R0104] out-of-bounds host write of 400 bytes from the start of a 100-byte heap block
    printf("%d\n", v[0]);
    free(v);
}
