// The files of a picture, to be taken along.
import {getFile, withQuery} from "./api.js";
import {language, t} from "./language.js";
import {attempt, icon, make} from "./page.js";

const ENDINGS = {still: "jpg", movie: "mp4", livephoto: "zip", motionphoto: "MP.jpg", gif: "gif"};

/** The kind of file that this phone makes the most of. */
const best = /iPhone|iPad/.test(navigator.userAgent) ? "livephoto"
  : /Android/.test(navigator.userAgent) ? "motionphoto" : null;

/** Fills a list with what there is of an asset, the best for this phone first. */
export function listFiles(list, asset) {
  // What is the same stays: one of them may be on its way.
  const content = JSON.stringify([asset.files, language()]);
  if (list.content === content) return;
  list.content = content;
  const kinds = Object.keys(ENDINGS).filter(kind => asset.files[kind]);
  kinds.sort((a, b) => (b === best) - (a === best));
  list.replaceChildren(...kinds.map(kind => {
    const url = withQuery(asset.files[kind], "download");
    const link = make("a", {className: kind === best ? "button primary" : "button", href: url, download: ""},
      icon("download"), make("span", {}, t(`file.${kind}`)));
    link.dataset.kind = kind;
    link.onclick = event => {
      event.preventDefault();
      save(link, url, `${asset.name}.${ENDINGS[kind]}`);
    };
    return make("li", {}, link);
  }));
}

// Some files are made when they are asked for: that takes a moment, and may fail. A plain link would tell neither.
async function save(link, url, name) {
  if (link.ariaBusy === "true") return;
  link.ariaBusy = "true";
  await attempt(async () => {
    const file = await getFile(url);
    const address = URL.createObjectURL(file.content);
    make("a", {href: address, download: file.name ?? name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
  link.ariaBusy = "false";
}
