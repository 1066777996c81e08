// Included once for each kind of floating type of 8 bits, by `<cuda_fp8.h>`.
struct alignas(1) KERN_FP8 {
    __nv_fp8_storage_t __x;
    KERN_FP8() = default;
    __host__ __device__ explicit KERN_FP8(__half f) : __x(__nv_cvt_halfraw_to_fp8(f, __NV_SATFINITE, KERN_KIND)) {}
    __host__ __device__ explicit KERN_FP8(__nv_bfloat16 f) : __x(__nv_cvt_bfloat16raw_to_fp8(f, __NV_SATFINITE, KERN_KIND)) {}
    __host__ __device__ explicit KERN_FP8(float f) : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, KERN_KIND)) {}
    __host__ __device__ explicit KERN_FP8(double f) : __x(__nv_cvt_double_to_fp8(f, __NV_SATFINITE, KERN_KIND)) {}
    KERN_FROM(unsigned short)
    KERN_FROM(unsigned int)
    KERN_FROM(unsigned long)
    KERN_FROM(unsigned long long)
    KERN_FROM(short)
    KERN_FROM(int)
    KERN_FROM(long)
    KERN_FROM(long long)
    __host__ __device__ explicit operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, KERN_KIND); }
    __host__ __device__ explicit operator __nv_bfloat16() const { return __nv_bfloat16((float)*this); }
    KERN_TO(float)
    KERN_TO(double)
    KERN_TO(unsigned char)
    KERN_TO(unsigned short)
    KERN_TO(unsigned int)
    KERN_TO(unsigned long)
    KERN_TO(unsigned long long)
    KERN_TO(signed char)
    KERN_TO(char)
    KERN_TO(short)
    KERN_TO(int)
    KERN_TO(long)
    KERN_TO(long long)
    __host__ __device__ explicit operator bool() const { return (__x & 0x7f) != 0; }
};
struct alignas(2) KERN_FP8X2 {
    __nv_fp8x2_storage_t __x;
    KERN_FP8X2() = default;
    __host__ __device__ explicit KERN_FP8X2(__half2 f) : __x(__nv_cvt_halfraw2_to_fp8x2(f, __NV_SATFINITE, KERN_KIND)) {}
    __host__ __device__ explicit KERN_FP8X2(__nv_bfloat162 f) : __x(__nv_cvt_bfloat16raw2_to_fp8x2(f, __NV_SATFINITE, KERN_KIND)) {}
    __host__ __device__ explicit KERN_FP8X2(float2 f) : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, KERN_KIND)) {}
    __host__ __device__ explicit KERN_FP8X2(double2 f) : __x(__nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, KERN_KIND)) {}
    __host__ __device__ explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, KERN_KIND); }
    __host__ __device__ explicit operator float2() const { return __kern_fp8_pair(__x, KERN_KIND); }
};
struct alignas(4) KERN_FP8X4 {
    __nv_fp8x4_storage_t __x;
    KERN_FP8X4() = default;
    __host__ __device__ explicit KERN_FP8X4(__half2 low, __half2 high) : __x(KERN_FP8X2(low).__x | (__nv_fp8x4_storage_t)KERN_FP8X2(high).__x << 16) {}
    __host__ __device__ explicit KERN_FP8X4(__nv_bfloat162 low, __nv_bfloat162 high) : __x(KERN_FP8X2(low).__x | (__nv_fp8x4_storage_t)KERN_FP8X2(high).__x << 16) {}
    KERN_FROM_FOUR(float4, make_float2)
    KERN_FROM_FOUR(double4, make_double2)
    KERN_FROM_FOUR(double4_16a, make_double2)
    KERN_FROM_FOUR(double4_32a, make_double2)
    __host__ __device__ explicit operator float4() const
    {
        float2 low = __kern_fp8_pair((__nv_fp8x2_storage_t)__x, KERN_KIND), high = __kern_fp8_pair((__nv_fp8x2_storage_t)(__x >> 16), KERN_KIND);
        return make_float4(low.x, low.y, high.x, high.y);
    }
};
#undef KERN_FP8
#undef KERN_FP8X2
#undef KERN_FP8X4
#undef KERN_KIND
