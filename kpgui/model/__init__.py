"""What flows through the program: frozen values, read-only arrays. NumPy and the standard library only."""
