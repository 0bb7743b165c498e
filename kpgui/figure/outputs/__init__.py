"""Outputs: the kinds of file that a picture is saved as, one file each."""

from kpgui.figure.outputs.picture import Output, Picture
from kpgui.figure.outputs.registry import OUTPUTS, check_path, output_for, save

__all__ = ["OUTPUTS", "Output", "Picture", "check_path", "output_for", "save"]
