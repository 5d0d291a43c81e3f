// Elements that a page's HTML must have, and those that its script adds.

/**
 * The element that the page's HTML must have.
 * @template {Element} T
 * @param {Element} parent
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
export function find(parent, selector, type) {
  const found = parent.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * The HTML elements in another that match.
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function allIn(parent, selector) {
  return [...parent.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);
}

/**
 * The HTML elements of the page that match.
 * @param {string} selector
 */
export const allOf = (selector) => allIn(document, selector);

/**
 * Has a form do something when it would be sent. That is a click on its button, Enter in a field
 * too; in a sandboxed frame, which may send no form, nothing else tells of it.
 * @param {HTMLFormElement} form
 * @param {() => void} deed
 */
export function whenSent(form, deed) {
  form.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest("button")?.type !== "submit") return;
    event.preventDefault();
    if (form.noValidate || form.reportValidity()) deed();
  });
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {...(string | Node)} content
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}
