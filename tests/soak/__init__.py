"""The window under random real actions for minutes or hours: `python3 packaging/dev.py soak --minutes N --seed S`.

Every action is drawn from the seed and its number alone, so a seed gives the same actions again; how far a run of the
trainer is when an action comes is left to the machine.
"""
