// What a reader has done, kept in this browser alone: sections that a run reproduced, answers,
// guesses. Where nothing can be stored it is kept until the page is left.

/**
 * A guess, and what the engine said to it.
 * @typedef {object} Guess
 * @property {string} guess
 * @property {string} value
 */

/**
 * @typedef {object} Record
 * @property {string} build sections and guesses are of this build of the site
 * @property {string[]} proved "demo#section", each the same as the golden text, byte for byte
 * @property {{ [id: string]: Guess }} guesses
 * @property {{ [id: string]: number }} answers the one that was checked last, from 0
 */

/** What is kept, for all pages of one site: two sites of one origin do not share it. */
export class Progress {
  /**
   * @param {string} root the site's path on its origin
   * @param {string} build
   * @param {() => Storage} storage may throw, as may everything that it gives
   */
  constructor(root, build, storage = () => localStorage) {
    /** @private */
    this.key = `kaen-log ${root}`;
    /** @private */
    this.build = build;
    /** @private */
    this.storage = storage;
    /** @private @type {Record} */
    this.record = this.none();
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
    /** Whether all that is known here is stored: then what is stored is all there is. */
    this.isStored = true;
    /** Called after each attempt to store. */
    this.onStore = () => {};
    this.read();
  }

  /**
   * Says whether a section was reproduced in this browser, with this build.
   * @param {string} demo
   * @param {string} section
   */
  hasProved(demo, section) {
    return this.record.proved.includes(`${demo}#${section}`);
  }

  /** Whether the engine of this build was in this browser before. */
  get hasRun() {
    return this.record.proved.length > 0;
  }

  /**
   * @param {string} demo
   * @param {string} section
   * @param {boolean} isSame false: it turned out not to be the golden one
   */
  prove(demo, section, isSame) {
    if (this.hasProved(demo, section) === isSame) return;
    const name = `${demo}#${section}`;
    this.change((record) => {
      record.proved = record.proved.filter((each) => each !== name);
      if (isSame) record.proved.push(name);
    });
  }

  /** @param {string} id */
  answer(id) {
    return this.record.answers[id] ?? null;
  }

  /**
   * @param {string} id
   * @param {number} choice
   */
  keepAnswer(id, choice) {
    this.change(({ answers }) => {
      answers[id] = choice;
    });
  }

  /** @param {string} id */
  guess(id) {
    return this.record.guesses[id] ?? null;
  }

  /**
   * @param {string} id
   * @param {Guess} guess
   */
  keepGuess(id, guess) {
    this.change(({ guesses }) => {
      guesses[id] = guess;
    });
  }

  /**
   * Calls back when all of it was cleared.
   * @param {() => void} listener
   */
  onClear(listener) {
    this.listeners.add(listener);
  }

  clear() {
    try {
      this.storage().removeItem(this.key);
    } catch { /* then nothing is stored there */ }
    this.forget();
  }

  /**
   * Takes in what another window did to the storage: what was cleared there is cleared here.
   * @param {Pick<StorageEvent, "key" | "newValue">} event its key is null where all was removed
   */
  hear({ key, newValue }) {
    if (!newValue && (key ?? this.key) === this.key) this.forget();
  }

  /** @private */
  forget() {
    this.record = this.none();
    for (const listener of this.listeners) listener();
  }

  /** @private @returns {Record} */
  none() {
    return { build: this.build, proved: [], guesses: {}, answers: {} };
  }

  /**
   * Changes what is kept, and what another window of the site has kept meanwhile with it.
   * @private
   * @param {(record: Record) => void} edit
   */
  change(edit) {
    if (this.isStored) this.read();
    edit(this.record);
    try {
      this.storage().setItem(this.key, JSON.stringify(this.record));
      this.isStored = true;
    } catch {
      this.isStored = false; // forbidden or full: it is kept until the page is left
    }
    this.onStore();
  }

  /**
   * Takes what is stored, as far as it has the shape that it must have: anything may stand there,
   * and nothing where another window has cleared it.
   * @private
   */
  read() {
    /** @type {unknown} */
    let stored;
    try {
      stored = JSON.parse(this.storage().getItem(this.key) ?? "null");
    } catch {
      this.isStored = false;
      return;
    }
    const record = this.none();
    const { build, proved, guesses, answers } = fieldsOf(stored);
    for (const [id, choice] of Object.entries(fieldsOf(answers))) {
      if (typeof choice === "number") record.answers[id] = choice;
    }
    if (build === this.build) {
      if (Array.isArray(proved)) {
        record.proved = proved.filter((name) => typeof name === "string");
      }
      for (const [id, kept] of Object.entries(fieldsOf(guesses))) {
        const { guess, value } = fieldsOf(kept);
        if (typeof guess === "string" && typeof value === "string") {
          record.guesses[id] = { guess, value };
        }
      }
    }
    this.record = record;
  }
}

/**
 * @param {unknown} value
 * @returns {{ [name: string]: unknown }}
 */
function fieldsOf(value) {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
