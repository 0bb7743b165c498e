"""The run as a page: one HTML file that plays what was recorded in any browser, without a network."""
