#!/usr/bin/env python3
"""Judges what the scenarios have left: main.py MEDIA RESULTS MODULE[.SCENARIO]…

Runs on the host, where decoding costs little, and by foreign tools. RESULTS has a folder for each guest, in it
`exit`, the guest's exit status, and a folder for each record. Prints a line for each check and, last,
`N passed, N failed`."""

import glob
import importlib
import json
import os
import sys
import traceback

from report import Report


def judges(words):
    for word in words:
        module, _, wanted = word.partition('.')
        for judge in importlib.import_module(module).JUDGES:
            if wanted in ('', judge.__name__):
                yield judge


def check_guests(report, results):
    """That every guest ran to its end, and every scenario in it."""
    for path in sorted(glob.glob(f'{results}/*/exit')):
        folder = os.path.dirname(path)
        with open(path, encoding='utf8') as status, open(f'{folder}/log', encoding='utf8', errors='replace') as log:
            status, words = status.read().strip(), log.read().strip()
        report.check(f'guest {os.path.basename(folder)}', status == '0', f'exit status {status}' + (
            '' if status == '0' else ': ' + words[-300:].replace('\n', ' | ')), '0')
    for path in sorted(glob.glob(f'{results}/*/*/record.json')):
        with open(path, encoding='utf8') as file:
            broken = json.load(file).get('broken')
        if broken:
            report.fail(f'scenario {path.split("/")[-2]}', broken.strip().replace('\n', ' | '), 'an end')


def main():
    media, results, *words = sys.argv[1:]
    report = Report()
    check_guests(report, results)
    for judge in judges(words):
        try:
            judge(report, results, media)
        except FileNotFoundError as error:
            report.fail(judge.__name__, error, 'results to judge')
        except Exception:  # whatever it was, nothing has been proved
            report.fail(judge.__name__, traceback.format_exc().strip().replace('\n', ' | '), 'results to judge')
    print(f'{report.passed} passed, {report.failed} failed')
    sys.exit(report.failed > 0)


main()
