// expect: alloca in a loop takes more than the stack has
//@ exit: 139
#include <alloca.h>
#include <cstring>
int main()
{
    for (;;) memset(alloca(100000), 1, 100000); //~ ERROR[R0403] the function takes 8400000 bytes with `alloca`
}
