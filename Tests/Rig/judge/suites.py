"""Judges the run of the test bundle's suites in the guest."""

import glob
import xml.etree.ElementTree

SUFFIX = 'RigTests'  # of the suites that are for the guest


def suites(report, results, _):
    """Every test that is listed on the host has run in the guest, and passed; a skipped one counts as not run."""
    with open(f'{results}/tests', encoding='utf8') as file:
        listed = {line.strip().replace('/', '.') for line in file if f'{SUFFIX}/' in line}
    report.check('suites: there are tests for the guest', len(listed) > 20, len(listed), 'more than 20')
    ran = {}
    for path in glob.glob(f'{results}/*/suites_*/tests.xml'):
        for case in xml.etree.ElementTree.parse(path).iter('testcase'):
            ran[f'{case.get("classname")}.{case.get("name")}'] = case
    for test in sorted(listed):
        name = f'suites: {test.partition(".")[2]}'
        if test not in ran or ran[test].find('skipped') is not None:
            report.fail(name, 'not run', 'run in the guest')
            continue
        failures = [failure.get('message', '') for failure in ran[test].iter('failure')]
        report.check(name, not failures, ' | '.join(failures) or f'{float(ran[test].get("time")):.1f} guest s',
                     'passed')


JUDGES = [suites]
