// `concept` and `requires` are names of C++17, which nvcc compiles unless told otherwise.
#include <cstdio>

int main()
{
    int concept = 4, requires = 5;
    printf("%d\n", concept + requires);
}
