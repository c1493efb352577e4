"""What was found, a line for each check."""


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def ok(self, name, found=''):
        self.passed += 1
        print(f'ok      {name}' + (f': {found}' if found != '' else ''), flush=True)

    def fail(self, name, found, expected):
        self.failed += 1
        print(f'FAILED  {name}: found {found}, expected {expected}', flush=True)

    def check(self, name, holds, found, expected):
        """One check; `found` is shown either way."""
        if holds:
            self.ok(name, found)
        else:
            self.fail(name, found, expected)
        return holds

    def equal(self, name, found, expected):
        return self.check(name, found == expected, found, expected)
