// expect: a text that does not fit is one mistake, though it is printed too
#include <cstdio>
#include <cstring>
int main()
{
    char b[4];
    strcpy(b, "hello"); //~ ERROR[R0104] out-of-bounds host write of 6 bytes
    printf("%s\n", b);
}
