"""Whole programs, the command, the magics and the notebooks."""

import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

import kern

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOOD = '#include <cstdio>\nint main(int argc, char **argv) { printf("%s %d\\n", argv[1], getchar()); return 3; }'
WRONG = "__global__ void k(int *p) { *p = 1; }\nint main() { k<<<1, 1>>>(nullptr); cudaDeviceSynchronize(); }"
COPIES = """
__global__ void copy(float *out, const float *in, int stride) { int i = threadIdx.x * stride; out[i] = in[i]; }
int main() { float *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); copy<<<1, 32>>>(a, b, 32); cudaDeviceSynchronize(); }
"""


def test_a_program_runs():
    done = kern.run(GOOD, ["a b"], stdin="x")
    assert (done.status, done.stdout, done.stderr, done.findings) == (3, "a b 120\n", "", [])
    assert done.report["why"] == "finished" and json.loads(json.dumps(done.to_dict()))["status"] == 3


def test_mistakes_of_a_program():
    with pytest.raises(kern.KernelError, match="null pointer write") as raised:
        kern.run(WRONG)
    assert raised.value.report.status == 1 and raised.value.findings[0]["code"] == "R0105"
    done = kern.run(WRONG, check=False)
    assert done.status == 1 and "null pointer" in done.stderr
    with pytest.raises(kern.CompileError, match="unknown name"):
        kern.run("int main() { return x; }", check=False)
    with pytest.raises(kern.CompileError, match="no `main`"):
        kern.run("__global__ void k() { }\n")


def test_wrong_calls():
    with pytest.raises(ValueError, match="--bogus"):
        kern.run(GOOD, options=("--bogus",))
    with pytest.raises(ValueError, match="h300"):
        kern.run(GOOD, device="h300")
    with pytest.raises(TypeError, match="program: expected source text or a path, found int"):
        kern.run(5)
    with pytest.raises(kern.CompileError, match="cannot read"):
        kern.run("absent.cu")
    for wrong, expected in (
        ({"args": "a b"}, "args: expected a tuple of strings, found str"),
        ({"args": None}, "args: expected a tuple of strings, found NoneType"),
        ({"options": 3}, "options: expected a tuple of strings, found int"),
        ({"stdin": 5}, "stdin: expected a string or bytes, found int"),
        ({"device": None}, "device: expected a kern.Device or a name"),
    ):
        with pytest.raises(TypeError, match=expected):
            kern.run(GOOD, **wrong)


def test_files_and_options(tmp_path):
    (tmp_path / "n.h").write_text("#define N 7\n")
    path = tmp_path / "program.cu"
    path.write_text('#include "n.h"\nint main() { return N + M; }')
    assert kern.run(path, options=("-DM=2",)).status == 9
    assert kern.run(str(path), options=("-DM=2",), device=kern.Device("t4")).report["device"] == "t4"
    assert kern.run(path, options=("-DM=2", "--device", "t4")).report["device"] == "t4"


def test_the_page_of_a_profile():
    page = kern.profile_html(COPIES)
    assert page.startswith("<!doctype html>") or page.lower().startswith("<!doctype")
    assert "copy" in page


def test_the_command(tmp_path):
    path = tmp_path / "program.cu"
    path.write_text(GOOD)
    for command in ([sys.executable, "-m", "kern"], [str(pathlib.Path(sys.executable).with_name("kern"))]):
        done = subprocess.run([*command, "run", str(path), "--", "hello"], capture_output=True, text=True, input="x")
        assert (done.returncode, done.stdout) == (3, "hello 120\n"), done.stderr
        done = subprocess.run([*command, "--version"], capture_output=True, text=True)
        assert done.stdout.startswith(f"kern {kern.__version__}")


@pytest.fixture
def no_network(monkeypatch):
    """Who asks for a socket is refused."""
    import _socket
    import socket

    def refuse(*args, **keywords):
        raise AssertionError("kern used the network")

    for module, name in ((socket, "socket"), (socket, "create_connection"), (socket, "getaddrinfo"), (_socket, "socket")):
        monkeypatch.setattr(module, name, refuse)


def test_nothing_needs_the_network(no_network):
    import numpy as np

    x = np.ones(4, dtype=np.float32)
    kern.RawKernel("#include <vector>\n__global__ void twice(float *x) { x[threadIdx.x] *= 2; }", "twice")((1,), (4,), (x,))
    assert x.tolist() == [2, 2, 2, 2]
    assert kern.run(GOOD, ["a"]).status == 3
    page = kern.profile_html(COPIES)
    # The page is complete: a browser asks nobody for more of it.
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", page) and "@import" not in page and "fetch(" not in page


@pytest.mark.parametrize("command", [["mypy.stubtest", "kern"], ["mypy", "--strict", "-p", "kern"]], ids=["stubtest", "strict"])
def test_types(command, tmp_path):
    pytest.importorskip("mypy", reason="skipped: needs mypy")
    # Numpy's types take a minute to read; `target` keeps what mypy knows of them.
    kept = os.environ | {"MYPY_CACHE_DIR": str(ROOT / "target/mypy")}
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=tmp_path, env=kept)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_name_what_is_there():
    """Every public name of the native module stands in its stubs, with all of its methods."""
    import ast

    from kern import _kern

    tree = ast.parse((pathlib.Path(kern.__file__).parent / "_kern.pyi").read_text())
    stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    for name, value in vars(_kern).items():
        if name.startswith("_"):
            continue
        assert name in stubs, name
        if isinstance(value, type):
            inside = {node.name for node in stubs[name].body if isinstance(node, ast.FunctionDef)}
            missing = {method for method in vars(value) if not method.startswith("_")} - inside
            assert not missing, f"{name}: {missing}"


@pytest.fixture
def shell():
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactive.InteractiveShell.instance()
    shell.run_line_magic("load_ext", "kern")
    yield shell
    interactive.InteractiveShell.clear_instance()


def displayed(shell, monkeypatch):
    shown = []
    from kern import magic

    monkeypatch.setattr(magic, "display", shown.append)
    return shown


def test_a_cell_with_main_runs(shell, monkeypatch, capsys):
    shown = displayed(shell, monkeypatch)
    shell.run_cell_magic("kern", "-- hello", GOOD)
    assert capsys.readouterr().out == "hello -1\nexit status 3\n" and shown == []
    shell.run_cell_magic("kern", "", WRONG)
    assert "null pointer write" in shown[0]._repr_html_() and "<pre" in shown[0]._repr_html_()
    shell.run_cell_magic("kern", "--device t4 -- hello", GOOD)
    assert shell.user_ns["_kern"].report["device"] == "t4"
    shell.run_cell_magic("kern", "-- 'not closed", GOOD)
    assert shown[1].text == "No closing quotation"


def test_a_cell_without_main_makes_kernels(shell, monkeypatch, capsys):
    import numpy as np

    shown = displayed(shell, monkeypatch)
    shell.run_cell_magic("kern", "--device t4", "__global__ void twice(float *x) { x[threadIdx.x] *= 2; }")
    assert capsys.readouterr().out == "kernels: twice\n"
    x = np.ones(3, dtype=np.float32)
    twice = shell.user_ns["twice"]
    twice((1,), (3,), (x,))
    assert x.tolist() == [2, 2, 2] and twice.device.model == "t4"
    shell.run_cell_magic("kern", "", "__global__ void f() { y = <1>; }")
    assert shown and "&lt;1&gt;" in shown[0]._repr_html_()
    shell.run_cell_magic("kern", "--device absent", "__global__ void f() { }")
    assert "no device is called `absent`" in shown[1].text and "IPython" not in shown[1].text


def test_a_profiled_cell_is_a_page_in_a_frame(shell, monkeypatch):
    shown = displayed(shell, monkeypatch)
    shell.run_cell_magic("kern_profile", "", COPIES)
    assert shown[0]._repr_html_().startswith("<iframe") and "srcdoc=" in shown[0]._repr_html_()
    shell.run_cell_magic("kern_profile", "", "int main() { return x; }")
    assert "unknown name" in shown[1].text
    shell.run_cell_magic("kern_profile", "--device=t4", COPIES)
    assert "T4" in shown[2].page


@pytest.mark.parametrize("path", sorted((ROOT / "examples/notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}}).execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error"


def test_there_are_notebooks():
    assert list((ROOT / "examples/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_the_pages_are_true(page):
    """The blocks of a page are one program."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)  # noqa: S102
