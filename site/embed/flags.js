// The fields of a demo's flags: their values as options, and what is wrong said beside them.

/** @import { ViewWords } from "./view-words.js" */

/** What has the fields of one demo's flags in it: a form, on the pages. */
export class Flags {
  /**
   * @param {HTMLElement} form
   * @param {Pick<ViewWords, "flagError">} words
   */
  constructor(form, words) {
    /** @private */
    this.form = form;
    /** @private */
    this.words = words;
    form.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement) this.accept(target);
    });
  }

  /**
   * The values as options of a call, as they were typed but for spaces around them: what is
   * wrong with them is for the engine to say.
   * @returns {Record<string, string | boolean>}
   */
  options() {
    return Object.fromEntries(this.inputs().map((input) =>
      [input.name, isSwitch(input) ? input.checked : input.value.trim()]));
  }

  /**
   * Says whether the values are still those.
   * @param {Record<string, string | boolean>} options
   */
  match(options) {
    return Object.entries(this.options()).every(([name, value]) => options[name] === value);
  }

  /** Puts back the values that the golden output was made with. */
  reset() {
    for (const input of this.inputs()) {
      const golden = input.dataset.golden ?? "";
      if (isSwitch(input)) input.checked = golden === "true";
      else input.value = golden;
      this.accept(input);
    }
  }

  /** The switch, with dashes, that the golden run has on and this form has off; else null. */
  switchedOff() {
    const off = this.inputs().find((input) =>
      isSwitch(input) && input.dataset.golden === "true" && !input.checked);
    return off ? labelOf(off) : null;
  }

  /**
   * Says beside a field what is wrong with its value, and leads there.
   * @param {string} name
   * @returns {string | null} the flag, with dashes; null when the form has no such field
   */
  refuse(name) {
    const input = this.inputs().find((each) => each.name === name && each.type !== "hidden");
    if (!input) return null;
    const { kind = "", min = "", max = "" } = input.dataset;
    const error = errorOf(input);
    if (error) {
      error.textContent = this.words.flagError(kind, input.value.trim(), min, max);
      error.hidden = false;
    }
    input.setAttribute("aria-invalid", "true");
    input.focus();
    return labelOf(input);
  }

  /** Takes back everything that refuse said. */
  acceptAll() {
    for (const input of this.inputs()) this.accept(input);
  }

  /**
   * @private
   * @param {HTMLInputElement} input
   */
  accept(input) {
    input.removeAttribute("aria-invalid");
    const error = errorOf(input);
    if (!error) return;
    error.hidden = true;
    error.textContent = "";
  }

  /** @private */
  inputs() {
    return [...this.form.querySelectorAll("input")].filter(({ name }) => name !== "");
  }
}

/** @param {HTMLInputElement} input */
function isSwitch(input) {
  return input.type === "checkbox";
}

/**
 * The element that says an error of the field.
 * @param {HTMLInputElement} input
 * @returns {HTMLElement | null | undefined}
 */
function errorOf(input) {
  return input.closest(".flag")?.querySelector(".flag-error");
}

/** @param {HTMLInputElement} input */
function labelOf(input) {
  return input.labels?.[0]?.textContent?.trim() ?? input.name;
}
