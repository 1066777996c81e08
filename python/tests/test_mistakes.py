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
        ((FLOATS, kern.zeros(3)), "expected int or numpy.int32, found kern.Array: float32 array of shape (3,)"),
        ((kern.zeros(3, np.int32), 3), "expected an array of float32, found kern.Array: int32 array of shape (3,)"),
    ],
)
def test_arguments_that_do_not_fit(twice, args, expected):
    with pytest.raises(kern.ArgumentError) as raised:
        twice((1,), (1,), args)
    assert isinstance(raised.value, TypeError) and expected in str(raised.value)


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
        ((1,), (1,), {"shared_mem": -1}, ValueError, "shared_mem: expected bytes, found -1"),
        ((1,), (1,), {"shared_mem": 1 << 40}, ValueError, "shared"),
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
    for wrong in ("-O2", 5, (1,)):
        with pytest.raises(TypeError, match="options: expected a tuple of strings"):
            kern.RawModule(code=TWICE, options=wrong)


def test_bytecode_of_another_version_or_broken():
    good = kern.RawModule(code=TWICE).to_bytecode()
    other = bytearray(good)
    other[8:12] = b"\xfe\xff\xff\xff"
    with pytest.raises(kern.CompileError, match="<module>"):
        kern.RawModule(code=bytes(other))
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
            source = "__device__ int f(int n) { return n > 0 ? f(n + 1) + 1 : 0; } __global__ void k(int *x) { %s }" % body
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
