"""The values that flow through the program: frozen, with read-only arrays. NumPy and the standard library only."""
