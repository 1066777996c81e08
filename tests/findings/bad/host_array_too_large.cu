// A local array larger than the stack.
//@ exit: 139
#include <cstdio>

int main(int argc, char **) //~ ERROR[R0403] its variables take 1073741 | does not fit
{
    int numbers[1 << 28];
    numbers[argc] = 1;
    printf("%d\n", numbers[argc]);
    return 0;
}
