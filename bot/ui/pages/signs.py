"""The small pictures that pages put beside texts."""

from functools import partial

from bot.services import Services
from bot.ui.marks import Sign, mark


def signs_of(services: Services) -> Sign:
    return partial(mark, deck=services.deck)
