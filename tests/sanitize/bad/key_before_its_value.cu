// A key is put in a table before its value, and atomic reads of keys announce no value.
__global__ void table(int *keys, int *values, int *found)
{
    int key = threadIdx.x + blockIdx.x * blockDim.x + 1, at = key * 7 % 128;
    while (atomicCAS(&keys[at], 0, key) != 0) at = (at + 1) % 128;
    values[at] = key * 10; //~ NOTE thread (31,0,0) of block (0,0,0)
    int other = key ^ 1, place = other * 7 % 128;
    for (int step = 0; step < 128 && atomicAdd(&keys[place], 0) != 0; step++, place = (place + 1) % 128)
        if (atomicAdd(&keys[place], 0) == other) {
            found[key] = values[place]; //~ ERROR[R0307] thread (0,0,0) of block (1,0,0) reads it | blocks run in any order and at the same time
            break;
        }
}
int main()
{
    int *keys, *values, *found;
    cudaMalloc(&keys, 512), cudaMalloc(&values, 512), cudaMalloc(&found, 512);
    cudaMemset(keys, 0, 512), cudaMemset(values, 0, 512), cudaMemset(found, 0, 512);
    table<<<2, 32>>>(keys, values, found);
    cudaDeviceSynchronize();
    cudaFree(keys), cudaFree(values), cudaFree(found);
}
