// The code with which a demo of this page runs in a page of the reader's own. The page fetches this
// script when its reader asks for it.

import { attributeOf } from "../embed/names.js";
import { allOf, make } from "../embed/find.js";
import { HANDED } from "./late.js";
import { words } from "./words-yours.js";

/** @import { TakeOver } from "./late-button.js" */

/** @typedef {[name: string, value: string][]} Attributes */

const { lang, dataset } = document.documentElement;
const site = new URL(dataset.root || ".", document.baseURI);

/** What no page needs before it is asked for. */
const STYLE = `.yours select{min-height:var(--target);max-width:100%;font:inherit}
.yours pre{color:var(--ink)}`;

/** @type {TakeOver} */
const detail = (button, said) => {
  const box = make("div", "yours");
  box.id = "yours";
  box.hidden = true;
  button.setAttribute("aria-controls", box.id);
  button.setAttribute("aria-expanded", "false");
  fill(box);
  wear();
  (button.parentElement ?? said).after(box);
  return {
    press() {
      box.hidden = !box.hidden;
      button.setAttribute("aria-expanded", `${!box.hidden}`);
      if (!box.hidden) box.dispatchEvent(new Event("change")); // the flags may be others by now
    },
  };
};

/** A sheet is adopted: the policy drops style elements. */
function wear() {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } catch { /* an old browser: everything works, and looks plain */ }
}

/**
 * Fills the box, and writes the codes anew whenever something else is chosen in it.
 * @param {HTMLElement} box
 */
function fill(box) {
  const choice = choose();
  const script = code(words.script);
  const frame = code(words.frame);
  const more = make("a", "", words.more);
  more.href = "authors.html";
  box.append(make("p", "", choice.label), ...script.parts, ...frame.parts,
    make("p", "", words.version(__KLOG_YOURS__.version), " ", more));
  box.addEventListener("change", () => {
    const attributes = choice.attributes();
    script.show(scriptCode(attributes));
    frame.show(frameCode(attributes));
  });
}

/** The demos of the page and their parts, to choose one of them. */
function choose() {
  const demos = allOf("section.demo");
  const names = [...new Set(demos.map((demo) => demo.dataset.demo ?? ""))];
  const select = make("select", "");
  for (const name of names) {
    const parts = demos.flatMap((demo) =>
      demo.dataset.demo === name && demo.dataset.part ? [demo.dataset.part] : []);
    for (const part of ["", ...new Set(parts)]) {
      const option = make("option", "", `${name}: ${part || words.all}`);
      option.value = `${name} ${part}`;
      select.append(option);
    }
  }
  return {
    label: make("label", "", words.what, " ", select),
    /** @returns {Attributes} */
    attributes() {
      const [name = "", part = ""] = select.value.split(" ");
      /** @type {Attributes} */
      const section = part ? [["section", part]] : [];
      return [["demo", name], ...section, ...flagsOf(name), ["lang", lang]];
    },
  };
}

/**
 * The flags of a demo that are not the golden ones.
 * @param {string} name
 * @returns {Attributes}
 */
function flagsOf(name) {
  /** @type {Attributes} */
  const flags = [];
  for (const field of allOf(`section.demo[data-demo="${name}"] .demo-flags input`)) {
    if (!(field instanceof HTMLInputElement)) continue;
    const value = field.type === "checkbox" ? `${field.checked}` : field.value.trim();
    const attribute = attributeOf(field.name);
    if (value !== field.dataset.golden && !flags.some(([known]) => known === attribute)) {
      flags.push([attribute, value]);
    }
  }
  return flags;
}

/** @param {string} path below the site's root */
const at = (path) => new URL(path, site).href;

/** @param {Attributes} attributes */
function written(attributes) {
  return attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("\"", "&quot;").replaceAll("<", "&lt;");
}

/** @param {Attributes} attributes */
function scriptCode(attributes) {
  const { version, script, integrity } = __KLOG_YOURS__;
  const here = document.baseURI.replace(/[?#].*/, "");
  return `<!-- kaen-log ${version} -->\n`
    + `<script defer src="${at(script)}"\n  integrity="${integrity}"\n`
    + `  crossorigin="anonymous"></script>\n<klog-demo${written(attributes)}>\n`
    + `  <a href="${escaped(here)}">${escaped(document.title)}</a>\n</klog-demo>`;
}

/**
 * The frame is of its own site's origin, not of none: else WebKitGTK lets no script in where that
 * site's policy says 'self', and servers that let no other origin read give it no program.
 * @param {Attributes} attributes
 */
function frameCode(attributes) {
  const src = `${at(__KLOG_YOURS__.frame)}#${new URLSearchParams(attributes)}`;
  return `<iframe src="${escaped(src)}"\n  title="${escaped(document.title)}" width="100%" `
    + "height=\"720\"\n  loading=\"lazy\" sandbox=\"allow-scripts allow-same-origin\">"
    + "</iframe>";
}

/**
 * A place for a code, with a button that copies it.
 * @param {string} name what it is
 */
function code(name) {
  const text = make("code", "");
  text.lang = "en";
  text.translate = false;
  const pre = make("pre", "", text);
  pre.tabIndex = 0; // it scrolls
  pre.setAttribute("role", "region");
  pre.setAttribute("aria-label", name);
  const copy = make("button", "", words.copy);
  copy.type = "button";
  copy.setAttribute("aria-label", `${words.copy}: ${name}`);
  const said = make("span", "");
  said.setAttribute("role", "status");
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent ?? "");
      said.textContent = words.copied;
    } catch { // a page of plain http has no clipboard, and a browser may refuse
      document.getSelection()?.selectAllChildren(text);
      said.textContent = words.selected;
    }
  });
  return {
    parts: [make("p", "", name), pre, make("p", "", copy, " ", said)],
    /** @param {string} now */
    show(now) {
      text.textContent = now;
      said.textContent = "";
    },
  };
}

document.currentScript?.dispatchEvent(new CustomEvent(HANDED, { detail }));
