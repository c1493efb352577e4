"""Drives Chromium over the pipe of its DevTools protocol, with Python's standard library alone."""
import base64
import contextlib
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time
import urllib.parse

OPTIONS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--hide-scrollbars",
    "--force-color-profile=srgb", "--remote-debugging-pipe",
    "--disable-backgrounding-occluded-windows", "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
]


class Failure(Exception):
    """Something that a page does and should not, or the other way round."""


class Chromium:
    """A browser with a profile of its own, which ends with the `with` block."""

    def __init__(self, patience=15, options=(), answer=None):
        """With `answer`, a page asks that first: given a path and the kind of a request, it returns a type and the
        content in place of the server's, or None."""
        self.patience, self.options, self.answer = patience, list(options), answer
        if answer:
            # Chromium does not know where such a page is from, and would keep it from what is on this machine.
            self.options.append("--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets")
        self.pages, self.answers, self.number, self.rest = {}, {}, 0, b""

    def __enter__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if not program:
            raise FileNotFoundError("there is no chromium in PATH (Debian package: chromium)")
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        theirs_in, self.outgoing = os.pipe()
        self.incoming, theirs_out = os.pipe()

        def descriptors():
            # Chromium reads commands from 3 and writes answers to 4. Copies, as a pipe may have either number.
            commands, replies = os.dup(theirs_in), os.dup(theirs_out)
            copies = [os.dup(commands), os.dup(replies)]
            while min(copies) < 5:
                copies = [os.dup(copy) for copy in copies]
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        self.process = subprocess.Popen(
            [program, *OPTIONS, *self.options, f"--user-data-dir={self.profile.name}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=descriptors,
            env={**os.environ, "HOME": self.profile.name}, start_new_session=True)
        os.close(theirs_in)
        os.close(theirs_out)
        self.call("Target.setDiscoverTargets", {"discover": False})
        return self

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, 9)
        self.process.wait()
        os.close(self.outgoing)
        os.close(self.incoming)
        self.profile.cleanup()

    def page(self, width=1280, height=800, touch=False, **emulation):
        """A new, empty page. Emulation: `reduced_motion`, `language`."""
        # In a window of its own: one behind another page's would neither be drawn nor touched.
        target = self.call("Target.createTarget", {"url": "about:blank", "newWindow": True})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = Page(self, session, target)
        self.pages[session] = page
        page.prepare(width, height, touch, **emulation)
        return page

    def call(self, method, parameters=None, session=None):
        """Sends a command and returns its result."""
        number = self.send(method, parameters, session)
        deadline = time.monotonic() + self.patience + 5
        while number not in self.answers:
            if not self.read(deadline - time.monotonic()):
                raise Failure(f"Chromium does not answer {method}")
        answer = self.answers.pop(number)
        if "error" in answer:
            raise Failure(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def send(self, method, parameters=None, session=None):
        """Sends a command and returns its number."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        content = json.dumps(message).encode() + b"\0"
        while content:
            content = content[os.write(self.outgoing, content):]
        return self.number

    def read(self, seconds):
        """Takes in what Chromium says within a time; whether it said anything."""
        if not select.select([self.incoming], [], [], max(0, seconds))[0]:
            return False
        content = os.read(self.incoming, 1 << 20)
        if not content:
            raise Failure("Chromium has ended")
        *messages, self.rest = (self.rest + content).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].heard(message["method"], message["params"])
        return True


class Page:
    """A page of the browser, as a person sees and touches it."""

    KEYS = {"Enter": 13, " ": 32, "PageDown": 34, "ArrowRight": 39, "ArrowLeft": 37, "Escape": 27, "Tab": 9,
            "Delete": 46, "Home": 36, "End": 35}

    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.complaints, self.tolerated, self.touch = [], [], False

    def prepare(self, width, height, touch, reduced_motion=False, language=None):
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height, touch)
        self.call("Emulation.setFocusEmulationEnabled", {"enabled": True})
        if self.browser.answer:
            self.call("Fetch.enable", {"patterns": [
                {"urlPattern": "*/static/*"},
                {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}]})
        if reduced_motion:
            self.call("Emulation.setEmulatedMedia",
                      {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        if language:
            agent = self.browser.call("Browser.getVersion")["userAgent"]
            self.call("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": language})

    def resize(self, width, height, touch=False):
        self.touch = touch
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch})
        self.call("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def call(self, method, parameters=None):
        return self.browser.call(method, parameters, self.session)

    def network(self, latency=0, offline=False):
        """From now on, every answer takes so many milliseconds longer, or there is none."""
        self.call("Network.emulateNetworkConditions", {
            "offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1})

    def close(self):
        self.browser.call("Target.closeTarget", {"targetId": self.target})
        del self.browser.pages[self.session]

    def heard(self, method, event):
        """Keeps what would be an error or a warning in the console, and every dialog of the browser's own."""
        if method == "Runtime.consoleAPICalled" and event["type"] in ("error", "warning", "assert"):
            words = [str(word.get("value", word.get("description", ""))) for word in event["args"]]
            self.complain("console: " + " ".join(words))
        elif method == "Runtime.exceptionThrown":
            details = event["exceptionDetails"]
            self.complain("exception: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and event["entry"]["level"] in ("error", "warning"):
            self.complain(f"log: {event['entry']['text']} {event['entry'].get('url', '')}")
        elif method == "Fetch.requestPaused":
            # A page that the server refuses, or sends elsewhere, stays so.
            self.answer(event["requestId"], event["request"]["url"], event["resourceType"],
                        event.get("responseStatusCode", 200) == 200)
        elif method == "Page.javascriptDialogOpening":
            self.complain(f"dialog: {event['message']}")

    def answer(self, request, url, kind, is_asked):
        answer = is_asked and self.browser.answer(urllib.parse.urlsplit(url).path, kind)
        if answer:
            self.browser.send("Fetch.fulfillRequest", {
                "requestId": request, "responseCode": 200, "body": base64.b64encode(answer[1]).decode(),
                "responseHeaders": [{"name": "Content-Type", "value": answer[0]}]}, self.session)
        else:
            self.browser.send("Fetch.continueRequest", {"requestId": request}, self.session)

    def complain(self, words):
        if not any(re.search(pattern, words) for pattern in self.tolerated):
            self.complaints.append(words)

    @contextlib.contextmanager
    def tolerating(self, *patterns):
        """Complaints of these kinds are to be expected within the block."""
        before, self.tolerated = self.tolerated, [*self.tolerated, *patterns]
        try:
            yield
            self.evaluate("0")
        finally:
            self.tolerated = before

    def check_console(self):
        self.evaluate("new Promise(done => setTimeout(done))")
        if self.complaints:
            raise Failure("the console says: " + "; ".join(self.complaints))

    def open(self, url):
        # The answer comes when the new page, or the one that it sends to, has taken the old one's place.
        self.call("Page.navigate", {"url": url})
        self.until("document.readyState === 'complete'")

    def evaluate(self, expression):
        """The value of an expression of JavaScript in the page, awaited if it is a promise."""
        answer = self.call("Runtime.evaluate", {
            "expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": False})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def until(self, condition, seconds=None):
        """Waits until an expression is true, and returns its value; the page itself watches it."""
        seconds = seconds or self.browser.patience
        deadline = time.monotonic() + seconds
        watch = f"""new Promise(done => {{
          const end = performance.now() + 500;
          const look = () => {{
            let value = null;
            try {{ value = {condition}; }} catch (error) {{ value = null; }}
            if (value || performance.now() > end) done(value instanceof Node || value); else setTimeout(look, 10);
          }};
          look();
        }})"""
        while time.monotonic() < deadline:
            try:
                value = self.evaluate(watch)
            except Failure as failure:
                # A page that is left takes its promises along.
                if not re.search("context|navigated|collected", str(failure)):
                    raise
                value = None
            if value:
                return value
        raise Failure(f"not within {seconds} s: {condition}\n  the page shows: {self.evaluate(SHOWN)}")

    def box(self, selector):
        """The rectangle of the first element of a selector, scrolled into sight, once it has come to rest."""
        return self.until(f"""(() => {{
          const element = document.querySelector({json.dumps(selector)});
          if (!element?.checkVisibility({{visibilityProperty: true}})) return null;
          element.scrollIntoView({{block: "nearest"}});
          const {{x, y, width, height}} = element.getBoundingClientRect();
          const place = [x, y, width, height, innerWidth, innerHeight].join();
          if (window.settled?.place !== place) window.settled = {{place, time: performance.now()}};
          if (performance.now() - settled.time < 100) return null;
          return width && height && {{x, y, width, height}};
        }})()""")

    def center(self, selector):
        box = self.box(selector)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, selector):
        with self.holding(selector):
            pass

    @contextlib.contextmanager
    def holding(self, selector):
        """A finger, or the mouse's button, is down on an element within the block."""
        x, y = self.center(selector)
        on_top = self.evaluate(f"""(() => {{
          const wanted = document.querySelector({json.dumps(selector)}), top = document.elementFromPoint({x}, {y});
          return wanted.contains(top) || top?.contains(wanted) || (top?.outerHTML.slice(0, 120) ?? "nothing");
        }})()""")
        if on_top is not True:
            raise Failure(f"{selector} lies beneath {on_top}")
        if self.touch:
            self.call("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            yield
            self.call("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", {**mouse, "type": "mouseMoved", "button": "none"})
            self.call("Input.dispatchMouseEvent", {**mouse, "type": "mousePressed"})
            yield
            self.call("Input.dispatchMouseEvent", {**mouse, "type": "mouseReleased"})

    def hover(self, selector):
        x, y = self.center(selector)
        self.call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})

    def press(self, key):
        code = {"key": key, "windowsVirtualKeyCode": self.KEYS.get(key, ord(key[0].upper())),
                "code": {" ": "Space"}.get(key, key)}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", {**code, "type": "keyDown", "text": text} if text
                  else {**code, "type": "rawKeyDown"})
        self.call("Input.dispatchKeyEvent", {**code, "type": "keyUp"})

    def type(self, text):
        for letter in text:
            self.press(letter)

    def screenshot(self, path=None):
        """A picture of the page as PNG."""
        content = base64.b64decode(self.call("Page.captureScreenshot", {"format": "png"})["data"])
        if path:
            with open(path, "wb") as file:
                file.write(content)
        return content

    def glimpse(self, selector):
        """A small picture of an element, to be compared with another."""
        clip = {**self.box(selector), "scale": 0.25}
        return base64.b64decode(self.call("Page.captureScreenshot", {"format": "png", "clip": clip})["data"])

    def difference(self, first, second):
        """How much two pictures of equal size differ: the mean over their pixels, from 0 to 255."""
        pictures = json.dumps([base64.b64encode(picture).decode() for picture in (first, second)])
        return self.evaluate(f"""(async () => {{
          const [a, b] = await Promise.all({pictures}.map(async text => {{
            const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
            const picture = await createImageBitmap(new Blob([bytes], {{type: "image/png"}}));
            const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
            context.drawImage(picture, 0, 0);
            return context.getImageData(0, 0, picture.width, picture.height).data;
          }}));
          if (a.length !== b.length) return 255;
          let sum = 0;
          for (let index = 0; index < a.length; index++) sum += Math.abs(a[index] - b[index]);
          return sum / (a.length * 0.75);
        }})()""")


# What a page shows, for a message.
SHOWN = """location.pathname + ': ' + document.body?.innerText.replace(/\\s+/g, ' ').slice(0, 300)"""
