"""Starts the booth on the simulated scene, asks it what it knows, and ends it."""
import json
import pathlib
import re
import select
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from chromium import Failure


class Booth:
    """A booth of its own with an empty library, which ends with the `with` block.

    `program` starts it; `{folder}` in that and in `arguments` stands for a folder that goes with it.
    """

    PIN = "2468"
    # One that this machine alone reaches.
    ALONE = ["--camera", "scene", "--library", "{folder}/library", "--pin", PIN]
    ON_THE_SCENE = [*ALONE, "--public-url", "http://party.example"]

    def __init__(self, program, arguments=ON_THE_SCENE):
        self.command, self.process = [*program, *arguments], None

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.start("127.0.0.1:0")
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGTERM)
        self.folder.cleanup()

    def start(self, listen):
        """Starts it, and waits until it tells its address."""
        self.log = open(f"{self.folder.name}/log", "ab")
        self.process = subprocess.Popen(
            [*(word.replace("{folder}", self.folder.name) for word in self.command), "--listen", listen, "--no-open"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log)
        deadline, output = time.monotonic() + 20, b""
        while not (found := re.search(rb"http://\S+(?=\s)", output)):
            if not select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Failure(f"the booth does not tell its address but {output}; {self.said()}")
            content = self.process.stdout.read1()
            if not content:
                raise Failure(f"the booth ended with {self.process.wait()}; {self.said()}")
            output += content
        self.began = time.monotonic()
        self.address = found[0].decode().rstrip("/")
        self.listen = urllib.parse.urlsplit(self.address).netloc

    def stop(self, number):
        """Ends it by a signal, and waits until it has ended."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise Failure(f"the booth did not end by signal {number}; {self.said()}") from None
        if self.process:
            self.process.stdout.close()
            self.log.close()
            self.process = None

    def server(self):
        """The number of the process that serves: the one that the program runs, or its own."""
        number = self.process.pid
        # Any of its threads may have started it.
        children = [child for file in pathlib.Path(f"/proc/{number}/task").glob("*/children")
                    for child in file.read_text().split()]
        return int(children[0]) if children else number

    def said(self):
        with open(f"{self.folder.name}/log", errors="replace") as log:
            return "it said: " + log.read()[-2000:]

    def get(self, path):
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return json.load(answer)

    def post(self, path, **body):
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Failure(f"{path}: {error.code} {error.read().decode()}") from None

    def change(self, **settings):
        """Changes settings as the operator."""
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        for path, body in (("login", {"pin": self.PIN}), ("settings", settings)):
            opener.open(urllib.request.Request(
                f"{self.address}/api/operator/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}),
                timeout=10).close()

    def assets(self):
        return self.get("/api/assets?limit=100")["assets"]
