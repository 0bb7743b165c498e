"""Text in a figure: its words, its letters, and formulas set with fractions and roots."""
