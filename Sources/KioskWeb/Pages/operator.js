// The operator's desk, behind a PIN: how the booth is doing, and its settings.
import {get, post, remove} from "./api.js";
import {Booth} from "./booth.js";
import {hideCamera, showCamera} from "./camera-desk.js";
import {date, knows, language, languages, t} from "./language.js";
import {hideLevel, showLevel} from "./level.js";
import {$, attempt, bytes, dress, icon, make, refuse, sayOnlyHere, toast, whenIdle} from "./page.js";
import {showPrinter} from "./printer-desk.js";
import {chosenTemplates, fillTemplates, loadTemplates, offerFrames, showTemplates} from "./templates.js";

const THEMES = ["default", "ivory", "blossom", "midnight"];
const EVERY = 1000;
const LOCK_MINUTES = 10;

const booth = new Booth();
await booth.connect();

// Every mode that this booth can have.
const modes = new Set();
let timer;

// MARK: The gate

function lock() {
  clearTimeout(timer);
  hideLevel();
  hideCamera();
  $("#desk").hidden = true;
  $("#gate").hidden = false;
  $("#wrong").textContent = $("#pin").value = "";
  $("#pin").focus();
}

$("#gate").onsubmit = async event => {
  event.preventDefault();
  try {
    await post("/api/operator/login", {pin: $("#pin").value});
    $("#wrong").textContent = "";
    await enter();
  } catch (error) {
    refuse($("#gate"), error, error.code === "forbidden" ? "operator.wrong" : undefined);
    $("#pin").value = "";
    $("#pin").focus();
  }
};

function showPad() {
  const digit = number => {
    const button = make("button", {type: "button"}, number);
    button.onclick = () => $("#pin").value += number;
    return button;
  };
  const erase = make("button", {type: "button", ariaLabel: t("operator.erase")}, icon("erase"));
  erase.onclick = () => $("#pin").value = $("#pin").value.slice(0, -1);
  $("#pad").replaceChildren(...[..."123456789"].map(digit), make("span"), digit("0"), erase);
}

// MARK: The desk

async function enter() {
  const report = await get("/api/operator");
  await Promise.all([loadTemplates(), showCamera(booth)]);
  for (const mode of report.modes) modes.add(mode);
  fillSettings(report.settings);
  showLevel(booth);
  show(report);
  // Nothing moves once it is seen.
  $("#gate").hidden = true;
  $("#desk").hidden = false;
  timer = setTimeout(refresh, EVERY);
}

async function refresh() {
  if (!document.hidden) {
    try {
      show(await get("/api/operator"));
      if (await loadTemplates()) {
        const form = $("#settings").elements;
        fillTemplates(form, chosenTemplates(form));
        showTemplates($("#gallery"));
      }
    } catch (error) {
      if (error.code === "login") return lock();
      // The booth is away for the moment; the next turn tells.
    }
  }
  timer = setTimeout(refresh, EVERY);
}

const state = word => word && knows(`state.${word}`) ? t(`state.${word}`) : word;
const number = (value, digits = 1) => value?.toLocaleString(language(), {maximumFractionDigits: digits}) ?? "–";

/** The cards, each with its rows: a label and a value. */
function cards({camera, microphone, video, audio, sync, preview, shots, storage, path, version, uptime}) {
  return {
    camera: camera && {
      [t("operator.name")]: camera.name, [t("operator.state")]: state(camera.state),
      [t("operator.format")]: `${camera.width} × ${camera.height}, ${number(camera.rate)}/s`,
    },
    microphone: microphone ? {
      [t("operator.name")]: microphone.name, [t("operator.state")]: state(microphone.state),
      [t("operator.overruns")]: number(audio?.overruns),
      [t("operator.sync")]: offset(sync),
      [t("operator.drift")]: `${number(sync.driftPPM)} ppm`,
    } : {[t("operator.state")]: t("operator.none"), [t("operator.sync")]: t("operator.noMicrophone")},
    video: video && {
      [t("operator.rate")]: number(video.rate), [t("operator.jitter")]: `${number(video.jitterMs)} ms`,
      [t("operator.frames")]: number(video.frames), [t("operator.skipped")]: skipped(video),
      [t("operator.ring")]: t("operator.ringValue",
        {frames: number(video.ringFrames), bytes: bytes(video.ringBytes)}),
    },
    preview: preview && {
      [t("operator.clients")]: number(preview.clients), [t("operator.sent")]: number(preview.sent),
      [t("operator.dropped")]: number(preview.skipped),
    },
    shots: shots && {
      [t("operator.taken")]: number(shots.taken), [t("operator.failed")]: number(shots.failed),
      [t("operator.sparse")]: number(shots.sparseMovies),
    },
    storage: storage && {
      [t("operator.state")]: state(storage.state), [t("operator.free")]: bytes(storage.freeBytes),
      // A path is broken after its slashes, if at all.
      [t("operator.path")]: path.replaceAll("/", "/\u200b"),
    },
    program: {
      [t("operator.version")]: version,
      [t("operator.uptime")]: t("operator.hours",
        {hours: Math.floor(uptime / 3600), minutes: Math.floor(uptime / 60) % 60}),
    },
  };
}

function offset({offsetMs, uncertaintyMs}) {
  if (uncertaintyMs === undefined) return null;
  // A measured one, once there is a movie.
  const measured = offsetMs === undefined ? "" : `${offsetMs < 0 ? "−" : "+"}${number(Math.abs(offsetMs), 2)} `;
  return `${measured}± ${number(uncertaintyMs, 2)} ms`;
}

function skipped({skipped: count, skippedByReason}) {
  const reasons = Object.entries(skippedByReason ?? {}).map(([reason, of]) =>
    `${knows(`skip.${reason}`) ? t(`skip.${reason}`) : reason} ${number(of)}`).join(", ");
  return reasons ? `${number(count)} (${reasons})` : number(count);
}

function show(report) {
  $("#cards").replaceChildren(...Object.entries(cards(report)).filter(([, rows]) => rows).map(([name, rows]) =>
    make("section", {className: "card"}, make("h2", {}, t(`operator.${name}`)),
      make("dl", {}, ...Object.entries(rows).map(([label, value]) =>
        make("div", {}, make("dt", {}, label), make("dd", {}, value ?? "–")))),
      ...name === "microphone" && report.audio ? [make("p", {className: "note"}, t("operator.syncMeaning"))] : [])));
  $("#fleet").hidden = !report.broker;
  showList($("#errors"), report.errors, "operator.noErrors", error =>
    make("li", {className: error.mended ? "mended" : ""},
      make("time", {dateTime: error.time}, date(error.time)), make("span", {}, error.message),
      ...error.mended ? [make("small", {}, t("operator.mended", {date: date(error.mended)}))] : []));
  showList($("#shares"), report.shares, "operator.noShares", share => {
    const revoke = make("button", {className: "danger"}, t("action.revoke"));
    revoke.onclick = () => attempt(() => remove(`/api/shares/${encodeURIComponent(share.token)}`));
    const end = new Date(share.end * 1000).toISOString();
    return make("li", {}, make("time", {dateTime: end}, t("operator.until", {date: date(end)})),
      make("a", {className: "button quiet", href: `/picture/${encodeURIComponent(share.asset)}`}, t("picture.title")),
      revoke);
  });
}

// A list that is as it was is left alone, so that a button does not vanish beneath a finger.
function showList(list, items = [], empty, row) {
  const content = JSON.stringify(items) + language();
  if (list.content === content) return;
  list.content = content;
  list.replaceChildren(...items.length ? items.map(row) : [make("li", {}, t(empty))]);
}

// MARK: Settings

function fillSettings(settings) {
  const form = $("#settings").elements;
  const options = (name, pairs) => form[name].replaceChildren(...pairs.map(([value, text]) => new Option(text, value)));
  options("language", languages);
  options("theme", THEMES.map(theme => [theme, t(`theme.${theme}`)]));
  $("#modes").replaceChildren(...[...modes].map(mode => make("label", {className: "check"},
    make("input", {type: "checkbox", name: "modes", value: mode, checked: settings.modes.includes(mode)}),
    make("span", {}, t(`mode.${mode}`)))));
  offerModes();
  for (const name of ["countdown", "reviewSeconds", "language", "theme", "mode"]) form[name].value = settings[name];
  form.mirrored.checked = settings.mirrored;
  form.lockMinutes.value = settings.lockMinutes ?? LOCK_MINUTES;
  fillTemplates(form, settings.templates);
  showTemplates($("#gallery"));
}

/** The first mode is one of those on offer, of which there is one at least. */
function offerModes() {
  const {mode} = $("#settings").elements, boxes = [...$("#modes").querySelectorAll("input")];
  const offered = boxes.filter(box => box.checked).map(box => box.value), first = mode.value;
  mode.replaceChildren(...offered.map(one => new Option(t(`mode.${one}`), one)));
  if (offered.includes(first)) mode.value = first;
  boxes[0]?.setCustomValidity(offered.length ? "" : t("operator.noModes"));
}
$("#modes").onchange = offerModes;

$("#settings").onsubmit = event => {
  event.preventDefault();
  const form = event.target.elements;
  attempt(async () => {
    fillSettings(await post("/api/operator/settings", {
      countdown: form.countdown.valueAsNumber, reviewSeconds: form.reviewSeconds.valueAsNumber,
      language: form.language.value, theme: form.theme.value, mode: form.mode.value, mirrored: form.mirrored.checked,
      templates: chosenTemplates(form), lockMinutes: form.lockMinutes.valueAsNumber,
      modes: [...$("#modes").querySelectorAll(":checked")].map(box => box.value),
    }));
    toast(t("operator.saved"));
  });
};

$("#renew").onclick = () => attempt(async () => {
  await remove("/api/guests");
  toast(t("operator.renewed"));
});

$("#leave").onclick = () => attempt(async () => {
  await post("/api/operator/logout");
  lock();
});

// Who has gone away leaves no open desk behind.
whenIdle(() => (booth.state.defaults.lockMinutes ?? LOCK_MINUTES) * 60, () => {
  if ($("#desk").hidden) return;
  attempt(async () => {
    await post("/api/operator/logout");
    lock();
    $("#wrong").textContent = t("operator.idle");
  });
});

// The booth's screen is the guests': who goes back to it leaves nothing open.
$("#booth").onclick = (event) => {
  event.preventDefault();
  attempt(async () => {
    await post("/api/operator/logout");
    location.href = "/";
  });
};

function showState() {
  dress(booth.state.defaults);
  document.title = `${t("operator.title")} · ${booth.state.name}`;
  $("#renew").hidden = !booth.may("invite");
  $("#only-here").hidden = booth.state.isReachable;
  sayOnlyHere($("#only-here"));
  showPad();
}
showState();
showPrinter(booth);
offerFrames();
booth.addEventListener("state", showState);
// Who has been here before goes in at once.
if (booth.state.role === "operator") attempt(enter);
else lock();
