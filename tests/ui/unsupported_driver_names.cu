#include <cuda.h>
int main()
{
    unsigned long long memory = 0;
    int number = 0;
    cuMemcpyHtoD(memory, &number, sizeof number);
    cuuint32_t width = 4;
    return 0;
}
