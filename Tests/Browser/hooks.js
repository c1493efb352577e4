// Runs in every page before its own scripts, and keeps in `seen` what a test could otherwise not tell afterwards.
window.seen = {sounds: 0, shift: 0, shifts: [], badge: [], frames: [], named: [], flashes: 0};

{
  // Sounds that could be heard.
  for (const {prototype} of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const {start} = prototype;
    prototype.start = function (...values) {
      if (this.context.state === "running") seen.sounds += 1;
      return start.apply(this, values);
    };
  }

  // Long times pass when a test says so.
  const {setTimeout, clearTimeout} = window, LONG = 50_000;
  const waiting = new Map();
  let last = 0;
  window.setTimeout = (callback, delay, ...values) => {
    if (!(delay >= LONG)) return setTimeout(callback, delay, ...values);
    waiting.set(`long ${++last}`, () => callback(...values));
    return `long ${last}`;
  };
  window.clearTimeout = timer => waiting.delete(timer) || clearTimeout(timer);
  seen.pass = () => {
    const callbacks = [...waiting.values()];
    waiting.clear();
    for (const callback of callbacks) callback();
    return callbacks.length;
  };

  // Flashes of the screen.
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...values) {
    if (this.id === "flash") seen.flashes += 1;
    return animate.apply(this, values);
  };

  // What moved without having been touched.
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      seen.shift += entry.value;
      for (const {node, previousRect, currentRect} of entry.sources) {
        const [before, after] = [previousRect, currentRect].map(({x, y, width, height}) => [x, y, width, height].join(" "));
        seen.shifts.push(`${node?.id || node?.className || node?.nodeName}: ${before} to ${after}`);
      }
    }
  }).observe({type: "layout-shift", buffered: true});

  // The counter that the booth tells, and the badge that follows it.
  const Events = EventSource;
  window.EventSource = class extends Events {
    constructor(...values) {
      super(...values);
      this.addEventListener("live", event => seen.badge.push(`count ${JSON.parse(event.data).count}`));
    }
  };
  new MutationObserver(() => {
    const badge = document.querySelector("#badge span");
    if (badge && seen.wasHidden !== badge.hidden && seen.wasHidden !== undefined)
      seen.badge.push(badge.hidden ? "off" : "on");
    seen.wasHidden = badge?.hidden;
  }).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ["hidden"]});

  // The latest frames that were on the preview, small, and what was there when a request named one.
  const small = new OffscreenCanvas(160, 90).getContext("2d", {willReadFrequently: true});
  seen.reduce = picture => {
    small.drawImage(picture, 0, 0, 160, 90);
    return small.getImageData(0, 0, 160, 90).data;
  };
  const {drawImage} = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (picture, ...values) {
    drawImage.call(this, picture, ...values);
    if (this.canvas.id !== "preview") return;
    seen.frames.push(seen.reduce(this.canvas));
    if (seen.frames.length > 15) seen.frames.shift();
  };
  const ask = window.fetch;
  window.fetch = (path, options) => {
    if (/\/(shoot|press)$/.test(path)) {
      const {frame} = JSON.parse(options.body);
      if (frame !== undefined) seen.named.push({frame, frames: [...seen.frames]});
      else if (path.endsWith("/press")) seen.named.push({frame: null, frames: []});
    }
    // A gallery of a dozen pictures has several pages, too, if they are small.
    return ask(path.replace("limit=60", `limit=${seen.limit ?? 60}`), options);
  };

  /** Which of the frames that had been on the screen a still is: 0 for the one that was there when it was named. */
  seen.age = async (still, frames) => {
    const picture = await createImageBitmap(await (await ask(still)).blob());
    const wanted = seen.reduce(picture);
    const distances = frames.map(frame => {
      let sum = 0;
      for (let index = 0; index < frame.length; index++) sum += Math.abs(frame[index] - wanted[index]);
      return sum / frame.length;
    });
    const best = distances.indexOf(Math.min(...distances));
    return {age: distances.length - 1 - best, distance: distances[best], others: distances};
  };
}
