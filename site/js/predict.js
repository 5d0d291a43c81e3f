// "Predict, then run": the reader writes down what a run with other flags will say, and the
// engine says it.

import { isKlogError } from "../embed/error.js";
import { allOf, find, make, whenSent } from "../embed/find.js";
import { commas } from "../embed/format.js";
import { readTemplates } from "../embed/gloss.js";
import { Status } from "../embed/status.js";
import { faultOf, makeshift, runDemo } from "./call.js";

/** @import { DemoResult, Line, Section, Value } from "../embed/klog.mjs" */
/** @import { Context } from "./call.js" */

/** Digits as a Thai keyboard may give them. */
const THAI_DIGITS = /[๐-๙]/g;
/** What people put into a number to read it. */
const BETWEEN_DIGITS = /(?<=\d)[,_\s](?=\d)/g;

/** A question of the page whose answer a run gives. */
export class Predict {
  /**
   * Puts a field and a button before the answer that the page has for readers without scripts.
   * @param {HTMLElement} element
   * @param {Context} context
   */
  constructor(element, context) {
    const { words, progress, page } = context;
    /** @private */
    this.element = element;
    /** @private */
    this.context = context;
    /** @private */
    this.id = `${page}#${element.dataset.predict ?? ""}`;
    /** @private @type {AbortController | null} */
    this.running = null;
    /** @private @type {string | null} the guess that the verdict is on, or will be */
    this.given = null;
    /** @private */
    this.answer = find(element, "details", HTMLDetailsElement);
    /** @private */
    this.field = make("input", "");
    /** @private */
    this.error = make("p", "flag-error");
    /** @private */
    this.run = make("button", "run", words.run);
    /** @private */
    this.output = make("div", "run-lines");
    this.output.hidden = true;
    /** @private */
    this.line = make("p", "status");
    const alert = make("div", "demo-alert");
    /** @private */
    this.status = new Status(this.line, alert);
    this.build(alert);
    this.restore();
    progress.onClear(() => this.forget());
  }

  /**
   * @private
   * @param {HTMLElement} alert
   */
  build(alert) {
    const { words } = this.context;
    const name = `predict-${this.element.dataset.predict}`;
    this.field.type = "text";
    this.field.id = `${name}-guess`;
    this.field.spellcheck = false;
    this.field.autocapitalize = "off";
    this.field.setAttribute("aria-describedby", `${name}-error`);
    this.error.id = `${name}-error`;
    this.error.hidden = true;
    this.line.setAttribute("role", "status");
    this.line.dataset.state = "ready";
    alert.setAttribute("role", "alert");
    alert.hidden = true;
    const label = make("label", "", words.guess);
    label.htmlFor = this.field.id;
    const form = make("form", "predict-form",
      make("div", "guess", label, this.field, this.run), this.error);
    form.noValidate = true;
    form.autocomplete = "off";
    whenSent(form, () => this.start());
    form.addEventListener("input", () => {
      this.refuse("");
      if (this.given !== null && this.given !== this.field.value.trim()) this.takeBack();
    });
    this.answer.before(form, this.line, alert, this.output);
    this.element.classList.add("asks");
  }

  /**
   * Runs the demo with the flags of the question, once there is a guess.
   * @private
   */
  async start() {
    if (this.running) return;
    const { context } = this;
    const { words } = context;
    const guess = this.field.value.trim();
    const { demo = "", flags = "{}", answerKind } = this.element.dataset;
    const isNone = guess === "";
    if (isNone || (answerKind === "int" && !/^[-+]?\d+$/.test(plain(guess)))) {
      this.refuse(isNone ? words.guessFirst : words.guessNumber);
      this.field.focus();
      return;
    }
    const running = new AbortController();
    this.setRunning(running);
    this.given = guess;
    this.status.alert("");
    try {
      const result = await runDemo(context, demo, JSON.parse(flags), running.signal, (text) => {
        if (this.running === running) this.status.say("running", text);
      });
      if (this.running !== running) return;
      const found = this.lineOf(result);
      context.progress.keepGuess(this.id, { guess, value: String(found.value) });
      this.tell(guess, String(found.value));
      this.show(found);
      this.status.alert(makeshift(context));
    } catch (error) {
      if (this.running === running) this.fail(error);
    } finally {
      if (this.running === running) this.setRunning(null);
    }
  }

  /** @private @param {AbortController | null} running */
  setRunning(running) {
    this.running = running;
    if (running) this.run.setAttribute("aria-disabled", "true");
    else this.run.removeAttribute("aria-disabled");
  }

  /**
   * Says what was guessed and what the engine gives.
   * @private
   * @param {string} guess
   * @param {string} value
   */
  tell(guess, value) {
    const { words } = this.context;
    const isRight = plain(guess) === plain(value);
    this.status.say(isRight ? "same" : "own", isRight
      ? words.guessedRight(shown(value))
      : words.guessedOther(shown(guess), shown(value)));
    this.element.classList.add("answered");
    this.answer.open = true;
  }

  /**
   * Shows the lines of the section that was asked about, as this run printed them.
   * @private
   * @param {{ section: Section, line: Line }} found
   */
  show({ section, line }) {
    const { lang, engine: { tools } } = this.context;
    const { demo = "" } = this.element.dataset;
    if (!tools) throw new Error("the engine answered, and nothing came with it");
    const words = tools.runWordsFor(lang);
    const title = (section.lines[0]?.text ?? section.title).replace(/^== | ==$/g, "");
    this.output.replaceChildren(tools.linesOf(section, {
      templates: lang === "th" ? null
        : readTemplates([...allOf(`[data-demo="${demo}"]`), this.element]),
      asked: line, label: words.asked, region: words.region(title), lang,
    }));
    this.output.hidden = false;
  }

  /**
   * The line and the value that the question is about.
   * @private
   * @param {DemoResult} result
   * @returns {{ section: Section, line: Line, value: Value }}
   */
  lineOf({ sections }) {
    const { answerSection, answerLine, answerIndex = "0", answerValue = "" } = this.element.dataset;
    const section = sections.find(({ id }) => id === answerSection);
    const line = section?.lines.filter(({ id }) => id === answerLine)[Number(answerIndex)];
    const value = line?.values[answerValue];
    if (!section || !line || value === undefined) throw new Error("the run has no such value");
    return { section, line, value };
  }

  /**
   * Says beside the field what is wrong with it; "" takes it back.
   * @private
   * @param {string} words
   */
  refuse(words) {
    this.error.textContent = words;
    this.error.hidden = words === "";
    if (words === "") this.field.removeAttribute("aria-invalid");
    else this.field.setAttribute("aria-invalid", "true");
  }

  /**
   * Says why nothing could be run; then the answer may be read.
   * @private
   * @param {unknown} error
   */
  fail(error) {
    const { words } = this.context;
    this.given = null; // this is true of any guess
    this.status.say("failed", words.cannotRun);
    this.status.alert(faultOf(this.context, error, words.run));
    this.element.classList.add("answered");
    if (!isKlogError(error)) throw error; // a fault of the page's own belongs in the console
  }

  /** @private */
  restore() {
    const kept = this.context.progress.guess(this.id);
    if (!kept) return;
    this.field.value = this.given = kept.guess;
    this.line.setAttribute("aria-live", "off");
    this.tell(kept.guess, kept.value);
    this.line.removeAttribute("aria-live");
  }

  /**
   * Takes the verdict back, or has a run under way give none. Such a run goes on, since what it
   * loads is needed anyway.
   * @private
   */
  takeBack() {
    this.setRunning(null);
    this.given = null;
    this.output.hidden = true;
    this.output.replaceChildren();
    this.status.say("ready", "");
    this.status.alert("");
    this.element.classList.remove("answered");
  }

  /** @private */
  forget() {
    this.running?.abort();
    this.takeBack();
    this.field.value = "";
    this.refuse("");
    this.answer.open = false;
  }
}

/**
 * A guess or a value as the two are compared: the same number may be written in many ways.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFKC").replace(THAI_DIGITS, (digit) =>
    String(digit.charCodeAt(0) - 0x0e50)).replace(/[\u2212\u2013]/g, "-")
    .replace(BETWEEN_DIGITS, "").trim().toLowerCase();
}

/** @param {string} text */
function shown(text) {
  return /^-?\d{4,15}$/.test(plain(text)) ? commas(Number(plain(text))) : text;
}
