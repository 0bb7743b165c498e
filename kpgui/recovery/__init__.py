"""What keeps work from being lost: copies for after a crash, claims on open files, and stamps of them. No Qt."""
