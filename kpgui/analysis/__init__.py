"""Questions about a dataset, a kernel or a run. A long one is given up by its `token` (see `kpgui.model.cancel`)."""
