// The sum of squares of numbers that come in pieces.
#include <cstdio>
#include <cstdlib>
#include <vector>

const int SIZE = 256, STREAMS = 4;

__global__ void square(int *x) { x[blockIdx.x * 128 + threadIdx.x] *= x[blockIdx.x * 128 + threadIdx.x]; }

__global__ void total(const int *x, int n, int *sum)
{
    int mine = 0;
    for (int i = threadIdx.x; i < n; i += 128) mine += x[i];
    atomicAdd(sum, mine);
}

// Puts all work into streams. When it is called, nothing waits in any.
void work(const int *host, int *x, int pieces, int *sum, int *result, cudaStream_t *streams, cudaEvent_t done)
{
    for (int piece = 0; piece < pieces; piece++) {
//[ edit
        cudaStream_t stream = streams[piece % STREAMS];
//] edit
        cudaMemcpyAsync(x + piece * SIZE, host + piece * SIZE, SIZE * sizeof(int), cudaMemcpyHostToDevice, stream);
        square<<<SIZE / 128, 128, 0, stream>>>(x + piece * SIZE);
    }
//[ edit
    for (int i = 1; i < STREAMS; i++) {
        cudaEventRecord(done, streams[i]);
        cudaStreamWaitEvent(streams[0], done);
    }
//] edit
    total<<<1, 128, 0, streams[0]>>>(x, pieces * SIZE, sum);
    cudaMemcpyAsync(result, sum, sizeof(int), cudaMemcpyDeviceToHost, streams[0]);
}

// The number of steps in the longest chain of steps that wait for each other.
int longest_chain(cudaGraph_t graph)
{
    size_t count = 0, nodes = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
#if CUDART_VERSION >= 13000
    cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count);
    std::vector<cudaGraphNode_t> node(nodes), from(count), to(count);
    cudaGraphGetEdges(graph, from.data(), to.data(), nullptr, &count);
#else
    cudaGraphGetEdges(graph, nullptr, nullptr, &count);
    std::vector<cudaGraphNode_t> node(nodes), from(count), to(count);
    cudaGraphGetEdges(graph, from.data(), to.data(), &count);
#endif
    cudaGraphGetNodes(graph, node.data(), &nodes);
    std::vector<int> chain(nodes, 1);
    auto number = [&](cudaGraphNode_t one) {
        int i = 0;
        while (node[i] != one) i++;
        return i;
    };
    int longest = nodes > 0;
    for (size_t round = 0; round < nodes; round++)
        for (size_t i = 0; i < count; i++) {
            int length = chain[number(from[i])] + 1, &known = chain[number(to[i])];
            if (length > known) known = length;
            if (length > longest) longest = length;
        }
    return longest;
}

int main(int argc, char **argv)
{
    int pieces = argc > 1 ? atoi(argv[1]) : 4, n = pieces * SIZE, right = 0;
    int *host, *result, *x, *sum;
    cudaMallocHost(&host, n * sizeof(int));
    cudaMallocHost(&result, sizeof(int));
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    for (int i = 0; i < n; i++) {
        host[i] = i % 19;
        right += host[i] * host[i];
    }
    cudaStream_t streams[STREAMS];
    for (cudaStream_t &stream : streams) cudaStreamCreate(&stream);
    cudaEvent_t start, done;
    cudaEventCreateWithFlags(&start, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);

    // What comes between these two is recorded, not done.
    cudaGraph_t graph = nullptr;
    cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
    cudaEventRecord(start, streams[0]);
    for (int i = 1; i < STREAMS; i++) cudaStreamWaitEvent(streams[i], start);
    work(host, x, pieces, sum, result, streams, done);
    cudaStreamEndCapture(streams[0], &graph);

    *result = 0;
    int chain = 0, enough = (pieces + STREAMS - 1) / STREAMS * 2 + 2;
    if (graph) {
        chain = longest_chain(graph);
        cudaGraphExec_t ready;
        cudaGraphInstantiate(&ready, graph, 0);
        cudaGraphLaunch(ready, streams[0]);
        cudaStreamSynchronize(streams[0]);
        cudaGraphExecDestroy(ready);
        cudaGraphDestroy(graph);
    }
    if (*result != right) printf("wrong\n");
    else if (chain != enough) printf("a chain of %d steps, where %d are enough\n", chain, enough);
    else printf("ok\n");

    for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
    cudaEventDestroy(start);
    cudaEventDestroy(done);
    cudaFree(x);
    cudaFree(sum);
    cudaFreeHost(host);
    cudaFreeHost(result);
}
