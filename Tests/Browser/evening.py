"""An evening in quick motion: fifty guests, and everything that goes wrong in one."""
import contextlib
import http.client
import json
import os
import pathlib
import signal
import subprocess
import threading
import time
import urllib.parse
import urllib.request

from booth import Booth
from chromium import Failure
from printer import Printer

GUESTS = 50
# What comes and goes: connections of pages, readers of the catalogue, and threads that wait for the next work.
FEW = 4
LOST = "ERR_CONNECTION|ERR_INTERNET|ERR_INCOMPLETE|ERR_EMPTY|WebSocket|Failed to load|502|503"
REVIEWED = "document.body.dataset.screen === 'review' && !document.querySelector('#keep').disabled"


def check(condition, words):
    if not condition:
        raise Failure(words)


class Disk:
    """A small disk in memory at a folder, of a size that can change; it ends with the `with` block.

    It is there for programs that are started by `within` alone, and outlives them.
    """

    def __init__(self, folder, size):
        self.folder, self.size = folder, size

    def __enter__(self):
        os.makedirs(self.folder)
        self.process = subprocess.Popen(
            ["unshare", "--map-root-user", "--mount", "sh", "-c",
             'mount -t tmpfs -o "size=$1" none "$0" && echo ready && exec cat', self.folder, self.size],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        check(self.process.stdout.readline() == b"ready\n", "no disk can be mounted here")
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def within(self, *command):
        """A command that sees the disk."""
        return ["nsenter", f"--target={self.process.pid}", "--user", "--mount", "--preserve-credentials", *command]

    def run(self, *command):
        ended = subprocess.run(self.within(*command), capture_output=True, text=True, timeout=60, check=False)
        check(ended.returncode == 0, f"{command} ended with {ended.returncode}: {ended.stdout} {ended.stderr}")
        return ended.stdout

    def resize(self, size):
        self.run("mount", "-o", f"remount,size={size}", self.folder)

    def fill(self):
        """Leaves no room for another picture."""
        for tries in range(20, 0, -1):
            disk = os.statvfs(f"/proc/{self.process.pid}/root{self.folder}")
            try:
                return self.resize((disk.f_blocks - disk.f_bfree) * disk.f_frsize + 4096)
            except Failure:
                # A disk is not made smaller than what the booth has written meanwhile.
                if tries == 1:
                    raise


class Listener(threading.Thread):
    """Hears what the booth tells of shots, as a page does, until the booth ends."""

    def __init__(self, booth):
        super().__init__(daemon=True)
        self.address = booth.address
        self.news = threading.Condition()
        # The pictures that were told to be taken, and the shots that are over, by their numbers.
        self.saved, self.over = {}, set()
        self.start()

    def run(self):
        name = ""
        # The booth is killed in the middle of it.
        with contextlib.suppress(OSError, http.client.HTTPException), \
                urllib.request.urlopen(self.address + "/api/events", timeout=60) as events:
            for line in events:
                key, _, value = line.decode().rstrip("\n").partition(": ")
                if key == "event":
                    name = value
                elif key == "data" and name == "shot":
                    self.take(json.loads(value))

    def take(self, shot):
        with self.news:
            if shot["step"] == "saved":
                self.saved[shot["shot"]] = shot["asset"]
            elif shot["step"] == "done":
                self.over.add(shot["shot"])
            self.news.notify_all()

    def wait(self, shot):
        """The picture of a shot once that is over; None for one that has failed."""
        with self.news:
            check(self.news.wait_for(lambda: shot in self.over, 15), f"shot {shot} does not end")
            return self.saved.get(shot)


class Party:
    """The guests of an evening, who come to the booth's page, or ask it for pictures as its page does."""

    def __init__(self, evening, booth, page):
        self.evening, self.booth, self.page = evening, booth, page
        self.served, self.at_page, self.told = 0, 0, {}
        self.latest = 0
        self.listener = Listener(booth)

    def take_turns(self, seconds=0.52):
        """Waits as long as guests may not press again, who may twice in a second, and sixty times in a minute."""
        self.rest(seconds - (time.monotonic() - self.latest))
        self.latest = time.monotonic()

    def rest(self, seconds):
        self.page.evaluate(f"new Promise(done => setTimeout(done, {max(0, seconds) * 1000}))")

    def serve(self):
        """A guest takes a photo, looks at it and takes along a link; whether there is one."""
        self.take_turns()
        try:
            shot = self.booth.post("/api/shoot", mode="photo", countdown=0)["shot"]
        except Failure as failure:
            check(any(f'"{code}"' in str(failure) for code in ("unavailable", "busy", "tooMany")),
                  f"a guest is refused: {failure}")
            return False
        asset = self.listener.wait(shot)
        if asset is None:
            return False
        path = "/api/assets/" + urllib.parse.quote(asset["id"], safe="-_.!~*'()")
        link = self.booth.post(path + "/shares", hours=24)["url"]
        for address in (self.booth.address + asset["files"]["thumbnail"],
                        self.booth.address + urllib.parse.urlsplit(link).path):
            with urllib.request.urlopen(address, timeout=10) as answer:
                check(answer.read(), f"{address} is empty")
        self.served += 1
        return True

    def ready(self):
        """The page waits for a guest; what others have taken it has shown."""
        screen = "document.body.dataset.screen"
        self.page.until(f"{screen} === 'shooting' || {REVIEWED}")
        if self.page.evaluate(f"{screen} === 'review'"):
            self.page.tap("#keep")
            self.page.until(f"{screen} === 'shooting'")

    def press(self, mode="photo"):
        """A guest chooses on the page, and takes a picture there."""
        self.ready()
        self.take_turns(0.7)
        self.page.tap(f"#modes label:has([value={mode}])")
        self.page.until(f"document.querySelector('[value={mode}]').checked")
        self.page.tap("#shutter")
        self.latest = time.monotonic()

    def keep(self):
        self.ready()
        self.served += 1
        self.at_page += 1

    def come(self, mode="photo"):
        """A guest takes a picture on the page, and keeps it."""
        self.press(mode)
        self.page.until(REVIEWED, 20)
        self.keep()

    def figures(self):
        """The descriptors and the threads of the booth once it rests."""
        process = pathlib.Path(f"/proc/{self.booth.server()}")
        self.rest(0.5)
        return [len(list((process / name).iterdir())) for name in ("fd", "task")]

    def stay_flat(self, before):
        after = self.figures()
        print(f"  after {self.served} guests: {after[0]} descriptors, {after[1]} threads; {before} at first")
        check(all(now <= then + FEW for now, then in zip(after, before)),
              f"{before} descriptors and threads are {after}")

    def leave(self):
        """What was told is to be found later; the booth may end."""
        self.told |= {asset["id"]: asset for asset in self.listener.saved.values()}

    # MARK: What goes wrong

    def message(self, words=None):
        """The screen's message is there, with some words, or by None there is none."""
        shown = "document.querySelector('#message div')"
        self.page.until(f"{shown}.hidden" if words is None
                        else f"!{shown}.hidden && {shown}.textContent.includes({json.dumps(words)})", 20)

    def lose_the_camera(self):
        """The camera is unplugged among guests who take pictures."""
        deadline = time.monotonic() + 30
        while self.page.evaluate("document.querySelector('#message div').hidden"):
            check(time.monotonic() < deadline, "the page does not say that the camera is away")
            self.serve()
        self.message("camera is away")
        self.ready()
        check(self.page.evaluate("document.querySelector('#shutter').disabled"), "it can be pressed without a camera")
        self.evening.look(self.page, "kiosk-camera-lost")
        self.message(None)
        self.page.until("document.querySelector('#preview.alive')")
        self.page.until("seen.frames.length > 10")

    def jam_and_fill(self, printer, disk):
        """Paper is stuck in the printer, and the disk becomes full."""
        printer.jam()
        self.press()
        self.page.until(REVIEWED, 20)
        self.page.tap("#print .order")
        self.page.until("document.querySelector('#print .told').textContent.includes('stuck')", 15)
        self.keep()
        self.page.until("document.querySelector('#printer').textContent.includes('stuck')")
        # It is looked at every ten seconds, before which the next guests come.
        while (time.monotonic() - self.booth.began) % 10 < 8:
            self.serve()
        disk.fill()
        check(not self.serve(), "a full disk takes pictures")
        self.message("no space for more pictures")
        check(self.page.evaluate("document.querySelector('#shutter').disabled"), "it can be pressed with a full disk")
        self.evening.look(self.page, "kiosk-full")
        printer.mend()
        disk.resize("1g")
        self.page.until("document.querySelector('#printer').hidden", 15)
        check(printer.printed() == ["1-1"], f"what was printed is {printer.printed()}")
        self.message(None)
        self.page.until("!document.querySelector('#low').hidden")
        self.evening.look(self.page, "kiosk-low")

    def crash(self, gallery):
        """The booth is killed while it films, and started again: the still that was seen is kept."""
        self.page.evaluate("void (document.querySelector('#parts').replaceChildren())")
        self.press("live")
        self.page.until("document.body.dataset.screen === 'filming' && "
                        "document.querySelector('#parts img')?.naturalWidth")
        source = self.page.evaluate("document.querySelector('#parts img').getAttribute('src')")
        with urllib.request.urlopen(self.booth.address + source, timeout=10) as answer:
            shown = answer.read()
        self.leave()
        with self.page.tolerating(LOST), gallery.tolerating(LOST):
            os.kill(self.booth.server(), signal.SIGKILL)
            self.message("Connecting")
            check(self.page.evaluate("!document.querySelector('#moving').checkVisibility()"),
                  "the page says that it films while the booth is away")
            self.evening.audit(self.page, "kiosk-away")
            gallery.network(offline=True)
            self.booth.stop(signal.SIGTERM)
            self.booth.start(self.booth.listen)
            began = time.monotonic()
            self.message(None)
            self.page.until("document.querySelector('#preview.alive')")
            print(f"  the preview was back {time.monotonic() - began:.1f} s after the booth")
            self.listener = Listener(self.booth)
            kept = [asset for asset in self.booth.assets() if asset.get("remark")]
            check(len(kept) == 1 and kept[0]["kind"] == "photo", f"of the picture that was filmed there is {kept}")
            with urllib.request.urlopen(self.booth.address + kept[0]["files"]["still"], timeout=10) as answer:
                check(answer.read() == shown, "another still was kept than the one that was seen")
            gallery.network()
        self.told[kept[0]["id"]] = kept[0]

    # MARK: The end

    def count(self, disk, program, library):
        """Every picture that somebody was told of is in the library, and whole."""
        def livecam(*words):
            return disk.run(program, *words, "--library", library)

        livecam("library", "check", "--pictures")
        lines = livecam("library", "list", "--json").splitlines()
        there = {json.loads(line)["identifier"].replace("/", "~") for line in lines}
        check(there >= self.told.keys(), f"missing are {self.told.keys() - there} of {there}")
        copies = f"{self.booth.folder.name}/copies"
        livecam("library", "export", "--kind", "live", "--output", copies)
        disk.run(program, "verify", copies)
        print(f"  {self.served} guests, {self.at_page} of them at the page, {len(there)} pictures")


def scene(program, folder):
    """The simulated scene as a camera that is unplugged, and plugged in again, some time after its start."""
    subprocess.run([program, "record", "--virtual-time", "--camera", "scene", "--size", "640x480", "--duration", "2",
                    "--output", f"{folder}/scene.livecam"], check=True, capture_output=True)
    pathlib.Path(f"{folder}/unplugged.yaml").write_text(
        "{version: 1, steps: [{at: 12, unplug: camera}, {after: 1, replug: camera}]}")
    return [program, "emulate", f"{folder}/scene.livecam", "--loop", "--script", f"{folder}/unplugged.yaml", "--"]


def go_through(evening, folder):
    """Goes through the evening, with pages that `evening` opens and judges."""
    # Who enters a disk's world leaves the folder that it is in.
    program, library = os.path.abspath(evening.livecam), f"{folder}/disk/library"
    options = ["--camera", "/dev/video0", "--microphone", "none", "--library", library, "--pin", Booth.PIN]
    with Printer() as printer, Disk(f"{folder}/disk", "3g") as disk, Booth(
            disk.within(*scene(program, folder), program, "booth"), [*options, "--printer", printer.address]
    ) as booth:
        page, gallery = evening.page("/", touch=True, booth=booth), evening.page("/gallery", booth=booth)
        booth.change(countdown=0, reviewSeconds=60)
        party = Party(evening, booth, page)
        page.tap("#begin")
        page.until("document.querySelector('#preview.alive')")
        for mode in ("live", "photo", "photo"):
            party.come(mode)
        for _ in range(4):
            party.serve()
        party.lose_the_camera()
        other = subprocess.run(
            disk.within(program, "booth", "--camera", "scene", *options[2:], "--listen", "127.0.0.1:0", "--no-open"),
            timeout=20, capture_output=True, text=True, check=False)
        check(other.returncode == 73 and "Another booth" in other.stderr, f"a second booth: {other}")
        for _ in range(3):
            party.come()
        before = party.figures()
        party.jam_and_fill(printer, disk)
        party.come("live")
        while party.served < 35:
            party.serve()
        party.stay_flat(before)
        party.crash(gallery)
        for _ in range(3):
            party.come()
        while party.served < GUESTS:
            party.serve()
        check(party.at_page >= 10, f"{party.at_page} guests came to the page")
        party.leave()
        gallery.until(f"document.querySelectorAll('.tile').length === {len(booth.assets())}")
        for one in (page, gallery):
            one.check_console()
            one.close()
        booth.stop(signal.SIGTERM)
        party.count(disk, program, library)
