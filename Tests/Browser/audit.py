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


# What spoils a page, and what the audit has to say of it.
MISTAKES = {
    "document.title = ''": "no title",
    "document.querySelector('main').append(Object.assign(new Image(), {src: '/static/favicon.svg'}))": "no alt",
    "document.querySelector('#languages :nth-child(2)').style.color = '#555'": "contrast",
    "document.querySelector('#languages :nth-child(2)').style.background = 'transparent'": "contrast",
    "document.querySelector('#languages button').style.cssText = 'height: 20px; min-height: 0'": "small for a finger",
    "document.querySelector('#languages button').textContent = ''": "a button without a name",
    "document.querySelector('#languages button').setAttribute('aria-labelledby', 'nobody')": "is not there",
    "document.querySelector('#languages').style.marginRight = '-300px'": "beyond the edge",
    "document.documentElement.lang = ''": "its language",
}


def check_audit(page):
    """The audit finds what is wrong with a page that somebody has spoilt."""
    page.evaluate("""void (window.original = {
      body: document.querySelector('#languages').cloneNode(true), title: document.title,
      lang: document.documentElement.lang})""")
    for mistake, words in MISTAKES.items():
        page.evaluate(f"void ({mistake})")
        try:
            audit(page, "spoilt")
        except Failure as failure:
            if words not in str(failure):
                raise Failure(f"the audit says of {mistake}: {failure}") from None
        else:
            raise Failure(f"the audit does not see {mistake}")
        page.evaluate("""(() => {
          document.title = original.title;
          document.documentElement.lang = original.lang;
          document.querySelector('#languages').removeAttribute('style');
          for (const image of document.querySelectorAll('main > img')) image.remove();
          const buttons = document.querySelectorAll('#languages button');
          [...original.body.children].forEach((button, index) => {
            buttons[index].textContent = button.textContent;
            buttons[index].removeAttribute('style');
            buttons[index].removeAttribute('aria-labelledby');
          });
        })()""")
    audit(page, "mended")
    page.evaluate("Object.assign(seen, {shift: 0, shifts: []})")
