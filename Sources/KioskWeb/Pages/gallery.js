// All pictures, newest first: loaded as they are scrolled to, and filled by events while one looks.
import {get, withQuery} from "./api.js";
import {Booth} from "./booth.js";
import {date, t} from "./language.js";
import "./live-photo.js";
import {$, attempt, complain, dress, make, sayOnlyHere, toast, whenIdle} from "./page.js";

const PAGE = 60;
const PATIENCE = 90;
const HOVER = 120;
// What the picture's page turns over to, either way.
const NEIGHBOURS = 500;

const booth = new Booth();
await booth.connect();

const grid = $("#grid");
const tiles = new Map();
let filter = "all";
let next = null;
let loading = null;
let unseen = 0;
// The grid may have moved on beneath a finger: whatever is there when a held picture is let go is not meant.
let wasHeld = false;
grid.addEventListener("pointerdown", () => wasHeld = false, {capture: true});
grid.addEventListener("held", () => wasHeld = true);

const accepts = {all: () => true, live: asset => asset.kind === "live", favourite: asset => asset.favourite};

// MARK: Tiles

function makeTile(asset) {
  const link = make("a", {className: "tile", draggable: false});
  const tile = make("li", {}, link);
  let hover = 0;
  const picture = () => link.firstElementChild;
  link.onpointerenter = event => {
    if (event.pointerType === "mouse") hover = setTimeout(() => picture()?.play(), HOVER);
  };
  link.onpointerleave = () => {
    clearTimeout(hover);
    picture()?.rest();
  };
  link.onfocus = () => link.matches(":focus-visible") && picture()?.playUnasked();
  link.onblur = () => picture()?.rest();
  link.onclick = event => {
    if (wasHeld) event.preventDefault();
    else rememberNeighbours(tile);
  };
  fill(tile, asset);
  near.observe(tile);
  return tile;
}

function fill(tile, asset) {
  const link = tile.firstElementChild, picture = link.firstElementChild;
  tile.asset = asset;
  link.href = `/picture/${encodeURIComponent(asset.id)}`;
  const kind = {photo: "live.still", video: "live.video"}[asset.kind] ?? "live.photo";
  link.ariaLabel = `${t(kind, {name: asset.name})}, ${date(asset.created)}`;
  link.classList.toggle("favourite", asset.favourite);
  // Of a strip, the middle alone would say little.
  link.classList.toggle("tall", asset.height > 1.6 * asset.width);
  if (picture) picture.asset = thumbnailOf(asset);
}

const thumbnailOf = asset => ({...asset, files: {...asset.files, still: null}});

// Pictures are there only near to what is in sight, however long the gallery is.
const near = new IntersectionObserver(entries => {
  for (const {target: tile, isIntersecting} of entries) {
    const link = tile.firstElementChild, picture = link.firstElementChild;
    if (isIntersecting && !picture) {
      const added = make("live-photo", {plain: ""});
      added.asset = thumbnailOf(tile.asset);
      link.append(added);
    } else if (!isIntersecting) {
      picture?.remove();
    }
  }
}, {rootMargin: "120% 0px"});

/** Puts an asset before a tile, or last. */
function insert(asset, place = null) {
  const tile = makeTile(asset);
  tiles.set(asset.id, tile);
  grid.insertBefore(tile, place);
  return tile;
}

/** Takes up a change of an asset; returns the tile of one that has been added, which is the newest. */
function take(asset, change) {
  if (!accepts[filter](asset)) return void drop(asset.id);
  const known = tiles.get(asset.id);
  if (known) return void fill(known, asset);
  if (change === "added") return insert(asset, grid.firstElementChild);
  // The booth alone knows the place of one that comes back.
  loadAgain();
}

function drop(id) {
  const tile = tiles.get(id);
  if (!tile) return;
  near.unobserve(tile);
  tile.remove();
  tiles.delete(id);
}

function rememberNeighbours(tile) {
  const ids = [...tiles.values()].sort((a, b) => a.compareDocumentPosition(b) & 4 ? -1 : 1).map(one => one.asset.id);
  const place = ids.indexOf(tile.asset.id);
  const some = ids.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS);
  sessionStorage.setItem("neighbours", JSON.stringify(some));
}

// MARK: Loading

const page = cursor =>
  get(`/api/assets?limit=${PAGE}&filter=${filter}${cursor ? `&before=${encodeURIComponent(cursor)}` : ""}`);

async function load(work) {
  if (loading) return;
  const turn = loading = Symbol("load");
  const isOld = () => turn !== loading;
  $("#retry").hidden = true;
  try {
    await work(isOld);
  } catch (error) {
    if (isOld()) return;
    complain(error);
    $("#retry").hidden = false;
  }
  if (isOld()) return;
  loading = null;
  showEnd();
}

/** Loads the next page. */
function loadMore() {
  load(async isOld => {
    const answer = await page(next);
    if (isOld()) return;
    next = answer.next ?? null;
    for (const asset of answer.assets) if (!tiles.has(asset.id)) insert(asset);
  });
}

/** Loads anew what has been loaded, in the booth's order; tiles that are in it stay where they are. */
function loadAgain() {
  loading = null;
  const before = new Set(tiles.keys());
  load(async isOld => {
    const wanted = Math.max(tiles.size, 1), there = new Map();
    let cursor = null;
    do {
      const answer = await page(cursor);
      if (isOld()) return;
      for (const asset of answer.assets) there.set(asset.id, asset);
      cursor = answer.next ?? null;
    } while (cursor && there.size < wanted);
    next = cursor;
    for (const id of before) if (!there.has(id)) drop(id);
    let place = grid.firstElementChild;
    // What has been told of meanwhile is newer.
    while (place && !there.has(place.asset.id)) place = place.nextElementSibling;
    for (const asset of there.values()) {
      const tile = tiles.get(asset.id);
      if (tile) fill(tile, asset);
      if (tile && tile === place) place = place.nextElementSibling;
      else if (tile) grid.insertBefore(tile, place);
      else insert(asset, place);
    }
  });
}

function showEnd() {
  $("#more").hidden = next === null;
  $("#empty").hidden = tiles.size > 0 || next !== null;
  $("#empty").textContent = t(filter === "all" ? "gallery.empty" : "gallery.emptyFilter");
  // An observer tells of changes only: what is in sight still has to be asked for.
  end.unobserve($("#end"));
  end.observe($("#end"));
}

// Of several changes that are told at once, the last one counts.
const end = new IntersectionObserver(changes => changes.at(-1).isIntersecting && next && loadMore(),
  {rootMargin: "200% 0px"});

// MARK: The page

function showState() {
  const {state} = booth;
  dress(state.defaults, {ownLanguage: state.role !== "kiosk"});
  document.title = `${t("gallery.title")} · ${state.name}`;
  $("#name").textContent = state.name;
  $("#booth").hidden = !booth.may("shoot");
  $("#invite").hidden = !booth.may("invite");
  showCount();
  showFilters();
}

function showCount() {
  const count = booth.state.assets.total;
  $("#count").textContent = t("gallery.count", {count});
}

function showFilters() {
  $("#filters").replaceChildren(...Object.keys(accepts).map(name => {
    const radio = make("input", {type: "radio", name: "filter", value: name, checked: name === filter});
    radio.onchange = () => {
      filter = name;
      next = null;
      for (const id of [...tiles.keys()]) drop(id);
      loadAgain();
    };
    return make("label", {}, radio, make("span", {}, t(`gallery.${name}`)));
  }));
}

showState();
loadAgain();
booth.addEventListener("state", () => {
  showState();
  loadAgain();
});
booth.addEventListener("asset", ({detail: {change, id, asset}}) => {
  showCount();
  if (change === "removed") return drop(id), showEnd();
  const tile = take(asset, change);
  if (tile) {
    tile.classList.add("new");
    if (scrollY > innerHeight) tellOfNew();
  }
  showEnd();
});

function tellOfNew() {
  unseen += 1;
  toast(t("gallery.new", {count: unseen}), {
    action: t("gallery.show"),
    run: () => scrollTo({top: 0, behavior: "smooth"}),
  });
}
addEventListener("scroll", () => scrollY < innerHeight && (unseen = 0), {passive: true});

$("#invite").onclick = () => attempt(async () => {
  const link = await get("/api/guests"), {isReachable} = booth.state;
  if (isReachable) $("#scan").textContent = t("gallery.scan");
  else sayOnlyHere($("#scan"));
  $("#code").hidden = !isReachable;
  if (isReachable) $("#code").src = link.qr;
  $("#code").alt = t("share.code", {url: link.url});
  $("#inviting").showModal();
});
$("#inviting .close").onclick = () => $("#inviting").close();

$("#retry").onclick = () => next ? loadMore() : loadAgain();
if (booth.state.role === "kiosk") whenIdle(PATIENCE, () => location.href = "/");
