// expect: the process ends where it divides by zero
//@ exit: 136
#include <cstdio>
int share(int n, int parts) { return n / parts; }  //~ ERROR[R0407] integer division by zero
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 30000; i >= argc - 1; i--) sum += share(1000, i);
    printf("%d\n", sum);
}
