"""A lesson with a question of each kind."""

SAMPLE = """---
title: Lines and more
about: What a line can do, and what it cannot.
minutes: 6
---

# Two clouds

Two clouds of {60|points} points are separated by a line. Run it (**R**).

```setup
points: blobs(n=60, noise=0.35, distance=1.6, seed=2)
kernel: linear()
learner: kernel_perceptron(bias=true, epochs=20)
lock: points kernel learner run
```

```question
ask: How many mistakes does it make until it converges?
number: 17
is: mistakes
hint: Run to the end (End), then read Mistakes below the canvas.
reveal: It makes {17|mistakes} mistakes; then an epoch passes without one.
```

# Four points

Now the four points of XOR.

```setup
points: 1 1 +1; -1 -1 +1; 1 -1 -1; -1 1 -1
lock: points run
at: end
```

```question
ask: Does it converge with more epochs?
wrong: Yes, with enough of them
right: No, never
hint: A run converges when an epoch has no mistake.
reveal: Whatever line there is, a point is on its wrong side.
```

# Another kernel

Choose a kernel for which
the run converges.

```setup
at: 0
```

```question
ask: Make it converge with at most four mistakes.
goal: converged and mistakes <= 4
solution: kernel: poly(degree=2)
hint: The polynomial kernel has products of the coordinates.
reveal: With x·y as a feature one plane is enough.
```

# Predict it

What does each step do?

```setup
points: 1 1 +1; -1 -1 +1; 1 -1 -1; -1 1 -1; 0.5 1 +1
kernel: linear()
lock: points kernel learner run
show: why
hide: setup
```

```question
ask: Predict two steps.
predict: 2
hint: Count.
reveal: At the start f is 0 everywhere, which is a mistake for either label.
```
"""
