// expect: a null file is closed
//@ exit: 139
#include <cstdio>
int main()
{
    FILE *f = nullptr;
    fclose(f); //~ ERROR[R0105] `fclose` is given a null `FILE *`
}
