"""The figures of a launch as attributes: `report.profile.global_loads.sectors_per_request`."""

from types import SimpleNamespace
from typing import Any


class Figures(SimpleNamespace):
    """Figures with units; the fields are those of `kern::Profile`, see docs/python.md."""

    def to_dict(self) -> dict[str, Any]:
        """The same as dictionaries."""
        return {name: value.to_dict() if isinstance(value, Figures) else value for name, value in vars(self).items()}


def figures(values: Any) -> Any:
    """Dictionaries as figures; `None` stays."""
    if isinstance(values, dict):
        return Figures(**{name: figures(value) for name, value in values.items()})
    return values
