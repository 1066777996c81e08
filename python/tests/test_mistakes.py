"""What is wrong is an exception that names both sides; the interpreter goes on."""

import ctypes
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import kern

TWICE = """
__global__ void twice(float *x, int n)
{
    x[threadIdx.x] *= 2;
}
"""
FLOATS = np.ones(4, dtype=np.float32)


@pytest.fixture(scope="module")
def twice():
    return kern.RawKernel(TWICE, "twice")


def test_a_finding_is_an_exception_with_the_report(twice):
    x = FLOATS.copy()
    with pytest.raises(kern.KernelError) as raised:
        twice((1,), (8,), (x, 4))
    error = raised.value
    assert error.code == "R0101" and error.findings[0]["count"] == 4
    assert error.findings[0]["thread"] == [4, 0, 0] and error.report.findings == error.findings
    text = str(error)
    assert "out-of-bounds global read" in text and "x[threadIdx.x] *= 2;" in text
    assert "twice((1,), (8,), (x, 4))" in text, "the line of the Python program"
    assert x.tolist() == [2, 2, 2, 2], "what was right was done"
    twice((1,), (4,), (x, 4))


def test_races_are_found_where_they_are_looked_for():
    device = kern.Device(sanitize=True)
    kernel = kern.RawKernel("__global__ void sum(int *x) { x[0] += threadIdx.x; }", "sum", device=device)
    with pytest.raises(kern.KernelError, match="race"):
        kernel((1,), (64,), (np.zeros(1, dtype=np.int32),))


def test_a_failed_assertion():
    kernel = kern.RawKernel("#include <cassert>\n__global__ void k() { assert(threadIdx.x == 9); }", "k")
    with pytest.raises(kern.KernelError) as raised:
        kernel((1,), (1,))
    assert "Assertion" in raised.value.report.stderr


class Foreign(ctypes.Structure):
    _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_int), ("c", ctypes.c_int)]


class WithObject(ctypes.Structure):
    _fields_ = [("a", ctypes.py_object), ("b", ctypes.c_double)]


class WithPointer(ctypes.Structure):
    _fields_ = [("a", ctypes.POINTER(ctypes.c_int)), ("b", ctypes.c_double)]


class Other(ctypes.BigEndianStructure):
    _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_double)]


class AnyOf(ctypes.Union):
    _fields_ = [("a", ctypes.py_object), ("b", ctypes.c_double)]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ((FLOATS,), "`twice` has 2 parameters, the launch gives 1 argument"),
        ((FLOATS, 4, 5), "`twice` has 2 parameters, the launch gives 3 arguments"),
        ((), "`twice` has 2 parameters, the launch gives 0 arguments"),
        ((FLOATS.astype(float), 4), "argument 1 of `twice`: expected an array of float32, found float64 array of shape (4,)"),
        ((FLOATS.astype(">f4"), 4), "argument 1 of `twice`: expected an array of float32, found >f4 array of shape (4,)"),
        ((FLOATS.astype(object), 4), "expected an array of float32, found object array"),
        ((np.array(["a"]), 4), "expected an array of float32, found <U1 array of shape (1,)"),
        ((np.array([1], dtype="M8[s]"), 4), "found datetime64[s] array of shape (1,)"),
        ((np.ones(8, dtype=np.float32)[::2], 4), "expected an array in C order, found float32 array of shape (4,) with strides [8]"),
        ((np.ones((2, 3), dtype=np.float32, order="F"), 4), "expected an array in C order, found float32 array of shape (2, 3)"),
        (([1.0, 2.0], 4), "expected an array of float32, found list"),
        ((1.0, 4), "expected an array of float32, found float 1.0"),
        ((np.float32(1), 4), "expected an array of float32, found numpy.float32"),
        ((np.array(1, dtype=np.float32), 4), "expected an array of float32, found float32 array of shape ()"),
        ((b"bytes", 4), "expected an array of float32, found bytes"),
        ((Foreign(), 4), "expected an array of float32, found"),
        ((FLOATS, 4.0), "argument 2 of `twice`: expected int or numpy.int32, found float 4.0"),
        ((FLOATS, True), "expected int or numpy.int32, found bool True"),
        ((FLOATS, np.int64(4)), "expected int or numpy.int32, found numpy.int64"),
        ((FLOATS, "4"), "expected int or numpy.int32, found str"),
        ((FLOATS, None), "expected int or numpy.int32, found NoneType"),
        ((FLOATS, FLOATS), "expected int or numpy.int32, found float32 array of shape (4,)"),
        ((FLOATS, 1 << 31), "int 2147483648 is no int32"),
        ((FLOATS, 1 << 200), "is no int32"),
        ((FLOATS, 10**5000), "an int of more than 256 bits is no int32"),
        ((np.zeros(4, dtype="M8[s]"), 4), "kernels have numbers and structures of them"),
        ((np.array(["a", "b"], dtype=object), 4), "found object array of shape (2,)"),
        ((FLOATS, kern.zeros(3)), "expected int or numpy.int32, found kern.Array: float32 array of shape (3,)"),
        ((kern.zeros(3, np.int32), 3), "expected an array of float32, found kern.Array: int32 array of shape (3,)"),
    ],
)
def test_arguments_that_do_not_fit(twice, args, expected):
    with pytest.raises(kern.ArgumentError) as raised:
        twice((1,), (1,), args)
    assert isinstance(raised.value, TypeError) and expected in str(raised.value)


STRUCTURES = """
#include <cuda_bf16.h>
#include <cuda_fp16.h>
struct P { int a; double b; };
struct Unknown;
namespace of { struct P { char c; }; }
__device__ of::P one;
__global__ void any(void *p) { if (p) *(long long *)p = 0x1234; }
__global__ void pointer(P *p) { if (p) *(long long *)p = 0x1234; }
__global__ void unknown(Unknown *p) { if (p) *(long long *)p = 0x1234; }
__global__ void other(of::P *p) { }
__global__ void value(P p) { }
__global__ void halves(__half *p, __half v) { p[0] = v; }
__global__ void pairs(__half2 *p) { p[0].y = __float2half(2); }
__global__ void brain(__nv_bfloat16 *p, __nv_bfloat16 v) { p[0] = v; }
"""
OBJECTS, ORDER = "a kernel can do nothing with objects and pointers of Python", "the bytes are in the other order"


@pytest.fixture(scope="module")
def structures():
    return kern.RawModule(code=STRUCTURES)


@pytest.mark.parametrize("name", ["any", "pointer", "unknown"])
@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (np.zeros(1, dtype=[("a", object)]), "found [('a', 'O')] array of shape (1,)"),
        (np.zeros(1, dtype=[("n", [("deep", "i4"), ("a", object, (2,))])]), OBJECTS),
        (np.zeros(2, dtype=object), OBJECTS),
        (np.zeros(2, dtype=[("a", ">i4"), ("b", "f8")]), "found [('a', '>i4'), ('b', '<f8')] array of shape (2,)"),
        (np.zeros(2, dtype=[("a", ">i4"), ("b", "f8")]), ORDER),
        (np.zeros(2, dtype=">f4"), ORDER),
        (np.zeros(2, dtype="S4"), "expected an array"),
        (np.zeros(2, dtype="M8[s]"), "expected an array"),
        (np.array(["long " * 9], dtype=np.dtypes.StringDType() if hasattr(np.dtypes, "StringDType") else "U9"), "expected an array"),
        ((WithObject * 2)(), OBJECTS),
        ((WithPointer * 2)(), OBJECTS),
        ((ctypes.py_object * 2)(), OBJECTS),
        ((ctypes.c_char_p * 2)(), OBJECTS),
        ((Other * 2)(), ORDER),
        ((AnyOf * 2)(), "expected an array"),
    ],
)
def test_memory_that_is_no_data_stays_out(structures, name, array, expected):
    """What a kernel writes there would be pointers of the interpreter."""
    with pytest.raises(kern.ArgumentError) as raised:
        structures.get_function(name)((1,), (1,), (array,))
    assert expected in str(raised.value)


@pytest.mark.parametrize("value", [np.zeros(2, dtype=object), np.zeros(1, dtype=[("a", object), ("b", "f8")])[0], WithObject(), WithPointer()])
def test_objects_by_value(structures, value):
    with pytest.raises(kern.ArgumentError, match=OBJECTS):
        structures.get_function("value")((1,), (1,), (value,))


def test_structures_of_another_size(structures):
    """The size is known where the program has the structure by value, or a variable of it."""
    with pytest.raises(kern.ArgumentError) as raised:
        structures.get_function("pointer")((1,), (1,), (np.zeros(2, dtype=[("a", "i4"), ("b", "f8")]),))
    text = str(raised.value)
    assert "expected an array of a structured dtype of 16 bytes" in text and "with elements of 12 bytes" in text and "align=True" in text
    with pytest.raises(kern.ArgumentError, match="found 15 bytes"):
        structures.get_function("pointer")((1,), (1,), (np.zeros(15, dtype=np.uint8),))
    with pytest.raises(kern.ArgumentError, match="structured dtype of 1 bytes"):
        structures.get_function("other")((1,), (1,), (np.zeros(2, dtype=[("a", "i4")]),))
    for fits in (np.zeros(2, dtype=np.dtype([("a", "i4"), ("b", "f8")], align=True)), np.zeros(32, dtype=np.uint8), np.zeros(2, dtype="V16")):
        structures.get_function("pointer")((1,), (1,), (fits,))
        assert fits.tobytes()[:2] == b"\x34\x12"
    structures.get_function("unknown")((1,), (1,), (np.zeros(2, dtype=[("a", "i8")]),))


def test_memory_of_ctypes(structures):
    numbers = (ctypes.c_longlong * 3)()
    structures.get_function("any")((1,), (1,), (numbers,))
    assert list(numbers) == [0x1234, 0, 0]


def test_numbers_of_sixteen_bits(structures):
    x = np.zeros(4, dtype=np.float16)
    for value, expected in ((1.5, 1.5), (np.float16(2.5), 2.5), (2048, 2048)):
        structures.get_function("halves")((1,), (1,), (x, value))
        assert x[0] == expected
    for value in (2049, 70000, 1e6):
        with pytest.raises(kern.ArgumentError, match="is no float16"):
            structures.get_function("halves")((1,), (1,), (x, value))
    with pytest.raises(kern.ArgumentError, match="expected an array of float16, found float32 array"):
        structures.get_function("halves")((1,), (1,), (FLOATS, 1.0))
    structures.get_function("pairs")((1,), (1,), (x,))
    assert x[1] == 2
    with pytest.raises(kern.ArgumentError, match="float16 with a multiple of 2 elements"):
        structures.get_function("pairs")((1,), (1,), (x[:3],))
    bits = np.zeros(1, dtype=np.uint16)
    structures.get_function("brain")((1,), (1,), (bits, np.uint16(0x3F80)))
    assert bits[0] == 0x3F80
    with pytest.raises(kern.ArgumentError, match="expected numpy.uint16, the bits of it"):
        structures.get_function("brain")((1,), (1,), (bits, 1))


def test_freed_memory_of_a_device_is_found():
    array = kern.zeros(4, np.int64)
    address = array.address
    del array
    kernel = kern.RawKernel("__global__ void k(long long **p) { **p = 1; }", "k")
    with pytest.raises(kern.KernelError):
        kernel((1,), (1,), (np.array([address], dtype=np.uint64),))


def test_all_arguments_are_looked_at_and_the_parameters_shown(twice):
    with pytest.raises(kern.ArgumentError) as raised:
        twice((1,), (1,), (1, 2.5))
    assert [told["code"] for told in raised.value.diagnostics] == ["K1004", "K1004"]
    assert "the parameter is `float *x`" in str(raised.value) and "the parameter is `int n`" in str(raised.value)


def test_another_device(twice):
    with pytest.raises(kern.LaunchError, match=r"expected an array on the kernel's device \(h200\), found one on another \(t4\)"):
        twice((1,), (1,), (kern.zeros(4, device="t4"), 4))
    with pytest.raises(kern.LaunchError, match="on another"):
        twice((1,), (1,), (kern.zeros(4, device=kern.Device("h200")), 4))


@pytest.mark.parametrize(
    ("grid", "block", "keywords", "error", "expected"),
    [
        ((-1,), (1,), {}, ValueError, "grid dimension x is -1"),
        ((0,), (1,), {}, ValueError, "grid"),
        ((1,), (0,), {}, ValueError, "block"),
        ((1,), (2048,), {}, ValueError, "the limit is 1024"),
        ((1, 1, 1, 1), (1,), {}, TypeError, "grid: expected a tuple of one to three ints"),
        ((), (1,), {}, TypeError, "grid: expected a tuple of one to three ints"),
        ("1", (1,), {}, TypeError, "grid: expected"),
        (None, (1,), {}, TypeError, "grid: expected"),
        ((1.5,), (1,), {}, TypeError, "grid: expected"),
        ((1,), ("x",), {}, TypeError, "block: expected"),
        ((1 << 100,), (1,), {}, TypeError, "grid: expected"),
        ((1,), (1,), {"shared_mem": -1}, ValueError, "shared_mem: expected an int from 0 to 2**64 - 1, found int -1"),
        ((1,), (1,), {"shared_mem": 1 << 40}, ValueError, "shared"),
        ((1,), (1,), {"shared_mem": 1 << 100}, ValueError, "shared_mem: expected an int from 0"),
        ((1,), (1,), {"shared_mem": "x"}, TypeError, "shared_mem: expected an int from 0"),
    ],
)
def test_sizes_that_are_not_possible(twice, grid, block, keywords, error, expected):
    with pytest.raises(error) as raised:
        twice(grid, block, (FLOATS, 4), **keywords)
    assert expected in str(raised.value)
    with pytest.raises(TypeError, match="args: expected a tuple"):
        twice((1,), (1,), FLOATS)


def test_names_that_are_not_there():
    module = kern.RawModule(code=TWICE)
    with pytest.raises(kern.NotFoundError, match="did you mean `twice`"):
        module.get_function("twise")
    with pytest.raises(LookupError, match="no device variable `n`"):
        module.get_global("n")
    for make in (kern.device, kern.Device):
        with pytest.raises(LookupError, match="no device is called `h300`"):
            make("h300")
    with pytest.raises(TypeError, match="device: expected a kern.Device or a name"):
        kern.zeros(3, device=3)


def test_programs_that_do_not_compile(tmp_path):
    with pytest.raises(kern.CompileError) as raised:
        kern.RawKernel("__global__ void f(float *x) { *x = y; }", "f")
    assert raised.value.code == "K0302" and "<f>:1:36" in str(raised.value)
    with pytest.raises(kern.CompileError, match="cannot read"):
        kern.RawModule(path=tmp_path / "absent.cu")
    with pytest.raises(TypeError, match="code: expected a string of source text, or bytes, found int"):
        kern.RawModule(code=5)
    for wrong in ({}, {"code": "", "path": "x"}):
        with pytest.raises(TypeError, match="one of code= and path="):
            kern.RawModule(**wrong)
    with pytest.raises(TypeError, match="found tuple with NoneType"):
        kern.RawModule(code=TWICE, options=(None,))
    for wrong in ("-O2", 5, (1,)):
        with pytest.raises(TypeError, match="options: expected a tuple of strings"):
            kern.RawModule(code=TWICE, options=wrong)


def test_bytecode_of_another_version_or_broken():
    good = kern.RawModule(code=TWICE).to_bytecode()
    version = int.from_bytes(good[14:18], "little")
    other = bytearray(good)
    other[14:18] = (version + 41).to_bytes(4, "little")
    with pytest.raises(kern.CompileError, match="<module>") as raised:
        kern.RawModule(code=bytes(other))
    assert raised.value.code == "K0704"
    assert f"this bytecode has version {version + 41}, this kern reads version {version}\n" in str(raised.value)
    for cut in (0, 4, 9, len(good) // 2, len(good) - 1):
        with pytest.raises((kern.CompileError, kern.NotFoundError)):
            kern.RawModule(code=good[:cut]).get_function("twice")


def test_arrays_that_cannot_be():
    for wrong in ("abc", (-1,), (1.5,), None):
        with pytest.raises(TypeError, match="shape: expected"):
            kern.zeros(wrong)
    with pytest.raises(ValueError, match="more bytes than there are addresses"):
        kern.zeros((1 << 40, 1 << 40))
    with pytest.raises(kern.DeviceMemoryError, match="are asked for"):
        kern.zeros(1 << 45)
    for dtype in (object, "U3", ">i4", "M8[s]", np.longdouble):
        with pytest.raises(TypeError, match="kernels have no elements of dtype"):
            kern.zeros(3, dtype)
    assert kern.zeros(3, ("f4", (2,))).get().shape == (3, 2)
    for dtype in ([("a", object)], [("a", ">i4")], [("a", "M8[s]")]):
        with pytest.raises(TypeError, match="kernels have no elements of dtype"):
            kern.zeros(3, dtype)
    with pytest.raises(TypeError, match=r"set: expected a \[\('a', '<i4'\)\] array"):
        kern.zeros(3, [("a", "i4")]).set(np.ones(3, dtype=[("z", "f4")]))
    for wrong in (None, "abc", [object()] * 3, 1j):
        with pytest.raises(TypeError, match="set: expected a float32 array"):
            kern.zeros(3).set(wrong)
    for keywords in ({"fuel": -1}, {"fuel": 1 << 70}, {"threads": 0}, {"threads": 65}):
        with pytest.raises(ValueError, match=f"{next(iter(keywords))}: expected an int from"):
            kern.Device(**keywords)
    array = kern.zeros((2, 2))
    for wrong, error in ((np.zeros(4, np.float32), ValueError), (np.zeros((2, 2)), TypeError), (np.zeros((2, 2), np.float32, order="F").T[::-1], ValueError)):
        with pytest.raises(error, match="set: expected a"):
            array.set(wrong)
        with pytest.raises(error, match="get: expected a"):
            array.get(wrong)
    out = np.zeros((2, 2), np.float32)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        array.get(out)
    with pytest.raises(ValueError, match="only reached by a copy"):
        array.__array__(copy=False)


def test_threads_take_turns(twice):
    x = kern.asarray(np.zeros(1, dtype=np.int32))
    count = kern.RawKernel("__global__ void count(int *x) { x[0] += 1; }", "count")
    threads = [threading.Thread(target=lambda: [count((1,), (1,), (x,)) for _ in range(200)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert x.get()[0] == 1600


def test_other_threads_go_on_while_a_kernel_runs():
    spin = kern.RawKernel("__global__ void spin(volatile int *x) { for (int i = 0; i < 20000000; i++) x[0] += i; }", "spin")
    x, ticks, done = np.zeros(1, dtype=np.int32), [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    spin((1,), (1,), (x,))
    ended = time.monotonic()
    done.set()
    thread.join()
    assert sum(begun < t < ended for t in ticks) >= 3


def alone(program, expected_status=0, **keywords):
    """A Python of its own."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=120, **keywords)
    assert done.returncode == expected_status, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("engine", ["jit", "interp"])
@pytest.mark.parametrize("bytes_of_stack", [32768, 65536, 131072])
def test_threads_with_a_small_stack(engine, bytes_of_stack):
    told = alone(
        f"""
        import kern, numpy as np, threading
        threading.stack_size({bytes_of_stack})
        def work():
            source = "#include <vector>\\n__global__ void twice(float *x) {{ x[threadIdx.x] *= 2; }} __device__ int v[3];"
            kernel = kern.RawKernel(source, "twice", device=kern.Device(engine="{engine}"))
            x = np.ones(4, dtype=np.float32)
            kernel((1,), (4,), (x,))
            print(x.sum())
            try:
                kernel((1,), (5,), (x,))
            except kern.KernelError as error:
                print(error.code)
            module = kern.RawModule(code=kernel.module.to_bytecode())
            module.get_global("v").set([1, 2, 3])
            print(len(module.to_ptx()) > 99, kern.run("int main() {{ return 3; }}\\n").status)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        """
    )
    assert told.split() == ["8.0", "R0101", "True", "3"]


@pytest.mark.skipif(os.name != "posix", reason="signals and limits")
def test_the_interrupt_key_where_the_main_thread_has_a_small_stack():
    import resource

    told = alone(
        """
        import kern, numpy as np, os, signal, threading, time
        signal.signal(signal.SIGINT, signal.default_int_handler)
        x = np.zeros(2, dtype=np.int32)
        endless = kern.RawKernel("__global__ void endless(volatile int *x) { while (x[0] == 0) x[1]++; }", "endless",
                                 device=kern.Device(fuel=1 << 60))
        threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            endless((1,), (1,), (x,))
        except KeyboardInterrupt:
            print("interrupted", x[1] > 0)
        """,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (800 << 10, resource.getrlimit(resource.RLIMIT_STACK)[1])),
    )
    assert told.split() == ["interrupted", "True"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_that_is_forked_off():
    """It has none of the threads that help a device, and ends all the same."""
    told = alone(
        """
        import kern, numpy as np, os, threading, time
        device = kern.Device(count=False, threads=4, fuel=1 << 60)
        source = "__global__ void twice(float *x) { for (int i = 0; i < 99; i++) x[blockIdx.x * 128 + threadIdx.x] *= 1.01f; }"
        twice = kern.RawKernel(source, "twice", device=device)
        x = np.ones(1024 * 128, dtype=np.float32)
        twice(1024, 128, (x,))
        child = os.fork()
        twice(1024, 128, (x,))
        os.write(1, b"%r\\n" % bool(x[-1] > 2))  # at once: both processes have this pipe
        if child:
            os.waitpid(child, 0)
            endless = kern.RawKernel("__global__ void endless(volatile int *x) { while (x[0] == 0) x[1]++; }", "endless", device=device)
            y = kern.asarray(np.zeros(2, dtype=np.int32), device=device)
            threading.Thread(target=lambda: endless(1, 1, (y,)), daemon=True).start()
            time.sleep(2)
            child = os.fork()
            if child:
                os.waitpid(child, 0)
            else:
                try:
                    twice(1, 1, (x,))
                except RuntimeError as error:
                    print(error)
        """
    )
    assert told.split("\n")[:2] == ["True", "True"] and "forked off while a thread used the device" in told


@pytest.mark.parametrize("what", ["launch", "compile"])
def test_threads_that_are_at_work_when_python_ends(what):
    work = {"launch": "endless((1,), (1,), (x,))", "compile": "kern.RawModule(code=source)"}[what]
    alone(
        f"""
        import kern, numpy as np, threading, time
        source = "__global__ void endless(volatile int *x) {{ while (x[0] == 0) x[1]++; }}"
        endless = kern.RawKernel(source, "endless", device=kern.Device(fuel=1 << 60))
        x = np.zeros(2, dtype=np.int32)
        def go():
            while True:
                {work}
        for _ in range(2):
            threading.Thread(target=go, daemon=True).start()
        time.sleep(0.5)
        del kern
        """
    )


def test_errors_go_to_other_processes(twice):
    import copy
    import pickle

    with pytest.raises(kern.KernelError) as raised:
        twice((1,), (8,), (FLOATS.copy(), 4))
    for again in (pickle.loads(pickle.dumps(raised.value)), copy.deepcopy(raised.value)):
        assert type(again) is kern.KernelError and str(again) == str(raised.value)
        assert [found["code"] for found in again.findings] == ["R0101"] and again.code == "R0101"
    for thing in (twice, twice.device, twice.module, kern.zeros(3)):
        with pytest.raises(TypeError, match="cannot pickle 'kern"):
            pickle.dumps(thing)
        with pytest.raises(TypeError, match="cannot pickle 'kern"):
            copy.deepcopy(thing)


class Hostile:
    """Raises whatever it is asked."""

    def __getattr__(self, name):
        raise ValueError(name)

    __repr__ = __index__ = __len__ = __iter__ = __float__ = __bool__ = lambda self: 1 / 0


def test_objects_that_raise(twice):
    with pytest.raises(kern.ArgumentError, match="Hostile"):
        twice((1,), (1,), (Hostile(), Hostile()))
    with pytest.raises(TypeError, match="grid: expected .*Hostile"):
        twice(Hostile(), (1,), (FLOATS, 4))
    with pytest.raises(TypeError, match="args: expected .*Hostile"):
        twice((1,), (1,), Hostile())
    with pytest.raises(TypeError, match="device: expected"):
        kern.zeros(3, device=Hostile())


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_interrupt_key_ends_a_launch_and_a_run():
    """An endless kernel, and an endless program, are ended; the device still works."""
    told = alone(
        """
        import kern, numpy as np, os, signal, threading, time
        # Where tests run in the background, it may be ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        def press():
            time.sleep(1)
            os.kill(os.getpid(), signal.SIGINT)
        x = np.zeros(2, dtype=np.int32)
        endless = kern.RawKernel("__global__ void endless(volatile int *x) { while (x[0] == 0) x[1]++; }", "endless",
                                 device=kern.Device(fuel=1 << 60))
        for run in (lambda: endless((1,), (1,), (x,)), lambda: kern.run("int main() { volatile int i = 1; while (i) { } }\\n")):
            threading.Thread(target=press).start()
            try:
                run()
                print("ended")
            except KeyboardInterrupt:
                print("interrupted")
        x[0] = 1
        endless((1,), (1,), (x,))
        print("works")
        """
    )
    assert told.split() == ["interrupted", "interrupted", "works"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_signal_handler_that_uses_the_device_is_told():
    told = alone(
        """
        import kern, numpy as np, signal
        device = kern.Device(fuel=1 << 60)
        endless = kern.RawKernel("__global__ void endless(volatile int *x) { while (x[0] == 0) x[1]++; }", "endless", device=device)
        x = kern.asarray(np.zeros(2, dtype=np.int32), device=device)
        signal.signal(signal.SIGALRM, lambda *_: x.get())
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        try:
            endless((1,), (1,), (x,))
        except RuntimeError as error:
            print(error)
        """
    )
    assert "a signal handler uses the device" in told


def test_a_crash_of_the_machine_is_none_of_python():
    """Recursion without end, wild pointers and faulthandler: exceptions, all of them."""
    told = alone(
        """
        import faulthandler, kern, numpy as np
        faulthandler.enable()
        for body in ("*(int *)0x1234 = 1;", "x[1ll << 40] = 1;", "x[0] = f(x[0] + 1);"):
            source = "__device__ int f(int n) { return n > 0 ? n / (f(n + 1) | 1) : 0; } __global__ void k(int *x) { %s }" % body
            try:
                kern.RawKernel(source, "k")((1,), (1,), (np.ones(1, dtype=np.int32),))
            except kern.KernelError as error:
                print(error.code)
        try:
            kern.RawModule(code="(" * 100000)
        except kern.CompileError:
            print("K")
        """
    )
    assert len(told.split()) >= 3


def test_no_signal_is_left():
    told = alone(
        """
        import kern, numpy as np, signal
        signal.signal(signal.SIGINT, signal.default_int_handler)
        twice = kern.RawKernel("__global__ void twice(float *x) { x[threadIdx.x] *= 2; }", "twice")
        twice((1,), (4,), (np.ones(4, dtype=np.float32),))
        print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        """
    )
    assert told.split() == ["True"]
