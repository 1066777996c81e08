// Headers may follow text with OpenMP directives, whatever tokens became of those.
#include <cstdio>
#include <omp.h>

static int squares(int n)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) sum += i * i;
    return sum;
}

#include <sstream>
#include <vector>

static std::string row(const std::vector<int> &values)
{
    std::ostringstream out;
#pragma omp parallel
    {
#pragma omp single
        for (int value : values) out << value << ' ';
    }
    return out.str();
}

#include <algorithm>
#include <chrono>
#include <map>

int main()
{
    std::vector<int> values = {squares(10), squares(4), squares(7)};
    printf("%s\n", row(values).c_str());
    std::sort(values.begin(), values.end());
    printf("%s\n", row(values).c_str());
    std::map<int, std::chrono::milliseconds> waits;
#pragma omp parallel for
    for (int i = 0; i < 3; i++) {
#pragma omp critical
        waits[i] = std::chrono::seconds(i) + std::chrono::milliseconds(values[i]);
    }
    for (auto &[i, wait] : waits) printf("%d: %lld\n", i, (long long)wait.count());
}
