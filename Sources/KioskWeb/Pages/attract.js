// The latest pictures, as prints on a table, of which now and then one moves or makes room for another.
import {get} from "./api.js";
import {make, prefersStillness} from "./page.js";

const PRINTS = 6;
const POOL = 30;
const TURN = 4000;

/** Fills `root` with the latest pictures; `isSeen` tells whether anybody can see them. */
export class Attract {
  #booth;
  #root;
  #isSeen;
  #pool = [];
  #turn = 0;

  constructor(booth, root, isSeen) {
    this.#booth = booth;
    this.#root = root;
    this.#isSeen = isSeen;
    booth.addEventListener("asset", ({detail}) => this.#take(detail));
    booth.addEventListener("state", () => this.load());
    setInterval(() => this.#move(), TURN);
  }

  /** The newest picture, or null. */
  get newest() {
    return this.#pool[0] ?? null;
  }

  /** Looks up which pictures there are. */
  async load() {
    try {
      this.#pool = (await get(`/api/assets?limit=${POOL}`)).assets;
      this.#show();
    } catch {
      // Without pictures the table is empty; the next state brings the next try.
    }
  }

  #take({change, id, asset}) {
    if (change === "removed") this.#pool = this.#pool.filter(one => one.id !== id);
    else if (change === "changed") this.#pool = this.#pool.map(one => one.id === id ? asset : one);
    else this.#pool = [asset, ...this.#pool.filter(one => one.id !== id)].slice(0, POOL);
    this.#show();
  }

  #show() {
    const wanted = this.#pool.slice(0, PRINTS);
    const there = new Map([...this.#root.children].map(print => [print.dataset.id, print]));
    if (wanted.every(asset => there.has(asset.id)) && there.size === wanted.length) return this.#changed();
    this.#root.replaceChildren(...wanted.map(asset => there.get(asset.id) ?? this.#print(asset)));
    this.#changed();
  }

  #changed() {
    this.#root.dispatchEvent(new Event("change"));
  }

  #print(asset) {
    const picture = make("live-photo", {"plain": ""});
    picture.asset = {...asset, files: {...asset.files, still: undefined}};
    const print = make("div", {className: "print"}, picture);
    print.dataset.id = asset.id;
    return print;
  }

  #move() {
    const prints = [...this.#root.children];
    if (!this.#isSeen() || document.hidden || !prints.length || prefersStillness()) return;
    this.#turn += 1;
    const print = prints[this.#turn % prints.length];
    const waiting = this.#pool.filter(asset => !prints.some(other => other.dataset.id === asset.id));
    if (waiting.length && this.#turn % 2) {
      print.replaceWith(this.#print(waiting[Math.floor(Math.random() * waiting.length)]));
    } else {
      for (const other of this.#root.querySelectorAll("live-photo")) other.rest();
      print.firstElementChild.play();
    }
  }
}
