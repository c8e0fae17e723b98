"""Several processes under one command: a supervisor starts them, watches them, and speaks for all of them.

It is a process of its own, with nothing but the standard library in its memory.
"""
