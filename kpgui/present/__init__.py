"""Presentation without a toolkit: texts, colours, ticks, geometry and enablement, as pure functions. No Qt."""
