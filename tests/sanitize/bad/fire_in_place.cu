// Blocks that change a field in place race at other places in each launch, and so do their threads: one mistake.
#include <cstdio>
enum { EMPTY, TREE, FIRE, ASH };
__global__ void burn(unsigned char *field, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    int at = y * w + x;
    bool near = field[at - 1] == FIRE || field[at + 1] == FIRE || field[at - w] == FIRE || field[at + w] == FIRE;
    if (field[at] == FIRE) field[at] = ASH; //~ ERROR[R0307] `field[ | read from one array and write to another
    else if (field[at] == TREE && near) field[at] = FIRE;
}
int main() {
    const int w = 34, h = 18;
    unsigned char f[w * h], *d;
    for (int i = 0; i < w * h; i++) f[i] = i * 5 % 7 ? TREE : EMPTY;
    f[5 * w + 8] = FIRE;
    cudaMalloc(&d, sizeof f);
    cudaMemcpy(d, f, sizeof f, cudaMemcpyHostToDevice);
    for (int t = 0; t < 5; t++) burn<<<dim3(2, 2), dim3(17, 9)>>>(d, w, h);
    cudaMemcpy(f, d, sizeof f, cudaMemcpyDeviceToHost);
    int ash = 0;
    for (unsigned char c : f) ash += c == ASH;
    printf("%d\n", ash);
    cudaFree(d);
}
