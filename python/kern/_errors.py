"""The exceptions. The message of each is the report, with the lines that it is about."""


class KernError(Exception):
    """Anything that kern says no to.

    `diagnostics` are the objects of docs/json.md, `report` is what the launch or the run did, if there was one.
    """

    def __init__(self, message, diagnostics=(), report=None):
        super().__init__(message)
        self.diagnostics = list(diagnostics)
        self.report = report

    @property
    def code(self):
        """The code of the first diagnostic, such as `K0302`: `kern explain` has its page."""
        return self.diagnostics[0]["code"] if self.diagnostics else None


class CompileError(KernError):
    """A program does not compile, or is bytecode of another version."""


class KernelError(KernError):
    """A kernel, or the program, did something wrong: a finding."""

    @property
    def findings(self):
        """The findings, which are those of the report."""
        return self.report.findings if self.report is not None else []


class ArgumentError(KernError, TypeError):
    """The arguments of a launch do not fit the kernel's parameters."""


class LaunchError(KernError, ValueError):
    """A launch is not possible: its sizes, or an array of another device."""


class NotFoundError(KernError, LookupError):
    """There is no such kernel, variable or device, or there are several."""


class DeviceMemoryError(KernError, MemoryError):
    """A device has not enough memory left."""
