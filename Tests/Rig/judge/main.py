#!/usr/bin/env python3
"""Judges what the scenarios have left: main.py MEDIA RESULTS MODULE[.SCENARIO]…

Runs on the host, where decoding costs little, and by foreign tools. Prints a line for each check and, last,
`N passed, N failed`."""

import importlib
import sys
import traceback

from report import Report


def judges(words):
    for word in words:
        module, _, wanted = word.partition('.')
        for judge in importlib.import_module(module).JUDGES:
            if wanted in ('', judge.__name__):
                yield judge


def main():
    media, results, *words = sys.argv[1:]
    report = Report()
    for judge in judges(words):
        try:
            judge(report, results, media)
        except Exception:  # nothing to judge is a failure like any other
            report.fail(judge.__name__, traceback.format_exc().strip().replace('\n', ' | '), 'results to judge')
    print(f'{report.passed} passed, {report.failed} failed')
    sys.exit(report.failed > 0)


main()
