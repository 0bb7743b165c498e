"""The figure: one picture of a session, painted in points. Qt painting only, no widgets."""
