// The element <klog-demo>. Its attributes are its state: a getter reads one and never throws, and
// what is wrong is told when it is run.

import { Life } from "./element-life.js";
import { attributeOf } from "./names.js";

/** @import { KlogDemoElement as Element } from "./element.mjs" */

const TAG = "klog-demo";
/** A run takes some hundredths of a second; one that takes this long never ends. */
const TIMEOUT_MS = 30_000;

/** Where the element's other files are, unless an attribute says so: the folder of its script. */
let home = "";

/** @type {WeakMap<object, Life>} */
const lives = new WeakMap();
const lifeOf = (/** @type {object} */ host) => /** @type {Life} */ (lives.get(host));

/** @typedef {(text: string | null, host: Element) => unknown} Read */

/** @type {Read} */
const text = (given) => given;
/** @type {Read} */
const isOn = (given) => given !== "false";
/** @type {(...words: string[]) => Read} */
const oneOf = (...words) => (given) =>
  words.find((word) => word === given?.toLowerCase()) ?? words[0];
/** @type {(end: string, instead: () => string | null) => Read} */
const url = (end, instead) => (given, { baseURI }) => {
  try {
    const { href } = new URL(`${given}${given?.endsWith(end) ? "" : end}`, baseURI);
    if (given && /^(https?|file):/.test(href)) return href;
  } catch { /* it is none */ }
  return instead();
};

/**
 * What attributes read as, by their properties' names.
 * @type {Record<string, Read>}
 */
const PROPERTIES = {
  demo: oneOf("produce", "dedup", "recovery"),
  section: text,
  acks: text,
  batches: text,
  truncateTail: isOn,
  pid: text,
  seq: text,
  resend: isOn,
  nowMs: text,
  loading: oneOf("click", "lazy", "eager"),
  timeout: (given) => /^\d+$/.test(given ?? "") ? Number(given) : TIMEOUT_MS,
  theme: oneOf("auto", "light", "dark"),
  base: url("/", () => home),
  workerUrl: url("", () => null),
};

/** Node has none, where the module may be imported for a page that is built there. */
const Base = globalThis.HTMLElement ?? class {};

/** A demo in an author's page. */
export class KlogDemoElement extends Base {
  static get observedAttributes() {
    return ["lang", ...Object.keys(PROPERTIES).map(attributeOf)];
  }

  constructor() {
    super();
    lives.set(this, new Life(/** @type {Element} */ (/** @type {unknown} */ (this))));
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

  /** It is in another document. */
  adoptedCallback() {
    lifeOf(this).dress();
  }

  /** Nothing is to be done in a move that says that it is one. */
  connectedMoveCallback() {}

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before !== now) lifeOf(this).change(name);
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
}

for (const [name, read] of Object.entries(PROPERTIES)) {
  const attribute = attributeOf(name);
  Object.defineProperty(KlogDemoElement.prototype, name, {
    configurable: true,
    enumerable: true,
    /** @this {Element} */
    get() {
      return read(this.getAttribute(attribute), this);
    },
    /** @this {Element} @param {unknown} value */
    set(value) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, `${value}`);
    },
  });
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
 * @param {string} at
 */
export function begin(at) {
  try {
    home = new URL(".", at).href;
  } catch { // a script that is of no place
    home = document.baseURI;
  }
  define();
}
