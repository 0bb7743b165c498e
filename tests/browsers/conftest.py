"""What tests in browsers share."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def application(qapp):
    """Text cannot be measured without one."""
    return qapp
