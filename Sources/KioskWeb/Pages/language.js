// The page in the guest's language.
import {strings} from "./strings.js";

let chosen = "en";

/** The languages that the pages speak, by their own names. */
export const languages = Object.entries(strings).map(([code, words]) => [code, words.language]);

/** The language of the page now. */
export const language = () => chosen;

/** A string, with its {places} filled; `count` chooses the form of one with plural forms. */
export function t(key, values = {}) {
  let text = strings[chosen][key] ?? strings.en[key] ?? key;
  if (typeof text === "object") text = text[new Intl.PluralRules(chosen).select(values.count)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Whether there is a string of that key. */
export const knows = key => key in strings.en;

/** A date as people of the language write it. */
export const date = text => new Date(text).toLocaleString(chosen, {dateStyle: "medium", timeStyle: "short"});

/** The first of the languages, such as "de-AT", that the pages speak. */
export const firstKnown = codes => codes.map(code => code.slice(0, 2).toLowerCase()).find(code => code in strings);

/** Puts the page into a language: every element with `data-text` or `data-label`, now; `language` tells the rest. */
export function speak(code) {
  chosen = code in strings ? code : "en";
  document.documentElement.lang = chosen === "zh" ? "zh-Hans" : chosen;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.ariaLabel = t(element.dataset.label);
  document.dispatchEvent(new Event("language"));
}
