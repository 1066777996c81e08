#include <stdio.h>
#include <stdlib.h>
#define INF 1000000
#define V 70
#define IDX(i, j) ((i) * V + (j))

__global__ void fwKernel(int *dist, int *next, int k)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= V || j >= V) return;
    if (i == k || j == k) return;
    int through = dist[IDX(i, k)] + dist[IDX(k, j)];
    if (through < dist[IDX(i, j)]) {
        dist[IDX(i, j)] = through;
        next[IDX(i, j)] = next[IDX(i, k)];
    }
}
void cpu(int (*d)[V])
{
    for (int k = 0; k < V; k++)
        for (int i = 0; i < V; i++)
            for (int j = 0; j < V; j++)
                if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
}
int main(int argc, char *argv[])
{
    static int graph[V][V], next[V][V], out[V][V];
    unsigned int seed = 99;
    for (int i = 0; i < V; i++)
        for (int j = 0; j < V; j++) {
            seed = seed * 1103515245 + 12345;
            int r = (seed >> 16) & 0x7fff;
            graph[i][j] = i == j ? 0 : (r % 12 == 0 ? 1 + r % 97 : INF);
            next[i][j] = graph[i][j] < INF ? j : -1;
        }
    int *dd, *dn;
    cudaMalloc((void **)&dd, sizeof(graph));
    cudaMalloc((void **)&dn, sizeof(next));
    cudaMemcpy(dd, graph, sizeof(graph), cudaMemcpyHostToDevice);
    cudaMemcpy(dn, next, sizeof(next), cudaMemcpyHostToDevice);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    dim3 block(16, 16), grid((V + block.x - 1) / block.x, (V + block.y - 1) / block.y);
    cudaEventRecord(start, 0);
    for (int k = 0; k < V; k++) fwKernel<<<grid, block>>>(dd, dn, k);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    float ms;
    cudaEventElapsedTime(&ms, start, stop);
    cudaMemcpy(out, dd, sizeof(out), cudaMemcpyDeviceToHost);
    cudaMemcpy(next, dn, sizeof(next), cudaMemcpyDeviceToHost);
    cpu(graph);
    int bad = 0;
    long total = 0;
    for (int i = 0; i < V; i++)
        for (int j = 0; j < V; j++) { if (graph[i][j] != out[i][j]) bad++; total += out[i][j] >= INF ? 0 : out[i][j]; }
    printf("mismatches %d, sum of distances %ld, timed %s\n", bad, total, ms >= 0 ? "yes" : "no");
    for (int t = 1; t < V; t += 17) {
        printf("0 -> %d (%d):", t, out[0][t]);
        int u = 0, len = 0, sum = 0;
        if (next[u][t] < 0) { printf(" none\n"); continue; }
        while (u != t) { u = next[u][t]; len++; if (len <= 6) printf(" %d", u); }
        printf(" [%d hops]\n", len);
        (void)sum;
    }
    cudaEventDestroy(start); cudaEventDestroy(stop);
    cudaFree(dd); cudaFree(dn);
    return bad != 0;
}
