// What can be made of a picture: a loop and a bounce are other pictures, a long exposure and another moment as the key
// photo can be taken back.
import {assetPath, post} from "./api.js";
import {language, t} from "./language.js";
import {attempt, icon, make} from "./page.js";

const ICONS = {loop: "again", bounce: "boomerang", exposure: "exposure", original: "undo"};

/** Fills a section with the effects that an asset can be given, or hides it; `then` gets the asset that shows one. */
export function showEffects(section, asset, then) {
  const effects = (asset?.effects ?? []).filter(effect => effect in ICONS);
  section.hidden = effects.length === 0;
  // What is the same stays: one of them may be under way.
  const content = JSON.stringify([asset?.id, effects, language()]);
  if (section.content === content) return;
  section.content = content;
  const buttons = effects.map(effect => {
    const button = make("button", {}, icon(ICONS[effect]), make("span", {}, t(`effect.${effect}`)));
    button.dataset.effect = effect;
    button.onclick = async () => {
      for (const one of buttons) one.disabled = true;
      button.ariaBusy = "true";
      await attempt(async () => then(await post(assetPath(asset.id, "effect"), {effect})));
      button.ariaBusy = "false";
      for (const one of buttons) one.disabled = false;
    };
    return button;
  });
  section.querySelector(".actions").replaceChildren(...buttons);
}

/** Lets a slider over the movie choose the key photo, where an asset can have another; `shown` shows each moment. */
export function offerMoments(section, asset, shown, then) {
  section.hidden = !asset?.effects?.includes("keyPhoto");
  const [slider, button] = section.querySelectorAll("input, button");
  const version = asset?.files.still;
  const tell = time => slider.ariaValueText = t("moment.at", {seconds: time.toFixed(1)});
  section.querySelector("p").textContent = t(asset?.effect === "exposure" ? "moment.replaces" : "moment.slide");
  if (section.version !== version) {
    section.version = version;
    section.time = null;
    // It begins at the moment that is the photo.
    const {duration, keyTime} = asset?.movie ?? {};
    const time = keyTime ?? duration / 2;
    slider.value = duration ? time / duration * slider.max : slider.max / 2;
    if (duration) tell(time);
    button.disabled = true;
  }
  slider.oninput = () => attempt(async () => {
    const time = await shown.look(slider.value / slider.max);
    // None where the browser does not know the movie, or another look has begun.
    if (time === null) return;
    section.time = time;
    tell(time);
    button.disabled = false;
  });
  button.onclick = async () => {
    button.disabled = true;
    button.ariaBusy = "true";
    await attempt(async () => {
      then(await post(assetPath(asset.id, "effect"), {effect: "keyPhoto", time: section.time}));
      shown.rest();
    });
    button.ariaBusy = "false";
  };
}
