// The same kernels in OpenCL C; what nvcc contracts is written as `fma`.
#pragma OPENCL FP_CONTRACT OFF
__kernel void saxpy(__global const float *x, __global float *y, int n, float a)
{
    int i = get_global_id(0);
    if (i < n) y[i] = fma(a, x[i], y[i]);
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void matmul_naive(__global const float *a, __global const float *b, __global float *c, int n)
{
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k++) sum = fma(a[row * n + k], b[k * n + column], sum);
    c[row * n + column] = sum;
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void matmul_tiled(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float ta[16][16], tb[16][16];
    int x = get_local_id(0), y = get_local_id(1), column = get_group_id(0) * 16 + x, row = get_group_id(1) * 16 + y;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        ta[y][x] = a[row * n + t + x];
        tb[y][x] = b[(t + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) sum = fma(ta[y][k], tb[k][x], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

// Without shuffles, which OpenCL's core does not have: barriers to the end.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void reduce(__global const float *in, __global float *out)
{
    __local float s[256];
    int t = get_local_id(0);
    s[t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 128; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = s[0];
}

__kernel void mandelbrot(__global int *out, int width, int limit, float x0, float y0, float dx, float dy)
{
    int px = get_global_id(0), py = get_global_id(1);
    if (px >= width) return;
    float cx = fma((float)px, dx, x0), cy = fma((float)py, dy, y0), zx = 0, zy = 0;
    int i = 0;
    while (zx * zx + zy * zy <= 4.0f && i < limit) {
        float x = zx * zx - zy * zy + cx;
        zy = fma(2 * zx, zy, cy);
        zx = x;
        i++;
    }
    out[py * width + px] = i;
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void histogram(__global const int *data, __global int *bins, int n)
{
    __local int s[256];
    int t = get_local_id(0);
    s[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_add(&s[data[i] & 255], 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[t], s[t]);
}

__kernel void nbody(__global const float *x, __global const float *y, __global const float *z, __global const float *m,
                    __global float *ax, __global float *ay, __global float *az, int n, float eps)
{
    int i = get_global_id(0);
    float xi = x[i], yi = y[i], zi = z[i], fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        float r = fma(dz, dz, fma(dy, dy, dx * dx)) + eps;
        float inverse = 1.0f / sqrt(r);
        float s = m[j] * (inverse * inverse * inverse);
        fx = fma(dx, s, fx);
        fy = fma(dy, s, fy);
        fz = fma(dz, s, fz);
    }
    ax[i] = fx;
    ay[i] = fy;
    az[i] = fz;
}

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose_naive(__global const float *in, __global float *out, int n)
{
    int x = get_group_id(0) * 32 + get_local_id(0), y = get_group_id(1) * 32 + get_local_id(1);
    for (int j = 0; j < 32; j += 8) out[x * n + y + j] = in[(y + j) * n + x];
}

__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose_tiled(__global const float *in, __global float *out, int n)
{
    __local float tile[32][33];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_group_id(0) * 32 + lx, y = get_group_id(1) * 32 + ly;
    for (int j = 0; j < 32; j += 8) tile[ly + j][lx] = in[(y + j) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * 32 + lx;
    y = get_group_id(0) * 32 + ly;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[lx][ly + j];
}

__kernel void spmv(__global const int *starts, __global const int *columns, __global const float *values, __global const float *x,
                   __global float *y, int rows)
{
    int row = get_global_id(0);
    if (row >= rows) return;
    float sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; k++) sum = fma(values[k], x[columns[k]], sum);
    y[row] = sum;
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void barriers(__global int *out)
{
    __local int s[256];
    int t = get_local_id(0), a = t;
    for (int k = 0; k < 32; k++) {
        s[t] = a;
        barrier(CLK_LOCAL_MEM_FENCE);
        a ^= s[(t + 1) % 256] + k;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = a;
}

__kernel void binary_search(__global const int *sorted, int n, __global const int *wanted, __global int *places, int count)
{
    int i = get_global_id(0);
    if (i >= count) return;
    int low = 0, high = n, want = wanted[i];
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < want) low = middle + 1;
        else high = middle;
    }
    places[i] = low;
}

__kernel __attribute__((reqd_work_group_size(512, 1, 1)))
void bitonic_sort(__global const int *in, __global int *out)
{
    __local int s[1024];
    int t = get_local_id(0), start = get_group_id(0) * 1024;
    s[t] = in[start + t];
    s[t + 512] = in[start + t + 512];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int size = 2; size <= 1024; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int i = 2 * t - t % stride;
            int a = s[i], b = s[i + stride];
            bool up = i / size % 2 == 0;
            if ((a > b) == up) {
                s[i] = b;
                s[i + stride] = a;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    out[start + t] = s[t];
    out[start + t + 512] = s[t + 512];
}

float normal(float x) { return 0.5f * (1 + erf(x * 0.70710678f)); }

__kernel void black_scholes(__global const float *spot, __global const float *strike, __global const float *years, __global float *call,
                            __global float *put, int n, float rate, float volatility)
{
    int i = get_global_id(0);
    if (i >= n) return;
    float s = spot[i], x = strike[i], t = years[i];
    float root = sqrt(t);
    float d1 = fma(fma(0.5f * volatility, volatility, rate), t, log(s / x)) / (volatility * root);
    float d2 = fma(-volatility, root, d1);
    float discounted = x * exp(-rate * t);
    call[i] = fma(s, normal(d1), -discounted * normal(d2));
    put[i] = fma(discounted, normal(-d2), -s * normal(-d1));
}

__kernel void collatz(__global int *steps, int n, int by)
{
    int i = get_global_id(0);
    if (i >= n) return;
    uint x = i + 1;
    int count = 0;
    while (x != 1) {
        if (x % by == 0) x = x / by;
        else x = 3 * x + 1;
        count++;
    }
    steps[i] = count;
}

// OpenCL C has no reversal of bits.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void fft(__global const float *in, __global float *re, __global float *im)
{
    __local float r[512], i[512];
    int t = get_local_id(0), start = get_group_id(0) * 512;
    for (int k = t; k < 512; k += 256) {
        uint to = k;
        to = (to & 0x55555555) << 1 | to >> 1 & 0x55555555;
        to = (to & 0x33333333) << 2 | to >> 2 & 0x33333333;
        to = (to & 0x0f0f0f0f) << 4 | to >> 4 & 0x0f0f0f0f;
        to = (to << 24 | (to & 0xff00) << 8 | to >> 8 & 0xff00 | to >> 24) >> 23;
        r[to] = in[start + k];
        i[to] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int span = 1; span < 512; span *= 2) {
        int place = t % span, a = t / span * 2 * span + place, b = a + span;
        float angle = -3.14159265f * place / span;
        float c = cos(angle), s = sin(angle);
        float x = fma(r[b], c, -i[b] * s), y = fma(r[b], s, i[b] * c);
        float u = r[a], v = i[a];
        r[a] = u + x;
        i[a] = v + y;
        r[b] = u - x;
        i[b] = v - y;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int k = t; k < 512; k += 256) {
        re[start + k] = r[k];
        im[start + k] = i[k];
    }
}

__constant uint table[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1,
    0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453,
    0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942,
    0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
    0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d,
    0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

__constant int shifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

uint rotate_by(uint x, int by) { return x << by | x >> (32 - by); }

// A loop: POCL takes minutes to compile the 64 rounds unrolled, by the compiler or in the text.
__kernel void md5(uint a0, uint b0, uint c0, uint d0, uint first, __global uint *found)
{
    uint number = first + get_global_id(0);
    uint m[16];
    for (int i = 0; i < 16; i++) m[i] = 0;
    uint rest = number;
    for (int i = 7; i >= 0; i--) {
        m[i / 4] |= ('0' + rest % 10) << (i % 4 * 8);
        rest /= 10;
    }
    m[2] = 0x80;
    m[14] = 64;
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    for (int i = 0; i < 64; i++) {
        uint f;
        int g;
        if (i < 16) { f = (b & c) | (~b & d); g = i; }
        else if (i < 32) { f = (d & b) | (~d & c); g = (5 * i + 1) % 16; }
        else if (i < 48) { f = b ^ c ^ d; g = (3 * i + 5) % 16; }
        else { f = c ^ (b | ~d); g = 7 * i % 16; }
        f = f + a + table[i] + m[g];
        a = d;
        d = c;
        c = b;
        b = b + rotate_by(f, shifts[i / 16 * 4 + i % 4]);
    }
    if (a + 0x67452301 == a0 && b + 0xefcdab89 == b0 && c + 0x98badcfe == c0 && d + 0x10325476 == d0) *found = number;
}

__kernel void queens(int n, __global int *solutions)
{
    int i = get_global_id(0);
    if (i >= n * n) return;
    solutions[i] = 0;
    uint all = (1u << n) - 1, first = 1u << i / n, second = 1u << i % n;
    uint attacked = first | first << 1 | first >> 1;
    if (second & attacked) return;
    uint columns[16], left[16], right[16], todo[16];
    int depth = 0, count = 0;
    columns[0] = first | second;
    left[0] = (first << 1 | second) << 1;
    right[0] = (first >> 1 | second) >> 1;
    todo[0] = all & ~(columns[0] | left[0] | right[0]);
    while (depth >= 0) {
        if (todo[depth] == 0) { depth--; continue; }
        uint place = 1u << (31 - clz(todo[depth]));
        todo[depth] ^= place;
        uint c = columns[depth] | place;
        if (popcount(c) == n) { count++; continue; }
        uint l = (left[depth] | place) << 1, r = (right[depth] | place) >> 1;
        depth++;
        columns[depth] = c;
        left[depth] = l;
        right[depth] = r;
        todo[depth] = all & ~(c | l | r);
    }
    solutions[i] = count;
}

// Without shuffles: a work-group of 32 a row, which meets at barriers.
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void ragged_sum(__global const float *data, __global const int *starts, __global float *result, int rows)
{
    __local float s[32];
    int row = get_group_id(0), lane = get_local_id(0);
    int first = starts[row], last = starts[row + 1];
    float sum = 0;
    for (int i = first + lane; i < last; i += 32) sum += data[i];
    s[lane] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 16; step > 0; step /= 2) {
        if (lane < step) s[lane] += s[lane + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0 && last > first) result[row] = s[0];
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void softmax(__global const float *in, __global float *out, int n)
{
    __local float s[256];
    int t = get_local_id(0);
    __global const float *row = in + get_group_id(0) * n;
    float most = -INFINITY;
    for (int i = t; i < n; i += 256) most = fmax(most, row[i]);
    s[t] = most;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) s[t] = fmax(s[t], s[t + step]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    most = s[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int i = t; i < n; i += 256) sum += exp(row[i] - most);
    s[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) s[t] += s[t + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum = s[0];
    for (int i = t; i < n; i += 256) out[get_group_id(0) * n + i] = exp(row[i] - most) / sum;
}

__kernel void stencil(__global const float *in, __global float *out, int n)
{
    int i = get_global_id(0);
    if (i >= n * n * n) return;
    int x = i % n, y = i / n % n, z = i / (n * n);
    if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) {
        out[i] = in[i];
        return;
    }
    float sum = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n];
    out[i] = fmin(fmax(sum / 6, 0.0f), 100.0f);
}
