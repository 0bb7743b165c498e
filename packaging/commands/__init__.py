"""The commands of dev.py: a module each, named here in the order of the help.

A module has the first line of its docstring as its help, USAGE, what may follow its name ("" if nothing may), and
`main(arguments)`, which returns the exit code.
"""

COMMANDS = (
    "run",
    "test",
    "bench",
    "kills",
    "fuzz",
    "soak",
    "refresh",
    "languages",
    "shots",
    "lint",
    "manifest",
    "matrix",
    "build",
    "check",
    "peers",
    "system",
)
