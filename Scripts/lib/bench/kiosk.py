"""kiosk: from a guest's press to the picture on the kiosk's page, and whether it is the picture that the guest saw.

Chromium shows the kiosk of a booth on the simulated scene. A press is a click on the page's shutter without countdown;
the picture is there when the browser has decoded and drawn it, and the Live Photo when it can be played. Which frame
the guest saw is told by the pixels that were on the screen when the page named it, with the network as slow as it is
said.
"""
import pathlib
import sys
import time

from running import Failure, median, part

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Tests/Browser"))

from booth import Booth
from chromium import Chromium, Failure as PageFailure

BROWSER = pathlib.Path(__file__).resolve().parents[3] / "Tests/Browser"
PRESSES = 30
NAMED = 100
DELAYS = (0, 200, 900)
POST_ROLL = 1500
# Shots per minute are limited; a shot is over when its files are.
PAUSE, BETWEEN_NAMED = 0.6, 1.1

# Answers when the picture has been drawn, and of a Live Photo when it can be played, too.
PRESS = """new Promise(done => {
  const begun = performance.now(), isLive = %s, told = {};
  const tell = (what, moment) => {
    told[what] ??= moment - begun;
    if (told.still && (told.movie || !isLive)) { watch.disconnect(); done(told); }
  };
  const watch = new MutationObserver(async () => {
    const picture = document.querySelector("#parts img");
    if (!picture || picture.dataset.isMeasured) return;
    picture.dataset.isMeasured = true;
    await picture.decode();
    requestAnimationFrame(moment => tell("still", Math.max(moment, performance.now())));
  });
  watch.observe(document.querySelector("#parts"), {childList: true});
  const look = () => {
    const movie = document.querySelector("#shown video");
    if (movie?.readyState >= 3 && !movie.dataset.isMeasured) {
      movie.dataset.isMeasured = true;
      return tell("movie", performance.now());
    }
    if (performance.now() - begun < 15000) requestAnimationFrame(look);
    else done(told);
  };
  if (isLive) look();
  document.querySelector("#shutter").click();
})"""


def kiosk(browser, booth, mode):
    """The kiosk's page, about to take pictures in a mode."""
    page = browser.page(1280, 800, False)
    page.call("Page.addScriptToEvaluateOnNewDocument", {"source": (BROWSER / "hooks.js").read_text()})
    page.open(booth.address + "/")
    page.until("document.querySelector('#preview.alive')")
    page.tap("#begin")
    page.until("document.body.dataset.screen === 'shooting'")
    page.evaluate(f"document.querySelector('#modes label:has([value={mode}])').click()")
    page.until(f"document.querySelector('[value={mode}]').checked")
    return page


def keep(page):
    page.until("document.body.dataset.screen === 'review' && !document.querySelector('#keep').disabled")
    page.evaluate("document.querySelector('#keep').click()")
    page.until("document.body.dataset.screen === 'shooting' && !document.querySelector('#shutter').disabled")


def presses(results, browser, booth):
    for mode in ("photo", "live"):
        page = kiosk(browser, booth, mode)
        stills, movies = [], []
        # The first is not counted: the page's scripts run for the first time.
        for index in range(PRESSES + 1):
            told = page.evaluate(PRESS % ("true" if mode == "live" else "false"))
            if "still" not in told or mode == "live" and "movie" not in told:
                raise Failure(f"{mode}: of a press the page has {told}")
            if index:
                stills.append(told["still"])
                movies.append(told.get("movie", 0) - POST_ROLL)
            keep(page)
            time.sleep(PAUSE)  # Sleeps: real time is what is measured, here and below.
        page.close()
        results.add("kiosk", f"{mode}: from the press to the picture on the page, 95 of 100", part(stills, 0.95), "ms",
                    150)
        results.add("kiosk", f"{mode}: the same, middle and most", median(stills), "ms", p95=max(stills))
        if mode == "live":
            results.add("kiosk", "live: playable on the page after the post-roll, 95 of 100", part(movies, 0.95), "ms",
                        500)
            results.add("kiosk", "live: the same, middle and most", median(movies), "ms", p95=max(movies))


def named(results, browser, booth):
    page = kiosk(browser, booth, "photo")
    for delay in DELAYS:
        page.network(latency=delay)
        missed = 0
        for _ in range(NAMED):
            begun = time.monotonic()
            page.evaluate("void (seen.named = [])")
            page.evaluate("document.querySelector('#shutter').click()")
            page.until("document.body.dataset.screen === 'review' "
                       "&& document.querySelector('#parts img')?.naturalWidth", 20)
            age = page.evaluate("seen.age(document.querySelector('#parts img').src, seen.named.at(-1).frames)")["age"]
            missed += age != 0
            keep(page)
            time.sleep(max(0, begun + BETWEEN_NAMED - time.monotonic()))  # Sleeps: as above.
        results.add("kiosk", f"network {delay} ms slower: stills of {NAMED} that are not the frame on the screen",
                    missed, "", 0)
    page.close()


def bench(context, results):
    """Bars: 150 ms to the picture; half a second after the post-roll to the movie; no other frame than the one seen."""
    source = context.inputs.mjpeg_720p
    results.title(f"kiosk: Chromium on this machine, the simulated scene at {source.height}p{source.rate}")
    booth = Booth([str(context.livecam), "booth", "--size", f"{source.width}x{source.height}", "--rate",
                   str(source.rate), "--microphone", "scene"])
    try:
        with Chromium(patience=30) as browser, booth:
            booth.change(countdown=0, reviewSeconds=60)
            presses(results, browser, booth)
            named(results, browser, booth)
    except PageFailure as failure:
        raise Failure(str(failure)) from failure
