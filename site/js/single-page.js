// What makes a page of the one file run. The file's own script asks for it by the language, and
// once for each page that it shows.

import { contextOf } from "./call.js";
import { widgets } from "./disk-widgets.js";
import { faultOnDisk } from "./disk-words.js";
import { Progress } from "./progress.js";
import { HANDED_PAGE } from "./single-events.js";
import { start } from "./start.js";
import { words } from "./words.js";

/** @typedef {Map<string, string>} Memory what could not be stored, until the file is left */
/** @typedef {(page: string, memory: Memory) => void} StartPage */

/**
 * The browser's storage, and the memory where it forbids or has no room.
 * @param {Memory} memory
 */
const storageWith = (memory) => ({
  /** @param {string} key */
  getItem: (key) => memory.get(key) ?? localStorage.getItem(key),
  /** @param {string} key @param {string} text */
  setItem(key, text) {
    memory.set(key, text);
    localStorage.setItem(key, text);
    memory.delete(key);
  },
  /** @param {string} key */
  removeItem(key) {
    memory.delete(key);
    localStorage.removeItem(key);
  },
});

/** @type {StartPage} */
const detail = (page, memory) => {
  const { dataset } = document.documentElement;
  const folder = new URL(".", document.baseURI).pathname;
  const storage = /** @type {Storage} */ (storageWith(memory));
  const progress = new Progress(folder, dataset.build ?? "", () => storage);
  if (memory.size > 0) progress.isStored = false;
  start(widgets, (engine, lang) => contextOf(engine, lang, progress, page));
};

words.fault = faultOnDisk(words.fault, __PAGE_LANG__);
document.currentScript?.dispatchEvent(new CustomEvent(HANDED_PAGE, { detail }));
