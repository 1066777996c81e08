"""Whole programs, with a `main`: `run` and `profile_html`."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from . import _kern
from ._errors import CompileError, KernelError
from ._kern import Device

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
    report: dict[str, Any] = field(repr=False)

    @property
    def findings(self) -> list[dict[str, Any]]:
        """What was found while the program ran, as objects of docs/json.md."""
        return [found for found in self.diagnostics if found["code"].startswith("R")]

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """All that was told: of the compiler, and findings."""
        told: list[dict[str, Any]] = self.report.get("diagnostics", [])
        return told

    def to_dict(self) -> dict[str, Any]:
        """All of it as values that `json.dumps` takes."""
        return {"status": self.status, "stdout": self.stdout, "stderr": self.stderr, "report": self.report}


def _program(program: str | os.PathLike[str]) -> tuple[str, tuple[str, str] | None]:
    """The file to name on the command line, and the text if there is no such file."""
    if isinstance(program, os.PathLike):
        return os.fspath(program), None
    if not isinstance(program, str):
        raise TypeError(f"program: expected source text or a path, found {type(program).__name__}")
    if "\n" not in program and program.endswith(ENDINGS):
        return program, None
    return CELL, (CELL, program)


def _words(what: str, words: Iterable[Any]) -> list[str]:
    """Words of a command line."""
    # The characters of a string would be words too.
    if isinstance(words, (str, bytes)) or not isinstance(words, Iterable):
        raise TypeError(f"{what}: expected a tuple of strings, found {type(words).__name__}")
    return [os.fspath(word) if isinstance(word, os.PathLike) else str(word) for word in words]


def _bytes(stdin: str | bytes | bytearray | memoryview) -> bytes:
    if isinstance(stdin, str):
        return stdin.encode()
    # `bytes` would make zeros of a number.
    if not isinstance(stdin, (bytes, bytearray, memoryview)):
        raise TypeError(f"stdin: expected a string or bytes, found {type(stdin).__name__}")
    return bytes(stdin)


def _model(device: Device | str) -> str:
    if isinstance(device, Device):
        return device.model
    if not isinstance(device, str):
        raise TypeError(f'device: expected a kern.Device or a name such as "h200", found {type(device).__name__}')
    return device


def _execute(
    command: str,
    program: str | os.PathLike[str],
    args: Iterable[Any],
    stdin: str | bytes,
    device: Device | str,
    options: Iterable[str],
) -> tuple[RunReport, str | None]:
    """Runs a command of kern on a program; what it did, and the path of `--html` if the command wrote one."""
    file, source = _program(program)
    words, switches, sent, model = _words("args", args), _words("options", options), _bytes(stdin), _model(device)
    with tempfile.TemporaryDirectory(prefix="kern-") as folder:
        report, html = os.path.join(folder, "report.json"), os.path.join(folder, "page.html")
        line = ["kern", command, "--report", report]
        # Among the options it may stand, too.
        if not any(word.partition("=")[0] == "--device" for word in switches):
            line += ["--device", model]
        if command == "profile":
            line += ["--html", html, "--output", os.path.join(folder, "profile.txt")]
        line += [*switches, file, "--", *words]
        status, out, err = _kern.command(line, sent, source)
        stdout, stderr = out.decode(errors="replace"), err.decode(errors="replace")
        told = _read(report)
        if told is None:
            # A wrong command line starts nothing.
            raise ValueError(stderr.strip() or stdout.strip() or "the options start nothing")
        return RunReport(status, stdout, stderr, json.loads(told)), _read(html)


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read() or None
    except FileNotFoundError:
        return None


def _raise(done: RunReport) -> None:
    """An exception for a program that does not compile, or did something wrong."""
    errors = [told for told in done.diagnostics if told["severity"] == "error"]
    if done.report.get("why") == "not_started":
        if not done.diagnostics:
            # The command line was wrong, not the program.
            raise ValueError(done.stderr.strip())
        raise CompileError(done.stderr.strip(), done.diagnostics, done)
    if any(told["code"].startswith("R") for told in errors):
        raise KernelError(done.stderr.strip(), done.diagnostics, done)


def run(
    program: str | os.PathLike[str],
    args: Iterable[Any] = (),
    *,
    stdin: str | bytes = b"",
    device: Device | str = "h200",
    options: Iterable[str] = (),
    check: bool = True,
) -> RunReport:
    """Compiles a program, runs its `main`, and returns what it did.

    `program` is source text, or the path of a file. `args` are the arguments of `main`, `options` those of `kern run`, such as
    `("-DN=4", "--timeout", "10")`; a `--device` among them goes before `device`.

    Raises `CompileError`, and with `check` also `KernelError` where mistakes were found; the exception's `report` is what is returned
    else.
    """
    done, _ = _execute("run", program, args, stdin, device, options)
    if check or done.report.get("why") == "not_started":
        _raise(done)
    return done


def profile_html(
    program: str | os.PathLike[str],
    args: Iterable[Any] = (),
    *,
    stdin: str | bytes = b"",
    device: Device | str = "h200",
    options: Iterable[str] = (),
) -> str:
    """Runs a program and returns the page of `kern profile --html`: one file of HTML that loads nothing."""
    done, html = _execute("profile", program, args, stdin, device, options)
    if html is None:
        _raise(done)
        raise CompileError(done.stderr.strip(), done.diagnostics, done)
    return html
