"""Launches on numpy arrays and on arrays that stay on a device."""

import json

import numpy as np
import pytest

import kern

SAXPY = """
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
"""


@pytest.fixture(scope="module")
def saxpy():
    return kern.RawKernel(SAXPY, "saxpy")


def test_arrays_go_in_and_come_out(saxpy):
    x, y = np.arange(1000, dtype=np.float32), np.ones(1000, dtype=np.float32)
    before = x.copy()
    report = saxpy((4,), (256,), (1000, 2.0, x, y))
    assert np.array_equal(y, 2 * x + 1)
    assert np.array_equal(x, before)
    assert report.kernel == "saxpy"
    assert (report.grid, report.block, report.shared_mem) == ((4, 1, 1), (256, 1, 1), 0)


def test_memory_of_python_is_copied_and_not_used(saxpy):
    """What a launch does not write back, Python's array never had."""
    y = np.ones(4, dtype=np.float32)
    y.flags.writeable = False
    saxpy(1, 4, (4, np.float32(2), y, y))
    assert y.tolist() == [1, 1, 1, 1]


def test_the_same_array_twice_is_one(saxpy):
    x = np.ones(4, dtype=np.float32)
    saxpy((1,), (4,), (4, 2.0, x, x))
    assert x.tolist() == [3, 3, 3, 3]


def test_overlapping_arrays_are_refused(saxpy):
    x = np.ones(8, dtype=np.float32)
    with pytest.raises(kern.ArgumentError, match="arguments 3 and 4 of `saxpy` share a part of their memory"):
        saxpy((1,), (4,), (4, 2.0, x[:6], x[2:]))


def test_data_stays_on_the_device(saxpy):
    x = kern.asarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    y = kern.zeros((2, 3))
    for _ in range(3):
        saxpy((1,), (32,), (6, 1.0, x, y))
    assert np.array_equal(y.get(), 3 * x.get())
    assert (y.shape, y.dtype, y.size, y.nbytes, y.ndim, len(y)) == ((2, 3), np.float32, 6, 24, 2, 2)
    y.set(np.ones((2, 3), dtype=np.float32))
    out = np.empty((2, 3), dtype=np.float32)
    assert y.get(out) is out and out.sum() == 6
    assert np.asarray(y).tolist() == out.tolist()
    assert repr(y) == "<kern.Array: float32 array of shape (2, 3) on h200>"


@pytest.mark.parametrize("dtype", "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128".split())
def test_all_types_of_elements(dtype):
    data = (np.arange(5) % 2).astype(dtype)
    array = kern.asarray(data)
    assert array.dtype == dtype and np.array_equal(array.get(), data)


@pytest.mark.parametrize(
    ("cxx", "value", "expected"),
    [
        ("int", 7, 7),
        ("int", np.int32(-7), -7),
        ("unsigned char", 255, 255),
        ("long long", -(2**63), -(2**63)),
        ("unsigned long long", 2**64 - 1, 2**64 - 1),
        ("float", 2, 2.0),
        ("float", 0.1, float(np.float32(0.1))),
        ("double", np.float64(0.1), 0.1),
        ("bool", True, True),
        ("bool", np.bool_(True), True),
        ("short", np.int16(3), 3),
        ("size_t", 5, 5),
    ],
)
def test_numbers_by_value(cxx, value, expected):
    dtypes = {"int": "i4", "unsigned char": "u1", "long long": "i8", "unsigned long long": "u8", "size_t": "u8", "float": "f4", "double": "f8"}
    dtype = {"bool": "?", "short": "i2"}.get(cxx) or dtypes[cxx]
    out = np.zeros(1, dtype=dtype)
    kern.RawKernel(f"__global__ void k({cxx} v, {cxx} *out) {{ *out = v; }}", "k")((1,), (1,), (value, out))
    assert out[0] == expected


def test_vectors_structures_and_null():
    source = """
    struct P { int a; double b; };
    __global__ void k(float4 v, P p, P *ps, float2 *c, int *none, double *out)
    {
        out[0] = v.x + v.y + v.z + v.w;
        out[1] = p.a + p.b;
        ps[1].b = 9;
        c[0].y = 5;
        out[2] = none == nullptr;
    }
    """
    dtype = np.dtype([("a", "i4"), ("b", "f8")], align=True)
    ps, c, out = np.zeros(2, dtype=dtype), np.zeros(1, dtype=np.complex64), np.zeros(3)
    p = np.array([(3, 0.5)], dtype=dtype)
    kern.RawKernel(source, "k")((1,), (1,), ((1, 2, 3, 4.5), p[0], ps, c, None, out))
    assert out.tolist() == [10.5, 3.5, 1] and ps["b"].tolist() == [0, 9] and c[0] == 5j


def test_what_a_kernel_prints_and_counts(saxpy):
    x = kern.asarray(np.ones(32, dtype=np.float32))
    report = saxpy((1,), (32,), (32, 1.0, x, x))
    assert report.profile.global_loads.sectors_per_request == 4
    assert report.profile.occupancy.warps > 0
    assert report.counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] == 2
    assert report.findings == [] and report.text == "" and report.seconds > 0
    everything = report.to_dict()
    assert json.loads(json.dumps(everything)) == everything
    assert everything["profile"]["global_loads"] == report.profile.global_loads.to_dict()
    printed = kern.RawKernel('#include <cstdio>\n__global__ void k() { printf("%d\\n", threadIdx.x); }', "k")((1,), (2,))
    assert printed.stdout == "0\n1\n"


def test_counting_can_be_off():
    device = kern.Device("t4", count=False)
    kernel = kern.RawKernel(SAXPY, "saxpy", device=device)
    x = kern.asarray(np.ones(4, dtype=np.float32), device=device)
    report = kernel((1,), (4,), (4, 1.0, x, x))
    assert report.profile is None and report.counters == {} and report.to_dict()["profile"] is None


def test_shared_memory_and_dimensions():
    source = """
    extern __shared__ int s[];
    __global__ void k(int *out) { s[threadIdx.x] = threadIdx.y; __syncthreads(); out[blockIdx.y * 4 + threadIdx.x] = s[threadIdx.x]; }
    """
    out = np.full(8, -1, dtype=np.int32)
    kern.RawKernel(source, "k")((1, 2), [4, 1, 1], [out], shared_mem=16)
    assert out.tolist() == [0] * 8


def test_variables_of_a_module():
    module = kern.RawModule(
        code="""
    __constant__ float weights[2][3];
    __device__ int count = 5;
    __global__ void k(float *out) { out[threadIdx.x] = weights[threadIdx.x / 3][threadIdx.x % 3] + count; atomicAdd(&count, 1); }
    """
    )
    weights = module.get_global("weights")
    assert weights.shape == (2, 3) and weights.dtype == np.float32
    weights.set(np.arange(6, dtype=np.float32).reshape(2, 3))
    out = np.zeros(6, dtype=np.float32)
    module.get_function("k")((1,), (6,), (out,))
    assert out.tolist() == [5, 6, 7, 8, 9, 10]
    count = module.get_global("count")
    assert count.get() == 11
    count.set(1)
    assert count.get() == 1
    with pytest.raises(TypeError, match="expected a int32 array of shape .*, found values of float64"):
        count.set(1.5)


def test_a_variable_of_structures_is_its_bytes():
    module = kern.RawModule(
        code="""
    struct P { int a; double b; };
    __constant__ P table[2];
    __global__ void k(P *out) { out[threadIdx.x] = table[threadIdx.x]; }
    """
    )
    data = np.array([(1, 0.5), (2, 1.5)], dtype=np.dtype([("a", "i4"), ("b", "f8")], align=True))
    table = module.get_global("table")
    table.set(data.view(np.uint8))
    out = np.zeros_like(data)
    module.get_function("k")((1,), (2,), (out,))
    assert np.array_equal(out, data) and np.array_equal(table.get().view(data.dtype), data)


def test_pointers_to_pointers_take_addresses():
    kernel = kern.RawKernel("__global__ void k(const float *const *in, float **out) { out[0][0] = in[0][1] + in[1][1]; }", "k")
    rows = [kern.asarray(np.array([1, n], dtype=np.float32)) for n in (2, 3)]
    addresses = np.array([row.address for row in rows], dtype=np.uint64)
    kernel((1,), (1,), (addresses, addresses[:1].copy()))
    assert rows[0].get().tolist() == [5, 2]


def test_templates_options_and_bytecode(tmp_path):
    source = """
    #include "factor.h"
    template <class T> __global__ void scale(T *x) { x[threadIdx.x] *= FACTOR * MORE; }
    template __global__ void scale<float>(float *);
    """
    (tmp_path / "factor.h").write_text("#define FACTOR 3\n")
    kernel = kern.RawKernel(source, "scale<float>", ("-DMORE=2", f"-I{tmp_path}", "-std=c++17", "-O0"))
    x = np.ones(2, dtype=np.float32)
    kernel((1,), (2,), (x,))
    assert x.tolist() == [6, 6]
    path = tmp_path / "scale.kbc"
    path.write_bytes(kernel.module.to_bytecode())
    again = kern.RawModule(path=path)
    again.get_function("scale")((1,), (2,), (x,))
    assert x.tolist() == [36, 36] and again.kernels == ["scale<float>"]
    assert ".visible .entry" in again.to_ptx()
    with pytest.raises(ValueError, match="--bogus"):
        kern.RawModule(code=source, options=("--bogus",))


def test_empty_arrays(saxpy):
    x = np.zeros(0, dtype=np.float32)
    saxpy((1,), (1,), (0, 1.0, x, x))
    assert kern.asarray(x).get().shape == (0,)
    assert kern.zeros((3, 0, 2)).get().shape == (3, 0, 2)
