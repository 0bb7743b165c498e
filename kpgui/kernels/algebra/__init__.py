"""Kernels made of other kernels, and what they have in common."""

from abc import ABC
from dataclasses import dataclass
from functools import cached_property

from kpgui.kernels.base import Kernel
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.expression import MAX_OPERATIONS, OPERATIONS


class Composite(Kernel, ABC):
    """A kernel made of other kernels.

    Raises KpguiError when it has more operations than an expression may have: its text could not be parsed again.
    """

    def __post_init__(self) -> None:
        operations = 1 + sum([part.operations for part in self.parts])
        object.__setattr__(self, "operations", operations)
        if operations > MAX_OPERATIONS:
            raise KpguiError(
                _("A kernel is made by {operations}, such as + and exp; leave some out.").format(
                    operations=_(OPERATIONS).format(most=MAX_OPERATIONS)
                )
            )

    @property
    def own_effort(self) -> int:
        """The `effort` of the operation that combines the parts."""
        return 2

    @cached_property
    def effort(self) -> int:
        return self.own_effort + sum(part.effort for part in self.parts)


@dataclass(frozen=True)
class Wrapped(Composite, ABC):
    """A kernel made of one kernel, strictly positive definite if that is."""

    kernel: Kernel

    @cached_property
    def strictly_positive_definite(self) -> bool:
        return self.kernel.strictly_positive_definite

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return (self.kernel,)
