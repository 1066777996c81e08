// Linked lists and trees on the host, flattened for the device; device recursion; binary search; bit fields.
#include <cstdio>
#include <cstdlib>
struct Node { int key; Node *left, *right; };
struct Flat { int key, left, right; };
struct Packed { unsigned a : 3; unsigned b : 5; int c : 6; unsigned long long d : 40; };
static Node *insert(Node *n, int key)
{
    if (!n) { n = (Node *)calloc(1, sizeof(Node)); n->key = key; return n; }
    if (key < n->key) n->left = insert(n->left, key); else if (key > n->key) n->right = insert(n->right, key);
    return n;
}
static int flatten(const Node *n, Flat *out, int *count)
{
    if (n == NULL) return -1;
    int me = (*count)++;
    out[me].key = n->key;
    out[me].left = flatten(n->left, out, count);
    out[me].right = flatten(n->right, out, count);
    return me;
}
static void destroy(Node *n) { if (n) { destroy(n->left); destroy(n->right); free(n); } }
__device__ int depth(const Flat *t, int i) { return i < 0 ? 0 : 1 + max(depth(t, t[i].left), depth(t, t[i].right)); }
__device__ int find(const Flat *t, int key) { int i = 0, steps = 0; while (i >= 0 && t[i].key != key) { i = key < t[i].key ? t[i].left : t[i].right; steps++; } return i < 0 ? -steps : steps; }
__device__ unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
__global__ void query(const Flat *t, int *out) { out[threadIdx.x] = threadIdx.x == 0 ? depth(t, 0) : find(t, threadIdx.x); }
__global__ void gcds(unsigned *o) { o[threadIdx.x] = gcd(threadIdx.x * 12, 90); }
__global__ void pack(Packed *p) { Packed q; q.a = threadIdx.x; q.b = threadIdx.x * 3; q.c = -(int)threadIdx.x; q.d = 1ull << threadIdx.x; p[threadIdx.x] = q; }
int main()
{
    Node *root = NULL; unsigned x = 1;
    for (int i = 0; i < 40; i++) { x = x * 69069u + 1u; root = insert(root, (x >> 16) % 64); }
    Flat flat[64]; int count = 0; flatten(root, flat, &count); destroy(root);
    Flat *d; int h[64], *o; cudaMalloc(&d, sizeof(flat)); cudaMalloc(&o, sizeof(h));
    cudaMemcpy(d, flat, count * sizeof(Flat), cudaMemcpyHostToDevice);
    query<<<1, 64>>>(d, o); cudaMemcpy(h, o, sizeof(h), cudaMemcpyDeviceToHost);
    printf("count %d depth %d find", count, h[0]); for (int i = 1; i < 64; i += 9) printf(" %d", h[i]); printf("\n");
    gcds<<<1, 32>>>((unsigned *)o); cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost); printf("%d %d %d\n", h[1], h[5], h[31]);
    Packed p[40], *dp; cudaMalloc(&dp, sizeof(p)); pack<<<1, 40>>>(dp); cudaMemcpy(p, dp, sizeof(p), cudaMemcpyDeviceToHost);
    printf("%zu %u %u %d %llu\n", sizeof(Packed), p[9].a, p[9].b, p[33].c, (unsigned long long)p[39].d);
    return 0;
}
