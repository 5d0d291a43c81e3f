// A question with answers to choose from: made from the answers that the page has for readers
// without scripts.

import { find, make, whenSent } from "../embed/find.js";

/** @import { Context } from "./call.js" */

/**
 * @typedef {object} Answer
 * @property {HTMLInputElement} radio
 * @property {boolean} isRight
 * @property {Element} feedback
 */

/** A question of the page. */
export class Quiz {
  /**
   * Puts fields in place of the answers, which can be read when the right one was found.
   * @param {HTMLElement} element
   * @param {Context} context
   */
  constructor(element, { words, progress, page }) {
    /** @private */
    this.words = words;
    /** @private */
    this.progress = progress;
    /** @private */
    this.element = element;
    /** @private */
    this.id = `${page}#${element.dataset.quiz ?? ""}`;
    /** @private */
    this.answers = [...element.querySelectorAll(".quiz-answers li")].map((item, i) => {
      const radio = make("input", "");
      radio.type = "radio";
      radio.name = `quiz-${element.dataset.quiz}`;
      radio.value = String(i);
      return {
        radio, isRight: item.getAttribute("data-right") === "true",
        label: make("label", "choice", radio, copyOf(find(item, ".quiz-text", HTMLElement))),
        feedback: find(item, ".quiz-feedback", HTMLElement),
      };
    });
    const legend = make("legend", "", ...legendOf(find(element, ".quiz-question", HTMLElement)));
    const fieldset = make("fieldset", "", legend, ...this.answers.map(({ label }) => label));
    const check = make("button", "check", words.check);
    /** @private */
    this.result = make("div", "quiz-result");
    this.result.setAttribute("role", "status");
    const form = make("form", "quiz-form", fieldset, make("p", "buttons", check), this.result);
    form.noValidate = true;
    form.autocomplete = "off";
    whenSent(form, () => this.check());
    form.addEventListener("change", () => this.result.replaceChildren());
    find(element, ".quiz-answers", HTMLElement).before(form);
    element.classList.add("asks");
    this.restore();
    progress.onClear(() => this.forget());
  }

  /** @private */
  get chosen() {
    return this.answers.findIndex(({ radio }) => radio.checked);
  }

  /**
   * Says what is to be said of the answer that is chosen.
   * @private
   */
  check() {
    const { chosen } = this;
    if (chosen < 0) {
      this.result.replaceChildren(make("p", "quiz-mark", this.words.chooseFirst));
      this.answers[0]?.radio.focus();
      return;
    }
    this.progress.keepAnswer(this.id, chosen);
    this.show(chosen);
  }

  /**
   * @private
   * @param {number} chosen
   */
  show(chosen) {
    const answer = this.answers[chosen];
    if (!answer) return;
    const { isRight, feedback } = answer;
    const mark = make("p", "quiz-mark", isRight ? this.words.right : this.words.wrong);
    this.result.dataset.state = isRight ? "right" : "wrong";
    this.result.replaceChildren(mark, ...copyOf(feedback).childNodes);
    if (isRight) this.element.classList.add("answered");
  }

  /** @private */
  restore() {
    const chosen = this.progress.answer(this.id);
    const answer = chosen === null ? undefined : this.answers[chosen];
    if (chosen === null || !answer) return;
    answer.radio.checked = true;
    this.show(chosen);
  }

  /** @private */
  forget() {
    for (const { radio } of this.answers) radio.checked = false;
    this.result.replaceChildren();
    this.element.classList.remove("answered");
  }
}

/**
 * The question as a legend holds it, which takes no paragraphs: what leads up to it stays
 * where it is.
 * @param {HTMLElement} question
 */
function legendOf(question) {
  const last = question.lastElementChild;
  if (!last) return question.childNodes;
  last.remove();
  return last.childNodes;
}

/**
 * A copy for a second place on the page, where no id may stand twice.
 * @param {HTMLElement} original
 */
function copyOf(original) {
  const copy = make("span", "");
  copy.append(...[...original.childNodes].map((node) => node.cloneNode(true)));
  for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
  return copy;
}
