"""Tests on PostgreSQL alone."""

import pytest


@pytest.fixture
def address(postgresql: str) -> str:
    return postgresql
