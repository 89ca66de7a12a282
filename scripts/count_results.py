#!/usr/bin/env python3
"""Adds up what the test runners of scripts/test.sh did.

    count_results.py NAME=EXIT_CODE=REPORT.xml ...

Each report is JUnit XML, which lit, ctest and pytest all write. A runner that left no report, ran
no test, or failed without a failing test counts as one failure. The last line is
`N passed, N failed[, N skipped]`; exit code 0 only when nothing failed.
"""

import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __str__(self):
        text = f"{self.passed} passed, {self.failed} failed"
        return f"{text}, {self.skipped} skipped" if self.skipped else text


def read_report(path):
    """Counts of one report, and a line for each test that failed or was skipped."""
    counts, lines = Counts(), []
    for case in ElementTree.parse(path).iter("testcase"):
        name = f"{case.get('classname', '')} {case.get('name', '')}".strip()
        skip = case.find("skipped")
        # ctest calls a test whose program is missing "notrun" and skipped.
        if case.find("failure") is not None or case.find("error") is not None or case.get("status") == "notrun":
            counts.failed += 1
            lines.append(f"failed: {name}")
        elif skip is not None:
            counts.skipped += 1
            lines.append(f"skipped: {name}: {skip.get('message') or (skip.text or '').strip() or 'no reason given'}")
        else:
            counts.passed += 1
    return counts, lines


def judge_runner(exit_code, path):
    """Like read_report, with the runner's own failures added."""
    try:
        counts, lines = read_report(path)
    except (OSError, ElementTree.ParseError) as error:
        return Counts(failed=1), [f"failed: no report of what ran ({error}), exit code {exit_code}"]
    if exit_code != 0 and counts.failed == 0:
        counts.failed += 1
        lines.append(f"failed: no failing test, but exit code {exit_code}")
    if counts.passed + counts.failed == 0:
        counts.failed += 1
        lines.append("failed: ran no test")
    return counts, lines


def main(arguments):
    total = Counts()
    for argument in arguments:
        name, exit_code, path = argument.split("=", 2)
        counts, lines = judge_runner(int(exit_code), path)
        print(f"{name}: {counts}")
        for line in lines:
            print(f"  {line}")
        total = Counts(total.passed + counts.passed, total.failed + counts.failed, total.skipped + counts.skipped)
    if not arguments:
        total.failed = 1
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
