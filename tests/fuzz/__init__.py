"""A fuzzer of whatever a user may hand to the program: files, pastes, expressions, settings, sessions to be saved."""
