"""A scene as a picture of pgfplots, which LaTeX typesets."""
