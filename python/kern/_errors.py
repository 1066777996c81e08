"""The exceptions. The message of each is the report, with the lines that it is about."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._kern import Report
    from ._run import RunReport


class KernError(Exception):
    """Anything that kern says no to.

    `diagnostics` are the objects of docs/json.md, `report` is what the launch or the run did, if there was one.
    """

    def __init__(self, message: str, diagnostics: Iterable[dict[str, Any]] = (), report: Report | RunReport | None = None) -> None:
        super().__init__(message)
        self.diagnostics: list[dict[str, Any]] = list(diagnostics)
        self.report = report

    @property
    def code(self) -> str | None:
        """The code of the first diagnostic, such as `K0302`: `kern explain` has its page."""
        return self.diagnostics[0]["code"] if self.diagnostics else None

    def __reduce__(self) -> tuple[Callable[..., KernError], tuple[Any, ...]]:
        """To another process, all of it goes but the report of a launch, which refers to the program."""
        try:
            pickle.dumps(self.report)
        except TypeError:
            return type(self), (str(self), self.diagnostics)
        return type(self), (str(self), self.diagnostics, self.report)


class CompileError(KernError):
    """A program does not compile, or is bytecode of another version."""


class KernelError(KernError):
    """A kernel, or the program, did something wrong: a finding."""

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings, which are those of the report."""
        if self.report is not None:
            return self.report.findings
        return [told for told in self.diagnostics if told["code"].startswith("R")]


class ArgumentError(KernError, TypeError):
    """The arguments of a launch do not fit the kernel's parameters."""


class LaunchError(KernError, ValueError):
    """A launch is not possible: its sizes, or an array of another device."""


class NotFoundError(KernError, LookupError):
    """There is no such kernel, variable or device, or there are several."""


class DeviceMemoryError(KernError, MemoryError):
    """A device has not enough memory left."""
