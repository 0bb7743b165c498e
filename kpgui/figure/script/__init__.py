"""A session as a Python script that trains from scratch and draws, readable and with NumPy and matplotlib only."""
