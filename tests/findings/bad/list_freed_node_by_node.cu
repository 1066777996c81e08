// the next pointer is read after its node was freed
#include <cstdio>
struct Node { int value; Node *next; };
__global__ void sum(const Node *n, int *out) { int s = 0; for (; n; n = n->next) s += n->value; *out = s; }
int main()
{
    Node *head = nullptr;
    for (int i = 0; i < 5; i++) {
        Node *n;
        cudaMallocManaged(&n, sizeof(Node));
        n->value = i;
        n->next = head;
        head = n;
    }
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    sum<<<1, 1>>>(head, out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    for (Node *n = head; n; n = n->next) cudaFree(n); //~ ERROR[R0107] freed memory | what is needed of it later goes into a variable before
    cudaFree(out);
}
