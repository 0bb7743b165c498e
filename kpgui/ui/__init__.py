"""The window: Qt widgets that ask and show, and decide nothing."""
