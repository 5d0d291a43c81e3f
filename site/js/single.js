// The script of the one file: it unpacks the pages that are in it, and shows the one that the
// address names in the place of what the file says of itself.

import { canUnpack, unpack } from "../embed/unpack.js";
import { make } from "../embed/find.js";
import { addressOf } from "./single-address.js";
import { HANDED_PAGE, LEFT } from "./single-events.js";
import { Places, goBackTo, goTo } from "./single-places.js";
import { listenUntil } from "./single-scope.js";

/** @import { Memory, StartPage } from "./single-page.js" */

/**
 * What is packed.
 * @typedef {object} Pack
 * @property {Record<string, string>} pages by their paths: HTML, and plain text by the name's end
 * @property {Record<string, string>} styles by the names that the pages call them
 * @property {Record<string, string>} scripts by the codes of languages
 */

/** All pages, of which one is shown. */
class Book {
  /**
   * @param {Pack} pack
   * @param {string} engine address of the engine's script
   */
  constructor(pack, engine) {
    /** @private */
    this.pack = pack;
    /** @private */
    this.engine = engine;
    /** @private the page that is shown */
    this.page = "";
    /** @private @type {Map<string, StartPage>} by language */
    this.starts = new Map();
    /** @private @type {Memory} */
    this.memory = new Map();
    /** @private */
    this.turned = new AbortController();
    /** @private */
    this.places = new Places();
    window.addEventListener("hashchange", () => {
      this.places.leave();
      this.follow();
    });
    document.addEventListener("click", (event) => this.again(event));
  }

  /** Shows what the address names. */
  follow() {
    const names = Object.keys(this.pack.pages);
    const { page, id } = addressOf(location.hash, (name) => names.includes(name), this.page);
    const isNew = page !== this.page;
    const isFirst = this.page === "";
    if (isNew) this.turnTo(page);
    const place = this.places.arrive();
    if (location.hash) this.places.name(`#/${page}${id && `#${id}`}`);
    const element = document.getElementById(id);
    if (place) goBackTo(place);
    else if (element) goTo(element);
    else if (isNew && !isFirst) {
      const title = document.querySelector("h1");
      if (title) goTo(title);
      scrollTo(0, 0);
    }
  }

  /**
   * Leads to a place again that the address names already: the browser sees no change then, and
   * Firefox would forget which entry of the history it is.
   * @private
   * @param {MouseEvent} event
   */
  again(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // elsewhere
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link || link.getAttribute("href") !== location.hash) return;
    const element = document.getElementById(addressOf(location.hash, () => true, "").id);
    event.preventDefault();
    if (element) goTo(element);
  }

  /**
   * @private
   * @param {string} page
   */
  turnTo(page) {
    document.dispatchEvent(new Event(LEFT));
    this.turned.abort();
    this.turned = new AbortController();
    this.page = page;
    const text = this.pack.pages[page] ?? "";
    const fresh = page.endsWith(".html") ? new DOMParser().parseFromString(text, "text/html")
      : plain(page, text);
    this.putUp(fresh);
    listenUntil(this.turned.signal);
    if (page.endsWith(".html")) {
      const name = page.replace(/^.*\//, "").replace(/\.html$/, "");
      this.startOf(document.documentElement.lang)(name, this.memory);
    }
  }

  /**
   * Puts a page in the place of what is shown.
   * @private
   * @param {Document} fresh
   */
  putUp(fresh) {
    const root = document.documentElement;
    for (const name of root.getAttributeNames()) root.removeAttribute(name);
    for (const { name, value } of fresh.documentElement.attributes) root.setAttribute(name, value);
    root.dataset.engine = this.engine;
    document.title = fresh.title;
    const named = "meta[name=description]";
    const description = fresh.querySelector(named)?.getAttribute("content") ?? "";
    document.querySelector(named)?.setAttribute("content", description);
    const style = document.querySelector("style");
    const wanted = fresh.querySelector("link[rel=stylesheet]")?.getAttribute("href") ?? "";
    if (style) style.textContent = this.pack.styles[wanted.replace(/^.*\//, "")] ?? "";
    for (const each of fresh.querySelectorAll("noscript")) each.remove();
    document.body.replaceWith(document.adoptNode(fresh.body));
  }

  /**
   * @private
   * @param {string} lang
   * @returns {StartPage}
   */
  startOf(lang) {
    const script = document.createElement("script");
    script.addEventListener(HANDED_PAGE, (event) => {
      if (event instanceof CustomEvent) this.starts.set(lang, event.detail);
    });
    script.textContent = this.pack.scripts[lang] ?? "";
    if (!this.starts.has(lang)) document.head.append(script);
    script.remove();
    const start = this.starts.get(lang);
    if (!start) throw new Error(`no script for ${lang}`);
    return start;
  }
}

/**
 * A page of plain text.
 * @param {string} name
 * @param {string} text
 */
function plain(name, text) {
  const made = document.implementation.createHTMLDocument(name);
  made.documentElement.lang = "en";
  const style = made.createElement("link");
  style.setAttribute("rel", "stylesheet");
  style.setAttribute("href", "page.css");
  made.head.append(style);
  const home = make("a", "", "kaen-log");
  home.href = "#/index.html";
  const words = make("pre", "", text);
  words.tabIndex = 0; // it may scroll sideways
  words.setAttribute("role", "region");
  words.setAttribute("aria-label", name);
  made.body.append(make("header", "masthead", make("p", "site-name", home)),
    make("main", "", make("h1", "", name), words));
  return made;
}

/** @param {string} id */
function textOf(id) {
  return document.getElementById(id)?.textContent ?? "";
}

/** @param {string} state a class of what is said then, in both languages */
function say(state) {
  for (const each of document.querySelectorAll("section > p[class]")) {
    if (each instanceof HTMLElement) each.hidden = !each.classList.contains(state);
  }
}

async function open() {
  if (!canUnpack()) {
    say("old");
    return;
  }
  say("opening");
  /** @type {Pack} */
  let pack;
  try {
    pack = JSON.parse(new TextDecoder().decode(await unpack(textOf("pages"))));
  } catch {
    say("damaged");
    return;
  }
  const engine = new Blob([textOf("engine")], { type: "text/javascript" });
  new Book(pack, URL.createObjectURL(engine)).follow();
}

document.addEventListener("DOMContentLoaded", open, { once: true });
