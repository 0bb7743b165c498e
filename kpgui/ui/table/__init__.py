"""The points as a table: the model, and the view that shares its selection with the canvas."""
