from tests.e2e.conftest import desk, window

__all__ = ["desk", "window"]
