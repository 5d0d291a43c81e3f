// The element's own style sheet: what is to be seen before anything was run. Sheets are adopted,
// since a strict policy drops style elements.

import { COLOURS, DARK, LIGHT, tokens } from "./tokens.js";

/*
 * What an author wrote into the tag looks as the page has it. The rest begins anew (all: initial),
 * whatever a page has its text inherit.
 */
export const style = `${tokens(COLOURS, LIGHT, DARK)}:host{display:block;
border:1.5px solid var(--_line);border-radius:2px;
--_text:var(--klog-text,system-ui,"Leelawadee UI",Thonburi,"Noto Sans Thai",sans-serif);
--_mono:var(--klog-mono,ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,"Tlwg Typo",monospace)}
:host([theme=light i]){color-scheme:light}
:host([theme=dark i]){color-scheme:dark}
[hidden],:host([hidden]:not([hidden=until-found i])),.body:empty{display:none!important}
[part=controls],.body{all:initial;direction:ltr;unicode-bidi:isolate;display:block;
visibility:inherit;color-scheme:inherit;
padding:16px;background:var(--_paper);color:var(--_ink);font:medium/1.75 var(--_text)}
[part=fallback]{padding:0 16px}
[part=buttons]{display:flex;flex-wrap:wrap;gap:12px}
button{min-height:44px;padding:6px 20px;border:1.5px solid;border-radius:2px;background:none;
color:var(--_indigo);font:600 1em/1.4 var(--_text)}
[part=run]{background:var(--_indigo);color:var(--_paper)}
[aria-disabled=true]{opacity:.6}
:focus-visible{outline:3px solid var(--_indigo);outline-offset:2px}
[part=status]{min-height:1.75em;margin:8px 0;font-weight:600}
[data-state=failed],[data-state=differs]{color:var(--_differs)}
[part=alert]{margin:8px 0;padding-left:12px;border-left:3px solid var(--_differs)}
summary{padding:8px 0;color:var(--_soft)}
@media print{button,summary{display:none}}`;

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} a document wears its own alone */
const made = new WeakMap();
/** @type {WeakMap<ShadowRoot, string[]>} */
const worn = new WeakMap();

/**
 * Has a shadow root wear style sheets, which all elements of its document share.
 * @param {ShadowRoot} root
 * @param {string[]} texts
 */
export function wear(root, texts = worn.get(root) ?? []) {
  worn.set(root, texts);
  const { ownerDocument } = root;
  const sheets = made.get(ownerDocument) ?? new Map();
  made.set(ownerDocument, sheets);
  try {
    const { CSSStyleSheet: Sheet } = ownerDocument.defaultView ?? globalThis;
    root.adoptedStyleSheets = texts.map((text) => {
      const known = sheets.get(text);
      if (known) return known;
      const sheet = new Sheet();
      sheet.replaceSync(text);
      sheets.set(text, sheet);
      return sheet;
    });
  } catch { /* an old browser: everything works, and looks plain */ }
}
