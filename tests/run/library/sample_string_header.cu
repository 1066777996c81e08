// The samples' `helper_cuda.h` brings strings and files of C++ with it.
//@ stdout: x 1
#include <helper_cuda.h>
int main()
{
    std::string name = "x";
    std::ifstream none("no such file");
    printf("%s %d\n", name.c_str(), !none);
}
