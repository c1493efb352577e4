// Printing: a button with the number of copies, and what is said of the printer.
import {assetPath, post} from "./api.js";
import {knows, t} from "./language.js";
import {$, attempt, icon, make} from "./page.js";

// From so many prints on it is said how many there are left.
const FEW = 10;
const TROUBLES = ["paperOut", "inkOut", "jam", "open", "stopped", "away"];

/** What keeps the printer from printing, in the guest's words, or null. */
export const trouble = printer =>
  printer && TROUBLES.includes(printer.state) ? t(`printer.${printer.state}`) : null;

/** What is said of the state of a printer, or of a print, to the operator, who is no guest. */
export const operatorsWords = (kind, state) => knows(`desk.${state}`) ? t(`desk.${state}`) : t(`${kind}.${state}`);

/** Whether a job is not over. */
export const isOpen = job => ["waiting", "printing"].includes(job.step);

/** Calls back whenever something that is said of the printer may have changed. */
function watch(booth, show) {
  for (const name of ["printer", "state"]) booth.addEventListener(name, show);
  document.addEventListener("language", show);
  show();
}

/** A button that prints a picture, in an element of its own, which is shown where there is a printer. */
export class PrintButton {
  #booth;
  #root;
  #asset = null;
  #copies = 1;
  #isReady = true;
  #order = make("button", {className: "order"}, icon("print"), make("span"));
  #fewer = make("button", {className: "round quiet"}, "−");
  #count = make("output", {}, "1");
  #more = make("button", {className: "round quiet"}, "+");
  #number = make("div", {className: "copies", role: "group"}, this.#fewer, this.#count, this.#more);
  #told = make("p", {className: "told", role: "status"});

  constructor(booth, root) {
    this.#booth = booth;
    this.#root = root;
    root.append(this.#order, this.#number, this.#told);
    this.#order.onclick = () => this.#print();
    this.#fewer.onclick = () => this.#change(-1);
    this.#more.onclick = () => this.#change(1);
    watch(booth, () => this.#show());
  }

  /** The picture that it prints; null for none. */
  set asset(asset) {
    if (asset?.id !== this.#asset?.id) this.#copies = 1;
    this.#asset = asset;
    this.#show();
  }

  /** Whether it can be pressed. */
  set isReady(isReady) {
    this.#isReady = isReady;
    this.#show();
  }

  #change(by) {
    this.#copies += by;
    this.#show();
  }

  #show() {
    const {printer} = this.#booth.state;
    this.#root.hidden = !printer || !this.#booth.may("print");
    if (this.#root.hidden) return;
    const cannot = !this.#isReady || !this.#asset || this.#asset.kind === "video";
    const most = Math.min(printer.copies, printer.left ?? Infinity);
    $("span", this.#order).textContent = t("action.print");
    this.#order.disabled = cannot || most < 1;
    this.#number.hidden = printer.copies < 2;
    this.#number.ariaLabel = t("print.copies");
    this.#fewer.ariaLabel = t("print.fewer");
    this.#more.ariaLabel = t("print.more");
    this.#count.textContent = this.#copies;
    this.#fewer.disabled = cannot || this.#copies <= 1;
    this.#more.disabled = cannot || this.#copies >= most;
    this.#told.textContent = this.#words(printer, most);
  }

  #words(printer, most) {
    const job = printer.jobs.findLast(job => job.asset === this.#asset?.id);
    if (job && !isOpen(job)) return t(`print.${job.step}`);
    if (job) return trouble(printer) ?? t(`print.${job.step}`);
    if (most < 1) return t("error.printsGone");
    return trouble(printer) ?? (printer.left <= FEW ? t("print.left", {count: printer.left}) : "");
  }

  async #print() {
    this.#order.disabled = true;
    await attempt(() => post(assetPath(this.#asset.id, "print"), {copies: this.#copies}));
    this.#copies = 1;
    this.#show();
  }
}

/** Says in an element what the printer is doing, and what it lacks. */
export function tellOfPrinter(booth, root) {
  watch(booth, () => {
    const {printer} = booth.state, words = trouble(printer);
    const isPrinting = printer?.jobs.some(job => job.step === "printing");
    root.hidden = !words && !isPrinting;
    root.classList.toggle("troubled", words !== null);
    root.replaceChildren(icon("print"), make("span", {}, words ?? t("print.printing")));
  });
}
