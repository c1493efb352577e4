// How loud the microphone is, ten times a second.
import {$} from "./page.js";
import {t} from "./language.js";

const FLOOR = -60;
let source = null;

/** Shows the level while the desk is open, if there is a microphone. */
export function showLevel(booth) {
  hideLevel();
  $("#level").hidden = !booth.state.microphone;
  if ($("#level").hidden) return;
  const share = decibels => Math.max(0, Math.min(1, 1 - decibels / FLOOR));
  source = new EventSource("/api/operator/levels");
  source.addEventListener("level", event => {
    const {rms, peak} = JSON.parse(event.data);
    $("#level .rms").style.setProperty("--share", share(rms));
    $("#level .peak").style.setProperty("--share", share(peak));
    $("#level").classList.toggle("loud", peak > -1);
    $("#level p").textContent = t("operator.levelValue", {rms: rms.toFixed(0), peak: peak.toFixed(0)});
  });
}

/** Asks for no more. */
export function hideLevel() {
  source?.close();
  source = null;
}
