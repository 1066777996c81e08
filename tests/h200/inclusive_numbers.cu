#include <iostream>
#include <iomanip>
#include <sstream>
#include <string>
#include <cstdint>
#include <climits>
#include <cfloat>
// conversions and overflow: float<->int in every direction on host and device, shifts, narrowing, NaN compares, denormals, half-way rounding, iostream formats
struct Row { long long i; unsigned long long u; double d; float f; };
__device__ __host__ inline unsigned rotl(unsigned v, int n) { return v << (n & 31) | v >> (-n & 31); }
__global__ void conv(const double *in, Row *out, int n)
{
    int t = threadIdx.x;
    if (t >= n) return;
    double d = in[t];
    float f = (float)d;
    Row r;
    r.i = (long long)(int)f + (long long)(short)(int)f * 3 + (signed char)(int)f + llrint(d) + __double2ll_rd(d) + __float2int_ru(f) + lroundf(f);
    r.u = (unsigned long long)__float2uint_rn(f) + (unsigned)(f > 0 ? f : 0) + __double2uint_rz(fabs(d)) + rotl(__float_as_uint(f), t * 5);
    r.d = (double)(unsigned)r.i + (double)(long long)r.u * 0.5 + __uint2double_rn((unsigned)r.u) + __ll2double_rn(r.i) / 7;
    r.f = __int2float_rz((int)r.i) + __uint2float_ru((unsigned)r.u) + f * 1e-30f * 1e-10f + (f != f ? 1.f : 0.f) + (f < 0) * 2.f + isinf(f) * 4.f + signbit(f) * 8.f;
    out[t] = r;
}
__global__ void ints(int *o)
{
    unsigned u = 0xfffffff0u + threadIdx.x; int s = (int)u; short sh = (short)(40000 + threadIdx.x); unsigned char uc = 250 + threadIdx.x; long long l = (long long)INT_MAX * INT_MIN; bool b = s; char c = (char)(100 + threadIdx.x * 10);
    o[threadIdx.x] = (int)(u * u) ^ (s >> 3) ^ (int)(u >> 3) ^ sh * 7 ^ uc ^ (uc << 8) ^ (int)(l >> 20) ^ (b ? 0x1000 : 0) ^ c * c ^ (-s % 7) ^ (s / -3) ^ (int)(u % 10u) ^ (1 << (threadIdx.x + 20)) ^ ('a' + sizeof(l)) ^ (s < u) ^ ((unsigned)-1 < 1u) << 4;
}
int main()
{
    const double in[] = {0.0, -0.0, 0.5, 1.5, 2.5, -2.5, -0.75, 100.49999999, 1e-42, 123456.789, -99999.5, 3.9999999999, 127.6, 200.2, 65536.5, 16777217.0};
    const int n = sizeof in / sizeof in[0];
    double *d; Row *o, h[n]; int *oi, hi[16];
    cudaMalloc(&d, sizeof in); cudaMalloc(&o, sizeof h); cudaMalloc(&oi, sizeof hi);
    cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice);
    conv<<<1, 32>>>(d, o, n);
    ints<<<1, 16>>>(oi);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(hi, oi, sizeof hi, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) std::cout << std::setw(14) << in[i] << ' ' << h[i].i << ' ' << h[i].u << ' ' << std::setprecision(12) << h[i].d << ' ' << std::setprecision(8) << h[i].f << std::setprecision(6) << '\n';
    for (int i = 0; i < 16; i++) std::cout << std::hex << std::showbase << hi[i] << (i % 8 == 7 ? '\n' : ' ');
    std::cout << std::dec << std::noshowbase << INT_MIN << ' ' << LLONG_MAX << ' ' << ULLONG_MAX << ' ' << FLT_EPSILON << ' ' << DBL_MAX << ' ' << FLT_MIN << '\n';
    std::cout << std::uppercase << std::hex << 48879 << std::nouppercase << std::oct << ' ' << 64 << std::dec << ' ' << std::setfill('*') << std::setw(8) << std::left << 42 << std::right << std::setw(8) << -42 << std::internal << std::setw(8) << -42 << std::endl;
    std::cout << 1e6 << ' ' << 1e5 << ' ' << 123456789.0 << ' ' << 0.0001 << ' ' << 0.00001 << ' ' << 1.0f / 3 << ' ' << std::showpoint << 2.0 << std::noshowpoint << ' ' << (const char *)"s" << 'c' << true << std::boolalpha << false << ' ' << (int8_t)65 << (uint8_t)66 << '\n';
    std::istringstream is("12 3.5 word -7 0x1f rest of line");
    int a, c; double b; std::string w, rest; std::string hex;
    is >> a >> b >> w >> c >> hex; std::getline(is, rest);
    std::cout << a + c << ' ' << b * 2 << ' ' << w << " [" << rest << "] " << std::stoi(hex, nullptr, 16) << ' ' << std::stof("2.5e3") << ' ' << std::to_string(3.5) << ' ' << rest.find("of") << ' ' << (rest.find("zz") == std::string::npos) << '\n';
}
