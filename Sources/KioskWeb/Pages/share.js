// A picture that somebody was given a link to. The page knows nothing else of the booth.
import {get} from "./api.js";
import {listFiles} from "./downloads.js";
import {date, t} from "./language.js";
import "./live-photo.js";
import {$, dress} from "./page.js";

// All of it is seen at once: what comes later would move what is there.
const answer = await get(`${location.pathname}/info`).catch(error => ({error}));
dress({theme: answer.theme}, {ownLanguage: true});
if (answer.error) {
  const isGone = [404, 410].includes(answer.error.status);
  document.title = t("share.title");
  $("#frame").hidden = true;
  $("#gone").hidden = false;
  $("#gone").textContent = t(isGone ? "share.expired" : "error.other");
} else {
  const {asset, name, expires} = answer;
  document.title = $("#name").textContent = t("share.here", {name});
  $("#frame").style.setProperty("--shape", asset.width / asset.height);
  $("#shown").asset = asset;
  $("#hold").classList.toggle("ready", asset.kind === "live");
  $("#until").textContent = t("share.until", {date: date(expires)});
  listFiles($("#files"), asset);
  $("#tools").hidden = false;
  $("#shown").playUnasked();
}
