// The demos' API, asked in the page: a request to fill in, and what it was answered with.

import { allIn, find, whenSent } from "../embed/find.js";
import { fill } from "../embed/gloss.js";
import { apiEngine, fetchOf, requestOf } from "./http-fetch.js";
import { Trial } from "./trial.js";

/** @import { Context } from "./call.js" */
/** @import { Fetch } from "./http-fetch.js" */
/** @import { Deed } from "./trial.js" */

/** What is shown of a body, in characters: more makes a phone slow. */
const MOST_SHOWN = 50_000;
/** An answer takes some hundredths of a second. */
const TIMEOUT_MS = 30_000;

/** The widget. */
export class Ask {
  /**
   * Takes the widget's HTML over, and shows it. The page's own scripts, and whoever writes into its
   * console, can use the same fetch: klogFetch.
   * @param {HTMLElement} element
   * @param {Context} context
   */
  constructor(element, context) {
    const { worker = "", wasm = "", wasmSize, wasmSha256, most } = element.dataset;
    const { dataset: page } = document.documentElement;
    const absolute = (/** @type {string} */ path) => new URL(path, document.baseURI).href;
    const engine = apiEngine(absolute(page.engine ?? ""), {
      workerURL: absolute(worker), timeoutMs: TIMEOUT_MS, stallMs: Number(page.stallMs ?? 30_000),
      program: { url: absolute(wasm), size: Number(wasmSize), sha256: wasmSha256 ?? "",
        module: null, fresh: false },
    });
    /** @private */
    this.most = Number(most);
    /** @private @type {Fetch} */
    this.fetch = fetchOf(engine, this.most);
    /** @private @type {{ [key: string]: string }} */
    this.words = JSON.parse(find(element, "script.http-words", HTMLElement).textContent ?? "{}");
    const form = find(element, "form", HTMLFormElement);
    /** @private */
    this.example = find(form, ".http-example select", HTMLSelectElement);
    /** @private */
    this.method = find(form, ".http-method", HTMLSelectElement);
    /** @private */
    this.target = find(form, ".http-target", HTMLInputElement);
    /** @private */
    this.accept = find(form, ".http-accept", HTMLInputElement);
    /** @private */
    this.file = find(form, ".http-file input", HTMLInputElement);
    /** @private */
    this.box = find(element, ".http-answer", HTMLElement);
    /** @private */
    this.trial = new Trial(element, { ...context, engine }, { back: () => this.showNothing() });

    whenSent(form, () => void this.trial.run([(call) => this.send(call)]));
    this.example.addEventListener("change", () => this.take());
    this.method.addEventListener("change", () => this.offerFile());
    form.reset(); // a browser may have kept what stood there before a reload
    this.take();
    for (const each of allIn(element, ".http-live")) each.hidden = false;
    Object.assign(globalThis, { klogFetch: this.fetch });
  }

  /**
   * Fills the example in.
   * @private
   */
  take() {
    const [chosen] = this.example.selectedOptions;
    const { method = "", target = "", accept = "" } = chosen?.dataset ?? {};
    this.method.value = method;
    this.target.value = target;
    this.accept.value = accept;
    this.offerFile();
  }

  /** @private */
  offerFile() {
    const label = this.file.closest("label");
    if (label) label.hidden = this.method.value !== "POST";
  }

  /**
   * Sends the request, and shows the answer.
   * @private
   * @type {Deed}
   */
  async send(call) {
    const { words } = this;
    const { signal } = call;
    this.showNothing();
    const isPost = this.method.value === "POST";
    const file = this.file.files?.[0];
    if (isPost && !file) {
      this.file.focus();
      return words.noFile ?? "";
    }
    const method = this.method.value;
    const accept = this.accept.value.trim();
    const body = isPost && file ? await file.slice(0, this.most).arrayBuffer() : null;
    /** @type {Request} */
    let request;
    try {
      request = requestOf(this.target.value.trim(),
        { method, body, headers: accept ? { accept } : {} });
    } catch (error) { // a sign that no header can have, say
      return fill(words.noRequest ?? "", { why: error instanceof Error ? error.message : "" });
    }
    const begun = performance.now();
    const response = await this.fetch(request, { signal }, call);
    const ms = Math.round(performance.now() - begun);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (signal.aborted) return "";
    this.show(response, bytes);
    return fill(words.done ?? "", { status: response.status, bytes: bytes.length, ms });
  }

  /**
   * @private
   * @param {Response} response
   * @param {Uint8Array} bytes its body
   */
  show({ headers }, bytes) {
    const { words, box } = this;
    const text = new TextDecoder().decode(bytes);
    const isCut = text.length > MOST_SHOWN;
    find(box, ".http-headers", HTMLElement).textContent =
      [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    find(box, ".http-body", HTMLElement).textContent = bytes.length === 0 ? words.empty ?? ""
      : isCut ? text.slice(0, MOST_SHOWN) : text;
    const note = find(box, ".http-note", HTMLElement);
    note.hidden = !isCut;
    note.textContent = isCut
      ? fill(words.cut ?? "", { shown: MOST_SHOWN, bytes: bytes.length }) : "";
    box.hidden = false;
  }

  /** @private */
  showNothing() {
    this.box.hidden = true;
  }
}
