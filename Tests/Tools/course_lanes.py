#!/usr/bin/env python3
"""Looks at pictures of courses with an XML parser that is none of livecam's; prints what is wrong with them.

With --list it prints the lanes of one picture: the subject, the name, how many of its places part from what was
expected, and the marks in it.
"""

import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def lanes(path):
    root = ElementTree.parse(path).getroot()
    assert root.tag == SVG + "svg" and root.get("role") == "img", path
    assert root.find(SVG + "title").text and root.find(SVG + "desc").text, path
    for group in root.iter(SVG + "g"):
        if (group.get("class") or "").startswith("lane "):
            subject, name = group.find(SVG + "title").text.split(": ", 1)
            parted = sum(child.get("class") == "parted" for child in group)
            looks = [child.get("class") for child in group if child.tag in (SVG + "rect", SVG + "path")]
            letters = [
                text.text for text in group.iter(SVG + "text") if "letter" in (text.get("class") or "").split()
            ]
            yield subject, name, parted, letters, looks


def main():
    if sys.argv[1] == "--list":
        for subject, name, parted, letters, looks in lanes(sys.argv[2]):
            print("\t".join([subject, name, str(parted), " ".join(letters), " ".join(looks)]))
        return
    for path in sys.argv[1:]:
        try:
            subjects = {lane[0] for lane in lanes(path)}
            missing = {"steps", "session", "badge"} - subjects
            if missing:
                print(f"{path}: no lane for {sorted(missing)}")
        except (AssertionError, ElementTree.ParseError) as error:
            print(f"{path}: {error}")


main()
