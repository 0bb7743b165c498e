"""What the clipboard holds as text: points, or a whole setting."""
