"""What learners say of themselves: pseudocode, steps in words, what f is made of, what is proved."""
