// Host memory while compiled loops run: blocks come and go, move, and are shared with the device.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Node {
    int key;
    Node *left, *right;
};

static Node *insert(Node *node, int key)
{
    if (!node) {
        Node *fresh = new Node;
        fresh->key = key;
        fresh->left = fresh->right = nullptr;
        return fresh;
    }
    if (key < node->key) node->left = insert(node->left, key);
    else if (key > node->key) node->right = insert(node->right, key);
    return node;
}

static long walk(Node *node, long sum)
{
    if (!node) return sum;
    sum = walk(node->left, sum);
    return walk(node->right, sum * 3 % 1000003 + node->key);
}

static void drop(Node *node)
{
    if (!node) return;
    drop(node->left);
    drop(node->right);
    delete node;
}

__global__ void add(int *a, const int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i];
}

static int table[512];
static const char *const words[] = {"zero", "one", "two", "three"};

int main()
{
    int *block = (int *)malloc(4 * sizeof(int));
    int capacity = 4;
    for (int i = 0; i < 20000; i++) {
        if (i == capacity) block = (int *)realloc(block, (capacity *= 2) * sizeof(int));
        block[i] = i ^ 5;
    }
    long sum = 0;
    for (int i = 0; i < 20000; i++) sum += block[i];
    free(block);
    printf("%ld\n", sum);

    for (int i = 0; i < 3000; i++) {
        char *piece = (char *)malloc(i % 50 + 1);
        memset(piece, 'a' + i % 26, i % 50);
        piece[i % 50] = 0;
        sum = sum * 7 % 99991 + strlen(piece) + piece[0];
        free(piece);
    }
    printf("%ld\n", sum);

    Node *root = nullptr;
    for (int i = 0; i < 1500; i++) root = insert(root, i * 7919 % 1511);
    printf("%ld\n", walk(root, 0));
    drop(root);

    for (int i = 0; i < 4000; i++) table[i * 31 % 512] += words[i & 3][i % 3];
    for (int i = 0; i < 512; i++) sum = (sum * 5 + table[i]) % 1000033;
    printf("%ld\n", sum);

    std::string text;
    for (int i = 0; i < 2500; i++) text += (char)('a' + i * i % 26);
    int vowels = 0;
    for (size_t i = 0; i < text.size(); i++) vowels += text[i] == 'a' || text[i] == 'e' || text[i] == 'i';
    printf("%zu %d\n", text.size(), vowels);

    const int n = 2000;
    int *managed, *pinned, *on_device;
    cudaMallocManaged(&managed, n * sizeof(int));
    cudaMallocHost(&pinned, n * sizeof(int));
    cudaMalloc(&on_device, n * sizeof(int));
    for (int i = 0; i < n; i++) {
        managed[i] = i;
        pinned[i] = 3 * i;
    }
    cudaMemcpy(on_device, pinned, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int round = 0; round < 4; round++) {
        add<<<(n + 127) / 128, 128>>>(managed, on_device, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) managed[i] -= pinned[i] / 3;
    }
    long checksum = 0;
    for (int i = 0; i < n; i++) checksum += (long)managed[i] * (i % 3);
    printf("%ld\n", checksum);
    cudaFree(managed);
    cudaFreeHost(pinned);
    cudaFree(on_device);

    union { double d; unsigned char bytes[12]; } odd;
    unsigned all = 0;
    for (int i = 0; i < 3000; i++) {                     // at odd addresses
        memset(&odd, 0, sizeof odd);
        unsigned *inside = (unsigned *)(odd.bytes + i % 4);
        *inside = i * 2654435761u;
        all = all * 3 + odd.bytes[1] + odd.bytes[i % 8];
    }
    printf("%u\n", all);
}
