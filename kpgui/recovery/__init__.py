"""Protection against losing work: recovery copies, claims on open files, and fingerprints of them. No Qt."""
