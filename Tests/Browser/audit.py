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
    stops = []
    for _ in range(80):
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
        # Behind the last stop is the browser's own window, and then the first again.
        if stop and any(stop["number"] == other["number"] for other in stops):
            break
        stops += [stop] if stop else []
    wrong = [stop for stop in stops if not (stop["visible"] and stop["ring"])]
    if wrong:
        raise Failure(f"{name}: the focus is not to be seen on {wrong}")
    if len(stops) < least:
        raise Failure(f"{name}: the Tab key stops {len(stops)} times, not {least}: {stops}")


# What spoils the operator's gate, and what the audit has to say of it.
MISTAKES = {
    "document.title = ''": "no title",
    "document.documentElement.lang = ''": "its language",
    "document.querySelector('main').append(Object.assign(new Image(), {src: '/static/favicon.svg'}))": "no alt",
    "link.style.color = '#555'": "contrast",
    "link.style.background = '#fff'": "contrast",
    "Object.assign(link.style, {position: 'fixed', background: 'rgb(0 0 0 / 0.3)'})": "contrast",
    "link.style.cssText = 'height: 20px; min-height: 0'": "small for a finger",
    "link.style.cssText = 'font-size: 10px'": "small to read",
    "link.style.marginLeft = '1200px'": "beyond the edge",
    "link.textContent = ''": "a link without a name",
    "link.tabIndex = 3": "tabindex",
    "link.id = 'pin'": "given twice",
    "link.setAttribute('aria-labelledby', 'nobody')": "is not there",
}


def check_audit(page):
    """The audit finds what is wrong with a page that somebody has spoilt."""
    page.evaluate("""void (window.whole = {
      link: document.querySelector('#gate a'), title: document.title, lang: document.documentElement.lang})""")
    for mistake, words in MISTAKES.items():
        page.evaluate(f"""void (() => {{
          const link = whole.link.cloneNode(true);
          document.querySelector('#gate a').replaceWith(link);
          {mistake};
        }})()""")
        try:
            audit(page, "spoilt")
        except Failure as failure:
            if words not in str(failure):
                raise Failure(f"the audit says of {mistake}: {failure}") from None
        else:
            raise Failure(f"the audit does not see {mistake}")
        page.evaluate("""(() => {
          document.title = whole.title;
          document.documentElement.lang = whole.lang;
          for (const image of document.querySelectorAll('main > img')) image.remove();
          document.querySelector('#gate a').replaceWith(whole.link);
        })()""")
    audit(page, "mended")
    page.evaluate("Object.assign(seen, {shift: 0, shifts: []})")
