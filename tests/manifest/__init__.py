"""The manifest of what the program does: see docs/contributing.md. It uses the public ways in only."""
