// The password of a booth that is reached over a network.
import {post} from "./api.js";
import {t} from "./language.js";
import {$, dress, refuse} from "./page.js";

dress({}, {ownLanguage: true});
document.title = t("login.title");
// What is not seen yet cannot have the focus: it is given here, not by the page.
$("#password").focus();

$("#gate").onsubmit = async event => {
  event.preventDefault();
  try {
    await post("/api/login", {password: $("#password").value});
    // Only a page of this booth is gone to, whatever the link says.
    const next = new URL(new URLSearchParams(location.search).get("next") ?? "/", location);
    location.replace(next.origin === location.origin ? next : "/");
  } catch (error) {
    refuse($("#gate"), error, error.code === "forbidden" ? "login.wrong" : undefined);
    $("#password").select();
  }
};
