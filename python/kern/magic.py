"""The cell magics `%%kern` and `%%kern_profile`: `%load_ext kern` makes them known."""

from __future__ import annotations

import html
import re
import shlex

from IPython.core.magic import Magics, cell_magic, magics_class
from IPython.display import display as _display

from . import _run
from ._errors import KernError
from ._kern import RawModule

#: Height of the page of `%%kern_profile`, in pixels.
HEIGHT = 720

STYLE = "margin:0;padding:.5em .8em;border-left:3px solid {};background:transparent;line-height:1.25"


def display(shown: Told | Page) -> None:
    """Shows it below the cell."""
    _display(shown)  # type: ignore[no-untyped-call]


def block(text: str, colour: str) -> str:
    """Text as a block of HTML, with a bar in a colour."""
    return f'<pre style="{STYLE.format(colour)}">{html.escape(text.rstrip())}</pre>'


class Told:
    """What kern says of a program, as HTML in a notebook and as text elsewhere."""

    def __init__(self, text: str, is_error: bool) -> None:
        self.text, self.is_error = text, is_error

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return block(self.text, "#c0392b" if self.is_error else "#b7950b")


class Page:
    """A page of HTML in a frame, where its scripts and styles are its own."""

    def __init__(self, page: str) -> None:
        self.page = page

    def __repr__(self) -> str:
        return "<a page of kern profile --html>"

    def _repr_html_(self) -> str:
        frame = 'style="width:100%;height:{}px;border:0" sandbox="allow-scripts" srcdoc="{}"'
        return f"<iframe {frame.format(HEIGHT, html.escape(self.page))}></iframe>"


def split(line: str) -> tuple[list[str], list[str]]:
    """The options of a magic, and the arguments of the program: what stands behind `--`."""
    words = shlex.split(line)
    if "--" not in words:
        return words, []
    at = words.index("--")
    return words[:at], words[at + 1 :]


def kernel_options(options: list[str]) -> tuple[list[str], str | None]:
    """Of the options, those that a module without `main` takes, and the device."""
    rest: list[str] = []
    device: str | None = None
    words = iter(options)
    for word in words:
        if word == "--device":
            device = next(words, None)
        elif word.startswith("--device="):
            device = word.partition("=")[2]
        else:
            rest.append(word)
    return rest, device


@magics_class
class KernMagics(Magics):
    """The magics of kern."""

    @cell_magic
    def kern(self, line: str, cell: str) -> None:
        """`%%kern [OPTIONS] [-- ARGS]`: runs the program in the cell with the options of `kern run`.

        A cell without `main` is compiled, and its kernels become variables of the notebook.
        """
        try:
            options, args = split(line)
            if re.search(r"\bmain\s*\(", cell):
                self._run(cell, options, args)
            else:
                self._compile(cell, options)
        except (KernError, ValueError) as error:
            display(Told(str(error), True))

    def _keep(self, name: str, value: object) -> None:
        """Makes a variable of the notebook."""
        if self.shell is not None:
            self.shell.user_ns[name] = value

    def _run(self, cell: str, options: list[str], args: list[str]) -> None:
        done = _run.run(cell, args, options=options, check=False)
        if done.stdout:
            print(done.stdout, end="")
        if done.stderr:
            has_errors = any(told["severity"] == "error" for told in done.diagnostics)
            display(Told(done.stderr, has_errors))
        if done.status:
            print(f"exit status {done.status}")
        self._keep("_kern", done)

    def _compile(self, cell: str, options: list[str]) -> None:
        rest, device = kernel_options(options)
        module = RawModule(code=cell, options=rest, device=device)
        for warning in module.warnings:
            display(Told(warning, False))
        names = []
        for name in module.kernels:
            # Of a template or an overload the notebook gets the module.
            if name.isidentifier() and module.kernels.count(name) == 1:
                self._keep(name, module.get_function(name))
                names.append(name)
        self._keep("_kern", module)
        print(f"kernels: {', '.join(names)}" if names else f"_kern: {module!r}")

    @cell_magic
    def kern_profile(self, line: str, cell: str) -> None:
        """`%%kern_profile [OPTIONS] [-- ARGS]`: runs the program in the cell and shows the page of `kern profile --html`."""
        try:
            options, args = split(line)
            page = _run.profile_html(cell, args, options=options)
        except (KernError, ValueError) as error:
            display(Told(str(error), True))
            return
        display(Page(page))
