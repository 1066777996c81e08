// What texture and surface references say of their texels, and pointers to them.
#include <cstdio>
texture<float, 2, cudaReadModeElementType> image; //~ WARNING[K0616] texture references were dropped by CUDA 12.0
texture<uchar4, 1, cudaReadModeNormalizedFloat> bytes;
surface<void, 2> target;
__global__ void k(float *o){ int x = threadIdx.x; float v; surf2Dread(&v, target, x*4, 0); o[x] = tex2D(image, x+.5f, .5f) + v + surf2Dread<float>(target, x*4, 1) + tex1Dfetch(bytes, x).x; }
int main(){ printf("%d %d %d %d %d\n", image.channelDesc.x, image.channelDesc.y, image.channelDesc.f, bytes.channelDesc.w, target.channelDesc.x);
 cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(); cudaArray *a, *s; cudaMallocArray(&a,&f,4,2); cudaMallocArray(&s,&f,4,2,cudaArraySurfaceLoadStore); float h[8]={1,2,3,4,5,6,7,8};
 cudaMemcpyToArray(a,0,0,h,sizeof h,cudaMemcpyHostToDevice); cudaMemcpyToArray(s,0,0,h,sizeof h,cudaMemcpyHostToDevice);
 const textureReference *r; printf("%d\n", cudaGetTextureReference(&r, &image)); cudaBindTextureToArray(r, a, &r->channelDesc); cudaBindSurfaceToArray(target, s);
 unsigned char *b; cudaMalloc(&b,16); cudaMemset(b,255,16); const textureReference *q; cudaGetTextureReference(&q, &bytes); size_t off; cudaBindTexture(&off, q, b, &q->channelDesc, 16);
 float *o; cudaMalloc(&o,16); k<<<1,4>>>(o); cudaMemcpy(h,o,16,cudaMemcpyDeviceToHost); printf("%g %g %g %g\n",h[0],h[1],h[2],h[3]); const surfaceReference *sr; printf("%d\n", cudaGetSurfaceReference(&sr,&target)); }
