#!/usr/bin/env python3
"""Shows a file in a real browser, headless, and prints what the page saw as one JSON object.

usage: show_in_browser.py FILE [--seconds LIMIT]

A movie is played to its end; of a picture every frame is decoded.
Exit code 0: all was shown. 1: it was not; the object says how far. 69: there is no browser.
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

MOVIE_PAGE = b"""<!doctype html><meta charset="utf-8"><video id="v" src="/file"></video><script>
const v = document.getElementById("v"), times = [];
let frames = 0;
function tell(reason) {
  if (tell.done) return;
  tell.done = true;
  fetch("/result", {method: "POST", body: JSON.stringify({
    reason, error: v.error && v.error.message, currentTime: v.currentTime, duration: v.duration, shown: v.ended,
    width: v.videoWidth, height: v.videoHeight, framesPresented: frames, times,
    framesDecoded: v.getVideoPlaybackQuality().totalVideoFrames,
    audioDecodedBytes: v.webkitAudioDecodedByteCount, videoDecodedBytes: v.webkitVideoDecodedByteCount})});
}
function frame(now, metadata) { frames += 1; times.push(metadata.mediaTime); v.requestVideoFrameCallback(frame); }
v.requestVideoFrameCallback(frame);
v.onended = () => tell("ended");
v.onerror = () => tell("error");
v.play().catch(error => tell("refused: " + error));
</script>"""

PICTURE_PAGE = b"""<!doctype html><meta charset="utf-8"><script type="module">
const result = {shown: false, times: []};
try {
  const file = await fetch("/file");
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
  picture.src = "/file";
  await picture.decode();
  result.shown = picture.naturalWidth === result.width;
  result.reason = "decoded";
} catch (error) { result.reason = String(error); }
fetch("/result", {method: "POST", body: JSON.stringify(result)});
</script>"""

KINDS = {
    ".mov": "video/quicktime", ".mp4": "video/mp4", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif",
    ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png",
}


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the page and the file, in parts where the browser asks for them, and takes the result."""

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

    def do_GET(self):
        if self.path != "/file":
            if self.path == "/":
                self.reply(200, self.server.page, "text/html")
            else:
                self.reply(404, b"", "text/plain")
            return
        content = self.server.content
        wanted = self.headers.get("Range", "")
        if not wanted.startswith("bytes="):
            self.reply(200, content, self.server.kind, [("Accept-Ranges", "bytes")])
            return
        first, _, last = wanted[len("bytes="):].partition("-")
        start = int(first) if first else 0
        end = min(int(last) if last else len(content) - 1, len(content) - 1)
        self.reply(206, content[start:end + 1], self.server.kind,
                   [("Content-Range", f"bytes {start}-{end}/{len(content)}"), ("Accept-Ranges", "bytes")])

    def do_POST(self):
        self.server.result = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.reply(204, b"", "text/plain")
        self.server.heard.set()


class Server(http.server.ThreadingHTTPServer):
    """A server that takes no offence when the browser, once heard, is ended in the middle of a request."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--seconds", type=float, default=600, help="when to give up")
    arguments = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if not browser:
        print("there is no chromium in PATH", file=sys.stderr)
        return 69
    server = Server(("127.0.0.1", 0), Handler)
    with open(arguments.file, "rb") as file:
        server.content = file.read()
    server.kind = KINDS[pathlib.Path(arguments.file).suffix.lower()]
    server.page = MOVIE_PAGE if server.kind.startswith("video/") else PICTURE_PAGE
    server.result, server.heard = None, threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # Of its processes, which are killed, one or the other may still be about to write.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={profile}",
             f"http://127.0.0.1:{server.server_port}/"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": profile},
            start_new_session=True)
        try:
            server.heard.wait(arguments.seconds)
        finally:
            os.killpg(process.pid, 9)
            process.wait()
    result = server.result or {"reason": f"nothing was heard within {arguments.seconds} s", "shown": False}
    print(json.dumps(result))
    return 0 if result["shown"] else 1


if __name__ == "__main__":
    sys.exit(main())
