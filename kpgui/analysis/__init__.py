"""Analyses of a dataset, a kernel or a run. Long ones can be cancelled by `stop` (see `kpgui.model.cancel`)."""
