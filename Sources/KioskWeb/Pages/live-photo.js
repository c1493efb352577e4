// A picture that moves: it plays once and rests on the photo; press and hold plays it again.
import {withQuery} from "./api.js";
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
  #isConverted = false;

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
    const source = still ? withQuery(still, "as=jpeg") : thumbnail;
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
    if (this.#asset && next.naturalWidth) this.#image.src = source;
  }

  /** Plays from the start to the end and rests; resolves whether it was played to the end. */
  async play() {
    if (!this.#asset?.files.movie) return false;
    const turn = ++this.#playing;
    const video = this.#video ??= this.#makeVideo();
    video.muted = !this.hasAttribute("sound");
    video.currentTime = 0;
    if (!await this.#start(video) || turn !== this.#playing) return false;
    const wholly = await new Promise(done => {
      video.onended = () => done(true);
      video.onpause = () => done(video.ended);
      if (video.paused) done(video.ended);
    });
    if (turn === this.#playing) this.rest();
    return wholly;
  }

  /** Begins to play, whether or not with sound, and whatever the telephone has filmed in; whether it does. */
  async #start(video) {
    try {
      await video.play();
      // A movie whose picture the browser does not know is heard all the same.
      if (video.videoWidth) return true;
    } catch (error) {
      if (error.name === "NotAllowedError" && !video.muted) {
        // Sound is refused to pages that nobody has touched.
        video.muted = true;
        return this.#start(video);
      }
      // It has been stopped, or let go of, before it began.
      if (error.name !== "NotSupportedError") return false;
    }
    if (!this.#isConverted && this.#asset) {
      // Telephones film in HEVC, which many browsers do not know; the booth can convert it.
      this.#isConverted = true;
      video.src = withQuery(this.#asset.files.movie, "as=h264");
      return this.#start(video);
    }
    video.pause();
    if (!this.hasAttribute("plain")) toast(t("live.unplayable"));
    return false;
  }

  /** Back to the photo. */
  rest() {
    this.#playing += 1;
    this.classList.remove("playing");
    this.#video?.pause();
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
    this.#isConverted = false;
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

customElements.define("live-photo", LivePhoto);
