// What the booth says about itself: its state and its events, without a gap over reconnections.

import {get} from "./api.js";

const NAMES = ["state", "phase", "live", "countdown", "shot", "asset", "camera", "microphone", "storage", "printer",
  "notice", "reload"];

/**
 * The booth's state as of its latest event. Each event is dispatched here under its name, with its data as `detail`,
 * after the state has taken it in; `connection` tells that `isConnected` has changed.
 */
export class Booth extends EventTarget {
  state = null;
  isConnected = false;
  #last = null;
  #source = null;

  /** Begins to listen, and resolves with the first state. */
  connect() {
    const first = new Promise(done => this.addEventListener("state", () => done(this.state), {once: true}));
    this.#listen();
    // A page that is shown again out of the browser's cache has been without events; one that is left needs none.
    addEventListener("pagehide", () => this.#source.close());
    addEventListener("pageshow", event => event.persisted && this.#listen());
    return first;
  }

  /** Whether this client may do something: shoot, trash, favourite, share, operator, print. */
  may(permission) {
    return this.state.permissions.includes(permission);
  }

  #listen() {
    const source = new EventSource(this.#last === null ? "/api/events" : `/api/events?after=${this.#last}`);
    this.#source = source;
    for (const name of NAMES) source.addEventListener(name, event => this.#take(name, event));
    source.onopen = () => this.#connected(true);
    source.onerror = () => {
      this.#connected(false);
      // The browser comes back by itself after a lost connection, and gives up after an answer that is an error.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => source === this.#source && this.#again(), 1000);
    };
  }

  async #again() {
    try {
      await get("/api/state");
    } catch (error) {
      // The booth no longer knows who this is: its answer to a page is to ask for the password.
      if (error.code === "login") return location.reload();
      // Anything else may be over by now.
    }
    this.#listen();
  }

  #connected(isConnected) {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    this.dispatchEvent(new Event("connection"));
  }

  #take(name, event) {
    const number = Number(event.lastEventId), detail = JSON.parse(event.data);
    if (name !== "state" && this.#last !== null && number <= this.#last) return;
    this.#last = number;
    this.#connected(true);
    this.#change(name, detail);
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }

  #change(name, detail) {
    const state = this.state;
    if (name === "state") this.state = detail;
    else if (name === "phase") Object.assign(state, detail);
    else if (name === "live") state.live = detail.count;
    else if (name === "countdown") state.countdown = detail.cancelled || detail.step === 0 ? null : detail;
    else if (name === "shot") state.shot = detail.step === "done" ? null : detail;
    else if (name === "asset") state.assets.total = detail.total;
    else if (["camera", "microphone", "storage", "printer"].includes(name)) state[name] = detail;
  }
}
