// The operator's choice of templates, with what they look like.
import {get} from "./api.js";
import {t} from "./language.js";

const MODES = ["strip", "postcard"];
let templates = [];

/** Asks the booth which there are. */
export async function loadTemplates() {
  templates = await get("/api/templates");
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
      sample.src = `/api/templates/${encodeURIComponent(select.value)}`;
    };
    select.onchange = look;
    if (fitting.length) look();
  }
}

/** What is chosen in the form, by mode. */
export const chosenTemplates = form =>
  Object.fromEntries(MODES.filter(mode => form[mode].value).map(mode => [mode, form[mode].value]));
