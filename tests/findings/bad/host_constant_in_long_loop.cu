// expect: a loop writes a string literal after thousands of good writes
//@ exit: 139
#include <cstdio>
int main()
{
    static char room[4000];
    char *to = room;
    for (int i = 0; i < 4000; i++) {
        if (i == 3990) to = (char *)"a literal of the program";
        *to++ = (char)i;  //~ ERROR[R0110] write to constant memory
    }
    printf("%d\n", room[3]);
}
