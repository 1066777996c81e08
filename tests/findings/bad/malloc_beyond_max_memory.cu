// expect: an allocation that the limit refuses, which nobody looks at, is one mistake
//@ args: --max-memory=64M
int main()
{
    float *p;
    cudaMalloc(&p, 1 << 30); //~ ERROR[R0505] of the 67108864 that `--max-memory` allows
    cudaDeviceSynchronize();
}
