// What all pages have in common: the look, short messages, dialogs, small makers of elements.
import {firstKnown, knows, speak, t} from "./language.js";

/** The first element of a selector. */
export const $ = (selector, root = document) => root.querySelector(selector);

/** A new element with properties and children; what is no property of the element becomes an attribute. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// Icons that come and go with the page's changes are taken from here: a reference to the file would flicker.
const sprite = await fetch("/static/icons.svg").then(answer => answer.text())
  .then(text => new DOMParser().parseFromString(text, "image/svg+xml"))
  // A page without them is still of use.
  .catch(() => document.implementation.createDocument(null, "svg"));

/** An icon of the sprite. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.append(...[...sprite.getElementById(name)?.children ?? []].map(shape => document.importNode(shape)));
  return svg;
}

for (const element of document.querySelectorAll("[data-icon]")) element.prepend(icon(element.dataset.icon));

/** Whether the guest asks for less motion. */
export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Takes up the booth's theme and, if the guest has chosen none, its language. */
export function dress(defaults, {ownLanguage = false} = {}) {
  document.documentElement.dataset.theme = defaults?.theme ?? "default";
  const asked = firstKnown([new URLSearchParams(location.search).get("lang") ?? ""]);
  const own = ownLanguage ? firstKnown(navigator.languages) : null;
  speak(asked ?? own ?? defaults?.language ?? "en");
}

/** Says something at the edge of the page for some seconds, with a way to act on it if there is one. */
export function toast(words, {action, run, seconds = 5} = {}) {
  const toasts = $("#toasts");
  const item = make("div", {className: "toast"}, make("span", {}, words));
  if (action) {
    const button = make("button", {className: "quiet"}, action);
    button.onclick = () => {
      item.remove();
      run();
    };
    item.append(button);
  }
  toasts.replaceChildren(item);
  setTimeout(() => item.remove(), seconds * 1000);
}

/** Says in an element, in place of a code that would lead other machines nowhere, how they come to reach the booth. */
export function sayOnlyHere(element) {
  // What has to be typed is not broken at its hyphens.
  const [before, option, after] = t("share.onlyHere", {port: location.port || "80"}).split(/(--listen [\d.:]+)/);
  element.replaceChildren(before, make("code", {}, option), after);
}

/** Says in a form why what was entered is refused; until the booth takes the next try, the form's button waits. */
export function refuse(form, error, key = `error.${error.code}`) {
  const wrong = $(".wrong", form), button = $(".primary", form), label = t(button.dataset.text);
  const end = performance.now() + (error.retryAfter ?? 0) * 1000;
  const left = () => Math.ceil((end - performance.now()) / 1000);
  const words = error.code === "tooMany" ? [] : [t(knows(key) ? key : "error.other")];
  wrong.textContent = [...words, ...left() > 0 ? [t("error.wait", {count: left()})] : []].join(" ");
  const show = () => {
    button.disabled = left() > 0;
    button.textContent = left() > 0 ? `${label} (${left()})` : label;
    if (left() > 0) setTimeout(show, 250);
  };
  show();
}

/** Tells of an error in the guest's language. */
export function complain(error) {
  const key = `error.${error.code}`;
  toast(t(knows(key) ? key : "error.other"));
  // What is no refusal of the booth's is a mistake of these pages.
  if (!error.code) console.error(error);
}

/** Does something that the booth may refuse, and tells of it if so; whether it was done. */
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Calls back when nobody has touched the page for some seconds; returns what starts the time anew. */
export function whenIdle(seconds, callback) {
  let timer;
  const touched = () => {
    clearTimeout(timer);
    timer = setTimeout(callback, (typeof seconds === "function" ? seconds() : seconds) * 1000);
  };
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "scroll"])
    addEventListener(name, touched, {passive: true, capture: true});
  touched();
  return touched;
}

/** A number of bytes for people. */
export function bytes(count) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  while (count >= 1000 && unit < units.length - 1) {
    count /= 1000;
    unit += 1;
  }
  return `${count.toFixed(count < 10 && unit > 0 ? 1 : 0)} ${units[unit]}`;
}
