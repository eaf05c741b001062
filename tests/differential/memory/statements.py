"""What generators of random programs share: a program that is made statement by statement, with random choices and few levels of nesting."""


class Statements:
    """Subclasses write `statement` (lines of C) and `assign`, one that nests no other."""

    def __init__(self, R):
        self.R, self.checks, self.depth, self.names = R, 0, 0, 0

    def nested(self, count):
        self.depth += 1
        lines = ["  " + line for _ in range(count) for line in self.statement()]
        self.depth -= 1
        return lines

    def when(self, condition, otherwise):
        """if (condition) ..., perhaps with an else."""
        if self.depth > 1:
            return self.assign()
        return [f"if ({condition()}) {{"] + self.nested(2) + (["} else {"] + self.nested(1) if otherwise() else []) + ["}"]
