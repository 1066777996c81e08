"""Microseconds of a launch of a saxpy over 1,024 floats: from Rust, inside of kern, and from Python.

`python bench/launches.py` in `python/`, with the wheel installed; `--rust` also builds and runs `kern/examples/launches.rs`.
"""

import pathlib
import subprocess
import sys
import time

import numpy as np

import kern

LAUNCHES, ROUNDS = 10_000, 3
HERE = pathlib.Path(__file__).parent
SAXPY = """
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
"""


def timed(kernel, x, y):
    """Microseconds of a launch, in the fastest round."""
    fastest = float("inf")
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        for _ in range(LAUNCHES):
            kernel((4,), (256,), (1024, 2.0, x, y))
        fastest = min(fastest, time.perf_counter() - begun)
    return fastest / LAUNCHES * 1e6


def main():
    rows = []
    if "--rust" in sys.argv:
        cargo = ["cargo", "run", "--release", "-q", "-p", "kern", "--no-default-features", "--features", "compile,jit", "--example", "launches"]
        rows.append(("from Rust", float(subprocess.run(cargo, cwd=HERE, check=True, capture_output=True, text=True).stdout)))
    rows.append(("inside of kern", min(float(kern.run(HERE / "launches.cu").stdout) for _ in range(ROUNDS))))
    kernel = kern.RawKernel(SAXPY, "saxpy")
    data = np.ones(1024, dtype=np.float32)
    rows.append(("from Python, data on the device", timed(kernel, kern.asarray(data), kern.asarray(data))))
    rows.append(("from Python, data in numpy", timed(kernel, data.copy(), data.copy())))
    for name, microseconds in rows:
        print(f"{name:32} {microseconds:7.2f} µs")


if __name__ == "__main__":
    main()
