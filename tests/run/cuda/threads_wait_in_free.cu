// Each of two threads of the host sets a flag that its kernel waits for; the other waits in `cudaFree` and the like meanwhile.
#include <cstdio>
#include <thread>
#include <vector>
#include <chrono>
__global__ void wait_for(volatile int *flag, int *out, int v){ while (*flag == 0) {} *out = v; }
int res[2];
void work(int id){
  cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  int *flag, *out, *d; cudaHostAlloc(&flag,4,cudaHostAllocMapped); cudaHostAlloc(&out,4,cudaHostAllocMapped);
  *flag=0; *out=-1;
  cudaMalloc(&d, 4096);
  std::vector<int> buf(1024, id);
  for (int r=0;r<20;r++){
    *flag=0;
    wait_for<<<1,1,0,s>>>(flag,out,id*10+r);
    for (volatile int i=0;i<20000*(id+1);i++);
    *(volatile int*)flag=1;
    { int *q; cudaMalloc(&q, 64); cudaFree(q); cudaMallocHost(&q, 64); cudaFreeHost(q); cudaMemcpy(d, buf.data(), 4096, cudaMemcpyHostToDevice); }
    cudaStreamSynchronize(s);
  }
  res[id]=*out;
  cudaStreamDestroy(s);
}
int main(){ std::thread a(work,0), b(work,1); a.join(); b.join(); printf("%d %d %s\n",res[0],res[1],cudaGetErrorString(cudaGetLastError())); }
