"""Small multiples: one figure of several runs on the same points."""
