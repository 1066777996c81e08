// Random numbers of <random>, as newer programs begin.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    std::mt19937 engine(42);
    std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
    std::uniform_int_distribution<int> dice(1, 6);
    std::vector<float> values(n);
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        values[i] = uniform(engine);
        sum += dice(engine);
    }
    double total = 0;
    for (float v : values) total += v;
    printf("%.4f %lld\n", total, sum);
}
