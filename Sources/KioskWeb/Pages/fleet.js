// All booths of a fleet, for the operator: how each is doing, and the way to its own desk.
import {get, post} from "./api.js";
import {date, knows, t} from "./language.js";
import {$, bytes, complain, dress, make, whenIdle} from "./page.js";
import {operatorsWords} from "./printing.js";

const EVERY = 2000;

const word = name => name && knows(`state.${name}`) ? t(`state.${name}`) : name ?? "–";

/** The rows of a booth's card: a label and a value. */
function rows({isOnline, state}) {
  if (!state) return {[t("operator.state")]: word(isOnline ? null : "offline")};
  const reason = knows(`message.${state.reason?.code}`) ? t(`message.${state.reason.code}`) : state.reason?.message;
  return {
    [t("operator.state")]: isOnline ? [word(state.phase), ...reason ? [reason] : []].join(" · ") : word("offline"),
    [t("operator.camera")]: state.camera ? `${state.camera.name} · ${word(state.camera.state)}` : "–",
    [t("operator.storage")]: state.storage
      ? [word(state.storage.state), ...state.storage.freeBytes == null ? [] : [bytes(state.storage.freeBytes)]].join(" · ")
      : "–",
    ...state.printer && {[t("operator.printer")]: operatorsWords("printer", state.printer.state)},
    [t("fleet.pictures")]: state.pictures.toLocaleString(document.documentElement.lang),
    [t("fleet.last")]: state.lastPicture?.time ? date(state.lastPicture.time) : "–",
  };
}

function card(booth) {
  const {topic, isOnline, isSelf, state} = booth;
  const isWell = isOnline && state?.camera?.state === "running" && state.storage?.state === "good";
  const name = make("h2", {}, state?.name ?? topic);
  const section = make("section", {className: isWell ? "card" : "card unwell"}, name, make("p", {className: "faint"}, topic),
    make("dl", {}, ...Object.entries(rows(booth)).map(([label, value]) =>
      make("div", {}, make("dt", {}, label), make("dd", {}, value)))));
  // Another booth's address is what it says it is: only one of the web is gone to.
  const address = isSelf ? "/operator" : /^https?:\/\//.test(state?.url) ? `${state.url}/operator` : null;
  if (address) section.append(make("a", {className: "button", href: address}, t("fleet.open")));
  return section;
}

let shown;

async function refresh() {
  if (!document.hidden) {
    try {
      const fleet = await get("/api/fleet");
      const content = JSON.stringify(fleet);
      // What is as it was is left alone, so that a link does not vanish beneath a finger.
      if (content !== shown) show(fleet);
      shown = content;
    } catch (error) {
      // The operator has been away for too long, or the booth has been started anew.
      if (error.code === "login") return location.assign("/operator");
      if (error.code !== "away") complain(error);
    }
  }
  setTimeout(refresh, EVERY);
}

function show({booths, broker}) {
  $("#broker").textContent = broker.isConnected
    ? t("fleet.connected", {address: broker.address}) : t("fleet.away", {address: broker.address});
  $("#broker").title = broker.trouble ?? "";
  $("#cards").replaceChildren(...booths.map(card));
}

const state = await get("/api/state");
dress(state.defaults);
document.title = `${t("fleet.title")} · ${state.name}`;
whenIdle((state.defaults.lockMinutes ?? 10) * 60, async () => {
  await post("/api/operator/logout").catch(() => {});
  location.assign("/operator");
});
await refresh();
