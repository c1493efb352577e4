"""Holds the words of the pages together: every key that is used exists, in every language, with the same places."""
import pathlib
import re

from chromium import Failure

PAGES = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "KioskWeb" / "Pages"
STRING = re.compile(r'^    (?:"([\w.]+)"|(\w+)): (.+),$', re.M)
# Keys that are put together from a word of the booth's and a beginning.
FAMILIES = ("mode.", "error.", "message.", "state.", "theme.", "file.", "operator.", "gallery.", "live.", "print.",
            "printer.", "desk.", "control.", "effect.", "skip.")


def languages():
    text = (PAGES / "strings.js").read_text()
    parts = re.split(r"^  (\w+): \{$", text, flags=re.M)[1:]
    return {code: {one[1] or one[2]: one[3] for one in STRING.finditer(body)}
            for code, body in zip(parts[::2], parts[1::2])}


def used():
    keys, text = set(), ""
    for file in sorted(PAGES.iterdir()):
        if file.name == "strings.js" or file.suffix not in (".js", ".html"):
            continue
        content = file.read_text()
        text += content
        keys |= set(re.findall(r'data-(?:text|label)="([\w.]+)"', content))
        keys |= set(re.findall(r'"([a-z]+\.[A-Za-z]+)"', content)) - {"booth.js"}
    return {key for key in keys if not key.endswith(".js")}, text


def check():
    findings = []
    words = languages()
    english = words["en"]
    for code, strings in words.items():
        for key in english.keys() ^ strings.keys():
            findings.append(f"{code}: {key} is not in every language")
        for key in english.keys() & strings.keys():
            places = [set(re.findall(r"\{(\w+)\}", text)) - {"one", "other"} for text in (english[key], strings[key])]
            if places[0] != places[1]:
                findings.append(f"{code}: {key} has the places {places[1]}, not {places[0]}")
            if strings[key] in ('""', "{}"):
                findings.append(f"{code}: {key} is empty")
    keys, text = used()
    for key in sorted(keys - english.keys()):
        findings.append(f"{key} is used and is not there")
    for key in sorted(english.keys() - keys - {"language"}):
        if not (key.startswith(FAMILIES) and re.search(r"[`\"]" + re.escape(key.split(".")[0]) + r"\.\$\{", text)):
            findings.append(f"{key} is there and is not used")
    if len(english) < 100 or len(keys) < 60:
        findings.append(f"only {len(english)} strings and {len(keys)} uses were found")
    if findings:
        raise Failure("\n  ".join(["the words:", *findings]))
