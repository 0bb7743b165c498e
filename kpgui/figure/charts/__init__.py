"""Charts of what instruments find, drawn alike in the window and in pictures."""
