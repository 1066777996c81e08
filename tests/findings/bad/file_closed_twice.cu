// expect: a file is used after it was closed, and closed again
//@ exit: 134
#include <cstdio>
int main()
{
    FILE *f = tmpfile();
    fputs("1 2", f);
    fclose(f);
    fputs("3", f); //~ ERROR[R0107] `fputs` of a file that was closed before | closed here
    fclose(f); //~ ERROR[R0501] `fclose` of a file that was closed before | closed again here | closed here
}
