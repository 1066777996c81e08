// Arithmetic of host code that is compiled: division, shifts, conversions, comparisons, floating point and its special values.
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdint>

static int classify(int x)
{
    switch (x) {
    case 0: return 7;
    case 1:
    case 2: return 11;
    case 3: x += 5;
    case 4: return x * 3;
    case 100: return -1;
    default: return x < 0 ? 1 : 2;
    }
}

int main()
{
    int64_t sum = 0;
    uint64_t mixed = 88172645463325252ull;
    for (int i = 1; i <= 3000; i++) {
        mixed ^= mixed << 13; mixed ^= mixed >> 7; mixed ^= mixed << 17;
        int a = (int)mixed, b = (int)(mixed >> 40) % i;
        if (b == 0) b = -1;
        if (a == INT_MIN) a = 0;
        sum += a / b + a % b;
        sum ^= (int64_t)(mixed / (uint64_t)i) - (int64_t)(mixed % (uint64_t)i);
        sum += (int64_t)(mixed >> 1) / ((int64_t)b * i) - (int64_t)(mixed >> 1) % ((int64_t)b - 3 * i);
        sum += ((unsigned)a / (unsigned)i) ^ ((unsigned)a % (unsigned)i);
        sum ^= (int64_t)a << (i & 31);
        sum -= a >> (i & 31);
        sum += (unsigned)a >> (i & 31);
        sum ^= (int64_t)mixed >> (i & 63);
        sum += (short)a * (signed char)b - (unsigned char)a + (unsigned short)b;
    }
    printf("%lld\n", (long long)sum);

    int classes = 0;
    for (int i = -1500; i < 1500; i++) classes = classes * 5 + classify(i % 120) + classify(i & 7);
    printf("%d\n", classes);

    double d = 0, smallest = 1e300, largest = -1e300;
    float f = 0;
    for (int i = 0; i < 4000; i++) {
        double x = (i - 2000) * 0.37;
        float y = (float)x * 1.1f;
        d += x * y - x / (i + 1) + std::sqrt(std::fabs(x)) + (double)(long long)x - (unsigned)i;
        f = f * 0.5f + y;
        if (d < smallest) smallest = d;
        if (d > largest) largest = d;
        if ((int)x % 13 == 5) f -= (float)(int)y;
        d += (double)((long long)(x * 1e10) % 1000) + (double)((uint64_t)(i * 1e15) % 7);
        f += (float)(uint64_t)(i * 12345678901ull) * 1e-15f + (float)(int64_t)-i;
    }
    printf("%.6f %.6f %.6f %.6f\n", d, (double)f, smallest, largest);

    int special = 0;
    double inf = 1e308, nan;
    for (int i = 0; i < 1100; i++) inf *= 10;
    nan = inf - inf;
    for (int i = 0; i < 1500; i++) {
        double x = i % 3 == 0 ? nan : i % 3 == 1 ? inf : -inf;
        special += (x < 0) + 2 * (x == x) + 4 * (x > 1e300) + 8 * !(x >= 0) + 16 * (x != x);
        float y = (float)x;
        special ^= (y < 1.0f) | (y != y) << 1 | (std::fmax(y, 1.0f) > 2.0f) << 2;
    }
    printf("%d %d\n", special, nan != nan);

    unsigned bits = 0;
    bool flag = false;
    for (int i = 0; i < 2500; i++) {
        flag = flag != (i % 7 == 3);
        bits = (bits << 1 | flag) ^ (bits >> 27);
        bits += flag && i % 2 ? ~bits : -bits;
    }
    printf("%u %d\n", bits, flag);
}
