// The operator's choice of templates, with what they look like, which is shown anew while they are edited.
import {get, post, remove} from "./api.js";
import {language, t} from "./language.js";
import {$, attempt, make, toast} from "./page.js";

const MODES = ["strip", "postcard"];
let templates = [], refusals = [];

const sampleOf = ({name, version}) => `/api/templates/${encodeURIComponent(name)}?v=${version}`;

/** Asks the booth which there are; whether they are others than before, or have changed. */
export async function loadTemplates() {
  const before = JSON.stringify([templates, refusals]);
  ({templates, refusals} = await get("/api/templates"));
  return JSON.stringify([templates, refusals]) !== before;
}

/** Fills the form's choices, as `chosen` has them by mode; others have the first that there is. */
export function fillTemplates(form, chosen = {}) {
  for (const mode of MODES) {
    const select = form[mode], sample = select.parentElement.querySelector(".sample");
    const fitting = templates.filter(template => template.modes.includes(mode));
    select.replaceChildren(...fitting.map(({name, title, shots}) =>
      new Option(t("operator.template", {title, shots}), name)));
    if (fitting.some(({name}) => name === chosen[mode])) select.value = chosen[mode];
    select.parentElement.hidden = fitting.length === 0;
    const look = () => {
      sample.src = sampleOf(fitting.find(({name}) => name === select.value));
    };
    select.onchange = look;
    if (fitting.length) look();
  }
}

/** What is chosen in the form, by mode. */
export const chosenTemplates = form =>
  Object.fromEntries(MODES.filter(mode => form[mode].value).map(mode => [mode, form[mode].value]));

/** Lets the operator choose a frame: a PNG, through whose transparent windows the pictures are seen. */
export function offerFrames() {
  $("#add-frame").onclick = () => $("#frame").click();
  $("#frame").onchange = () => attempt(async () => {
    const [file] = $("#frame").files;
    $("#frame").value = "";
    if (!file) return;
    const title = file.name.replace(/\.[^.]*$/, "");
    // Names of templates have small letters, digits and hyphens.
    const name = title.normalize("NFD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);
    await post(`/api/templates/${name || "frame"}?title=${encodeURIComponent(title)}`,
      new Blob([file], {type: "image/png"}));
    toast(t("operator.frameAdded"));
  });
}

function frameButton({name, isFrame}) {
  if (!isFrame) return "";
  const button = make("button", {className: "danger"}, t("operator.removeFrame"));
  button.onclick = () => attempt(() => remove(`/api/templates/${encodeURIComponent(name)}`));
  return button;
}

/** Fills a section with all templates, and with why others cannot be used; a picture that is as it was stays. */
export function showTemplates(section) {
  const [list, reasons] = section.querySelectorAll("ul");
  const known = new Map([...list.children].map(item => [item.dataset.key, item]));
  list.replaceChildren(...templates.map(template => {
    const key = JSON.stringify([template, language()]);
    const words = t("operator.template", template);
    const item = known.get(key) ?? make("li", {}, make("img", {src: sampleOf(template), alt: ""}),
      make("span", {}, words), make("small", {}, template.modes.map(mode => t(`mode.${mode}`)).join(", ")),
      frameButton(template));
    item.dataset.key = key;
    item.dataset.name = template.name;
    return item;
  }));
  reasons.replaceChildren(...refusals.map(words => make("li", {className: "wrong"}, words)));
}
