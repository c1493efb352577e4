#!/usr/bin/env python3
"""Shows files in a real browser, headless, and prints what each one's page saw as a JSON object in a line of its own.

usage: show_in_browser.py FILE… [--seconds LIMIT]

A movie is played to its end; of a picture every frame is decoded. One start of the browser shows all, one after the
other, each in a page of its own.
Exit code 0: all was shown. 1: it was not; the objects say how far. 69: there is no browser.
"""
import argparse
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

# What was heard is answered with the next page.
GO_ON = b"""<!doctype html><meta charset="utf-8"><script>
async function goOn(answer) { const next = await answer.text(); if (next) location = next; }
</script>"""

MOVIE_PAGE = GO_ON + b"""<video id="v" src="file"></video><script>
const v = document.getElementById("v"), times = [];
let frames = 0;
function tell(reason) {
  if (tell.done) return;
  tell.done = true;
  fetch("result", {method: "POST", body: JSON.stringify({
    reason, error: v.error && v.error.message, currentTime: v.currentTime, duration: v.duration, shown: v.ended,
    width: v.videoWidth, height: v.videoHeight, framesPresented: frames, times,
    framesDecoded: v.getVideoPlaybackQuality().totalVideoFrames,
    audioDecodedBytes: v.webkitAudioDecodedByteCount, videoDecodedBytes: v.webkitVideoDecodedByteCount})}).then(goOn);
}
function frame(now, metadata) { frames += 1; times.push(metadata.mediaTime); v.requestVideoFrameCallback(frame); }
v.requestVideoFrameCallback(frame);
v.onended = () => tell("ended");
v.onerror = () => tell("error");
v.play().catch(error => tell("refused: " + error));
</script>"""

PICTURE_PAGE = GO_ON + b"""<script type="module">
const result = {shown: false, times: []};
try {
  const file = await fetch("file");
  const decoder = new ImageDecoder({data: await file.arrayBuffer(), type: file.headers.get("Content-Type")});
  await decoder.tracks.ready;
  await decoder.completed;
  const track = decoder.tracks.selectedTrack;
  result.repetitions = track.repetitionCount;
  for (let index = 0; index < track.frameCount; index++) {
    const {image} = await decoder.decode({frameIndex: index});
    [result.width, result.height] = [image.displayWidth, image.displayHeight];
    result.times.push(image.timestamp / 1e6);
    result.duration = (image.timestamp + image.duration) / 1e6;
    image.close();
  }
  result.framesPresented = result.times.length;
  const picture = new Image();
  picture.src = "file";
  await picture.decode();
  result.shown = picture.naturalWidth === result.width;
  result.reason = "decoded";
} catch (error) { result.reason = String(error); }
fetch("result", {method: "POST", body: JSON.stringify(result)}).then(goOn);
</script>"""

KINDS = {
    ".mov": "video/quicktime", ".mp4": "video/mp4", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif",
    ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png",
}


class Showing:
    """A file, and what its page saw."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.content = file.read()
        self.kind = KINDS[pathlib.Path(path).suffix.lower()]
        self.page = MOVIE_PAGE if self.kind.startswith("video/") else PICTURE_PAGE
        self.result, self.heard = None, threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves each page and its file, in parts where the browser asks for them, and takes the result."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body, kind, extra=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in extra:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def asked(self):
        """The number of the file and the name in its folder, such as 0 and "result"."""
        number, _, name = self.path[1:].partition("/")
        known = number.isdigit() and int(number) < len(self.server.showings)
        return (int(number), name) if known else (None, name)

    def do_GET(self):
        number, name = self.asked()
        if number is None or name not in ("", "file"):
            self.reply(404, b"", "text/plain")
            return
        showing = self.server.showings[number]
        if name == "":
            self.reply(200, showing.page, "text/html")
            return
        content = showing.content
        wanted = self.headers.get("Range", "")
        if not wanted.startswith("bytes="):
            self.reply(200, content, showing.kind, [("Accept-Ranges", "bytes")])
            return
        first, _, last = wanted[len("bytes="):].partition("-")
        start = int(first) if first else 0
        end = min(int(last) if last else len(content) - 1, len(content) - 1)
        self.reply(206, content[start:end + 1], showing.kind,
                   [("Content-Range", f"bytes {start}-{end}/{len(content)}"), ("Accept-Ranges", "bytes")])

    def do_POST(self):
        number, _ = self.asked()
        showing, rest = self.server.showings[number], self.server.showings[number + 1:]
        showing.result = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.reply(200, f"/{number + 1}/".encode() if rest else b"", "text/plain")
        showing.heard.set()


class Server(http.server.ThreadingHTTPServer):
    """A server that takes no offence when the browser, once heard, is ended in the middle of a request."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--seconds", type=float, default=600, help="when to give up on a file")
    arguments = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if not browser:
        print("there is no chromium in PATH", file=sys.stderr)
        return 69
    server = Server(("127.0.0.1", 0), Handler)
    server.showings = [Showing(path) for path in arguments.files]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # Of its processes, which are killed, one or the other may still be about to write.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={profile}",
             f"http://127.0.0.1:{server.server_port}/0/"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": profile},
            start_new_session=True)
        try:
            for showing in server.showings:
                if not showing.heard.wait(arguments.seconds):
                    break
        finally:
            os.killpg(process.pid, 9)
            process.wait()
    silence = {"reason": f"nothing was heard within {arguments.seconds} s", "shown": False}
    results = [showing.result or silence for showing in server.showings]
    for result in results:
        print(json.dumps(result))
    return 0 if all(result["shown"] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
