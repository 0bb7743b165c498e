"""What a hand does between pressing a button and releasing it."""
