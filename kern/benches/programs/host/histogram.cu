// Letters of a text and values of an image, counted.
#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, rounds = argc > 2 ? atoi(argv[2]) : 1;
    unsigned char *data = new unsigned char[n];
    int *counts = new int[256]();
    unsigned state = 1;
    for (int i = 0; i < n; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        data[i] = state % 251;
    }
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < n; i++) counts[data[i]]++;
    long long weighted = 0;
    for (int i = 0; i < 256; i++) weighted += (long long)i * counts[i];
    printf("%lld\n", weighted);
    delete[] data;
    delete[] counts;
}
