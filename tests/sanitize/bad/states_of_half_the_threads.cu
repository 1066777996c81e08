// What was never written is used in a loop alone, which the launch enters for sure: there is no access in it.
#include <cstdio>
__global__ void seed(unsigned *state) { state[threadIdx.x] = 2654435761u * (threadIdx.x + 1); }
__global__ void walk(unsigned *state, int *place, int n, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s = state[i]; //~ ERROR[R0601] reads `state[256]` | write all of it before it is read
    int at = 0;
    for (int k = 0; k < steps; k++) {
        s ^= s << 13; s ^= s >> 17; s ^= s << 5;
        at += s & 1 ? 1 : -1;
    }
    state[i] = s;
    place[i] = at;
}
int main() {
    const int n = 512;
    int h[n];
    unsigned *state;
    int *place;
    cudaMalloc(&state, n * sizeof(unsigned));
    cudaMalloc(&place, sizeof h);
    seed<<<1, 256>>>(state);
    walk<<<n / 128, 128>>>(state, place, n, 100);
    cudaMemcpy(h, place, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[n - 1]);
    cudaFree(state); cudaFree(place);
}
