// The operator's card of the camera: its controls, and what they do to the picture.
import {get, post} from "./api.js";
import {knows, language, t} from "./language.js";
import {$, make} from "./page.js";
import {Preview} from "./preview.js";

const PATH = "/api/operator/camera";
const STEPS = 100;
const EVERY = 1000;

let booth, preview;
// What is shown: the controls that the rows were made of, and the rows by the controls' names.
let shown = "", rows = new Map();
// What was moved and is not sent yet, and what is being sent. Of a slider that is dragged the newest value is enough.
let retry, waiting = {}, isSending = false, isOpen = false, isSeen = false;

/** Shows the card while the desk is open, and the picture while the card is on the screen. */
export function showCamera(ofBooth) {
  if (!booth) {
    booth = ofBooth;
    preview = new Preview($("#camera canvas"));
    for (const name of ["camera", "phase", "state"]) booth.addEventListener(name, look);
    booth.addEventListener("camera", () => isOpen && refresh());
    document.addEventListener("language", () => {
      shown = "";
      if (isOpen) refresh();
    });
    new IntersectionObserver(([entry]) => {
      isSeen = entry.isIntersecting;
      look();
    }).observe($("#camera canvas"));
    $("#camera-reset").onclick = () => {
      waiting = {};
      send({reset: true});
    };
  }
  isOpen = true;
  const {width, height} = booth.state.preview ?? {width: 16, height: 9};
  $("#camera canvas").style.setProperty("--shape", width / height);
  look();
  return refresh();
}

/** Asks for no more. */
export function hideCamera() {
  isOpen = false;
  if (booth) look();
}

function look() {
  preview.isWanted = isOpen && isSeen && booth.state.phase !== "interrupted";
}

async function refresh() {
  try {
    const controls = await get(PATH);
    if (controls.trouble) return waitForCamera();
    show(controls);
    tell();
  } catch (error) {
    tell(error);
  }
}

/** A camera that is away or not ready yet comes by itself: it is asked again. */
function waitForCamera() {
  show({controls: []});
  $("#camera-none").hidden = true;
  $("#camera-trouble").textContent = t("operator.cameraWaits");
  clearTimeout(retry);
  retry = setTimeout(() => isOpen && refresh(), EVERY);
}

async function send(change) {
  isSending = true;
  try {
    show(await post(PATH, change));
    tell();
  } catch (error) {
    // What the camera has refused stands as it was.
    await refresh();
    tell(error);
  }
  isSending = false;
  next();
}

function next() {
  if (isSending || Object.keys(waiting).length === 0) return;
  const values = waiting;
  waiting = {};
  send({values});
}

function move(id, value) {
  waiting[id] = value;
  next();
}

/** Says what is wrong: in the operator's language as far as it goes, and what the camera's driver says. */
function tell(error) {
  const key = `error.${error?.code}`;
  $("#camera-trouble").textContent = error ? `${t(knows(key) ? key : "error.other")} ${error.message}` : "";
  if (error && !error.code) console.error(error);
}

// MARK: Rows

function show({controls}) {
  const kinds = JSON.stringify(controls.map(({value, isActive, ...kind}) => kind));
  if (kinds !== shown) {
    shown = kinds;
    rows = new Map(controls.map(control => [control.id, row(control)]));
    $("#controls").replaceChildren(...[...rows.values()].map(({element}) => element));
  }
  $("#camera-none").hidden = controls.length > 0;
  $("#camera-reset").hidden = controls.length === 0;
  for (const control of controls) rows.get(control.id).show(control);
}

const words = word => knows(`control.${word}`) ? t(`control.${word}`) : word;

/** A row of one control: an element, and what shows the control's value in it. */
function row(control) {
  const {id} = control, name = `control-${id}`;
  const label = make("label", {htmlFor: name}, words(id));
  if (control.options.length) {
    const select = make("select", {id: name}, ...control.options.map(option => new Option(words(option), option)));
    select.onchange = () => move(id, select.value);
    return {
      element: make("div", {}, label, select),
      show: ({value, isActive}) => {
        select.value = value;
        select.disabled = !isActive;
      },
    };
  }
  const scale = scaleOf(control), output = make("output", {htmlFor: name});
  const slider = make("input", {id: name, type: "range", min: scale.least, max: scale.most, step: scale.step});
  const say = value => {
    output.textContent = text(control, value);
    slider.setAttribute("aria-valuetext", output.textContent);
  };
  slider.oninput = () => {
    const value = scale.value(slider.valueAsNumber);
    say(value);
    move(id, value);
  };
  return {
    element: make("div", {}, label, output, slider),
    show: ({value, isActive}) => {
      slider.disabled = !isActive;
      // One that is being dragged is ahead of the camera.
      if (value === undefined || id in waiting) return;
      say(value);
      slider.value = scale.position(value);
    },
  };
}

/** The places of a slider, and the values that they stand for. */
function scaleOf({values, minimum, maximum, step, unit}) {
  if (values.length) {
    const nearest = value => values.reduce((best, one, place) =>
      Math.abs(one - value) < Math.abs(values[best] - value) ? place : best, 0);
    return {least: 0, most: values.length - 1, step: 1, value: place => values[place], position: nearest};
  }
  if (unit === "s" && minimum > 0) {
    // Twice the time is one stop, wherever the slider is.
    const span = Math.log(maximum / minimum);
    return {
      least: 0, most: STEPS, step: 1,
      value: place => Math.min(maximum, minimum * Math.exp(span * place / STEPS)),
      position: value => Math.round(Math.log(value / minimum) / span * STEPS),
    };
  }
  return {least: minimum, most: maximum, step, value: place => place, position: value => value};
}

function text({id, unit}, value) {
  const number = (digits, options) =>
    value.toLocaleString(language(), {maximumFractionDigits: digits, ...options});
  if (id === "videoZoomFactor") return `${number(2)}×`;
  if (id === "lensPosition") return value.toLocaleString(language(), {style: "percent"});
  if (unit === "EV") return `${number(2, {signDisplay: "exceptZero"})} EV`;
  if (unit === "s" && value < 0.3) return `1/${Math.round(1 / value)} s`;
  return unit ? `${number(2)} ${unit}` : number(2);
}
