"""Exercise sheets: personal variants to be worked by hand, their exact keys, and the grading of answers."""
