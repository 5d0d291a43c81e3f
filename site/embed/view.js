// What an element shows of one demo: its flags, and a run of it, judged where it is shown.

import { klogError, toPlain } from "./error.js";
import { make } from "./find.js";
import { Flags } from "./flags.js";
import { fill } from "./gloss.js";
import { judge } from "./judge.js";
import { cut } from "./output.js";
import { compare } from "./verdict.js";
import { dumpOf, hexOf } from "./view-bytes.js";
import { flagFields } from "./view-flags.js";
import { goldenSection, sectionsOf } from "./view-golden.js";
import { pictureOf } from "./view-pictures.js";
import { viewWordsFor } from "./view-words.js";
import { runWordsFor } from "./words-run.js";

/** @import { PlainError } from "./internal.js" */
/** @import { DemoResult, KlogError } from "./klog.mjs" */
/** @import { GoldenSection } from "./golden.js" */
/** @import { DemoData } from "./view-data.js" */
/** @import { FlagValues, Place, Verdict, View } from "./views.js" */

/**
 * A view of a demo.
 * @implements {View}
 */
export class DemoView {
  /**
   * @param {Place} place
   * @param {DemoData} data
   */
  constructor(place, data) {
    /** @private */
    this.place = place;
    /** @private */
    this.data = data;
    /** @private */
    this.demo = data.demos[place.demo];
    /** @private the section that is shown; null: all of them */
    this.section = this.demo.sections.find(({ id }) => id === place.section)?.id ?? null;
    /** @private */
    this.texts = data.words[place.lang];
    /** @private */
    this.words = viewWordsFor(place.lang);
    /** @private */
    this.runWords = runWordsFor(place.lang);
    /** @private what is drawn, and asked of the engine, ends with the run that it is of */
    this.shown = new AbortController();
    /** @private what is open, in this run and in the next */
    this.open = { bytes: false, picture: false };
    const fields = flagFields(this.demo.flags, (name) => this.texts[`flag.${name}`] ?? "");
    const box = make("div", "view", ...fields);
    box.lang = place.lang;
    place.flagsBox.replaceChildren(box);
    /** @private */
    this.flags = new Flags(box, this.words);
    /** @private the flags that the element knows of */
    this.told = this.spelled();
    for (const edit of ["input", "change"]) box.addEventListener(edit, () => this.tell());
    place.body.replaceChildren();
  }

  /** @private */
  spelled() {
    return JSON.stringify(this.options());
  }

  /**
   * Tells of an edit, once: a field that is left, or whose Enter runs the demo, tells of a change
   * that its keys have told already.
   * @private
   */
  tell() {
    const spelled = this.spelled();
    if (spelled === this.told) return;
    this.told = spelled;
    this.place.edited();
  }

  /** @param {Record<string, string>} flags */
  set(flags) {
    for (const name of Object.keys(flags)) {
      if (this.demo.flags.some(({ json }) => json === name)) continue;
      const { demo } = this.place;
      throw klogError("invalid-option", `the demo ${demo} has no flag ${name}`, {}, name);
    }
    this.flags.reset();
    const { flagsBox } = this.place;
    for (const input of flagsBox.querySelectorAll("input")) {
      const value = flags[input.name];
      if (value === undefined) continue;
      if (input.type === "checkbox") input.checked = value !== "false";
      else input.value = value;
    }
    this.told = this.spelled();
  }

  options() {
    return this.flags.options();
  }

  /**
   * @param {DemoResult} result
   * @returns {Verdict}
   */
  show(result) {
    this.forget();
    this.flags.acceptAll();
    this.shown = new AbortController();
    const { lang } = this.place;
    const golden = this.golden();
    const output = make("div", "golden", ...golden.map(({ element }) => element));
    output.lang = "th";
    output.translate = false;
    output.part.add("output");
    output.setAttribute("role", "group");
    output.setAttribute("aria-label", this.words.output);
    const verdict = judge({
      parts: this.section === null ? null : [this.section],
      totalBytes: new TextEncoder().encode(this.demo.text).length,
      templates: lang === "th" ? null : this.data.glosses,
      lang,
      prove() {},
      draw() {},
    }, golden, result, this.flags.switchedOff());
    const view = make("div", "view", output, ...this.bytes(result), ...this.pictures(result));
    view.lang = lang;
    this.place.body.replaceChildren(view);
    return verdict;
  }

  /** @private @returns {GoldenSection[]} */
  golden() {
    const { section: shown, place: { lang }, texts } = this;
    const named = (/** @type {string} */ key) => (/** @type {string} */ section) =>
      fill(texts[key] ?? "", { section });
    const names = { exactBytes: texts.exactBytes ?? "", table: named("tableRegion"),
      hex: named("hexRegion") };
    return sectionsOf(this.demo).filter(({ section: { id } }) => shown === null || id === shown)
      .map(({ section, lines }) => goldenSection(section, lines, lang, names));
  }

  /**
   * What opens a part of the view. It is made when it is opened.
   * @private
   * @param {"bytes" | "picture"} name
   * @param {string} words
   * @param {(box: HTMLElement) => void} fillIn
   */
  opener(name, words, fillIn) {
    const box = make("details", "more", make("summary", "", words));
    box.part.add(name);
    const { signal } = this.shown;
    box.addEventListener("toggle", () => {
      if (signal.aborted) return;
      this.open[name] = box.open;
      if (box.open && box.childElementCount === 1) fillIn(box);
    });
    box.open = this.open[name];
    return box;
  }

  /**
   * @private
   * @param {DemoResult} result
   */
  bytes(result) {
    const { demo: { text }, section, words, place: { lang } } = this;
    const part = (/** @type {Uint8Array} */ bytes, /** @type {{ id: string }[]} */ sections) =>
      section === null ? bytes
        : cut(bytes, sections.map(({ id }) => id)).find(({ id }) => id === section)?.bytes;
    const got = part(result.bytes, result.sections);
    const want = part(new TextEncoder().encode(text), this.demo.sections);
    if (!got || !want) return [];
    const pos = result.golden ? compare(want, got)?.pos ?? null : null;
    const start = got.byteOffset - result.bytes.byteOffset;
    return [this.opener("bytes", words.bytes, (box) => {
      if (pos !== null) {
        const [one, other] = [want[pos], got[pos]].map((byte) =>
          byte === undefined ? "" : hexOf(byte));
        box.append(make("p", "differs",
          words.bytesDiffer(start + pos + 1, one ?? "", other ?? "")));
      }
      const { region, mark } = dumpOf(got, start, pos, words, lang);
      box.append(region);
      if (mark) { // into its middle, without a move of the page
        const [at, around] = [mark.getBoundingClientRect(), region.getBoundingClientRect()];
        region.scrollTop += at.top - around.top - region.clientHeight / 2;
        region.scrollLeft += at.left - around.left - region.clientWidth / 2;
      }
    })];
  }

  /**
   * @private
   * @param {DemoResult} result
   */
  pictures({ flags }) {
    const { section, words, texts, place, shown: { signal } } = this;
    const own = this.demo.pictures.filter(({ sections }) =>
      section === null || sections.includes(section));
    if (own.length === 0) return [];
    /** @type {FlagValues} as they were typed */
    const options = Object.fromEntries(Object.entries(flags).map(([name, value]) =>
      [name, typeof value === "boolean" ? value : String(value)]));
    return [this.opener("picture", words.pictures, (box) => {
      const said = make("p", "", words.drawing);
      box.append(said);
      place.draw(options, signal).then(({ pictures }) => {
        if (signal.aborted) return;
        said.remove();
        for (const { name } of own) {
          const drawn = pictures.find((picture) => picture.name === name);
          if (drawn) box.append(pictureOf(drawn, texts, words.drawn));
        }
      }).catch((error) => {
        if (signal.aborted) return;
        said.textContent = this.fault(error);
        // Opened again, they are drawn again.
        box.addEventListener("toggle", () => said.remove(), { once: true });
      });
    })];
  }

  /** @param {KlogError} error */
  refuse({ code, field }) {
    if (code !== "invalid-option" || field === undefined) return null;
    const details = this.place.flagsBox.closest("details");
    if (details && this.demo.flags.some(({ json }) => json === field)) details.open = true;
    // Who is elsewhere in the page, and ran it by a script, is not led away from there.
    const { flagsBox } = this.place;
    flagsBox.inert = !/** @type {ShadowRoot} */ (flagsBox.getRootNode()).activeElement;
    const flag = this.flags.refuse(field);
    flagsBox.inert = false;
    return flag === null ? null : this.words.invalid(flag);
  }

  /** @param {string} section */
  knows(section) {
    return this.demo.sections.some(({ id }) => id === section);
  }

  /** @param {unknown} error */
  fault(error) {
    const { code, field, detail, message } = toPlain(error);
    if (code === "usage" && field === "demo") {
      return this.words.unknown(message, Object.keys(this.data.demos).join(", "));
    }
    if (code === "usage" && field === "section") {
      return this.words.unknown(message, this.demo.sections.map(({ id }) => id).join(", "));
    }
    return this.runWords.fault(code, detail, message, this.place.run);
  }

  /** @param {PlainError[]} reasons */
  makeshift(reasons) {
    // That a worker may not be made of a blob is no reason where its own file was at fault.
    const reason = reasons.find(({ code }) => code !== "worker-forbidden") ?? reasons[0];
    return reason ? this.runWords.makeshift(reason.code, reason.detail) : "";
  }

  reset() {
    this.flags.reset();
    this.told = this.spelled();
    this.forget();
  }

  forget() {
    this.shown.abort(klogError("stopped", "the run is not shown any more"));
    this.place.body.replaceChildren();
  }
}
