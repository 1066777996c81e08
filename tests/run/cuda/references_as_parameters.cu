// A kernel's reference is the address of what it is given, in memory that both sides reach.
#include <cstdio>
struct Item {
    int key;
    float values[3];
};
__global__ void change(Item &item, const int &by)
{
    item.key += by;
    item.values[threadIdx.x] *= 2;
}
template <class T> __global__ void fill(T &x, T value) { x = value; }
__global__ void element(int (&row)[4]) { row[threadIdx.x] += threadIdx.x; }
__managed__ int rows[2][4];
int main()
{
    Item *item;
    int *by;
    cudaMallocManaged(&item, sizeof(Item));
    cudaMallocManaged(&by, sizeof(int));
    *item = {1, {1, 2, 3}};
    *by = 41;
    change<<<1, 1>>>(*item, *by);
    cudaDeviceSynchronize();
    printf("%d %g %g %g\n", item->key, item->values[0], item->values[1], item->values[2]);
    fill<<<1, 1>>>(item->values[1], 7.5f);
    element<<<1, 4>>>(rows[1]);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    printf("%g %d %d %d\n", item->values[1], rows[0][3], rows[1][0], rows[1][3]);
    return 0;
}
