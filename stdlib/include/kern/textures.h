#pragma once
// Texture and surface functions: templates over the instructions of <kern/intrinsics.h>.
#include <kern/intrinsics.h>

// What a texel consists of: so many components of a type, none if there is no such texel.
template <class E, int n>
struct __kern_components_are {
    typedef E type;
    static constexpr int count = n;
};
template <class T> struct __kern_components : __kern_components_are<float, 0> {};
template <> struct __kern_components<char> : __kern_components_are<char, 1> {};
template <> struct __kern_components<char1> : __kern_components_are<char, 1> {};
template <> struct __kern_components<char2> : __kern_components_are<char, 2> {};
template <> struct __kern_components<char4> : __kern_components_are<char, 4> {};
template <> struct __kern_components<signed char> : __kern_components_are<signed char, 1> {};
template <> struct __kern_components<unsigned char> : __kern_components_are<unsigned char, 1> {};
template <> struct __kern_components<uchar1> : __kern_components_are<unsigned char, 1> {};
template <> struct __kern_components<uchar2> : __kern_components_are<unsigned char, 2> {};
template <> struct __kern_components<uchar4> : __kern_components_are<unsigned char, 4> {};
template <> struct __kern_components<short> : __kern_components_are<short, 1> {};
template <> struct __kern_components<short1> : __kern_components_are<short, 1> {};
template <> struct __kern_components<short2> : __kern_components_are<short, 2> {};
template <> struct __kern_components<short4> : __kern_components_are<short, 4> {};
template <> struct __kern_components<unsigned short> : __kern_components_are<unsigned short, 1> {};
template <> struct __kern_components<ushort1> : __kern_components_are<unsigned short, 1> {};
template <> struct __kern_components<ushort2> : __kern_components_are<unsigned short, 2> {};
template <> struct __kern_components<ushort4> : __kern_components_are<unsigned short, 4> {};
template <> struct __kern_components<int> : __kern_components_are<int, 1> {};
template <> struct __kern_components<int1> : __kern_components_are<int, 1> {};
template <> struct __kern_components<int2> : __kern_components_are<int, 2> {};
template <> struct __kern_components<int4> : __kern_components_are<int, 4> {};
template <> struct __kern_components<unsigned int> : __kern_components_are<unsigned int, 1> {};
template <> struct __kern_components<uint1> : __kern_components_are<unsigned int, 1> {};
template <> struct __kern_components<uint2> : __kern_components_are<unsigned int, 2> {};
template <> struct __kern_components<uint4> : __kern_components_are<unsigned int, 4> {};
template <> struct __kern_components<float> : __kern_components_are<float, 1> {};
template <> struct __kern_components<float1> : __kern_components_are<float, 1> {};
template <> struct __kern_components<float2> : __kern_components_are<float, 2> {};
template <> struct __kern_components<float4> : __kern_components_are<float, 4> {};

// How an instruction gives a component, and what kind of channel holds it.
template <class E>
struct __kern_channel {
    typedef uint4 raw;
    static constexpr cudaChannelFormatKind kind = cudaChannelFormatKindUnsigned;
};
struct __kern_signed_channel {
    typedef int4 raw;
    static constexpr cudaChannelFormatKind kind = cudaChannelFormatKindSigned;
};
template <> struct __kern_channel<char> : __kern_signed_channel {};
template <> struct __kern_channel<signed char> : __kern_signed_channel {};
template <> struct __kern_channel<short> : __kern_signed_channel {};
template <> struct __kern_channel<int> : __kern_signed_channel {};
template <>
struct __kern_channel<float> {
    typedef float4 raw;
    static constexpr cudaChannelFormatKind kind = cudaChannelFormatKindFloat;
};

// What a lookup gives of four components.
template <class T>
struct __kern_texel {
    typedef typename __kern_components<T>::type element;
    typedef typename __kern_channel<element>::raw raw;
    static constexpr int count = __kern_components<T>::count;
    static_assert(count > 0, "a texel has 1, 2 or 4 components of 8, 16 or 32 bits");
    static __device__ __forceinline__ T of(const raw &v)
    {
        T value;
        element *components = (element *)&value;
        components[0] = (element)v.x;
        if constexpr (count > 1) components[1] = (element)v.y;
        if constexpr (count > 2) {
            components[2] = (element)v.z;
            components[3] = (element)v.w;
        }
        return value;
    }
};

template <class T>
__device__ __forceinline__ T tex1Dfetch(cudaTextureObject_t object, int x)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_fetch_1d(object, x, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex1Dfetch(T *value, cudaTextureObject_t object, int x)
{
    *value = tex1Dfetch<T>(object, x);
}
template <class T>
__device__ __forceinline__ T tex1D(cudaTextureObject_t object, float x)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_1d(object, x, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex1D(T *value, cudaTextureObject_t object, float x)
{
    *value = tex1D<T>(object, x);
}
template <class T>
__device__ __forceinline__ T tex1DLod(cudaTextureObject_t object, float x, float level)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_level_1d(object, x, level, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex1DLod(T *value, cudaTextureObject_t object, float x, float level)
{
    *value = tex1DLod<T>(object, x, level);
}
template <class T>
__device__ __forceinline__ T tex1DGrad(cudaTextureObject_t object, float x, float dPdx, float dPdy)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_grad_1d(object, x, dPdx, dPdy, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex1DGrad(T *value, cudaTextureObject_t object, float x, float dPdx, float dPdy)
{
    *value = tex1DGrad<T>(object, x, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T tex2D(cudaTextureObject_t object, float x, float y)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_2d(object, x, y, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex2D(T *value, cudaTextureObject_t object, float x, float y)
{
    *value = tex2D<T>(object, x, y);
}
template <class T>
__device__ __forceinline__ T tex2DLod(cudaTextureObject_t object, float x, float y, float level)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_level_2d(object, x, y, level, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex2DLod(T *value, cudaTextureObject_t object, float x, float y, float level)
{
    *value = tex2DLod<T>(object, x, y, level);
}
template <class T>
__device__ __forceinline__ T tex2DGrad(cudaTextureObject_t object, float x, float y, float2 dPdx, float2 dPdy)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_grad_2d(object, x, y, dPdx.x, dPdx.y, dPdy.x, dPdy.y, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex2DGrad(T *value, cudaTextureObject_t object, float x, float y, float2 dPdx, float2 dPdy)
{
    *value = tex2DGrad<T>(object, x, y, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T tex3D(cudaTextureObject_t object, float x, float y, float z)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_3d(object, x, y, z, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex3D(T *value, cudaTextureObject_t object, float x, float y, float z)
{
    *value = tex3D<T>(object, x, y, z);
}
template <class T>
__device__ __forceinline__ T tex3DLod(cudaTextureObject_t object, float x, float y, float z, float level)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_level_3d(object, x, y, z, level, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex3DLod(T *value, cudaTextureObject_t object, float x, float y, float z, float level)
{
    *value = tex3DLod<T>(object, x, y, z, level);
}
template <class T>
__device__ __forceinline__ T tex3DGrad(cudaTextureObject_t object, float x, float y, float z, float4 dPdx, float4 dPdy)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_grad_3d(object, x, y, z, dPdx.x, dPdx.y, dPdx.z, dPdy.x, dPdy.y, dPdy.z, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex3DGrad(T *value, cudaTextureObject_t object, float x, float y, float z, float4 dPdx, float4 dPdy)
{
    *value = tex3DGrad<T>(object, x, y, z, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T tex1DLayered(cudaTextureObject_t object, float x, int layer)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_a1d(object, layer, x, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex1DLayered(T *value, cudaTextureObject_t object, float x, int layer)
{
    *value = tex1DLayered<T>(object, x, layer);
}
template <class T>
__device__ __forceinline__ T tex1DLayeredLod(cudaTextureObject_t object, float x, int layer, float level)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_level_a1d(object, layer, x, level, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex1DLayeredLod(T *value, cudaTextureObject_t object, float x, int layer, float level)
{
    *value = tex1DLayeredLod<T>(object, x, layer, level);
}
template <class T>
__device__ __forceinline__ T tex1DLayeredGrad(cudaTextureObject_t object, float x, int layer, float dPdx, float dPdy)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_grad_a1d(object, layer, x, dPdx, dPdy, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex1DLayeredGrad(T *value, cudaTextureObject_t object, float x, int layer, float dPdx, float dPdy)
{
    *value = tex1DLayeredGrad<T>(object, x, layer, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_a2d(object, layer, x, y, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex2DLayered(T *value, cudaTextureObject_t object, float x, float y, int layer)
{
    *value = tex2DLayered<T>(object, x, y, layer);
}
template <class T>
__device__ __forceinline__ T tex2DLayeredLod(cudaTextureObject_t object, float x, float y, int layer, float level)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_level_a2d(object, layer, x, y, level, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex2DLayeredLod(T *value, cudaTextureObject_t object, float x, float y, int layer, float level)
{
    *value = tex2DLayeredLod<T>(object, x, y, layer, level);
}
template <class T>
__device__ __forceinline__ T tex2DLayeredGrad(cudaTextureObject_t object, float x, float y, int layer, float2 dPdx, float2 dPdy)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_grad_a2d(object, layer, x, y, dPdx.x, dPdx.y, dPdy.x, dPdy.y, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex2DLayeredGrad(T *value, cudaTextureObject_t object, float x, float y, int layer, float2 dPdx, float2 dPdy)
{
    *value = tex2DLayeredGrad<T>(object, x, y, layer, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T texCubemap(cudaTextureObject_t object, float x, float y, float z)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_cube(object, x, y, z, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void texCubemap(T *value, cudaTextureObject_t object, float x, float y, float z)
{
    *value = texCubemap<T>(object, x, y, z);
}
template <class T>
__device__ __forceinline__ T texCubemapLod(cudaTextureObject_t object, float x, float y, float z, float level)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_level_cube(object, x, y, z, level, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void texCubemapLod(T *value, cudaTextureObject_t object, float x, float y, float z, float level)
{
    *value = texCubemapLod<T>(object, x, y, z, level);
}
template <class T>
__device__ __forceinline__ T texCubemapGrad(cudaTextureObject_t object, float x, float y, float z, float4 dPdx, float4 dPdy)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_grad_cube(object, x, y, z, dPdx.x, dPdx.y, dPdx.z, dPdy.x, dPdy.y, dPdy.z, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void texCubemapGrad(T *value, cudaTextureObject_t object, float x, float y, float z, float4 dPdx, float4 dPdy)
{
    *value = texCubemapGrad<T>(object, x, y, z, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T texCubemapLayered(cudaTextureObject_t object, float x, float y, float z, int layer)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_acube(object, layer, x, y, z, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void texCubemapLayered(T *value, cudaTextureObject_t object, float x, float y, float z, int layer)
{
    *value = texCubemapLayered<T>(object, x, y, z, layer);
}
template <class T>
__device__ __forceinline__ T texCubemapLayeredLod(cudaTextureObject_t object, float x, float y, float z, int layer, float level)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_level_acube(object, layer, x, y, z, level, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void texCubemapLayeredLod(T *value, cudaTextureObject_t object, float x, float y, float z, int layer, float level)
{
    *value = texCubemapLayeredLod<T>(object, x, y, z, layer, level);
}
template <class T>
__device__ __forceinline__ T texCubemapLayeredGrad(cudaTextureObject_t object, float x, float y, float z, int layer, float4 dPdx, float4 dPdy)
{
    typename __kern_texel<T>::raw texel;
    __kern_tex_grad_acube(object, layer, x, y, z, dPdx.x, dPdx.y, dPdx.z, dPdy.x, dPdy.y, dPdy.z, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void texCubemapLayeredGrad(T *value, cudaTextureObject_t object, float x, float y, float z, int layer, float4 dPdx, float4 dPdy)
{
    *value = texCubemapLayeredGrad<T>(object, x, y, z, layer, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T tex2Dgather(cudaTextureObject_t object, float x, float y, int component = 0)
{
    typename __kern_texel<T>::raw texel;
    if (component == 1) __kern_tld4_g_2d(object, x, y, &texel);
    else if (component == 2) __kern_tld4_b_2d(object, x, y, &texel);
    else if (component == 3) __kern_tld4_a_2d(object, x, y, &texel);
    else __kern_tld4_r_2d(object, x, y, &texel);
    return __kern_texel<T>::of(texel);
}
template <class T>
__device__ __forceinline__ void tex2Dgather(T *value, cudaTextureObject_t object, float x, float y, int component = 0)
{
    *value = tex2Dgather<T>(object, x, y, component);
}

// What a surface instruction moves of a type: its bits.
template <unsigned long size>
struct __kern_bits {
    static_assert(size == 0, "a surface moves 1, 2, 4, 8 or 16 bytes");
    typedef uint4 type;
};
template <>
struct __kern_bits<1> { typedef unsigned char type; };
template <>
struct __kern_bits<2> { typedef unsigned short type; };
template <>
struct __kern_bits<4> { typedef unsigned int type; };
template <>
struct __kern_bits<8> { typedef uint2 type; };
template <>
struct __kern_bits<16> { typedef uint4 type; };
template <class T>
__device__ __forceinline__ T surf1Dread(cudaSurfaceObject_t object, int x, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits;
    if (mode == cudaBoundaryModeZero) __kern_suld_1d_zero(object, x, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_suld_1d_clamp(object, x, &bits);
    else __kern_suld_1d_trap(object, x, &bits);
    return *(T *)&bits;
}
template <class T>
__device__ __forceinline__ void surf1Dread(T *value, cudaSurfaceObject_t object, int x, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf1Dread<T>(object, x, mode);
}
template <class T>
__device__ __forceinline__ void surf1Dwrite(T value, cudaSurfaceObject_t object, int x, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits = *(typename __kern_bits<sizeof(T)>::type *)&value;
    if (mode == cudaBoundaryModeZero) __kern_sust_1d_zero(object, x, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_sust_1d_clamp(object, x, &bits);
    else __kern_sust_1d_trap(object, x, &bits);
}
template <class T>
__device__ __forceinline__ T surf2Dread(cudaSurfaceObject_t object, int x, int y, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits;
    if (mode == cudaBoundaryModeZero) __kern_suld_2d_zero(object, x, y, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_suld_2d_clamp(object, x, y, &bits);
    else __kern_suld_2d_trap(object, x, y, &bits);
    return *(T *)&bits;
}
template <class T>
__device__ __forceinline__ void surf2Dread(T *value, cudaSurfaceObject_t object, int x, int y, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf2Dread<T>(object, x, y, mode);
}
template <class T>
__device__ __forceinline__ void surf2Dwrite(T value, cudaSurfaceObject_t object, int x, int y, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits = *(typename __kern_bits<sizeof(T)>::type *)&value;
    if (mode == cudaBoundaryModeZero) __kern_sust_2d_zero(object, x, y, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_sust_2d_clamp(object, x, y, &bits);
    else __kern_sust_2d_trap(object, x, y, &bits);
}
template <class T>
__device__ __forceinline__ T surf3Dread(cudaSurfaceObject_t object, int x, int y, int z, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits;
    if (mode == cudaBoundaryModeZero) __kern_suld_3d_zero(object, x, y, z, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_suld_3d_clamp(object, x, y, z, &bits);
    else __kern_suld_3d_trap(object, x, y, z, &bits);
    return *(T *)&bits;
}
template <class T>
__device__ __forceinline__ void surf3Dread(T *value, cudaSurfaceObject_t object, int x, int y, int z, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf3Dread<T>(object, x, y, z, mode);
}
template <class T>
__device__ __forceinline__ void surf3Dwrite(T value, cudaSurfaceObject_t object, int x, int y, int z, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits = *(typename __kern_bits<sizeof(T)>::type *)&value;
    if (mode == cudaBoundaryModeZero) __kern_sust_3d_zero(object, x, y, z, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_sust_3d_clamp(object, x, y, z, &bits);
    else __kern_sust_3d_trap(object, x, y, z, &bits);
}
template <class T>
__device__ __forceinline__ T surf1DLayeredread(cudaSurfaceObject_t object, int x, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits;
    if (mode == cudaBoundaryModeZero) __kern_suld_a1d_zero(object, layer, x, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_suld_a1d_clamp(object, layer, x, &bits);
    else __kern_suld_a1d_trap(object, layer, x, &bits);
    return *(T *)&bits;
}
template <class T>
__device__ __forceinline__ void surf1DLayeredread(T *value, cudaSurfaceObject_t object, int x, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf1DLayeredread<T>(object, x, layer, mode);
}
template <class T>
__device__ __forceinline__ void surf1DLayeredwrite(T value, cudaSurfaceObject_t object, int x, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits = *(typename __kern_bits<sizeof(T)>::type *)&value;
    if (mode == cudaBoundaryModeZero) __kern_sust_a1d_zero(object, layer, x, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_sust_a1d_clamp(object, layer, x, &bits);
    else __kern_sust_a1d_trap(object, layer, x, &bits);
}
template <class T>
__device__ __forceinline__ T surf2DLayeredread(cudaSurfaceObject_t object, int x, int y, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits;
    if (mode == cudaBoundaryModeZero) __kern_suld_a2d_zero(object, layer, x, y, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_suld_a2d_clamp(object, layer, x, y, &bits);
    else __kern_suld_a2d_trap(object, layer, x, y, &bits);
    return *(T *)&bits;
}
template <class T>
__device__ __forceinline__ void surf2DLayeredread(T *value, cudaSurfaceObject_t object, int x, int y, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf2DLayeredread<T>(object, x, y, layer, mode);
}
template <class T>
__device__ __forceinline__ void surf2DLayeredwrite(T value, cudaSurfaceObject_t object, int x, int y, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    typename __kern_bits<sizeof(T)>::type bits = *(typename __kern_bits<sizeof(T)>::type *)&value;
    if (mode == cudaBoundaryModeZero) __kern_sust_a2d_zero(object, layer, x, y, &bits);
    else if (mode == cudaBoundaryModeClamp) __kern_sust_a2d_clamp(object, layer, x, y, &bits);
    else __kern_sust_a2d_trap(object, layer, x, y, &bits);
}
template <class T>
__device__ __forceinline__ T surfCubemapread(cudaSurfaceObject_t object, int x, int y, int face, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return surf2DLayeredread<T>(object, x, y, face, mode);
}
template <class T>
__device__ __forceinline__ void surfCubemapread(T *value, cudaSurfaceObject_t object, int x, int y, int face, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surfCubemapread<T>(object, x, y, face, mode);
}
template <class T>
__device__ __forceinline__ void surfCubemapwrite(T value, cudaSurfaceObject_t object, int x, int y, int face, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    surf2DLayeredwrite<T>(value, object, x, y, face, mode);
}
template <class T>
__device__ __forceinline__ T surfCubemapLayeredread(cudaSurfaceObject_t object, int x, int y, int layerFace, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return surf2DLayeredread<T>(object, x, y, layerFace, mode);
}
template <class T>
__device__ __forceinline__ void surfCubemapLayeredread(T *value, cudaSurfaceObject_t object, int x, int y, int layerFace, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surfCubemapLayeredread<T>(object, x, y, layerFace, mode);
}
template <class T>
__device__ __forceinline__ void surfCubemapLayeredwrite(T value, cudaSurfaceObject_t object, int x, int y, int layerFace, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    surf2DLayeredwrite<T>(value, object, x, y, layerFace, mode);
}

inline struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
    struct cudaChannelFormatDesc desc;
    desc.x = x;
    desc.y = y;
    desc.z = z;
    desc.w = w;
    desc.f = f;
    return desc;
}
template <class T, int n = __kern_components<T>::count, int bits = n ? 8 * (int)sizeof(typename __kern_components<T>::type) : 0>
inline constexpr struct cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return {bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 2 ? bits : 0,
            n ? __kern_channel<typename __kern_components<T>::type>::kind : cudaChannelFormatKindNone};
}
inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf() { return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat); }

// Texture and surface references, which CUDA 12 dropped. The texture unit knows a reference by its address.
struct textureReference {
    int normalized;
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureAddressMode addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias;
    float minMipmapLevelClamp;
    float maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    // The first is how texels are read.
    int __cudaReserved[14];
};
struct surfaceReference {
    struct cudaChannelFormatDesc channelDesc;
};
template <class T, int type = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct texture : public textureReference {
    constexpr texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                      enum cudaTextureAddressMode address = cudaAddressModeClamp)
        : textureReference{norm, filter, {address, address, address},
                           cudaCreateChannelDesc<T>(), 0, 0, cudaFilterModePoint, 0, 0, 0, 0, {mode}}
    {
    }
    constexpr texture(int norm, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc)
        : textureReference{norm, filter, {address, address, address}, desc, 0, 0, cudaFilterModePoint, 0, 0, 0, 0, {mode}}
    {
    }
};
template <class T, int type = cudaSurfaceType1D>
struct surface : public surfaceReference {
    constexpr surface() : surfaceReference{cudaCreateChannelDesc<T>()} {}
};

// What a lookup through a reference gives: floats of as many components if it reads fractions.
template <int count, bool is_vector> struct __kern_floats { typedef float type; };
template <> struct __kern_floats<1, true> { typedef float1 type; };
template <> struct __kern_floats<2, true> { typedef float2 type; };
template <> struct __kern_floats<4, true> { typedef float4 type; };
template <class T, bool is_fraction> struct __kern_read_as { typedef T type; };
template <class T> struct __kern_read_as<T, true> : __kern_floats<__kern_components<T>::count, __is_class(T)> {};
template <class T, enum cudaTextureReadMode mode>
struct __kern_read
    : __kern_read_as<T, mode == cudaReadModeNormalizedFloat && (sizeof(typename __kern_components<T>::type) < 4)> {};
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex1Dfetch(const texture<T, cudaTextureType1D, mode> &reference, int x)
{
    return tex1Dfetch<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex1D(const texture<T, cudaTextureType1D, mode> &reference, float x)
{
    return tex1D<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex1DLod(const texture<T, cudaTextureType1D, mode> &reference, float x, float level)
{
    return tex1DLod<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, level);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex1DGrad(const texture<T, cudaTextureType1D, mode> &reference, float x, float dPdx, float dPdy)
{
    return tex1DGrad<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, dPdx, dPdy);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex2D(const texture<T, cudaTextureType2D, mode> &reference, float x, float y)
{
    return tex2D<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex2DLod(const texture<T, cudaTextureType2D, mode> &reference, float x, float y, float level)
{
    return tex2DLod<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, level);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex2DGrad(const texture<T, cudaTextureType2D, mode> &reference, float x, float y, float2 dPdx, float2 dPdy)
{
    return tex2DGrad<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, dPdx, dPdy);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex3D(const texture<T, cudaTextureType3D, mode> &reference, float x, float y, float z)
{
    return tex3D<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex3DLod(const texture<T, cudaTextureType3D, mode> &reference, float x, float y, float z, float level)
{
    return tex3DLod<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z, level);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex3DGrad(const texture<T, cudaTextureType3D, mode> &reference, float x, float y, float z, float4 dPdx, float4 dPdy)
{
    return tex3DGrad<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z, dPdx, dPdy);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex1DLayered(const texture<T, cudaTextureType1DLayered, mode> &reference, float x, int layer)
{
    return tex1DLayered<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, layer);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex1DLayeredLod(const texture<T, cudaTextureType1DLayered, mode> &reference, float x, int layer, float level)
{
    return tex1DLayeredLod<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, layer, level);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex1DLayeredGrad(const texture<T, cudaTextureType1DLayered, mode> &reference, float x, int layer, float dPdx, float dPdy)
{
    return tex1DLayeredGrad<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, layer, dPdx, dPdy);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex2DLayered(const texture<T, cudaTextureType2DLayered, mode> &reference, float x, float y, int layer)
{
    return tex2DLayered<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, layer);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex2DLayeredLod(const texture<T, cudaTextureType2DLayered, mode> &reference, float x, float y, int layer, float level)
{
    return tex2DLayeredLod<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, layer, level);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex2DLayeredGrad(const texture<T, cudaTextureType2DLayered, mode> &reference, float x, float y, int layer, float2 dPdx, float2 dPdy)
{
    return tex2DLayeredGrad<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, layer, dPdx, dPdy);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type texCubemap(const texture<T, cudaTextureTypeCubemap, mode> &reference, float x, float y, float z)
{
    return texCubemap<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type texCubemapLod(const texture<T, cudaTextureTypeCubemap, mode> &reference, float x, float y, float z, float level)
{
    return texCubemapLod<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z, level);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type texCubemapGrad(const texture<T, cudaTextureTypeCubemap, mode> &reference, float x, float y, float z, float4 dPdx, float4 dPdy)
{
    return texCubemapGrad<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z, dPdx, dPdy);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type texCubemapLayered(const texture<T, cudaTextureTypeCubemapLayered, mode> &reference, float x, float y, float z, int layer)
{
    return texCubemapLayered<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z, layer);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type texCubemapLayeredLod(const texture<T, cudaTextureTypeCubemapLayered, mode> &reference, float x, float y, float z, int layer, float level)
{
    return texCubemapLayeredLod<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z, layer, level);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type texCubemapLayeredGrad(const texture<T, cudaTextureTypeCubemapLayered, mode> &reference, float x, float y, float z, int layer, float4 dPdx, float4 dPdy)
{
    return texCubemapLayeredGrad<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, z, layer, dPdx, dPdy);
}
template <class T, enum cudaTextureReadMode mode>
__device__ __forceinline__ typename __kern_read<T, mode>::type tex2Dgather(const texture<T, cudaTextureType2D, mode> &reference, float x, float y, int component = 0)
{
    return tex2Dgather<typename __kern_read<T, mode>::type>((unsigned long long)&reference, x, y, component);
}
template <class T, class U>
__device__ __forceinline__ T surf1Dread(const surface<U, cudaSurfaceType1D> &reference, int x, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return surf1Dread<T>((unsigned long long)&reference, x, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf1Dread(T *value, const surface<U, cudaSurfaceType1D> &reference, int x, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf1Dread<T>((unsigned long long)&reference, x, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf1Dwrite(T value, const surface<U, cudaSurfaceType1D> &reference, int x, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    surf1Dwrite<T>(value, (unsigned long long)&reference, x, mode);
}
template <class T, class U>
__device__ __forceinline__ T surf2Dread(const surface<U, cudaSurfaceType2D> &reference, int x, int y, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return surf2Dread<T>((unsigned long long)&reference, x, y, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf2Dread(T *value, const surface<U, cudaSurfaceType2D> &reference, int x, int y, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf2Dread<T>((unsigned long long)&reference, x, y, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf2Dwrite(T value, const surface<U, cudaSurfaceType2D> &reference, int x, int y, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    surf2Dwrite<T>(value, (unsigned long long)&reference, x, y, mode);
}
template <class T, class U>
__device__ __forceinline__ T surf3Dread(const surface<U, cudaSurfaceType3D> &reference, int x, int y, int z, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return surf3Dread<T>((unsigned long long)&reference, x, y, z, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf3Dread(T *value, const surface<U, cudaSurfaceType3D> &reference, int x, int y, int z, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf3Dread<T>((unsigned long long)&reference, x, y, z, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf3Dwrite(T value, const surface<U, cudaSurfaceType3D> &reference, int x, int y, int z, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    surf3Dwrite<T>(value, (unsigned long long)&reference, x, y, z, mode);
}
template <class T, class U>
__device__ __forceinline__ T surf1DLayeredread(const surface<U, cudaSurfaceType1DLayered> &reference, int x, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return surf1DLayeredread<T>((unsigned long long)&reference, x, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf1DLayeredread(T *value, const surface<U, cudaSurfaceType1DLayered> &reference, int x, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf1DLayeredread<T>((unsigned long long)&reference, x, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf1DLayeredwrite(T value, const surface<U, cudaSurfaceType1DLayered> &reference, int x, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    surf1DLayeredwrite<T>(value, (unsigned long long)&reference, x, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ T surf2DLayeredread(const surface<U, cudaSurfaceType2DLayered> &reference, int x, int y, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    return surf2DLayeredread<T>((unsigned long long)&reference, x, y, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf2DLayeredread(T *value, const surface<U, cudaSurfaceType2DLayered> &reference, int x, int y, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *value = surf2DLayeredread<T>((unsigned long long)&reference, x, y, layer, mode);
}
template <class T, class U>
__device__ __forceinline__ void surf2DLayeredwrite(T value, const surface<U, cudaSurfaceType2DLayered> &reference, int x, int y, int layer, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    surf2DLayeredwrite<T>(value, (unsigned long long)&reference, x, y, layer, mode);
}

inline cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference, const void *pointer,
                                   const struct cudaChannelFormatDesc *desc, size_t size = UINT_MAX)
{
    return ::__kern_bind_texture(offset, reference, pointer, desc, size, 0, 0, reference->__cudaReserved[0]);
}
template <class T, int type, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, type, mode> &reference, const void *pointer,
                                   const struct cudaChannelFormatDesc &desc, size_t size = UINT_MAX)
{
    return ::__kern_bind_texture(offset, &reference, pointer, &desc, size, 0, 0, (int)mode);
}
template <class T, int type, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, type, mode> &reference, const void *pointer, size_t size = UINT_MAX)
{
    struct cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
    return ::__kern_bind_texture(offset, &reference, pointer, &desc, size, 0, 0, (int)mode);
}
inline cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference, const void *pointer,
                                     const struct cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch)
{
    return ::__kern_bind_texture(offset, reference, pointer, desc, width, height, pitch, reference->__cudaReserved[0]);
}
template <class T, int type, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &reference, const void *pointer,
                                     const struct cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch)
{
    return ::__kern_bind_texture(offset, &reference, pointer, &desc, width, height, pitch, (int)mode);
}
template <class T, int type, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &reference, const void *pointer, size_t width,
                                     size_t height, size_t pitch)
{
    struct cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
    return ::__kern_bind_texture(offset, &reference, pointer, &desc, width, height, pitch, (int)mode);
}
inline cudaError_t cudaBindTextureToArray(const struct textureReference *reference, cudaArray_const_t array,
                                          const struct cudaChannelFormatDesc *)
{
    return ::__kern_bind_texture_to_array(reference, array, reference->__cudaReserved[0]);
}
template <class T, int type, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, type, mode> &reference, cudaArray_const_t array,
                                          const struct cudaChannelFormatDesc &)
{
    return ::__kern_bind_texture_to_array(&reference, array, (int)mode);
}
template <class T, int type, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, type, mode> &reference, cudaArray_const_t array)
{
    return ::__kern_bind_texture_to_array(&reference, array, (int)mode);
}
template <class T, int type, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToMipmappedArray(const texture<T, type, mode> &reference, cudaMipmappedArray_const_t mipmap,
                                                   const struct cudaChannelFormatDesc &)
{
    return ::__kern_bind_texture_to_array(&reference, (cudaArray_const_t)mipmap, (int)mode);
}
template <class T, int type, enum cudaTextureReadMode mode>
inline cudaError_t cudaUnbindTexture(const texture<T, type, mode> &reference)
{
    return ::__kern_unbind_texture(&reference);
}
inline cudaError_t cudaUnbindTexture(const struct textureReference *reference) { return ::__kern_unbind_texture(reference); }
inline cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *reference, cudaArray_const_t array,
                                          const struct cudaChannelFormatDesc *)
{
    return ::__kern_bind_surface_to_array(reference, array);
}
inline cudaError_t cudaGetTextureReference(const struct textureReference **reference, const void *symbol)
{
    *reference = (const struct textureReference *)symbol;
    return symbol ? cudaSuccess : cudaErrorInvalidTexture;
}
inline cudaError_t cudaGetSurfaceReference(const struct surfaceReference **reference, const void *symbol)
{
    *reference = (const struct surfaceReference *)symbol;
    return symbol ? cudaSuccess : cudaErrorInvalidSurface;
}
template <class T, int type>
inline cudaError_t cudaBindSurfaceToArray(const surface<T, type> &reference, cudaArray_const_t array)
{
    return ::__kern_bind_surface_to_array(&reference, array);
}
template <class T, int type>
inline cudaError_t cudaBindSurfaceToArray(const surface<T, type> &reference, cudaArray_const_t array,
                                          const struct cudaChannelFormatDesc &)
{
    return ::__kern_bind_surface_to_array(&reference, array);
}

// The forms that say whether the memory of the texels is there: of arrays that are not sparse it is.
template <class T>
__device__ __forceinline__ T tex2D(cudaTextureObject_t object, float x, float y, bool *isResident)
{
    *isResident = true;
    return tex2D<T>(object, x, y);
}
template <class T>
__device__ __forceinline__ void tex2D(T *value, cudaTextureObject_t object, float x, float y, bool *isResident)
{
    *isResident = true;
    *value = tex2D<T>(object, x, y);
}
template <class T>
__device__ __forceinline__ T tex3D(cudaTextureObject_t object, float x, float y, float z, bool *isResident)
{
    *isResident = true;
    return tex3D<T>(object, x, y, z);
}
template <class T>
__device__ __forceinline__ void tex3D(T *value, cudaTextureObject_t object, float x, float y, float z, bool *isResident)
{
    *isResident = true;
    *value = tex3D<T>(object, x, y, z);
}
template <class T>
__device__ __forceinline__ T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer, bool *isResident)
{
    *isResident = true;
    return tex2DLayered<T>(object, x, y, layer);
}
template <class T>
__device__ __forceinline__ void tex2DLayered(T *value, cudaTextureObject_t object, float x, float y, int layer, bool *isResident)
{
    *isResident = true;
    *value = tex2DLayered<T>(object, x, y, layer);
}
template <class T>
__device__ __forceinline__ T tex2DLod(cudaTextureObject_t object, float x, float y, float level, bool *isResident)
{
    *isResident = true;
    return tex2DLod<T>(object, x, y, level);
}
template <class T>
__device__ __forceinline__ void tex2DLod(T *value, cudaTextureObject_t object, float x, float y, float level, bool *isResident)
{
    *isResident = true;
    *value = tex2DLod<T>(object, x, y, level);
}
template <class T>
__device__ __forceinline__ T tex3DLod(cudaTextureObject_t object, float x, float y, float z, float level, bool *isResident)
{
    *isResident = true;
    return tex3DLod<T>(object, x, y, z, level);
}
template <class T>
__device__ __forceinline__ void tex3DLod(T *value, cudaTextureObject_t object, float x, float y, float z, float level, bool *isResident)
{
    *isResident = true;
    *value = tex3DLod<T>(object, x, y, z, level);
}
template <class T>
__device__ __forceinline__ T tex2DLayeredLod(cudaTextureObject_t object, float x, float y, int layer, float level, bool *isResident)
{
    *isResident = true;
    return tex2DLayeredLod<T>(object, x, y, layer, level);
}
template <class T>
__device__ __forceinline__ void tex2DLayeredLod(T *value, cudaTextureObject_t object, float x, float y, int layer, float level, bool *isResident)
{
    *isResident = true;
    *value = tex2DLayeredLod<T>(object, x, y, layer, level);
}
template <class T>
__device__ __forceinline__ T tex2DGrad(cudaTextureObject_t object, float x, float y, float2 dPdx, float2 dPdy, bool *isResident)
{
    *isResident = true;
    return tex2DGrad<T>(object, x, y, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ void tex2DGrad(T *value, cudaTextureObject_t object, float x, float y, float2 dPdx, float2 dPdy, bool *isResident)
{
    *isResident = true;
    *value = tex2DGrad<T>(object, x, y, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T tex3DGrad(cudaTextureObject_t object, float x, float y, float z, float4 dPdx, float4 dPdy, bool *isResident)
{
    *isResident = true;
    return tex3DGrad<T>(object, x, y, z, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ void tex3DGrad(T *value, cudaTextureObject_t object, float x, float y, float z, float4 dPdx, float4 dPdy, bool *isResident)
{
    *isResident = true;
    *value = tex3DGrad<T>(object, x, y, z, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T tex2DLayeredGrad(cudaTextureObject_t object, float x, float y, int layer, float2 dPdx, float2 dPdy, bool *isResident)
{
    *isResident = true;
    return tex2DLayeredGrad<T>(object, x, y, layer, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ void tex2DLayeredGrad(T *value, cudaTextureObject_t object, float x, float y, int layer, float2 dPdx, float2 dPdy, bool *isResident)
{
    *isResident = true;
    *value = tex2DLayeredGrad<T>(object, x, y, layer, dPdx, dPdy);
}
template <class T>
__device__ __forceinline__ T tex2Dgather(cudaTextureObject_t object, float x, float y, bool *isResident, int comp = 0)
{
    *isResident = true;
    return tex2Dgather<T>(object, x, y, comp);
}
template <class T>
__device__ __forceinline__ void tex2Dgather(T *value, cudaTextureObject_t object, float x, float y, bool *isResident, int comp = 0)
{
    *isResident = true;
    *value = tex2Dgather<T>(object, x, y, comp);
}
