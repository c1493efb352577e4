// A picture that moves: it plays once and rests on the photo; press and hold plays it again.
import {getFile, withQuery} from "./api.js";
import {t} from "./language.js";
import {icon, make, prefersStillness, toast} from "./page.js";

const HOLD = 250;

/**
 * `<live-photo>`: set `asset`, then `play()`. It carries the class `playing` while the movie is seen. With the
 * attribute `sound` the movie is heard, where the browser allows that without a touch. A video without a photo loops.
 * With `plain`, for pictures within links, there is a badge to be seen but not to be pressed. A `held` event tells that
 * it plays because it is held.
 */
class LivePhoto extends HTMLElement {
  #asset = null;
  #image = make("img", {alt: "", decoding: "async", draggable: false});
  #video = null;
  #badge = null;
  #playing = 0;
  #animation = null;
  #stop = () => {};

  connectedCallback() {
    if (this.#image.parentNode) return;
    // Within a link there is no place for a button.
    this.#badge = this.hasAttribute("plain") ? make("span", {className: "badge", "aria-hidden": "true"})
      : make("button", {className: "badge", type: "button", onclick: () => this.play()});
    this.append(this.#image, this.#badge);
    // A still that cannot be decoded is shown as small as it is in the gallery.
    this.#image.onerror = () => {
      const small = this.#asset?.files.thumbnail && withQuery(this.#asset.files.thumbnail, "side=1024");
      if (small && this.#image.getAttribute("src") !== small) this.#image.src = small;
    };
    this.#dressBadge();
    this.addEventListener("pointerdown", event => this.#hold(event));
    this.addEventListener("contextmenu", event => event.preventDefault());
  }

  disconnectedCallback() {
    this.#forget();
  }

  /** What is shown; a still by itself, as `{files: {still}}`, may come before the rest. */
  get asset() {
    return this.#asset;
  }

  set asset(asset) {
    const {still, thumbnail, movie} = asset.files;
    const source = still ?? thumbnail;
    if (movie !== this.#asset?.files.movie) this.#forget();
    this.#asset = asset;
    if (asset.width) {
      this.#image.width = asset.width;
      this.#image.height = asset.height;
      this.style.setProperty("--shape", asset.width / asset.height);
    }
    // A picture that is there already stays in sight until the next one is decoded.
    if (!this.#image.src) this.#image.src = source;
    else if (this.#image.getAttribute("src") !== source) this.#change(source);
    this.#image.alt = t({photo: "live.still", video: "live.video"}[asset.kind] ?? "live.photo", {name: asset.name});
    this.dataset.kind = asset.kind;
    this.#dressBadge();
  }

  /** Shows nothing until there is an asset. */
  clear() {
    this.#forget();
    this.#asset = null;
    this.#image.removeAttribute("src");
    this.#image.alt = "";
    if (this.#badge) this.#badge.hidden = true;
  }

  #dressBadge() {
    if (!this.#badge || !this.#asset) return;
    const isVideo = this.#asset.kind === "video";
    this.#badge.hidden = !this.#asset.files.movie;
    this.#badge.replaceChildren(icon(isVideo ? "play" : "live"), ...isVideo ? [] : [t("live.badge")]);
    if (!this.hasAttribute("plain")) this.#badge.ariaLabel = t("live.play");
  }

  async #change(source) {
    const next = new Image();
    next.src = source;
    // A picture that cannot be shown is not: the one before it stays.
    await next.decode().catch(() => {});
    const {still, thumbnail} = this.#asset?.files ?? {};
    if (next.naturalWidth && source === (still ?? thumbnail)) this.#image.src = source;
  }

  /** Plays from the start to the end and rests; resolves whether it was played to the end. */
  async play() {
    if (!this.#asset?.files.movie) return false;
    const turn = ++this.#playing;
    const video = this.#video ??= this.#makeVideo();
    video.muted = !this.hasAttribute("sound");
    video.currentTime = 0;
    const begun = await this.#start(video);
    if (turn !== this.#playing || begun === "stopped") return false;
    const wholly = begun === "plays" ? await untilRest(video) : await this.#animate(turn);
    if (turn === this.#playing) this.rest();
    return wholly;
  }

  /** Begins to play, with sound if that is allowed: it "plays", is "stopped", or is "unknown" to the browser. */
  async #start(video) {
    try {
      await video.play();
      if (video.videoWidth) return "plays";
      // A movie whose picture the browser does not know is heard all the same.
      video.pause();
      return "unknown";
    } catch (error) {
      if (error.name === "NotSupportedError") return "unknown";
      // Sound is refused to pages that nobody has touched.
      if (error.name !== "NotAllowedError" || video.muted) return "stopped";
      video.muted = true;
      return this.#start(video);
    }
  }

  /**
   * Shows the GIF in place of a movie that the browser does not know: telephones film in HEVC. It is asked for as a
   * whole, so that it begins with its beginning each time.
   */
  async #animate(turn) {
    const {files: {gif}, movie} = this.#asset;
    // In a gallery, where one passes over many, it would be a lot to fetch.
    if (this.hasAttribute("plain")) return false;
    try {
      this.#animation ??= gif ? (await getFile(gif)).content : null;
    } catch {
      // Without it nothing moves, which is told below.
    }
    if (turn !== this.#playing) return false;
    if (!this.#animation) {
      toast(t("live.unplayable"));
      return false;
    }
    const address = URL.createObjectURL(this.#animation);
    const picture = make("img", {className: "moving", src: address, alt: ""});
    await picture.decode();
    if (turn === this.#playing) {
      this.#image.after(picture);
      this.classList.add("playing");
      await new Promise(done => {
        this.#stop = done;
        setTimeout(done, (movie?.duration ?? 3) * 1000);
      });
    }
    picture.remove();
    URL.revokeObjectURL(address);
    return turn === this.#playing;
  }

  /** Back to the photo. */
  rest() {
    this.#playing += 1;
    this.classList.remove("playing");
    this.#video?.pause();
    this.#stop();
  }

  /**
   * Shows the movie's picture at a part of its length, from 0 to 1, until it rests; resolves to its time in seconds, or
   * to null where the browser does not know the movie.
   */
  async look(part) {
    if (!this.#asset?.files.movie) return null;
    const turn = ++this.#playing;
    const video = this.#video ??= this.#makeVideo();
    video.pause();
    if (video.readyState < HTMLMediaElement.HAVE_METADATA) {
      await new Promise(done => {
        for (const name of ["loadedmetadata", "error"]) video.addEventListener(name, done, {once: true});
      });
    }
    if (turn !== this.#playing) return null;
    if (!video.videoWidth) {
      toast(t("live.unplayable"));
      return null;
    }
    const time = part * video.duration;
    video.currentTime = time;
    this.classList.add("playing");
    return time;
  }

  /** Plays by itself, unless the guest asks for less motion. */
  async playUnasked() {
    return prefersStillness() ? false : this.play();
  }

  #makeVideo() {
    const video = make("video", {
      src: this.#asset.files.movie, playsInline: true, preload: "auto", disablePictureInPicture: true,
      disableRemotePlayback: true, loop: this.#asset.kind === "video", "aria-hidden": "true", tabIndex: -1,
    });
    // Not before there is something to be seen.
    video.onplaying = () => video.requestVideoFrameCallback?.(() =>
      video.paused || this.classList.add("playing")) ?? this.classList.add("playing");
    this.#image.after(video);
    return video;
  }

  #forget() {
    this.rest();
    this.#animation = null;
    if (!this.#video) return;
    // A movie that is let go of otherwise keeps its connection and decoder until it is collected.
    this.#video.removeAttribute("src");
    this.#video.load();
    this.#video.remove();
    this.#video = null;
  }

  #hold(event) {
    if (event.button !== 0 || event.target.closest("button")) return;
    let held = false;
    const timer = setTimeout(() => {
      held = true;
      this.dispatchEvent(new Event("held", {bubbles: true}));
      this.play();
    }, HOLD);
    const ended = new AbortController();
    const release = () => {
      clearTimeout(timer);
      ended.abort();
      if (held) this.rest();
    };
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, release, {signal: ended.signal});
  }
}

/** Resolves when a movie has ended, or is stopped: whether it was played to the end. */
const untilRest = video => new Promise(done => {
  video.onended = () => done(true);
  video.onpause = () => done(video.ended);
  if (video.paused) done(video.ended);
});

customElements.define("live-photo", LivePhoto);
