// The booth's screen: attract, preview and modes, countdown, filming, review.
import {BoothError, post, withQuery} from "./api.js";
import {Attract} from "./attract.js";
import {Booth} from "./booth.js";
import {languages, language, speak, t} from "./language.js";
import "./live-photo.js";
import {$, attempt, dress, icon, make, prefersStillness, toast, whenIdle} from "./page.js";
import {Preview} from "./preview.js";
import {tellOfPrinter} from "./printing.js";
import {Review} from "./review.js";
import {awaken, click, tick} from "./sounds.js";

const PATIENCE = 60;
const OPERATOR_HOLD = 2000;

const booth = new Booth();
await booth.connect();
if (!booth.may("shoot")) {
  // Who may only look, looks at the gallery; nothing here is of use meanwhile.
  location.replace("/gallery");
  await new Promise(() => {});
}

const preview = new Preview($("#preview"));
const review = new Review(booth);
const attract = new Attract(booth, $("#recent"), () => screen() === "attract");
const filmed = new Set(["live", "boomerang", "exposure"]);
// What is shown of these is made of what was taken.
const composed = new Set(["strip", "boomerang", "postcard", "exposure", "wigglegram"]);

let mode = booth.state.defaults.mode;
let isAsking = false;
// The shot that this page has begun, and so has to press.
let mine = null;
// The shot that is going on, or reviewed, whoever has begun it.
let taken = null;

// MARK: Screens

const screen = () => document.body.dataset.screen;

function show(name) {
  if (name === screen()) return;
  document.body.dataset.screen = name;
  if (name !== "counting") $("#number").textContent = "";
  const first = {attract: "#begin", shooting: "#shutter"}[name];
  if (first) $(first).focus({preventScroll: true});
  else document.activeElement?.blur();
  if (name === "attract") {
    mode = booth.state.defaults.mode;
    speak(booth.state.defaults.language);
  }
}

function showState() {
  const {state} = booth;
  document.title = state.name;
  for (const element of [$("#name"), $("#begin .title")]) element.textContent = state.name;
  $("#preview").classList.toggle("mirrored", state.preview?.mirrored ?? true);
  $("#preview").style.setProperty("--shape", state.preview ? state.preview.width / state.preview.height : 16 / 9);
  showModes();
  showBadge();
  showMessage();
}

function showModes() {
  const {modes} = booth.state;
  if (!modes.some(one => one.id === mode)) mode = modes[0]?.id;
  $("#modes").replaceChildren(...modes.map(one => {
    const radio = make("input", {type: "radio", name: "mode", value: one.id, checked: one.id === mode});
    radio.onchange = () => mode = one.id;
    return make("label", {}, radio, make("span", {}, icon(one.id), t(`mode.${one.id}`)));
  }));
  $("#modes").hidden = modes.length < 2;
}

function showBadge() {
  $("#badge span").hidden = !(booth.isConnected && booth.state.live > 0);
}

/** What keeps the booth from taking pictures, as the key of a message, or null. */
function obstacle() {
  const {phase, reason, storage} = booth.state;
  if (!booth.isConnected) return "away";
  if (phase === "interrupted") return ["cameraLost", "cameraBusy", "noFrames", "pressure"]
    .find(code => code === reason?.code) ?? "other";
  if (phase === "starting" || phase === "stopping") return phase;
  return storage?.state === "full" ? "full" : null;
}

function showMessage() {
  const key = obstacle(), box = $("#message div");
  const picture = {away: null, starting: null, stopping: null, full: "disk"};
  box.hidden = !key;
  document.body.classList.toggle("obstructed", key !== null);
  if (key) {
    $("p", box).textContent = t(`message.${key}`);
    const name = key in picture ? picture[key] : "camera-off";
    box.firstElementChild.replaceWith(name ? icon(name) : make("div", {className: "spinner"}));
  }
  $("#shutter").disabled = key !== null;
  preview.isWanted = booth.isConnected && !["starting", "stopping", "interrupted"].includes(booth.state.phase);
  $("#low").hidden = booth.state.storage?.state !== "low";
}

function showNewest() {
  const {newest} = attract, link = $("#last");
  link.classList.toggle("pictured", newest !== null);
  link.querySelector("img")?.remove();
  if (newest) link.prepend(make("img", {src: withQuery(newest.files.thumbnail, "side=256"), alt: ""}));
}

function showLanguages() {
  $("#languages").replaceChildren(...languages.map(([code, name]) => {
    const button = make("button", {className: "veiled", lang: code}, name);
    button.setAttribute("aria-pressed", String(code === language()));
    button.onclick = () => {
      speak(code);
      // The buttons are others now.
      $("#languages [aria-pressed=true]").focus();
    };
    return button;
  }));
}

// MARK: Taking pictures

async function shoot() {
  awaken();
  if (isAsking || obstacle() || booth.state.phase !== "ready") return;
  const {countdown} = booth.state.defaults, frame = preview.shown;
  isAsking = true;
  await attempt(async () => {
    const request = {mode, countdown};
    mine = (countdown || frame === null
      ? await post("/api/shoot", request)
      : await withFrame("/api/shoot", request, frame)).shot;
  });
  isAsking = false;
}

/** Names the frame that the guest has seen; one that is too old to be had is not insisted on. */
async function withFrame(path, request, frame) {
  try {
    return await post(path, {...request, frame});
  } catch (error) {
    if (error.code !== "frameGone") throw error;
    return post(path, request);
  }
}

async function press(shot) {
  const path = `/api/shots/${shot}/press`, frame = preview.shown;
  try {
    await (frame === null ? post(path) : withFrame(path, {}, frame));
  } catch (error) {
    // Without a press the booth takes the picture by itself; then it says so by events.
    if (!(error instanceof BoothError)) throw error;
  }
}

function count({shot, length, remaining, step, cancelled}) {
  if (cancelled) return show("shooting");
  if (step === 0) {
    $("#number").textContent = "";
    document.body.classList.remove("bright");
    if (shot === mine) press(shot);
    return;
  }
  if (screen() === "review") review.keep();
  const number = $("#number");
  show("counting");
  number.textContent = step;
  number.style.setProperty("--length", `${length}s`);
  number.style.setProperty("--begun", `${remaining - length}s`);
  document.body.classList.toggle("bright", step === 1);
  tick(step);
}

function begin({shot, mode: kind, part, parts}) {
  if (taken?.shot !== shot) {
    taken = {shot, mode: kind, parts, stills: [], assets: [], main: null, failure: null};
    $("#parts").replaceChildren();
    $("#snap").classList.toggle("several", parts > 1);
  }
  // A wigglegram's pictures are taken at once.
  $("#next").textContent = parts > 1 && kind !== "wigglegram" ? t("kiosk.next", {part, parts}) : "";
}

const steps = {
  waiting(detail) {
    begin(detail);
    if (screen() === "review") review.keep();
    show("counting");
  },
  begun(detail) {
    begin(detail);
    document.body.classList.remove("bright");
    show("filming");
    $("#moving").textContent = filmed.has(taken.mode) ? t("kiosk.keepMoving") : "";
  },
  exposed() {
    click();
    if (prefersStillness()) return;
    $("#flash").getAnimations().forEach(flash => flash.cancel());
    $("#flash").animate({opacity: [0.95, 0]}, {duration: 450, easing: "ease-out"});
  },
  still({still, part, parts}) {
    taken.stills[part - 1] = still;
    $("#parts").append(make("img", {src: still, alt: ""}));
    if (taken.mode === "photo") reviewNow();
    else if (!filmed.has(taken.mode) && part === parts) $("#moving").textContent = t("kiosk.making");
  },
  gathered() {
    $("#moving").textContent = composed.has(taken.mode) ? t("kiosk.making") : "";
    if (taken.mode === "live") reviewNow();
  },
  saved({asset}) {
    taken.assets.push(asset);
    taken.main = asset;
    // Its words are the operator's, and stand on the picture's page.
    if (asset.remark) toast(t("review.remark"));
    if (!composed.has(taken.mode)) {
      reviewNow();
      review.show(asset);
    }
  },
  made({asset, kind}) {
    // A long exposure is the picture that was taken, edited.
    taken.assets = [...taken.assets.filter(one => one.id !== asset.id), asset];
    taken.main = asset;
    reviewNow();
    review.show(asset, {rests: kind === "exposure"});
  },
  failed({error}) {
    taken.failure = error;
    toast(t("error.shot"));
  },
  done() {
    mine = null;
    $("#moving").textContent = "";
    if (taken.main) {
      if (screen() !== "review") {
        reviewNow();
        review.show(taken.main);
      }
      review.finish();
    } else if (screen() !== "attract") show("shooting");
  },
};

function reviewNow() {
  if (screen() === "review") return;
  review.open(taken);
  show("review");
}

/** A state takes the place of events that did not come: whatever they would have ended is over. */
function catchUp() {
  const {state} = booth;
  dress(state.defaults);
  showState();
  if (state.countdown) count(state.countdown);
  const isGoingOn = ["countdown", "capturing"].includes(state.phase);
  if (!isGoingOn && ["counting", "filming"].includes(screen())) show("shooting");
  // The end of a shot that is reviewed has been missed: what is there of it may be kept.
  if (!isGoingOn && screen() === "review" && $("#keep").disabled) review.keep();
}

// MARK: Beginning

catchUp();
showLanguages();
tellOfPrinter(booth, $("#printer"));
attract.load();
document.addEventListener("language", () => {
  showLanguages();
  showModes();
  showMessage();
});
$("#recent").addEventListener("change", showNewest);

booth.addEventListener("state", catchUp);
booth.addEventListener("connection", () => {
  showBadge();
  showMessage();
});
booth.addEventListener("live", showBadge);
for (const name of ["phase", "storage", "camera"]) booth.addEventListener(name, showMessage);
booth.addEventListener("countdown", ({detail}) => count(detail));
booth.addEventListener("shot", ({detail}) => {
  if (detail.step !== "waiting" && detail.step !== "begun" && taken?.shot !== detail.shot) begin(detail);
  steps[detail.step]?.(detail);
});
booth.addEventListener("reload", () => pagesAreOld = true);
preview.addEventListener("frame", () => $("#preview").classList.add("alive"));
preview.addEventListener("gone", () => $("#preview").classList.remove("alive"));
review.addEventListener("over", () => show("shooting"));
review.addEventListener("again", () => {
  show("shooting");
  shoot();
});

let pagesAreOld = false;
whenIdle(PATIENCE, () => {
  if (screen() !== "shooting" && screen() !== "attract") return;
  show("attract");
  if (pagesAreOld) location.reload();
});

$("#begin").onclick = () => {
  awaken();
  show("shooting");
};
$("#shutter").onclick = shoot;
$("#cancel").onclick = () => taken && attempt(() => post(`/api/shots/${taken.shot}/cancel`));

// A buzzer, a presenter's remote and a keyboard. On a button, Space and Enter press that; in a group of choices the
// arrows choose.
addEventListener("keydown", event => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const onControl = event.target.closest?.("button, a, input");
  const isShutter = event.key === "PageDown" || event.key === "ArrowRight" && event.target.type !== "radio" ||
    !onControl && [" ", "Enter"].includes(event.key);
  if (isShutter) {
    event.preventDefault();
    if (screen() === "review" && !$("#keep").disabled) review.keep();
    if (screen() === "attract") show("shooting");
    if (screen() === "shooting") shoot();
  } else if (event.key === "Escape" && (screen() === "counting" || screen() === "filming" && taken?.parts > 1)) {
    $("#cancel").click();
  } else if (event.key === "Escape" && screen() === "review" && !$("#keep").disabled) {
    review.keep();
  }
});

// Guests are not to find the operator's page by chance: a finger on the booth's name for two seconds opens it.
$("#name").addEventListener("pointerdown", () => {
  const timer = setTimeout(() => booth.may("operator") && (location.href = "/operator"), OPERATOR_HOLD);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => clearTimeout(timer), {once: true});
});
addEventListener("contextmenu", event => event.preventDefault());

// A booth's screen stays on, where the browser can see to that.
async function stayOn() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayOn);
stayOn();
