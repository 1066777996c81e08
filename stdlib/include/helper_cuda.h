#pragma once
// The part of NVIDIA's samples helper that self-contained programs use.
#include <cuda_runtime.h>
#include <helper_string.h>
#include <stdint.h>
#include <stdio.h>
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif
inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
inline void check(cudaError_t result, const char *function, const char *file, int line)
{
    if (result == cudaSuccess) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)result, _cudaGetErrorEnum(result), function);
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)
inline void __getLastCudaError(const char *message, const char *file, int line)
{
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)error, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
inline int _ConvertSMVer2Cores(int major, int minor)
{
    int cc = major * 10 + minor;
    if (cc >= 86 || (cc >= 50 && cc < 60) || cc == 61 || cc == 62) return 128;
    if (cc >= 60) return 64;
    if (cc >= 30) return 192;
    return cc == 21 ? 48 : 32;
}
inline const char *_ConvertSMVer2ArchName(int major, int minor)
{
    int cc = major * 10 + minor;
    if (cc >= 100) return "Blackwell";
    if (cc >= 90) return "Hopper";
    if (cc == 89) return "Ada";
    if (cc >= 80) return "Ampere";
    if (cc == 75) return "Turing";
    if (cc >= 70) return "Volta";
    if (cc >= 60) return "Pascal";
    if (cc >= 50) return "Maxwell";
    return "Kepler";
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int gpuDeviceInit(int device)
{
    int count = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (device < 0) device = 0;
    if (device > count - 1) {
        fprintf(stderr, "\n>> %d CUDA capable GPU device(s) detected. <<\n", count);
        fprintf(stderr, ">> gpuDeviceInit (-device=%d) is not a valid GPU device. <<\n\n", device);
        return -device;
    }
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    checkCudaErrors(cudaSetDevice(device));
    printf("gpuDeviceInit() CUDA Device [%d]: \"%s\n", device, _ConvertSMVer2ArchName(major, minor));
    return device;
}
inline int findCudaDevice(int argc, const char **argv)
{
    int device = checkCmdLineFlag(argc, argv, "device") ? getCmdLineArgumentInt(argc, argv, "device") : gpuGetMaxGflopsDeviceId();
    checkCudaErrors(cudaSetDevice(device));
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, _ConvertSMVer2ArchName(major, minor), major, minor);
    return device;
}
inline bool checkCudaCapabilities(int major, int minor)
{
    int have_major = 0, have_minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&have_major, cudaDevAttrComputeCapabilityMajor, 0));
    checkCudaErrors(cudaDeviceGetAttribute(&have_minor, cudaDevAttrComputeCapabilityMinor, 0));
    return have_major > major || (have_major == major && have_minor >= minor);
}
