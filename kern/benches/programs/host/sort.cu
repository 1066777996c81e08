// std::sort and a quicksort by hand, to check a device sort.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
static void quicksort(int *a, int low, int high)
{
    if (low >= high) return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }
    quicksort(a, low, j);
    quicksort(a, i, high);
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    std::vector<int> a(n), b;
    unsigned state = 12345;
    for (int &x : a) x = (state = state * 1664525u + 1013904223u) >> 8;
    b = a;
    std::sort(a.begin(), a.end());
    quicksort(b.data(), 0, n - 1);
    printf("%d %d %d\n", a == b, a[0], a[n / 2]);
}
