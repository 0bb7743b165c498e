from tests.e2e.conftest import desk, hand, window

__all__ = ["desk", "hand", "window"]
