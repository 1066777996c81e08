"""CUDA on the CPU: compile kernels, launch them on numpy arrays, and see what they did wrong.

>>> import kern, numpy as np
>>> twice = kern.RawKernel("__global__ void twice(float *x) { x[threadIdx.x] *= 2; }", "twice")
>>> x = np.arange(4, dtype=np.float32)
>>> report = twice((1,), (4,), (x,))
>>> x
array([0., 2., 4., 6.], dtype=float32)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._errors import (
    ArgumentError,
    CompileError,
    DeviceMemoryError,
    KernelError,
    KernError,
    LaunchError,
    NotFoundError,
)
from ._figures import Figures
from ._kern import Array, Device, RawKernel, RawModule, Report, __version__, asarray, device, zeros
from ._run import RunReport, profile_html, run

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = [
    "ArgumentError",
    "Array",
    "CompileError",
    "Device",
    "DeviceMemoryError",
    "Figures",
    "KernError",
    "KernelError",
    "LaunchError",
    "NotFoundError",
    "RawKernel",
    "RawModule",
    "Report",
    "RunReport",
    "__version__",
    "asarray",
    "device",
    "profile_html",
    "run",
    "zeros",
]


def load_ipython_extension(ipython: InteractiveShell) -> None:
    """`%load_ext kern`: the cell magics `%%kern` and `%%kern_profile`."""
    from .magic import KernMagics

    ipython.register_magics(KernMagics)
