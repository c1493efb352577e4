// The operator's card of the printer: how it is, and the jobs, which can be ended.
import {post} from "./api.js";
import {t} from "./language.js";
import {$, attempt, make, toast} from "./page.js";
import {isOpen, operatorsWords, trouble} from "./printing.js";

/** Fills the card, now and whenever the printer changes. */
export function showPrinter(booth) {
  const show = () => {
    const {printer} = booth.state;
    $("#printer").hidden = !printer;
    if (!printer) return;
    $("#printer-state").textContent = [
      `${printer.name}: ${operatorsWords("printer", printer.state)}`,
      ...printer.left === undefined ? [] : [t("operator.left", {count: printer.left})],
    ].join(" · ");
    $("#printer-state").title = printer.message ?? "";
    const rows = printer.jobs.toReversed().map(job => row(job, trouble(printer) !== null));
    $("#jobs").replaceChildren(...rows.length ? rows : [make("li", {}, t("operator.noJobs"))]);
  };
  for (const name of ["printer", "state"]) booth.addEventListener(name, show);
  show();
  $("#anew").onclick = () => attempt(async () => {
    await post("/api/printer/anew");
    toast(t("operator.counted"));
  });
}

function row(job, isStuck) {
  const step = isStuck && isOpen(job) ? "waiting" : job.step;
  const item = make("li", {}, make("span", {}, `${job.name} × ${job.copies}`),
    make("span", {className: "faint"}, operatorsWords("print", step) + (job.message ? ` ${job.message}` : "")));
  if (!isOpen(job)) return item;
  const cancel = make("button", {className: "danger"}, t("kiosk.cancel"));
  cancel.onclick = () => attempt(() => post("/api/printer/cancel", {job: job.job}));
  item.append(cancel);
  return item;
}
