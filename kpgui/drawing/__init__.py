"""What the canvas and figures draw alike: marks, samples of the legend, the field's colours, text and formulas.

Sizes are in units of the painter: logical pixels on the canvas, points in a figure.
"""
