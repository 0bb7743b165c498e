"""Analyses of a dataset, a kernel or a run. Long ones can be cancelled by their `token` (see `kpgui.model.errors`)."""
