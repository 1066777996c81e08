// What is read again where numbers and pointers are stored: rows of matrices, unions, memory that is used twice, numbers looked at as others.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>
struct Pair { float *data; int n; };
union Either { float f; int i; float *p; };
__attribute__((noinline)) void gauss(float **a, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            float f = a[i][k] / a[k][k];
            for (int j = k; j < n; j++) a[i][j] -= f * a[k][j];
        }
}
__attribute__((noinline)) float through_unions(Either *u, int n)
{
    float store[2] = {1, 2}, s = 0;
    for (int i = 0; i < n; i++) {
        u[i % 2].p = store + i % 2;
        s += *u[i % 2].p;
        u[i % 2].f = s;
        s += u[i % 2].i & 1;
    }
    return s;
}
__attribute__((noinline)) int by_words(Pair *to, Pair *from, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        for (size_t w = 0; w < sizeof(Pair) / sizeof(long); w++) ((long *)to)[w] = ((long *)&from[i])[w];
        s += (int)to->data[i] + to->n;
    }
    return s;
}
__attribute__((noinline)) int by_copies(Pair *to, Pair *from, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        memcpy(to, &from[i], sizeof *to);
        s += (int)to->data[i];
        *to = from[0];
        s += (int)to->data[0];
    }
    return s;
}
__attribute__((noinline)) float as_another(float *x, int *bits, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++) {
        *x = i * 0.5f;
        *bits &= 0x7fffffff ^ 1 << 22;
        s += *x;
    }
    return s;
}
struct Node { Node *next; int v; };
__attribute__((noinline)) int reused(char *memory, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        Node *a = new (memory) Node{nullptr, i};
        a->next = a;
        s += a->next->v;
        int *numbers = new (memory) int[4];
        for (int j = 0; j < 4; j++) numbers[j] = i + j;
        s += numbers[0] + numbers[3];
    }
    return s;
}
__attribute__((noinline)) int relinked(Node **heads, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        heads[0]->v = i;
        heads[0] = heads[0]->next;
        s += heads[0]->v;
    }
    return s;
}
int main()
{
    const int n = 6;
    float **a = new float *[n];
    for (int i = 0; i < n; i++) {
        a[i] = new float[n];
        for (int j = 0; j < n; j++) a[i][j] = (i * 5 + j * 3) % 7 + (i == j) * 9;
    }
    gauss(a, n);
    for (int i = 0; i < n; i++) printf("%.4f ", a[i][i]);
    Either u[2];
    printf("\n%f\n", through_unions(u, 9));
    float data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    Pair from[3] = {{data, 1}, {data + 2, 2}, {data + 4, 3}}, to;
    printf("%d %d\n", by_words(&to, from, 3), by_copies(&to, from, 3));
    float x;
    printf("%f\n", as_another(&x, (int *)&x, 10));
    alignas(16) char memory[64];
    printf("%d\n", reused(memory, 5));
    Node c{nullptr, 3}, b{&c, 2}, d{&b, 1};
    c.next = &d;
    Node *head = &d;
    printf("%d\n", relinked(&head, 7));
    std::vector<std::vector<int>> table(5, std::vector<int>(5, 1));
    for (int i = 1; i < 5; i++)
        for (int j = 1; j < 5; j++) {
            table[i][j] = table[i - 1][j] + table[i][j - 1];
            if (i == 3 && j == 2) table[i] = std::vector<int>(5, 100);
        }
    printf("%d %d\n", table[4][4], table[3][4]);
}
