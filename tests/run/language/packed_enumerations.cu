// Packed enumerations have the least type that holds their values; they promote as others do.
#include <stdio.h>
enum __attribute__((packed)) Small { S0, S1, S200 = 200 };
typedef enum { A = -1, B = 100 } __attribute__((__packed__)) Signed;
enum Wide { W = 300 } __attribute__((packed));
enum __attribute__((packed)) Word { X = -129, Y };
enum __attribute__((packed)) Long { L = 0x100000000 };
enum Plain { P };
struct Packet {
    Small kind;
    Signed sign;
    Wide wide;
    unsigned char rest;
};
__global__ void sizes(int *out, Packet p)
{
    out[0] = sizeof(Packet);
    out[1] = p.kind + p.sign;
    out[2] = p.wide;
    out[3] = (Small)255;
}
int main()
{
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(Small), sizeof(Signed), sizeof(Wide), sizeof(Word), sizeof(Long), sizeof(Plain));
    Packet p{S200, A, W, 1};
    Small all[3] = {S0, S1, S200};
    int sum = 0;
    for (Small s : all) sum += s;
    printf("%d %zu %d %d %zu %d\n", sum, sizeof(all), A < 0, ((unsigned char *)&p)[1], sizeof(+S1), p.kind == S200);
    int *out;
    cudaMallocManaged(&out, 4 * sizeof(int));
    sizes<<<1, 1>>>(out, p);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
}
