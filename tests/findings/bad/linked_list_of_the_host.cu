// the nodes of a list are on the host
#include <cstdio>
struct Node { int value; Node *next; };
__global__ void sum(const Node *head, int *out)
{
    int s = 0;
    for (const Node *n = head; n; n = n->next) s += n->value;  //~ ERROR[R0108] the pointer was read from memory here
    *out = s;
}
int main()
{
    Node b = {2, nullptr}, a = {1, &b}, *d;
    int *out;
    cudaMalloc(&d, sizeof(Node)); cudaMalloc(&out, 4);
    cudaMemcpy(d, &a, sizeof a, cudaMemcpyHostToDevice);
    sum<<<1, 1>>>(d, out);  //~ NOTE `sum<<<1, 1>>>` launched here
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d); cudaFree(out);
}
