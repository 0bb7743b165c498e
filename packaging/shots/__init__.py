"""The pictures of the window in README and docs, made from the running program."""
