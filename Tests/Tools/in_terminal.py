"""Runs a command in a terminal of its own and types an answer at each of its questions.

in_terminal.py ANSWER… -- COMMAND ARGUMENT…

A question is output that ends with a colon, a question mark or a bracket and a space. What the command shows is
printed; the exit status is the command's, and 99 if it asks once more than there are answers.
"""
import os
import pty
import re
import sys

split = sys.argv.index("--")
answers, command = sys.argv[1:split], sys.argv[split + 1:]
process, terminal = pty.fork()
if process == 0:
    os.execvp(command[0], command)
shown = b""
since = 0
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        # The command has ended.
        break
    if not piece:
        break
    shown += piece
    if re.search(rb"[:?\]] $", shown[since:]):
        since = len(shown)
        if not answers:
            sys.exit(99)
        os.write(terminal, answers.pop(0).encode() + b"\n")
sys.stdout.write(shown.decode(errors="replace"))
status = os.waitpid(process, 0)[1]
sys.exit(os.waitstatus_to_exitcode(status))
