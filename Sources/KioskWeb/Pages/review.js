// The review of a shot: it plays once with sound and rests on the photo; keep, take again, delete, take home, print.
import {assetPath, post} from "./api.js";
import {t} from "./language.js";
import {$, attempt, sayOnlyHere, toast} from "./page.js";
import {PrintButton} from "./printing.js";
import {chime} from "./sounds.js";

/** Shows what has been taken. Dispatches `over` when the guest, or the time, is done with it, and `again`. */
export class Review extends EventTarget {
  #booth;
  #root = $("#review");
  #shown = $("#shown");
  #taken = null;
  #isOpen = false;
  #timer;
  #printing;

  constructor(booth) {
    super();
    this.#booth = booth;
    $("#keep").onclick = () => this.keep();
    $("#retake").onclick = () => this.#retake();
    $("#delete").onclick = () => this.#delete();
    this.#printing = new PrintButton(booth, $("#print"));
    for (const name of ["pointerdown", "keydown"])
      addEventListener(name, () => this.#isOpen && this.#isReady && this.#startTime());
  }

  /** Opens with the still of a shot, which there is at once. */
  open(taken) {
    this.#taken = taken;
    this.#isOpen = true;
    for (const name of ["#retake", "#delete"]) $(name).hidden = !this.#booth.may("trash");
    this.#printing.asset = null;
    $("#home").classList.remove("ready");
    $("#hold").classList.remove("ready");
    this.#isReady = false;
    const {width, height} = this.#booth.state.camera ?? {};
    // Over a slow network the picture of whoever was here before would be seen until this one has come.
    this.#shown.clear();
    this.#shown.asset = {kind: "photo", name: "", width, height, files: {still: taken.stills.at(-1)}};
  }

  /** Shows an asset of the shot as soon as it is in the library; one that rests plays only when it is held. */
  async show(asset, {rests = false} = {}) {
    this.#shown.asset = asset;
    this.#printing.asset = asset;
    $("#hold").classList.toggle("ready", asset.kind === "live");
    if (!rests) this.#shown.playUnasked();
  }

  /** The shot is over: its pictures may be kept, taken again or deleted. */
  async finish() {
    if (!this.#isOpen) return;
    this.#isReady = true;
    chime();
    $("#keep").focus({preventScroll: true});
    this.#startTime();
    const {main} = this.#taken;
    if (main && this.#booth.may("share")) await this.#offer(main);
  }

  /** Ends the review; everything stays. */
  keep() {
    this.#close();
    this.dispatchEvent(new Event("over"));
  }

  get #isReady() {
    return !$("#keep").disabled;
  }

  set #isReady(isReady) {
    for (const name of ["#keep", "#retake", "#delete"]) $(name).disabled = !isReady;
    this.#printing.isReady = isReady;
    this.#root.setAttribute("aria-busy", String(!isReady));
    if (!isReady) $("#keep").classList.remove("running");
  }

  #close() {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#shown.rest();
  }

  #startTime() {
    const keep = $("#keep"), seconds = this.#booth.state.defaults.reviewSeconds;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#isOpen && this.#isReady && this.keep(), seconds * 1000);
    keep.style.setProperty("--time", `${seconds}s`);
    keep.classList.remove("running");
    // Reading a length has the browser take the class off before it is put on again: the animation starts anew.
    void keep.offsetWidth;
    keep.classList.add("running");
  }

  async #offer(asset) {
    const {isReachable} = this.#booth.state;
    $("#code").hidden = !isReachable;
    if (isReachable) $("#home p").textContent = t("review.scan");
    else sayOnlyHere($("#home p"));
    if (!isReachable) return $("#home").classList.add("ready");
    try {
      const share = await post(assetPath(asset.id, "shares"), {hours: 24});
      if (asset !== this.#taken.main) return;
      $("#code").src = share.qr;
      $("#code").alt = t("share.code", {url: share.url});
      $("#home").classList.add("ready");
    } catch {
      // The picture can still be shared from the gallery.
    }
  }

  async #trash() {
    const ids = this.#taken.assets.map(asset => asset.id);
    this.#isReady = false;
    const isDone = await attempt(() => Promise.all(ids.map(id => post(assetPath(id, "trash")))));
    if (!isDone) this.#isReady = true;
    return isDone ? ids : null;
  }

  async #retake() {
    if (!await this.#trash()) return;
    this.#close();
    this.dispatchEvent(new Event("again"));
  }

  async #delete() {
    const ids = await this.#trash();
    if (!ids) return;
    this.keep();
    toast(t("review.deleted"), {
      action: t("action.undo"),
      run: () => attempt(() => Promise.all(ids.map(id => post(assetPath(id, "restore"))))),
    });
  }
}
