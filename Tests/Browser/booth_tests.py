#!/usr/bin/env python3
"""Goes through an evening at the booth in a real browser: every page, by touch, mouse and keyboard.

usage: booth_tests.py [--screenshots FOLDER] [--pages] [--only PART]… PROGRAM

PROGRAM is livecam; its booth is started on the simulated scene with a library of its own. With --pages the browser is
given the pages as they are in the folder of sources, not those that the program was built with. Prints a line for each
part. Exit code 0: all went well. 1: not. 69: there is no browser.
"""
import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import zipfile

import wording
from audit import audit, check_audit, tab_through
from booth import Booth
from broker import Broker
from chromium import Chromium, Failure
from evening import go_through
from printer import Printer

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "Fixtures"
HOOKS = (pathlib.Path(__file__).parent / "hooks.js").read_text()
MOVED = 1.5
# Runs in a page before its own scripts: a picture is told so late that the page has been drawn without it.
LATE_PICTURE = """{
  const {fetch} = window;
  window.fetch = async (path, ...options) => {
    if (String(path).startsWith("/api/assets/")) await new Promise(done => setTimeout(done, 400));
    return fetch(path, ...options);
  };
}"""


def check(condition, words):
    if not condition:
        raise Failure(words)


class Evening:
    """The booth, the browser, and the pages that stay open from one part to the next."""

    def __init__(self, booth, browser, arguments):
        self.booth, self.browser, self.screenshots = booth, browser, arguments.screenshots
        self.livecam, self.program = arguments.program, [arguments.program, "booth"]

    def page(self, path, width=1280, height=800, touch=False, hooks="", booth=None, **emulation):
        page = self.browser.page(width, height, touch, **emulation)
        page.call("Page.addScriptToEvaluateOnNewDocument", {"source": HOOKS + hooks})
        page.open((booth or self.booth).address + path)
        # Until then nothing is seen of it.
        page.until("document.documentElement.dataset.theme")
        return page

    def look(self, page, name, makes_room=False):
        """Judges what is on the screen now. A gallery makes room for what is new; else nothing moves by itself."""
        if self.screenshots:
            page.screenshot(os.path.join(self.screenshots, f"{name}.png"))
        audit(page, name)
        page.check_console()
        shift = page.evaluate("window.seen ? {sum: seen.shift, of: seen.shifts} : {sum: 0}")
        check(makes_room or shift["sum"] < 0.02, f"{name}: what was on the page has moved by itself: {shift}")

    # MARK: Steps that several parts take

    def screen(self, name, seconds=None):
        self.kiosk.until(f"document.body.dataset.screen === '{name}'", seconds)

    def choose(self, mode):
        self.kiosk.tap(f"#modes label:has([value={mode}])")
        self.kiosk.until(f"document.querySelector('[value={mode}]').checked")

    def reviewed(self, seconds=None):
        self.kiosk.until("document.body.dataset.screen === 'review' && !document.querySelector('#keep').disabled",
                         seconds)

    def keep(self):
        self.kiosk.tap("#keep")
        self.screen("shooting")

    def still_is_what_was_seen(self, requests=1):
        """Every request has named a frame, and the stills are those that were on the screen."""
        named = self.kiosk.evaluate("seen.named.map(one => one.frame)")
        check(len(named) == requests and None not in named, f"the requests named the frames {named}")
        results = self.kiosk.evaluate("""Promise.all([...document.querySelectorAll("#parts img")].map((picture, part) =>
          seen.age(picture.src, seen.named[part].frames)))""")
        for result in results:
            check(result["age"] == 0, f"the still is not the frame that was on the screen: {result}")
        check(len(results) == requests, f"there are {len(results)} stills, not {requests}")
        self.kiosk.evaluate("void (seen.named = [])")

    # MARK: The parts

    def words(self):
        """Every string is there in every language."""
        wording.check()

    def settings(self):
        """The operator's page: a PIN, figures that move, settings that all pages take up."""
        page = self.page("/operator")
        page.until("!document.querySelector('#gate').hidden")
        self.look(page, "operator-gate")
        check_audit(page)
        with page.tolerating("403"):
            page.type("1357")
            page.press("Enter")
            page.until("document.querySelector('#wrong').textContent")
        for digit in self.booth.PIN:
            page.tap(f"#pad button:nth-of-type({digit})")
        page.tap("#gate .primary")
        page.until("!document.querySelector('#desk').hidden && document.querySelector('dl')")
        self.look(page, "operator-desk")
        tab_through(page, "operator-desk", 12)
        before = page.evaluate("document.querySelector('#cards').textContent")
        page.until(f"document.querySelector('#cards').textContent !== {json.dumps(before)}")
        check(page.evaluate("""(field => {
            field.value = 2;
            return field.checkValidity();
        })(document.querySelector('[name=reviewSeconds]'))"""), "a review of 2 s, which a file may ask for, is refused")
        check(page.evaluate("""(() => {
          const boxes = [...document.querySelectorAll("#modes input")], offered = boxes.filter(box => box.checked);
          const tick = isTicked => {
            for (const box of offered) box.checked = isTicked;
            boxes[0].dispatchEvent(new Event("change", {bubbles: true}));
            return document.querySelector("#settings").checkValidity();
          };
          return !tick(false) && boxes[0].validationMessage === "Offer one mode at least." && tick(true);
        })()"""), "a booth without modes is not refused with its reason")
        for name, value in (("countdown", 1), ("reviewSeconds", 60)):
            page.evaluate(f"document.querySelector('[name={name}]').select()")
            page.type(str(value))
        page.tap("#settings .primary")
        page.until("document.querySelector('.toast')")
        defaults = self.booth.get("/api/state")["defaults"]
        check(defaults["countdown"] == 1 and defaults["reviewSeconds"] == 60, f"the settings are {defaults}")
        self.reports(page)
        self.desk = page

    def reports(self, page):
        """The page says how far sound and picture may be apart; its report tells the machine, and no secrets."""
        page.until("/Sound against picture± \\d+[.]\\d+ ms/.test(document.querySelector('#cards').textContent)")
        report = page.evaluate("""fetch(document.querySelector("#desk a[download]").href)
          .then(answer => answer.json())""")
        check(report["sync"]["uncertaintyMs"] > 0 and "latencies" in report["sync"]["meaning"], f"{report['sync']}")
        check(report["version"] and "Linux" in report["system"]["kernel"], f"the report begins with {report['system']}")
        arguments = report["configuration"]["arguments"]
        check("--camera" in arguments and self.booth.PIN not in arguments, f"the report has {arguments}")

    def attract(self):
        """The booth waits: its preview moves, mirrored, and a touch begins."""
        self.kiosk = page = self.page("/", touch=True)
        page.until("document.querySelector('#preview.alive')")
        check(page.evaluate("getComputedStyle(document.querySelector('#preview')).transform").startswith("matrix(-1"),
              "the preview is not mirrored")
        first = page.glimpse("#preview")
        page.until("seen.frames.length > 10")
        moved = page.difference(first, page.glimpse("#preview"))
        check(moved > MOVED, f"the preview does not move: {moved}")
        self.look(page, "kiosk-attract")
        page.tap("#begin")
        self.screen("shooting")
        self.look(page, "kiosk-shooting")
        tab_through(page, "kiosk-shooting", 5)

    def live_photo(self):
        """Countdown with sound, flash, badge, review that plays once with sound and rests; held, it plays again."""
        page = self.kiosk
        page.tap("#shutter")
        page.until("document.querySelector('#number').textContent === '1'")
        self.look(page, "kiosk-countdown")
        self.screen("filming")
        page.until("document.querySelector('#parts img')?.naturalWidth")
        check(page.evaluate("!document.querySelector('#badge span').hidden"), "there is no LIVE badge while it films")
        self.look(page, "kiosk-filming")
        self.still_is_what_was_seen()
        page.until("document.querySelector('#shown.playing')")
        first = page.glimpse("#shown")
        page.until("document.querySelector('#shown video').currentTime > 1")
        moved = page.difference(first, page.glimpse("#shown"))
        check(moved > MOVED, f"the Live Photo does not move: {moved}")
        self.reviewed()
        page.until("document.querySelector('#home.ready') && document.querySelector('#code').naturalWidth")
        self.look(page, "kiosk-review")
        tab_through(page, "kiosk-review", 4)
        sound = page.until("""(() => {
          const video = document.querySelector("#shown video");
          return video.ended && {bytes: video.webkitAudioDecodedByteCount, muted: video.muted, length: video.duration};
        })()""")
        check(sound["bytes"] > 0 and not sound["muted"], f"the movie was not heard: {sound}")
        check(2.5 < sound["length"] < 3.5, f"the movie's length is {sound['length']} s")
        page.until("!document.querySelector('#shown.playing')")
        with page.holding("#shown img"):
            page.until("document.querySelector('#shown.playing')")
        page.until("!document.querySelector('#shown.playing')")
        events = page.evaluate("seen.badge")
        check(events == ["count 1", "on", "count 0", "off"], f"the badge does not follow the counter: {events}")
        counts = page.evaluate("({sounds: seen.sounds, flashes: seen.flashes})")
        # A second of the countdown, two for the shutter, three at the end.
        check(counts == {"sounds": 6, "flashes": 1}, f"what was heard and seen: {counts}")
        self.keep()
        page.until("document.querySelector('#last img')?.naturalWidth")
        desk = self.page("/operator")
        desk.until("document.querySelector('#shares time')")
        check("Invalid" not in desk.evaluate("document.querySelector('#shares').textContent"),
              "the operator isn't told when a shared link ends")
        end = desk.evaluate("Date.parse(document.querySelector('#shares time').dateTime) / 1000")
        check(23 < (end - time.time()) / 3600 <= 24, f"the shared link ends at {end}")
        places = desk.evaluate("""[...document.querySelectorAll("#shares li:first-child > *")].map(one => {
          const {top, bottom} = one.getBoundingClientRect();
          return (top + bottom) / 2;
        })""")
        check(max(places) - min(places) < 2, f"what is in a row of links lies at {places}")
        desk.close()

    def photo_by_remote(self):
        """A presenter's remote takes a photo over a slow network; deleting it can be undone."""
        page = self.kiosk
        self.choose("photo")
        page.network(latency=200)
        shown = "document.querySelector('#shown img').getAttribute('src')"
        before = page.evaluate(shown)
        page.press("PageDown")
        self.screen("review")
        check(page.evaluate(shown) != before, "the review opens with the picture of whoever was here before")
        self.still_is_what_was_seen()
        page.network()
        self.reviewed()
        before = len(self.booth.assets())
        page.tap("#delete")
        page.until("document.querySelector('.toast button')")
        check(page.evaluate("""(() => {
          const [toast, shutter] = [".toast", "#shutter"].map(name =>
            document.querySelector(name).getBoundingClientRect());
          return toast.bottom <= shutter.top;
        })()"""), "what is told of the deletion lies on the shutter")
        self.look(page, "kiosk-deleted")
        check(len(self.booth.assets()) == before - 1, "what was deleted is still there")
        page.tap(".toast button")
        page.until("!document.querySelector('.toast')")
        page.until(f"fetch('/api/state').then(state => state.json()).then(state => state.assets.total === {before})")

    def again(self):
        """A picture is taken again in place of the first; the review's key for the next one is the shutter's."""
        page = self.kiosk
        self.screen("shooting")
        page.press(" ")
        self.reviewed()
        first = self.booth.assets()[0]["id"]
        page.tap("#retake")
        self.screen("counting")
        self.reviewed()
        ids = [asset["id"] for asset in self.booth.assets()]
        check(first not in ids and len(ids) == 3, f"after taking it again there are {ids}, with {first}?")
        page.press("Enter")
        self.screen("shooting")
        page.evaluate("void (seen.named = [])")

    def cancel(self):
        """A countdown can be cancelled."""
        page = self.kiosk
        self.booth.post("/api/shoot", mode="live", countdown=3)
        self.screen("counting")
        page.press("Escape")
        self.screen("shooting")
        page.until("!document.querySelector('#shutter').disabled")
        check(len(self.booth.assets()) == 3, "a countdown that was cancelled took a picture")

    def gallery(self):
        """Pictures come into the gallery while they are taken, move under the mouse, and load as one scrolls."""
        page = self.page("/gallery", hooks="seen.limit = 2;")
        page.until("document.querySelectorAll('.tile img').length === 3")
        self.look(page, "gallery")
        tab_through(page, "gallery", 5)
        tile = "li:has([data-kind=live])"
        first = page.glimpse(f"{tile} img")
        page.hover(f"{tile} a")
        page.until("document.querySelector('#grid .playing video')?.currentTime > 0.7")
        moved = page.difference(first, page.glimpse(f"{tile} img"))
        check(moved > MOVED, f"the picture under the mouse does not move: {moved}")
        modes = {mode["id"]: mode["shots"] for mode in self.booth.get("/api/state")["modes"]}
        mode = "strip" if "strip" in modes else "photo"
        self.choose(mode)
        self.kiosk.tap("#shutter")
        # A strip is a picture of its own, besides its parts.
        count = 3 + modes[mode] + (mode == "strip")
        page.until(f"document.querySelectorAll('.tile img').length === {count}", 25)
        page.until(f"document.querySelector('#count').textContent.startsWith('{count} ')")
        self.look(page, "gallery-filled", makes_room=True)
        self.reviewed()
        self.still_is_what_was_seen(modes[mode])
        self.look(self.kiosk, f"kiosk-{mode}")
        self.keep()
        page.tap("#filters label:nth-child(2)")
        page.until("document.querySelectorAll('.tile').length === 1")
        page.tap("#filters label:nth-child(1)")
        page.until(f"document.querySelectorAll('.tile img').length === {count}")
        self.guests = page

    def picture(self):
        """A picture on a telephone, while a boomerang is made: it plays, is loved, taken along, shared, deleted."""
        live = next(asset for asset in self.booth.assets() if asset["kind"] == "live")
        page = self.page("/gallery", 390, 844, touch=True)
        link = f"a[href='/picture/{live_path(live)}']"
        with page.holding(link):
            page.until("document.querySelector('#grid .playing')")
        page.until("!document.querySelector('#grid .playing')")
        check(page.evaluate("location.pathname") == "/gallery", "what was held was opened")
        page.tap(link)
        page.until("document.querySelector('#shown.playing')")
        page.until("document.querySelector('.files li')")
        check(page.evaluate("(line => line.scrollWidth <= line.clientWidth)(document.querySelector('#date'))"),
              "the date is cut")
        self.look(page, "picture")
        self.choose("boomerang")
        self.kiosk.tap("#shutter")
        page.tap("#favourite")
        page.until("document.querySelector('#favourite[aria-pressed=true]')")
        check(self.booth.get(f"/api/assets/{live_path(live)}")["favourite"], "the booth does not know the favourite")
        self.downloads(page, live)
        page.tap("#share")
        page.until("document.querySelector('#sharing').open && document.querySelector('#code').naturalWidth")
        self.look(page, "picture-sharing")
        link = page.evaluate("document.querySelector('#url').value")
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            page.screenshot(file.name)
            found = subprocess.run(["zbarimg", "--nodbus", "--raw", "-q", file.name], capture_output=True, text=True)
        check(found.stdout.strip() == link, f"a telephone reads {found} in place of {link}")
        self.shared(link)
        page.tap("#revoke")
        page.until("!document.querySelector('#sharing').open")
        self.expired(link)
        page.tap("#delete")
        page.until("!document.querySelector('#gone').hidden")
        self.look(page, "picture-deleted")
        page.tap(".toast button")
        page.until("document.querySelector('#gone').hidden")
        page.press("ArrowLeft")
        page.until(f"!location.href.endsWith('{live_path(live)}')")
        page.check_console()
        page.close()

    def boomerang(self):
        """The boomerang that has been made meanwhile goes on and on."""
        page = self.kiosk
        self.reviewed()
        self.still_is_what_was_seen()
        page.until("document.querySelector('#shown.playing video')?.currentTime > 0.2")
        check(page.evaluate("document.querySelector('#shown').dataset.kind === 'video'"), "it is no video")
        self.look(page, "kiosk-boomerang")
        self.keep()

    def downloads(self, page, asset):
        """Every file that is offered comes, and is what it says."""
        beginnings = {"still": b"\xff\xd8\xff", "movie": b"ftyp", "livephoto": b"PK", "motionphoto": b"\xff\xd8\xff",
                      "gif": b"GIF89a"}
        offered = page.evaluate("[...document.querySelectorAll('.files a')].map(link => link.dataset.kind)")
        check(sorted(offered) == sorted(beginnings), f"there are the files {offered}")
        with tempfile.TemporaryDirectory() as folder:
            page.browser.call("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
            for number, kind in enumerate(offered, 1):
                page.tap(f".files a[data-kind={kind}]")
                file = wait_for_file(page, folder, number)
                content = file.read_bytes()
                check(beginnings[kind] in content[:12], f"{file.name} ({kind}) begins with {content[:12]}")
                check(asset["name"] in file.name, f"{kind} is called {file.name}, and not after {asset['name']}")
                if kind == "livephoto":
                    check(zipfile.is_zipfile(file) and len(zipfile.ZipFile(file).namelist()) == 2, "the ZIP is no pair")

    def shared(self, link):
        """The link shows one picture, and needs nothing else of the booth."""
        path = re.sub(r"^https?://[^/]+", "", link)
        page = self.page(path, 390, 844, touch=True)
        page.until("document.querySelector('.files li') && document.querySelector('#shown img').naturalWidth")
        page.until("document.querySelector('#shown.playing')")
        self.look(page, "share")
        page.close()

    def expired(self, link):
        path = re.sub(r"^https?://[^/]+", "", link)
        page = self.browser.page(390, 844, touch=True)
        with page.tolerating("410|404"):
            page.open(self.booth.address + path)
            page.until("!document.querySelector('#gone')?.hidden && document.querySelector('#gone').textContent")
        page.close()

    def languages_and_themes(self):
        """Every language fits, every theme can be read, in landscape, portrait and on a telephone."""
        page = self.kiosk
        for width, height in ((1280, 800), (800, 1280), (390, 844), (844, 390)):
            page.resize(width, height, touch=True)
            for number, language in enumerate(("en", "de", "zh"), 1):
                page.tap(f"#languages button:nth-child({number})")
                page.until(f"document.documentElement.lang.startsWith('{language}')")
                audit(page, f"kiosk in {language} at {width} × {height}")
            if self.screenshots:
                page.screenshot(os.path.join(self.screenshots, f"kiosk-{width}x{height}.png"))
        page.resize(1280, 800, touch=True)
        page.tap("#languages button:nth-child(1)")
        for theme in ("midnight", "blossom", "ivory"):
            self.desk.evaluate(f"document.querySelector('[name=theme]').value = '{theme}'")
            self.desk.tap("#settings .primary")
            for one, name in ((self.kiosk, "kiosk"), (self.guests, "gallery"), (self.desk, "operator-desk")):
                one.until(f"document.documentElement.dataset.theme === '{theme}'")
                self.look(one, f"{name}-{theme}", makes_room=one is self.guests)

    def stillness(self):
        """Who asks for less motion gets no movie that was not asked for, and no flash; what is held plays."""
        live = next(asset for asset in self.booth.assets() if asset["kind"] == "live")
        page = self.page(f"/picture/{live_path(live)}", reduced_motion=True)
        page.until("document.querySelector('.files li') && document.querySelector('#shown img').complete")
        check(page.evaluate("!document.querySelector('#shown video')"), "a movie plays unasked")
        with page.holding("#shown img"):
            page.until("document.querySelector('#shown.playing')")
        page.until("!document.querySelector('#shown.playing')")
        page.check_console()
        page.close()

    def idleness(self):
        """Who goes away leaves the picture, then the screen, to the next: it waits again in its own language."""
        page = self.kiosk
        self.choose("photo")
        page.tap("#shutter")
        self.reviewed()
        page.tap("#shown img")
        page.evaluate("seen.pass()")
        self.screen("shooting")
        page.tap("#languages button:nth-child(2)")
        page.until("document.documentElement.lang === 'de'")
        page.evaluate("seen.pass()")
        self.screen("attract")
        check(page.evaluate("document.documentElement.lang") == "en", "it goes on in the guest's language")
        page.until("document.querySelectorAll('#recent .print').length === 6")
        self.look(page, "kiosk-attract-evening")
        page.tap("#begin")
        self.screen("shooting")
        check(page.evaluate("document.querySelector('#modes :checked').value") == "live", "the mode is another's")
        page.evaluate("void (seen.named = [])")

    def password(self):
        """A booth with a password lets in who knows it, shows what was asked for, and knows its screen after a
        crash."""
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("tulips\n")
            file.flush()
            with Booth(self.program, [*Booth.ON_THE_SCENE, "--password-file", file.name]) as booth:
                page = self.page("/gallery", booth=booth)
                page.until("location.pathname === '/login' && document.querySelector('#gate')")
                self.look(page, "login")
                with page.tolerating("403"):
                    page.type("roses")
                    page.press("Enter")
                    page.until("document.querySelector('#wrong').textContent")
                page.type("tulips")
                page.press("Enter")
                page.until("location.pathname === '/gallery' && !document.querySelector('#empty').hidden")
                self.look(page, "gallery-empty")
                with page.tolerating("ERR_"):
                    booth.stop(signal.SIGKILL)
                    booth.start(booth.listen)
                    page.open(booth.address + "/")
                page.until("document.body.dataset.screen && location.pathname === '/'")
                page.close()

    def invited(self):
        """Guests come by a password of their own or by a code: they see the gallery, and no way to the booth."""
        with tempfile.TemporaryDirectory() as folder:
            for name, word in (("kiosk", "tulips"), ("guests", "crocus")):
                pathlib.Path(folder, name).write_text(word + "\n")
            options = ["--password-file", f"{folder}/kiosk", "--guest-password-file", f"{folder}/guests"]
            with Booth(self.program, [*Booth.ON_THE_SCENE, *options]) as booth:
                page = self.page("/", booth=booth)
                page.until("location.pathname === '/login' && document.activeElement.id === 'password'")
                page.type("crocus")
                page.press("Enter")
                page.until("location.pathname === '/gallery' && !document.querySelector('#empty').hidden")
                ways = page.evaluate(
                    "[...document.querySelectorAll('#booth, #invite')].filter(way => !way.hidden).length")
                check(ways == 0, f"{ways} ways to the booth are offered to a guest")
                self.look(page, "gallery-guest")
                page.open(booth.address + "/operator")
                page.until("location.pathname === '/gallery' && !document.querySelector('#empty').hidden")
                page.open(booth.address + "/login?next=/gallery")
                page.until("document.activeElement.id === 'password'")
                page.type("tulips")
                page.press("Enter")
                page.until("location.pathname === '/gallery' && !document.querySelector('#invite').hidden")
                page.tap("#invite")
                page.until("document.querySelector('#inviting[open] #code')?.naturalWidth")
                self.look(page, "gallery-invitation")
                link = page.evaluate("fetch('/api/guests').then(answer => answer.json()).then(({url}) => url)")
                page.open(booth.address + urllib.parse.urlsplit(link).path)
                page.until("location.pathname === '/gallery'")
                page.close()

    def viewing(self):
        """A folder of Live Photos and folders, HEIC and a library's files among them, is looked at without a camera;
        nothing can be changed."""
        with Booth([self.livecam, "view"], [str(FIXTURES)]) as booth:
            page = self.page("/", booth=booth)
            page.until("document.querySelectorAll('.tile img').length === 6")
            page.until("[...document.querySelectorAll('.tile img')].every(image => image.naturalWidth)")
            check(page.evaluate("document.querySelector('#booth').hidden"), "there is a way to a booth that is none")
            # What is found while the folder is read is new to a page that is open already.
            self.look(page, "view", makes_room=True)
            # The second is HEIC and HEVC, which Chromium does not know.
            for name in ("IMG_1001", "IMG_1002"):
                page.open(booth.address + "/gallery")
                page.tap(f".tile[aria-label*={name}]")
                page.until("document.querySelector('#shown img').naturalWidth && document.querySelector('.files li')")
                page.until("document.querySelector('#shown.playing')")
                page.until("!document.querySelector('#shown.playing')")
            offered = page.evaluate("document.querySelectorAll('.actions button:not([hidden])').length")
            check(offered == 0, f"{offered} ways to change a picture are offered")
            self.look(page, "view-picture")
            page.close()

    def printing(self):
        """A picture is printed as often as allowed; without paper, or a printer, the screen says so until it goes
        on."""
        with Printer() as printer, Booth(
                self.program, [*Booth.ON_THE_SCENE, "--printer", printer.address]) as booth:
            page = self.page("/", touch=True, booth=booth)
            page.tap("#begin")
            page.until("document.querySelector('#preview.alive')")
            page.tap("#modes label:has([value=photo])")
            page.tap("#shutter")
            page.until("document.body.dataset.screen === 'review' && !document.querySelector('#keep').disabled", 15)
            page.tap("#print [aria-label='One copy more']")
            page.until("document.querySelector('#print output').textContent === '2'")
            page.tap("#print .order")
            page.until("document.querySelector('#print .told').textContent.startsWith('Printed')", 15)
            self.look(page, "kiosk-printed")
            tab_through(page, "kiosk-printed", 5)
            check(printer.printed() == ["1-2"], f"what was printed is {printer.printed()}")
            # It has been printed as often as a guest may.
            with page.tolerating("409"):
                page.tap("#print .order")
                page.until("document.querySelector('.toast')")
            page.tap("#keep")
            page.until("document.body.dataset.screen === 'shooting'")
            printer.fill(0)
            booth.post("/api/shoot", mode="photo", countdown=0)
            page.until("document.body.dataset.screen === 'review' && !document.querySelector('#keep').disabled")
            page.tap("#print .order")
            page.until("document.querySelector('#print .told').textContent.includes('out of paper')", 15)
            self.look(page, "kiosk-paper-out")
            page.tap("#keep")
            page.until("!document.querySelector('#printer').hidden")
            self.look(page, "kiosk-printer")
            printer.fill(25)
            page.until("document.querySelector('#printer').hidden", 15)
            check(printer.printed() == ["1-2", "2-1"], f"what was printed is {printer.printed()}")
            self.printed_elsewhere(booth, printer)
            page.check_console()
            page.close()

    def templates(self):
        """The operator chooses templates by what they look like; a strip and a postcard are made, and the strip
        printed."""
        with Printer() as printer, Booth(
                self.program, [*Booth.ON_THE_SCENE, "--title", "Anna & Ben", "--config", printer.configuration(),
                               "--templates", "{folder}/templates"]
        ) as booth:
            desk = self.page("/operator", booth=booth)
            self.enter(desk)
            desk.until("document.querySelectorAll('.sample').length === 2 && "
                       "[...document.querySelectorAll('.sample')].every(image => image.naturalWidth)")
            shape = "(({naturalWidth: w, naturalHeight: h}) => w / h)(document.querySelector('.sample'))"
            check(abs(desk.evaluate(shape) - 1 / 3) < 0.01, "the strip's template does not look like a strip")
            desk.evaluate("""
            for (const [name, value] of [["strip", "duo"], ["countdown", "1"], ["reviewSeconds", "60"]]) {
              const field = document.querySelector(`#settings [name=${name}]`);
              field.value = value;
              field.dispatchEvent(new Event("change"));
            }""")
            desk.until(f"{shape} > 1.4")
            desk.tap("#modes label:has([value=postcard])")
            desk.tap("#settings .primary")
            desk.until("document.querySelector('.toast')")
            desk.evaluate("document.querySelector('#templates').scrollIntoView({block: 'end'})")
            self.look(desk, "operator-templates")
            page = self.page("/", touch=True, booth=booth)
            page.tap("#begin")
            page.until("document.querySelector('#preview.alive')")
            for mode, name in (("strip", "IMG_0001_STRIP"), ("postcard", "IMG_0004_POSTCARD")):
                page.tap(f"#modes label:has([value={mode}])")
                page.tap("#shutter")
                page.until("document.body.dataset.screen === 'review' && !document.querySelector('#keep').disabled", 20)
                page.until(f"document.querySelector('#shown img').alt.includes('{name}')")
                self.look(page, f"kiosk-template-{mode}")
                if mode == "strip":
                    page.tap("#print .order")
                    page.until("document.querySelector('#print .told').textContent.startsWith('Printed')", 15)
                page.tap("#keep")
                page.until("document.body.dataset.screen === 'shooting'")
            check(printer.printed() == ["1-1"], f"what was printed is {printer.printed()}")
            self.edited(booth, desk)
            self.framed(desk)
            kinds = [asset["name"] for asset in booth.assets()]
            check(len(kinds) == 5, f"there are {kinds}: what was taken, and what was made of it")
            for one in (page, desk):
                one.check_console()
                one.close()

    def modes(self):
        """A long exposure and a wigglegram are taken; a picture's page takes the one back, and makes a loop of it."""
        sides = ["--size", "640x360", "--side-camera", "scene?view=0.05", "--side-camera", "scene?view=0.1"]
        with Booth(self.program, [*Booth.ON_THE_SCENE, *sides]) as booth:
            booth.change(countdown=0, reviewSeconds=60)
            page = self.page("/", touch=True, booth=booth)
            page.tap("#begin")
            page.until("document.querySelector('#preview.alive')")
            reviewed = "document.body.dataset.screen === 'review' && !document.querySelector('#keep').disabled"
            page.until("document.querySelectorAll('#modes input').length === 6")
            self.look(page, "kiosk-modes")
            self.fits(page)
            gallery = self.page("/gallery", booth=booth)
            page.tap("#modes label:has([value=exposure])")
            page.tap("#shutter")
            page.until(reviewed, 20)
            # It has come to its place.
            page.until("document.querySelector('#shown').getBoundingClientRect().left >= 0")
            self.look(page, "kiosk-exposure")
            exposed = page.evaluate("document.querySelector('#shown img').getAttribute('src')")
            moved = page.evaluate("""(async () => {
              const small = picture => seen.reduce(picture);
              const [taken, shown] = ["#parts img", "#shown img"].map(name => small(document.querySelector(name)));
              return taken.reduce((sum, value, place) => sum + Math.abs(value - shown[place]), 0) / taken.length;
            })()""")
            check(0.5 < moved < 15, f"the long exposure differs from the still by {moved}")
            check(page.evaluate("!document.querySelector('#shown.playing')"), "the long exposure does not rest")
            page.tap("#keep")
            page.until("document.body.dataset.screen === 'shooting'")
            page.tap("#modes label:has([value=wigglegram])")
            page.tap("#shutter")
            page.until(reviewed, 20)
            page.until("document.querySelector('#shown.playing video')?.currentTime > 0.2")
            self.look(page, "kiosk-wigglegram")
            check(page.evaluate("document.querySelectorAll('#parts img').length") == 3, "not every camera is seen")
            check(page.evaluate("document.querySelector('#shown').dataset.kind") == "video", "it is no video")
            order = [f"/picture/{live_path(asset)}" for asset in booth.assets()]
            tiles = "[...document.querySelectorAll('.tile')].map(tile => tile.getAttribute('href')).join()"
            for _ in range(2):
                # First as it was told of, then as it is loaded.
                gallery.until(f"{tiles} === {json.dumps(','.join(order))}")
                gallery.open(booth.address + "/gallery")
            live = next(asset for asset in booth.assets() if asset["kind"] == "live")
            self.effects(booth, live, exposed)
            for one in (page, gallery):
                one.check_console()
                one.close()

    def fits(self, page):
        """All modes, languages and the shutter are on the smallest telephones, whichever way they are held."""
        for width, height in ((667, 375), (844, 390), (320, 568)):
            page.resize(width, height, touch=True)
            audit(page, f"kiosk with six modes at {width} × {height}")
            cut = page.evaluate("""
            [...document.querySelectorAll("#modes label, #languages button, #shutter")].filter(one => {
              const {left, top, right, bottom} = one.getBoundingClientRect();
              return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
            }).map(one => one.textContent)""")
            check(not cut, f"at {width} × {height} {cut} are cut")
            if self.screenshots:
                page.screenshot(os.path.join(self.screenshots, f"kiosk-modes-{width}.png"))
        page.resize(1280, 800, touch=True)
        middle = page.evaluate(
            "(({left, right}) => (left + right) / 2)(document.querySelector('#shutter').getBoundingClientRect())")
        check(abs(middle - 640) < 1, f"with six modes the shutter's middle is at {middle} of 1280")

    def effects(self, booth, live, exposed):
        page = self.page(f"/picture/{live_path(live)}", 390, 844, touch=True, hooks=LATE_PICTURE, booth=booth)
        page.until("document.querySelector('#effects [data-effect=original]')")
        shown = "document.querySelector('#shown img').getAttribute('src')"
        page.until(f"{shown} === {json.dumps(exposed)}")
        check("takes the place" in page.evaluate("document.querySelector('#moments p').innerText"),
              "it is not said that another key photo takes the place of a long exposure")
        page.tap("#effects [data-effect=original]")
        page.until(f"{shown} !== {json.dumps(exposed)} && document.querySelector('#effects [data-effect=exposure]')")
        page.evaluate("document.querySelector('#effects').scrollIntoView({block: 'center'})")
        self.look(page, "picture-effects")
        self.moments(page, shown, booth.get(f"/api/assets/{live_path(live)}")["movie"])
        page.tap("#effects [data-effect=loop]")
        page.until("document.querySelector('#shown').dataset.kind === 'video' "
                   "&& document.querySelector('#shown.playing')")
        names = sorted(asset["name"] for asset in booth.assets())
        check(names == ["IMG_0001", "IMG_0001_LOOP", "IMG_0002", "IMG_0002_WIGGLEGRAM", "IMG_0003", "IMG_0004"],
              f"the gallery has {names}")
        page.check_console()
        page.close()

    def moments(self, page, shown, movie):
        """The slider shows the movie's pictures; the one that is chosen becomes the photo, and the first comes back."""
        taken = page.evaluate(shown)
        page.until("!document.querySelector('#moments').hidden && document.querySelector('#moments button').disabled")
        check("takes the place" not in page.evaluate("document.querySelector('#moments p').innerText"),
              "a long exposure is spoken of that there is not")
        place = page.evaluate("(slider => slider.value / slider.max)(document.querySelector('#moments input'))")
        check(abs(place * movie["duration"] - movie["keyTime"]) < 0.05, f"the slider begins at {place} of {movie}")
        page.evaluate("document.querySelector('#moments input').focus()")
        for _ in range(20):
            page.press("ArrowLeft")
        page.until("document.querySelector('#shown.playing video')?.currentTime < 1.2 "
                   "&& !document.querySelector('#moments button').disabled")
        self.look(page, "picture-moments")
        page.tap("#moments button")
        page.until(f"{shown} !== {json.dumps(taken)} && !document.querySelector('#shown.playing') "
                   "&& document.querySelector('#effects [data-effect=original]')")
        page.tap("#effects [data-effect=original]")
        page.until("document.querySelector('#effects [data-effect=exposure]')")

    def edited(self, booth, desk):
        """A template is shown as its file is, from one second to the next, and why it cannot be used."""
        folder = pathlib.Path(booth.folder.name) / "templates" / "summer"
        folder.mkdir(parents=True)
        file = folder / "template.json5"
        slot = "{x: 60, y: 60, width: 480, height: 270}"
        text = f'{{version: 1, title: "Summer", canvas: {{width: 600, height: 400}}, slots: [{slot}]}}'
        one = "#gallery [data-name=summer]"
        file.write_text(text)
        desk.until(f"document.querySelector('{one} img')?.naturalWidth === 600")
        file.write_text(text.replace("width: 600", "width: 700").replace("Summer", "Autumn"))
        desk.until(f"document.querySelector('{one} img')?.naturalWidth === 700 && "
                   f"document.querySelector('{one}').textContent.includes('Autumn')")
        file.write_text(text.replace("canvas", "canvass"))
        desk.until("document.querySelector('#gallery .wrong')?.textContent.includes('canvass')")
        desk.evaluate("document.querySelector('#gallery').scrollIntoView({block: 'center'})")
        self.look(desk, "operator-gallery")

    def framed(self, desk):
        """A PNG becomes a template whose places are its windows; one without windows is refused, with the reason."""
        give = """new Promise(done => {
          const sheet = Object.assign(document.createElement("canvas"), {width: 900, height: 600});
          const pen = sheet.getContext("2d");
          pen.fillStyle = "#7a1f3d";
          pen.fillRect(0, 0, 900, 600);
          for (const left of WINDOWS) pen.clearRect(left, 100, 380, 400);
          sheet.toBlob(blob => {
            const files = new DataTransfer();
            files.items.add(new File([blob], "Anna & Ben.png", {type: "image/png"}));
            document.querySelector("#frame").files = files.files;
            document.querySelector("#frame").dispatchEvent(new Event("change"));
            done(true);
          });
        })"""
        with desk.tolerating("status of 400"):
            desk.evaluate(give.replace("WINDOWS", "[]"))
            desk.until("document.querySelector('.toast')?.textContent.includes('transparent')")
        desk.evaluate(give.replace("WINDOWS", "[50, 470]"))
        one = "#gallery [data-name=anna-ben]"
        desk.until(f"document.querySelector('{one} img')?.naturalWidth === 900")
        check(desk.evaluate(f"document.querySelector('{one} span').textContent") == "Anna & Ben (2)",
              "a frame's title or places are others")
        desk.evaluate("document.querySelector('#gallery').scrollIntoView({block: 'center'})")
        self.look(desk, "operator-frames")
        desk.tap(f"{one} .danger")
        desk.until(f"!document.querySelector('{one}')")

    def camera_controls(self):
        """The operator moves sliders and sees what they do to the picture; it stays so after a crash, until a reset."""
        with Booth(self.program) as booth:
            # Between the scene's code, which stays as it is, and the lower edge.
            pixels = """(({width, height}) => {
              const copy = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true});
              copy.drawImage(document.querySelector("#camera canvas"), 0, 0);
              return copy.getImageData(0, height / 3, width, height / 3).data;
            })(document.querySelector("#camera canvas"))"""
            light = f"(data => data.reduce((sum, value) => sum + value, 0) / data.length)({pixels})"
            change = f"""((a, b) => a.length !== b.length ? 255 :
              a.reduce((sum, value, place) => sum + Math.abs(value - b[place]), 0) / a.length)(before, {pixels})"""

            def enter():
                page = self.page("/operator", booth=booth)
                page.until("!document.querySelector('#gate').hidden")
                page.type(booth.PIN)
                page.press("Enter")
                # The controls are there a moment before the desk is shown, and what is hidden cannot be scrolled to.
                page.until("document.querySelector('#controls select') && !document.querySelector('#desk').hidden")
                page.evaluate("document.querySelector('#camera').scrollIntoView({block: 'end'})")
                page.until("document.querySelector('#camera canvas').width > 16")
                return page

            def move(page, name, key, times=1):
                page.evaluate(f"document.querySelector('#control-{name}').focus()")
                for _ in range(times):
                    page.press(key)

            page = enter()
            self.look(page, "operator-camera")
            usual = page.evaluate(light)
            move(page, "exposureTargetBias", "ArrowRight", 2)
            page.until(f"{light} > {usual} * 1.15")
            check(page.evaluate("document.querySelector('[for=control-exposureTargetBias] + output').textContent")
                  == "+2 EV", "the slider does not say what it is at")
            page.evaluate(f"void (window.before = {pixels})")
            move(page, "videoZoomFactor", "End")
            page.until(f"{change} > {5 * MOVED}")
            check(page.evaluate("document.querySelector('[for=control-videoZoomFactor] + output').textContent") == "4×",
                  "the zoom does not say how far it goes")
            check(page.evaluate("document.querySelector('#control-exposureDuration').disabled"),
                  "the exposure time can be set, and has no effect")
            page.evaluate("""(select => {
              select.value = "manual";
              select.dispatchEvent(new Event("change"));
            })(document.querySelector("#control-exposureMode"))""")
            page.until("!document.querySelector('#control-exposureDuration').disabled")
            move(page, "exposureDuration", "Home")
            page.until(f"{light} < {usual} * 0.7")
            self.look(page, "operator-camera-set")
            page.close()
            booth.stop(signal.SIGKILL)
            booth.start(booth.listen)
            page = enter()
            check(page.evaluate("document.querySelector('#control-exposureMode').value") == "manual",
                  "the exposure is not as it was set before the crash")
            page.until(f"{light} < {usual} * 0.7")
            page.tap("#camera-reset")
            page.until(f"Math.abs({light} - {usual}) < {usual} * 0.1")
            page.until("document.querySelector('#control-videoZoomFactor').value === '1'")
            # What the desk asks for at the same time is refused.
            with page.tolerating("401"):
                page.tap("#booth")
                page.until("location.pathname === '/' && document.readyState === 'complete'")
            role = page.evaluate("fetch('/api/state').then(answer => answer.json()).then(({role}) => role)")
            check(role == "kiosk", f"who goes back to the booth's screen leaves it with the rights of the {role}")
            page.check_console()
            page.close()

    def printed_elsewhere(self, booth, printer):
        """A picture's page prints, too, also when the printer is off for a while; the operator sees it, and ends a
        job."""
        id = live_path(booth.assets()[0])
        page = self.page(f"/picture/{id}", 390, 844, touch=True, booth=booth)
        page.until("document.querySelector('.files li') && document.querySelector('#shown img').naturalWidth")
        printer.end()
        page.tap("#print .order")
        page.until("document.querySelector('#print .told').textContent.includes('away')")
        self.look(page, "picture-printing")
        desk = self.page("/operator", booth=booth)
        self.enter(desk)
        desk.until("document.querySelectorAll('#jobs li').length === 3 && document.querySelector('#jobs .danger')")
        told = desk.evaluate("document.querySelector('#printer').innerText")
        check("does not answer" in told and "Waits" in told and not re.search("your host|along", told),
              f"the operator reads {told}")
        places = desk.evaluate("""[...document.querySelectorAll("#jobs li:first-child > *")].map(one => {
          const {top, bottom} = one.getBoundingClientRect();
          return (top + bottom) / 2;
        })""")
        check(max(places) - min(places) < 2, f"what is in a row of the printer's lies at {places}")
        desk.evaluate("document.querySelector('#printer').scrollIntoView({block: 'center'})")
        self.look(desk, "operator-printer")
        desk.tap("#jobs .danger")
        desk.until("!document.querySelector('#jobs .danger')")
        page.until("document.querySelector('#print .told').textContent.includes('cancelled')")
        printer.start()
        desk.until("document.querySelector('#printer-state').textContent.includes('Ready')", 15)
        for one in (page, desk):
            one.check_console()
            one.close()

    def alone(self):
        """Where this machine alone reaches the booth, a hint takes the place of codes; without a microphone the
        operator is told so."""
        with Booth(self.program, [*Booth.ALONE, "--microphone", "none"]) as booth:
            booth.change(countdown=0, reviewSeconds=60, theme="ivory")
            page = self.page("/", touch=True, booth=booth)
            page.tap("#begin")
            page.until("document.querySelector('#preview.alive')")
            page.tap("#modes label:has([value=photo])")
            page.tap("#shutter")
            page.until("document.querySelector('#home.ready')?.textContent.includes('--listen 0.0.0.0:')")
            check(not page.evaluate("document.querySelector('#code').checkVisibility()"), "there is a code")
            self.look(page, "kiosk-alone")
            page.tap("#keep")
            page.open(booth.address + "/picture/" + live_path(booth.assets()[0]))
            page.until("document.querySelector('.files li')")
            page.tap("#share")
            page.until("document.querySelector('#sharing[open]')?.textContent.includes('--listen 0.0.0.0:')")
            check(not page.evaluate("document.querySelector('#code').checkVisibility()"), "there is a code to share")
            self.look(page, "picture-alone")
            page.resize(1080, 1920, touch=True)
            shape = page.evaluate(
                "(({width, height}) => width / height)(document.querySelector('#frame').getBoundingClientRect())")
            check(abs(shape - 16 / 9) < 0.01, f"an upright screen shows the picture in a box of the shape {shape}")
            page.open(page.evaluate("document.querySelector('#url').value"))
            page.until("document.querySelector('.files li')")
            theme = page.evaluate("document.documentElement.dataset.theme")
            check(theme == "ivory", f"a shared picture looks like {theme}")
            self.look(page, "share-ivory")
            desk = self.page("/operator", booth=booth)
            self.enter(desk)
            desk.until("document.querySelector('#only-here').textContent.includes('--listen 0.0.0.0:')")
            desk.until("/Sound against pictureNo microphone/.test(document.querySelector('#cards').textContent)")
            check(desk.evaluate("document.querySelector('#only-here code').getClientRects().length") == 1,
                  "an option is broken in two")
            self.look(desk, "operator-alone")
            for one in (page, desk):
                one.check_console()
                one.close()

    def enter(self, desk):
        desk.until("!document.querySelector('#gate').hidden")
        desk.type(Booth.PIN)
        desk.press("Enter")
        desk.until("!document.querySelector('#desk').hidden && document.querySelector('dl')")

    def gate(self):
        """Wrong PINs have to wait longer and longer, and are told to the operator, whose desk locks itself when nobody
        is there."""
        with Booth(self.program, Booth.ALONE) as booth:
            desk = self.page("/operator", booth=booth)
            desk.until("!document.querySelector('#gate').hidden")
            with desk.tolerating("403"):
                for number in range(1, 7):
                    desk.until("!document.querySelector('#gate .primary').disabled")
                    desk.evaluate("void (document.querySelector('#wrong').textContent = '')")
                    desk.type("1357")
                    desk.press("Enter")
                    desk.until("document.querySelector('#wrong').textContent")
                    is_held = desk.evaluate("document.querySelector('#gate .primary').disabled")
                    check(is_held == (number >= 5), f"after {number} wrong PINs the next one has to wait: {is_held}")
            told = desk.evaluate("document.querySelector('#gate').innerText")
            check("not the PIN. Wait 2 seconds." in told and "Unlock (" in told, f"the page says {told}")
            self.look(desk, "operator-gate-wait")
            desk.until("!document.querySelector('#gate .primary').disabled")
            check("(" not in desk.evaluate("document.querySelector('#gate .primary').textContent"), "it still counts")
            self.enter(desk)
            desk.until("document.querySelector('#errors').textContent.includes('entered 5 times in a row')")
            check(desk.evaluate("document.querySelector('[name=lockMinutes]').value") == "10", "the usual time differs")
            desk.evaluate("seen.pass()")
            desk.until("document.querySelector('#desk').hidden")
            words = desk.evaluate("document.querySelector('#wrong').textContent")
            check("nobody was here" in words, f"it says {words}")
            with desk.tolerating("401"):
                status = desk.evaluate("fetch('/api/operator').then(answer => answer.status)")
            check(status == 401, f"the desk that has locked itself answers {status}")
            desk.check_console()
            desk.close()

    def mended(self):
        """A trouble that has mended itself says since when it is over."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "party.json5")
            file.write_text("{}")
            with Booth(self.program, [*Booth.ALONE, "--config", str(file)]) as booth:
                desk = self.page("/operator", booth=booth)
                self.enter(desk)
                errors = "document.querySelector('#errors').innerText"
                for text, words in (("{booth: {titel: 1}}", "titel"), ("{booth: {title: 'Anna'}}", "over since")):
                    file.write_text(text)
                    os.kill(booth.server(), signal.SIGHUP)
                    desk.until(f"{errors}.includes({json.dumps(words)})")
                check(desk.evaluate("document.querySelectorAll('#errors .mended').length") == 1, "it looks as before")
                desk.evaluate("document.querySelector('#errors').scrollIntoView({block: 'center'})")
                self.look(desk, "operator-mended")
                desk.check_console()
                desk.close()

    def evening(self):
        """Fifty guests, an unplugged camera, a jammed printer, a full disk and a crash: every picture is kept."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            go_through(self, folder)

    def audit(self, page, name):
        """Judges a page that may complain."""
        if self.screenshots:
            page.screenshot(os.path.join(self.screenshots, f"{name}.png"))
        audit(page, name)

    def fleet(self):
        """The operator sees all booths of a fleet, one that is killed, and that the broker is away."""
        with Broker() as broker:
            def booth(name, title):
                return Booth(self.program, [*Booth.ALONE, "--title", title, "--mqtt", broker.address,
                                            "--mqtt-topic", f"party/{name}"])

            def card(title):
                return f"[...document.querySelectorAll('.card')].find(card => card.textContent.includes('{title}'))"

            with booth("bar", "At the bar") as bar, booth("door", "By the door <b>") as door:
                page = self.page("/fleet", booth=door)
                check(page.evaluate("location.pathname") == "/operator", "the fleet is shown without the number")
                page.until("!document.querySelector('#gate').hidden")
                page.type(Booth.PIN)
                page.press("Enter")
                page.until("!document.querySelector('#desk').hidden && !document.querySelector('#fleet').hidden")
                page.tap("#fleet")
                for title in ("At the bar", "By the door <b>"):
                    page.until(f"{card(title)}?.textContent.includes('Ready')", 15)
                check(page.evaluate("document.querySelectorAll('.card').length") == 2, "there are not two booths")
                links = page.evaluate("[...document.querySelectorAll('.card a')].map(link => link.href)")
                check(links == [f"{bar.address}/operator", f"{door.address}/operator"], f"the links are {links}")
                self.look(page, "fleet")
                tab_through(page, "fleet", 3)
                bar.post("/api/shoot", mode="photo", countdown=0)
                page.until(f"/Last picture.*\\d/.test({card('At the bar')}.textContent)", 15)
                bar.stop(signal.SIGKILL)
                page.until(f"{card('At the bar')}.textContent.includes('Not connected')", 15)
                check(page.evaluate(f"{card('At the bar')}.matches('.unwell')"), "a booth that is away looks well")
                self.look(page, "fleet-away")
                broker.end()
                page.until("document.querySelector('#broker').textContent.includes('does not answer')", 15)
                broker.start()
                page.until("document.querySelector('#broker').textContent.includes('Connected')", 30)
                page.until(f"{card('By the door')}.textContent.includes('Ready')", 15)
                page.check_console()
                page.close()

    def consoles(self):
        """No page has complained all evening."""
        for page in (self.kiosk, self.guests, self.desk):
            page.check_console()

    # Each goes on from the one before it.
    EVENING = [settings, attract, live_photo, photo_by_remote, again, cancel, gallery, picture, boomerang, stillness,
               languages_and_themes, idleness, consoles]
    # These stand by themselves.
    OTHERS = [words, password, invited, viewing, printing, templates, camera_controls, modes, fleet, alone, gate,
              mended, evening]


def live_path(asset):
    return urllib.parse.quote(asset["id"], safe="-_.!~*'()")


def wait_for_file(page, folder, number):
    """The newest of so many whole files in the folder for downloads."""
    deadline = time.monotonic() + page.browser.patience
    while time.monotonic() < deadline:
        files = [file for file in pathlib.Path(folder).iterdir() if file.suffix not in (".crdownload", ".tmp")]
        if len(files) == number and not list(pathlib.Path(folder).glob("*.crdownload")):
            return max(files, key=lambda file: file.stat().st_mtime_ns)
        page.evaluate("new Promise(done => setTimeout(done, 20))")
    busy = page.evaluate("document.querySelector('.files [aria-busy=true]')?.dataset.kind ?? null")
    raise Failure(f"file {number} does not come: {os.listdir(folder)}, busy: {busy}, {page.complaints}")


TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def page_of_sources(path, kind):
    """A file of the pages' folder, by the path that the booth serves it at."""
    name = path.removeprefix("/static/") if path.startswith("/static/") else None
    if kind == "Document":
        name = f"{path.split('/')[1] or 'kiosk'}.html"
    file = wording.PAGES / (name or "")
    return (TYPES[file.suffix], file.read_bytes()) if name and file.is_file() else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--screenshots", help="a folder for what the pages look like")
    parser.add_argument("--pages", action="store_true", help="the pages of the sources")
    parser.add_argument("--only", action="append", help="a part; those that need an earlier one need that, too")
    parser.add_argument("program")
    arguments = parser.parse_args()
    parts = [part for part in Evening.EVENING + Evening.OTHERS if not arguments.only or part.__name__ in arguments.only]
    if arguments.screenshots:
        os.makedirs(arguments.screenshots, exist_ok=True)
    began = time.monotonic()
    try:
        answer = page_of_sources if arguments.pages else None
        with Booth([arguments.program, "booth"]) as booth, Chromium(answer=answer) as browser:
            evening = Evening(booth, browser, arguments)
            failed = []
            for part in parts:
                if failed and part in Evening.EVENING:
                    print(f"not tried {part.__name__}")
                    continue
                start = time.monotonic()
                try:
                    part(evening)
                    print(f"ok {part.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
                except Failure as failure:
                    failed.append(part)
                    print(f"not ok {part.__name__}: {part.__doc__}\n  {failure}")
                    for page in browser.pages.values():
                        if page.complaints:
                            print(f"  a page complains: {page.complaints}")
                    print(booth.said(), flush=True)
    except FileNotFoundError as error:
        print(f"{error}; needed are Debian's chromium, util-linux and zbar-tools", file=sys.stderr)
        return 69
    except Failure as failure:
        print(f"not ok: {failure}")
        return 1
    print(f"{len(parts)} parts in {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
