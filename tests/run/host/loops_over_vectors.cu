// Host loops that run often enough to be compiled: over vectors, with calls, with ways out in the middle.
#include <cstdio>
#include <vector>

static double mean(const std::vector<double> &v)
{
    double sum = 0;
    for (size_t i = 0; i < v.size(); i++) sum += v[i];
    return v.empty() ? 0 : sum / v.size();
}

static int find(const std::vector<int> &v, int wanted)
{
    for (size_t i = 0; i < v.size(); i++)
        if (v[i] == wanted) return (int)i;
    return -1;
}

struct Tally {
    unsigned counts[4];
    char last;
    void add(int x) { counts[x & 3]++; last = (char)x; }
};

int main()
{
    std::vector<double> v;
    for (int i = 0; i < 5000; i++) {
        v.push_back(i * 0.25 - 7);                       // grows while the loop is compiled
        if (i % 1250 == 0) v[i / 2] += 1e3;
    }
    printf("%zu %.6f %.6f\n", v.size(), mean(v), mean(std::vector<double>()));

    std::vector<int> squares(4000);
    for (int i = 0; i < 4000; i++) squares[i] = i * i % 3989;
    printf("%d %d\n", find(squares, 1521), find(squares, 4000));

    std::vector<std::vector<short>> rows;
    for (int r = 0; r < 60; r++) {
        std::vector<short> row(r);
        for (int c = 0; c < r; c++) row[c] = (short)(r * 1000 + c * 37);
        rows.push_back(row);
    }
    long total = 0;
    for (int round = 0; round < 3; round++)
        for (size_t r = 0; r < rows.size(); r++)
            for (size_t c = 0; c < rows[r].size(); c++) total += rows[r][c] * (round + 1);
    printf("%ld\n", total);

    Tally tally = {{0, 0, 0, 0}, 0};
    for (int i = 0; i < 6000; i++) tally.add(i * 7 / 3);
    printf("%u %u %u %u %d\n", tally.counts[0], tally.counts[1], tally.counts[2], tally.counts[3], tally.last);

    int outer = 0, inner = 0;
    for (int i = 0; i < 200; i++) {
        for (int j = 0; ; j++) {
            if (j > i) break;
            if ((i + j) % 11 == 10) goto next;
            inner++;
        }
        outer++;
    next:;
    }
    printf("%d %d\n", outer, inner);

    unsigned char bytes[300];
    for (int i = 0; i < 300; i++) bytes[i] = (unsigned char)(i * i);
    signed char lowest = 127;
    unsigned crc = 0xffffffffu;
    for (int round = 0; round < 20; round++)
        for (int i = 0; i < 300; i++) {
            crc ^= bytes[i];
            for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
            if ((signed char)bytes[i] < lowest) lowest = (signed char)bytes[i];
        }
    printf("%08x %d\n", ~crc, lowest);
}
