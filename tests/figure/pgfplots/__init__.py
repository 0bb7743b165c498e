"""Pictures of pgfplots."""
