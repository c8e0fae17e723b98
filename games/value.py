"""Values: nobody changes them, and what is equal is interchangeable."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

C = TypeVar("C")


@dataclass_transform(frozen_default=True)
def value(made: type[C]) -> type[C]:
    """A frozen dataclass to mypy, which refuses to set a field of it. A dataclass that is frozen while the
    bot runs takes more than twice as long to make, and every screen is made of dozens of them."""
    return dataclass(slots=True, unsafe_hash=True)(made)
