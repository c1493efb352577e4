"""Judges a page as a person who is not the average guest would: names, labels, contrast, sizes, focus."""
import pathlib

from chromium import Failure

SCRIPT = (pathlib.Path(__file__).parent / "audit.js").read_text()
CONTROLS = {"button", "link", "textbox", "checkbox", "radio", "slider", "combobox", "switch", "dialog", "image", "img",
            "tab", "listbox", "spinbutton", "Video", "progressbar", "meter"}


def audit(page, name):
    """Fails with everything that is wrong on a page as it is now."""
    result = page.evaluate(SCRIPT)
    findings = result["findings"]
    if not result["texts"]:
        findings.append("no text was found to be judged")
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in CONTROLS:
            continue
        if not node.get("name", {}).get("value", "").strip():
            where = page.call("DOM.describeNode", {"backendNodeId": node["backendDOMNodeId"]})["node"]
            findings.append(f"a {role} without a name: <{where['localName']} {' '.join(where.get('attributes', []))}>")
    if findings:
        raise Failure(f"{name}: " + "\n  ".join(["", *findings]))


def tab_through(page, name, least):
    """Every stop of the Tab key is in sight and shows that it has the focus; there are at least so many stops."""
    page.evaluate("document.activeElement?.blur()")
    stops = []
    for _ in range(60):
        page.press("Tab")
        stop = page.evaluate("""(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const style = getComputedStyle(element), box = element.getBoundingClientRect();
          return {
            what: element.cloneNode(false).outerHTML.slice(0, 100),
            visible: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
            ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
            number: [...document.querySelectorAll("*")].indexOf(element)};
        })()""")
        if not stop or (stops and stop["number"] == stops[0]["number"]):
            break
        stops.append(stop)
    wrong = [stop for stop in stops if not (stop["visible"] and stop["ring"])]
    if wrong:
        raise Failure(f"{name}: the focus is not to be seen on {wrong}")
    if len(stops) < least:
        raise Failure(f"{name}: the Tab key stops {len(stops)} times, not {least}: {stops}")
