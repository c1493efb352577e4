// A picture that somebody was given a link to. The page knows nothing else of the booth.
import {get} from "./api.js";
import {listFiles} from "./downloads.js";
import {date, t} from "./language.js";
import "./live-photo.js";
import {$, dress} from "./page.js";

dress({}, {ownLanguage: true});
try {
  const {asset, name, expires} = await get(`${location.pathname}/info`);
  document.title = $("#name").textContent = t("share.here", {name});
  $("#shown").asset = asset;
  $("#hold").classList.toggle("ready", asset.kind === "live");
  $("#until").textContent = t("share.until", {date: date(expires)});
  listFiles($("#files"), asset);
  $("#tools").hidden = false;
  $("#shown").playUnasked();
} catch (error) {
  $("#frame").hidden = true;
  $("#gone").hidden = false;
  $("#gone").textContent = t([404, 410].includes(error.status) ? "share.expired" : "error.other");
  document.title = t("share.title");
}
