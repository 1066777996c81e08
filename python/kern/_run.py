"""Whole programs, with a `main`: `run` and `profile_html`."""

import json
import os
import tempfile
from dataclasses import dataclass, field

from . import _kern
from ._errors import CompileError, KernelError

#: Name of a program that is text.
CELL = "program.cu"

#: Endings of files that hold programs.
ENDINGS = (".kern", ".cu", ".cpp", ".cc", ".cxx", ".c", ".ptx", ".kbc", ".o")


@dataclass
class RunReport:
    """What came of a program.

    `status` is the command's exit status: the program's own, 1 if it ended well but mistakes were found. `stdout` is what the program
    wrote, `stderr` what it and kern wrote there. `report` is the object of docs/grading.md.
    """

    status: int
    stdout: str
    stderr: str
    report: dict = field(repr=False)

    @property
    def findings(self):
        """What was found while the program ran, as objects of docs/json.md."""
        return [found for found in self.report.get("diagnostics", []) if found["code"].startswith("R")]

    @property
    def diagnostics(self):
        """All that was told: of the compiler, and findings."""
        return self.report.get("diagnostics", [])

    def to_dict(self):
        """All of it as values that `json.dumps` takes."""
        return {"status": self.status, "stdout": self.stdout, "stderr": self.stderr, "report": self.report}


def _program(program):
    """The file to name on the command line, and the text if there is no such file."""
    if isinstance(program, os.PathLike):
        return os.fspath(program), None
    if not isinstance(program, str):
        raise TypeError(f"program: expected source text or a path, found {type(program).__name__}")
    if "\n" not in program and program.endswith(ENDINGS):
        return program, None
    return CELL, (CELL, program)


def _options(options):
    if isinstance(options, str):
        raise TypeError("options: expected a tuple of strings, found a string")
    return [str(option) for option in options]


def _execute(command, program, args, stdin, device, options):
    """Runs a command of kern on a program; what it did, and the path of `--html` if the command wrote one."""
    file, source = _program(program)
    if isinstance(stdin, str):
        stdin = stdin.encode()
    with tempfile.TemporaryDirectory(prefix="kern-") as folder:
        report, html = os.path.join(folder, "report.json"), os.path.join(folder, "page.html")
        line = ["kern", command, "--device", str(getattr(device, "model", device)), "--report", report]
        if command == "profile":
            line += ["--html", html, "--output", os.path.join(folder, "profile.txt")]
        line += [*_options(options), file, "--", *map(str, args)]
        status, stdout, stderr = _kern.command(line, bytes(stdin), source)
        stdout, stderr = stdout.decode(errors="replace"), stderr.decode(errors="replace")
        told = _read(report)
        if told is None:
            # A wrong command line starts nothing.
            raise ValueError(stderr.strip())
        return RunReport(status, stdout, stderr, json.loads(told)), _read(html)


def _read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read() or None
    except FileNotFoundError:
        return None


def _raise(done):
    """An exception for a program that does not compile, or did something wrong."""
    errors = [told for told in done.diagnostics if told["severity"] == "error"]
    if done.report.get("why") == "not_started":
        if not done.diagnostics:
            # The command line was wrong, not the program.
            raise ValueError(done.stderr.strip())
        raise CompileError(done.stderr.strip(), done.diagnostics, done)
    if any(told["code"].startswith("R") for told in errors):
        raise KernelError(done.stderr.strip(), done.diagnostics, done)


def run(program, args=(), *, stdin=b"", device="h200", options=(), check=True):
    """Compiles a program, runs its `main`, and returns what it did.

    `program` is source text, or the path of a file. `args` are the arguments of `main`, `options` those of `kern run`, such as
    `("-DN=4", "--timeout", "10")`.

    Raises `CompileError`, and with `check` also `KernelError` where mistakes were found; the exception's `report` is what is returned
    else.
    """
    done, _ = _execute("run", program, args, stdin, device, options)
    if check or done.report.get("why") == "not_started":
        _raise(done)
    return done


def profile_html(program, args=(), *, stdin=b"", device="h200", options=()):
    """Runs a program and returns the page of `kern profile --html`: one file of HTML that loads nothing."""
    done, html = _execute("profile", program, args, stdin, device, options)
    if html is None:
        _raise(done)
        raise CompileError(done.stderr.strip(), done.diagnostics, done)
    return html
