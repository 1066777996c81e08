// expect: a file that was not opened is read
//@ exit: 139
#include <cstdio>
int main()
{
    FILE *f = fopen("no_such_folder/numbers.txt", "r");
    int x = 0;
    fscanf(f, "%d", &x); //~ ERROR[R0105] `fscanf` is given a null `FILE *` | failed: No such file or directory
    printf("never\n");
}
