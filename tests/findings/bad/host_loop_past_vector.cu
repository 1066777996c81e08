// a loop of the host runs past a vector's end
#include <cstdio>
#include <vector>
int main()
{
    std::vector<float> v(10);
    float sum = 0;
    for (size_t i = 0; i <= v.size(); i++) sum += v[i];  //~ ERROR[R0104] element 10 of 10 floats, just past the end
    printf("%g\n", sum);
}
