"""What is shown, decided without a toolkit: colours, ticks, texts, what is enabled. No Qt here."""
