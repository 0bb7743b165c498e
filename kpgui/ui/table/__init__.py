"""The table of points: its model, and the view, which shares its selection with the canvas."""
