// The element <klog-demo>. Its attributes are its state: a getter reads one and never throws, and
// what is wrong is told when it is run.

import { Life } from "./element-life.js";

const TAG = "klog-demo";
/** A run takes some hundredths of a second; one that takes this long never ends. */
const TIMEOUT_MS = 30_000;

/** Where the element's other files are, unless an attribute says so: the folder of its script. */
let home = "";

/** @type {WeakMap<KlogDemoElement, Life>} */
const lives = new WeakMap();
const lifeOf = (/** @type {KlogDemoElement} */ host) => /** @type {Life} */ (lives.get(host));

/** Node has none, where the module may be imported for a page that is built there. */
const Base = globalThis.HTMLElement ?? class {};

/**
 * A demo in an author's page.
 * @fires klog-ready
 * @fires klog-progress
 * @fires klog-run
 * @fires klog-result
 * @fires klog-error
 */
export class KlogDemoElement extends Base {
  static get observedAttributes() {
    return ["demo", "section", "acks", "batches", "truncate-tail", "pid", "seq", "resend", "now-ms",
      "lang", "loading", "base", "worker-url"];
  }

  constructor() {
    super();
    lives.set(this, new Life(this));
    for (const name of Object.keys(this)) { // what was set before the script came
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  connectedCallback() {
    lifeOf(this).join();
  }

  /** In a move it is put in again at once. */
  disconnectedCallback() {
    queueMicrotask(() => this.isConnected || lifeOf(this).leave());
  }

  /** Nothing is to be done in a move that says that it is one. */
  connectedMoveCallback() {}

  /** @param {string} name */
  attributeChangedCallback(name) {
    lifeOf(this).change(name);
  }

  run() {
    return lifeOf(this).run();
  }

  stop() {
    lifeOf(this).stop();
  }

  reset() {
    lifeOf(this).reset();
  }

  get result() {
    return lifeOf(this).result;
  }

  get state() {
    return lifeOf(this).state;
  }

  get demo() {
    return oneOf(this, "demo", "produce", "dedup", "recovery");
  }

  set demo(value) {
    put(this, "demo", value);
  }

  get section() {
    return this.getAttribute("section");
  }

  set section(value) {
    put(this, "section", value);
  }

  get acks() {
    return this.getAttribute("acks");
  }

  set acks(value) {
    put(this, "acks", value);
  }

  get batches() {
    return this.getAttribute("batches");
  }

  set batches(value) {
    put(this, "batches", value);
  }

  get truncateTail() {
    return this.getAttribute("truncate-tail") !== "false";
  }

  set truncateTail(value) {
    put(this, "truncate-tail", value);
  }

  get pid() {
    return this.getAttribute("pid");
  }

  set pid(value) {
    put(this, "pid", value);
  }

  get seq() {
    return this.getAttribute("seq");
  }

  set seq(value) {
    put(this, "seq", value);
  }

  get resend() {
    return this.getAttribute("resend") !== "false";
  }

  set resend(value) {
    put(this, "resend", value);
  }

  get nowMs() {
    return this.getAttribute("now-ms");
  }

  set nowMs(value) {
    put(this, "now-ms", value);
  }

  get loading() {
    return oneOf(this, "loading", "click", "lazy", "eager");
  }

  set loading(value) {
    put(this, "loading", value);
  }

  get timeout() {
    const text = this.getAttribute("timeout") ?? "";
    return /^\d+$/.test(text) ? Number(text) : TIMEOUT_MS;
  }

  set timeout(value) {
    put(this, "timeout", value);
  }

  get theme() {
    return oneOf(this, "theme", "auto", "light", "dark");
  }

  set theme(value) {
    put(this, "theme", value);
  }

  get base() {
    return urlOf(this, "base", "/") ?? home;
  }

  set base(value) {
    put(this, "base", value);
  }

  get workerUrl() {
    return urlOf(this, "worker-url", "");
  }

  set workerUrl(value) {
    put(this, "worker-url", value);
  }
}

/**
 * An attribute that is one of some words; the first, where it is none.
 * @template {string} Word
 * @param {KlogDemoElement} host
 * @param {string} name
 * @param {...Word} words
 */
function oneOf(host, name, ...words) {
  const text = host.getAttribute(name)?.toLowerCase();
  return /** @type {Word} */ (words.find((word) => word === text) ?? words[0]);
}

/**
 * An attribute as a whole address; null, where it is none.
 * @param {KlogDemoElement} host
 * @param {string} name
 * @param {string} end what it ends with
 */
function urlOf(host, name, end) {
  const text = host.getAttribute(name);
  if (!text) return null;
  try {
    return new URL(text.endsWith(end) ? text : text + end, host.baseURI).href;
  } catch {
    return null;
  }
}

/**
 * @param {KlogDemoElement} host
 * @param {string} name
 * @param {unknown} value null: none
 */
function put(host, name, value) {
  if (value === null || value === undefined) host.removeAttribute(name);
  else host.setAttribute(name, `${value}`);
}

/**
 * Defines the element, unless its name is taken: what was there first stays.
 * @param {string} [tag]
 * @param {CustomElementRegistry} [registry]
 */
export function define(tag = TAG, registry = globalThis.customElements) {
  if (!registry || registry.get(tag)) return;
  // A class has one name in a registry.
  registry.define(tag, tag === TAG ? KlogDemoElement : class extends KlogDemoElement {});
}

/**
 * Says where the script is from, and defines <klog-demo>.
 * @param {string} url
 */
export function begin(url) {
  try {
    home = new URL(".", url).href;
  } catch { // a script that is of no place
    home = document.baseURI;
  }
  define();
}
