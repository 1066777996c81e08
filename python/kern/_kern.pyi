"""Types of the native module; `kern` passes all of it on."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._figures import Figures

__all__ = ["Array", "Device", "RawKernel", "RawModule", "Report", "__version__", "asarray", "command", "device", "main", "zeros"]

__version__: str

@final
class Device:
    """A GPU with memory. Two threads that use one take turns."""

    def __new__(
        cls,
        model: str = "h200",
        *,
        count: bool = True,
        caches: bool = False,
        sanitize: bool = False,
        engine: str | None = None,
        fuel: int | None = None,
        threads: int | None = None,
    ) -> Device: ...
    @property
    def model(self) -> str:
        """The name by which `--device` takes it: `h200`."""
    @property
    def name(self) -> str:
        """The product."""
    @property
    def memory(self) -> int:
        """Bytes of its memory."""

def device(model: str = "h200") -> Device:
    """The process's device of a product."""

@final
class Array:
    """An array in memory of a device."""

    def get(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """A copy as an array of numpy; into `out`, if there is one."""
    def set(self, data: ArrayLike) -> None:
        """Replaces what it holds by a copy of `data`, an array of the same type and shape."""
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]: ...
    def __len__(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]:
        """Extents."""
    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its elements."""
    @property
    def ndim(self) -> int:
        """How many extents it has."""
    @property
    def size(self) -> int:
        """Elements."""
    @property
    def nbytes(self) -> int:
        """Bytes."""
    @property
    def device(self) -> Device:
        """Where it is."""
    @property
    def address(self) -> int:
        """The address that kernels see: for pointers inside of data."""

def asarray(data: ArrayLike, dtype: DTypeLike | None = None, *, device: Device | str | None = None) -> Array:
    """An array on a device, with a copy of `data`."""

def zeros(shape: int | Sequence[int], dtype: DTypeLike | None = None, *, device: Device | str | None = None) -> Array:
    """An array of zeros on a device; of float32 unless told otherwise."""

@final
class Report:
    """What a launch did: figures, findings, what it printed."""

    @property
    def kernel(self) -> str:
        """The kernel as its source calls it."""
    @property
    def grid(self) -> tuple[int, int, int]:
        """Blocks along x, y, z."""
    @property
    def block(self) -> tuple[int, int, int]:
        """Threads of a block along x, y, z."""
    @property
    def shared_mem(self) -> int:
        """Bytes of dynamic shared memory a block."""
    @property
    def seconds(self) -> float:
        """Seconds that the launch took on this computer."""
    @property
    def stdout(self) -> str:
        """What the kernel printed."""
    @property
    def stderr(self) -> str:
        """What its failed assertions said."""
    @property
    def counters(self) -> dict[str, int]:
        """Figures under Nsight Compute's names; empty if counting is off."""
    @property
    def profile(self) -> Figures | None:
        """What it asked of memory, as figures with units; `None` if counting is off."""
    @property
    def totals(self) -> dict[str, int]:
        """Instructions, branches, barriers."""
    @property
    def findings(self) -> list[dict[str, Any]]:
        """Mistakes and warnings as objects of docs/json.md, in the order of their first occurrence."""
    @property
    def text(self) -> str:
        """The findings as text, with the lines they are about."""
    def to_dict(self) -> dict[str, Any]:
        """All of it as values that `json.dumps` takes."""

@final
class RawKernel:
    """A kernel on a device."""

    def __new__(cls, code: str | bytes, name: str, options: Sequence[str] | None = None, *, device: Device | str | None = None) -> RawKernel: ...
    def __call__(self, grid: int | Sequence[int], block: int | Sequence[int], args: Sequence[Any] | None = None, *, shared_mem: int = 0) -> Report:
        """Launches it and waits for its end. Arrays of numpy are copied to the device, and back where the kernel may have written them."""
    @property
    def name(self) -> str:
        """The name in the source."""
    @property
    def declaration(self) -> str:
        """As C++ declares it."""
    @property
    def device(self) -> Device:
        """Where it is launched."""
    @property
    def module(self) -> RawModule:
        """The program that it is of."""

@final
class RawModule:
    """A compiled program on a device."""

    def __new__(
        cls,
        *,
        code: str | bytes | None = None,
        path: str | PathLike[str] | None = None,
        options: Sequence[str] | None = None,
        device: Device | str | None = None,
    ) -> RawModule: ...
    def get_function(self, name: str) -> RawKernel:
        """The kernel that the source calls `name`: `saxpy`, `filters::blur`, `scale<float>`."""
    def get_global(self, name: str) -> Array:
        """The `__device__` or `__constant__` variable of this name: its memory, where kernels see it."""
    @property
    def kernels(self) -> list[str]:
        """The names of all kernels, in the order of the source."""
    @property
    def has_main(self) -> bool:
        """Whether the program has a `main` that `kern.run` runs."""
    @property
    def warnings(self) -> list[str]:
        """What the compiler warned of, as text with the lines it is about."""
    @property
    def device(self) -> Device:
        """Where its kernels are launched."""
    def to_ptx(self) -> str:
        """The device code as PTX text."""
    def to_bytecode(self) -> bytes:
        """The program as bytecode, which `RawModule(code=…)` of the same version of kern takes."""

def main(args: Sequence[str]) -> int:
    """Runs the command with this process's streams; its exit status."""

def command(args: Sequence[str], stdin: bytes, source: tuple[str, str] | None = None) -> tuple[int, bytes, bytes]:
    """Runs the command; its exit status, what it wrote to standard output and to standard error."""
