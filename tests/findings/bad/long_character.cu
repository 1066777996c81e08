// expect: 'ab' is an int, which does not fit into a char
//@ stdout: 98 24930 -1
#include <cstdio>
int main()
{
    char c = 'ab'; //~ WARNING[K0613] 24930 is cut off in `char`
    int i = 'ab';
    char d = '\xff';
    static_assert(sizeof('ab') == 4 && sizeof('a') == 1, "");
    printf("%d %d %d\n", c, i, d);
}
