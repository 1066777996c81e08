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
    int a = get_local_id(0);
    for (int k = 0; k < 64; k++) {
        a += k;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = a;
}
