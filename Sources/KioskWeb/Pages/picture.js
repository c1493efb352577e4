// One picture: it plays, and may be kept dear, shared, printed, deleted and taken along.
import {assetPath, get, post, remove} from "./api.js";
import {Booth} from "./booth.js";
import {listFiles} from "./downloads.js";
import {offerMoments, showEffects} from "./effects.js";
import {date, t} from "./language.js";
import "./live-photo.js";
import {$, attempt, dress, sayOnlyHere, toast, whenIdle} from "./page.js";
import {PrintButton} from "./printing.js";

const PATIENCE = 90;

const booth = new Booth();
await booth.connect();

// The gallery leaves behind what one came from.
const neighbours = JSON.parse(sessionStorage.getItem("neighbours") ?? "[]");
let id = decodeURIComponent(location.pathname.replace("/picture/", ""));
let asset = null;
const printing = new PrintButton(booth, $("#print"));

function showState() {
  dress(booth.state.defaults, {ownLanguage: booth.state.role !== "kiosk"});
  for (const [name, permission] of [["favourite", "favourite"], ["share", "share"], ["delete", "trash"]])
    $(`#${name}`).hidden = !booth.may(permission);
  if (asset) show(asset);
}

function show(what) {
  asset = what;
  $("#frame").style.setProperty("--shape", asset.width / asset.height);
  $("#shown").asset = asset;
  printing.asset = asset;
  $("#name").textContent = asset.name;
  $("#date").textContent = date(asset.created);
  $("#remark").hidden = !asset.remark;
  // The words are for who looks after the pictures, and English; guests read theirs.
  $("#remark").textContent = ["viewer", "operator"].includes(booth.state.role) ? asset.remark ?? "" : t("review.remark");
  document.title = `${asset.name} · ${booth.state.name}`;
  $("#favourite").setAttribute("aria-pressed", String(asset.favourite));
  $("#hold").classList.toggle("ready", asset.kind === "live");
  const editable = booth.may("edit") ? asset : null;
  showEffects($("#effects"), editable, made => made.id === id ? show(made) : open(made.id));
  offerMoments($("#moments"), editable, $("#shown"), show);
  listFiles($("#files"), asset);
  setGone(null);
}

/** Says that there is no picture, or by null that there is one. */
function setGone(key) {
  $("#gone").hidden = key === null;
  $("#gone").textContent = key === null ? "" : t(key);
  $("#frame").hidden = $("#tools").hidden = key !== null;
  if (key) $("#shown").rest();
}

async function open(what) {
  id = what;
  history.replaceState(null, "", `/picture/${encodeURIComponent(id)}`);
  const place = neighbours.indexOf(id);
  $(".turn").classList.toggle("ready", place >= 0);
  $("#newer").disabled = place <= 0;
  $("#older").disabled = place < 0 || place === neighbours.length - 1;
  try {
    const found = await get(assetPath(id));
    if (id !== what) return;
    show(found);
    $("#shown").playUnasked();
  } catch (error) {
    setGone(error.code === "notFound" ? "picture.gone" : "error.other");
    if (error.code !== "notFound") throw error;
  }
}

function turn(by) {
  const other = neighbours[neighbours.indexOf(id) + by];
  if (other !== undefined && neighbours.includes(id)) attempt(() => open(other));
}

async function share() {
  const made = await post(assetPath(id, "shares"), {hours: 24});
  const {isReachable} = booth.state;
  if (isReachable) $("#scan").textContent = t("share.scan");
  else sayOnlyHere($("#scan"));
  $("#code").hidden = !isReachable;
  if (isReachable) $("#code").src = made.qr;
  $("#code").alt = t("share.code", {url: made.url});
  $("#url").value = made.url;
  $("#until").textContent = t("share.until", {date: date(made.expires)});
  // Guests have the same links as the booth: they take none back.
  $("#revoke").hidden = !booth.may("trash");
  $("#revoke").onclick = () => attempt(async () => {
    await remove(`/api/shares/${encodeURIComponent(made.token)}`);
    $("#sharing").close();
    toast(t("share.expired"));
  });
  $("#sharing").showModal();
}

async function copyLink() {
  $("#url").select();
  // The clipboard is there for pages of https alone; the older way is for the others.
  if (navigator.clipboard) await navigator.clipboard.writeText($("#url").value);
  else document.execCommand("copy");
  toast(t("share.copied"));
}

async function trash() {
  const gone = id;
  await post(assetPath(gone, "trash"));
  setGone("picture.deleted");
  toast(t("review.deleted"), {
    action: t("action.undo"), seconds: 10,
    run: () => attempt(async () => {
      await post(assetPath(gone, "restore"));
      if (id === gone) await open(gone);
    }),
  });
}

showState();
attempt(() => open(id));

booth.addEventListener("state", () => {
  showState();
  attempt(() => open(id));
});
booth.addEventListener("asset", ({detail}) => {
  if (detail.id !== id) return;
  if (detail.change === "removed") setGone("picture.deleted");
  // A change that is told of lacks what is made for one picture alone, such as its effects.
  else if (asset) attempt(async () => {
    const now = await get(assetPath(id));
    if (now.id === id) show(now);
  });
});

$("#favourite").onclick = () => attempt(async () =>
  show({...asset, ...await post(assetPath(id, "favourite"), {value: !asset.favourite})}));
$("#share").onclick = () => attempt(share);
$("#delete").onclick = () => attempt(trash);
$("#copy").onclick = () => attempt(copyLink);
$("#sharing .close").onclick = () => $("#sharing").close();
$("#newer").onclick = () => turn(-1);
$("#older").onclick = () => turn(1);
addEventListener("keydown", event => {
  if (event.target.matches("input") || $("#sharing").open) return;
  if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === "ArrowRight") turn(1);
  else if (event.key === " " && !event.target.matches("button, a")) {
    event.preventDefault();
    $("#shown").play();
  }
});
if (booth.state.role === "kiosk") whenIdle(PATIENCE, () => location.href = "/");
