"""Scripts that a session becomes."""
