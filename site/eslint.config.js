// Lint rules of the site's scripts. Types are checked by tsc; here is what it does not see.

import js from "@eslint/js";

/** What the browser, workers and Node share, and what only some of them have. */
const globals = Object.fromEntries([
  "__COURSE__", "__KLOG_ASSETS__", "__KLOG_DEMOS__", "__KLOG_DISK__", "__KLOG_EDGE__",
  "__KLOG_FILES__",
  "__KLOG_PACKED__", "__KLOG_YOURS__", "__KLOG_STYLES__", "__PAGE_LANG__",
  "AbortController", "AbortSignal", "atob", "btoa", "Blob",
  "BroadcastChannel", "Buffer", "caches", "clearTimeout", "console", "createImageBitmap", "crypto",
  "CustomEvent", "DecompressionStream", "document", "DOMException", "Element", "fetch",
  "CSSStyleSheet", "getComputedStyle", "Headers", "IntersectionObserver", "queueMicrotask",
  "URLSearchParams",
  "HTMLAnchorElement", "HTMLBRElement", "HTMLButtonElement", "HTMLDetailsElement", "HTMLElement",
  "HTMLFormElement", "HTMLInputElement", "Intl", "KeyboardEvent", "localStorage", "location",
  "MessageChannel", "MutationObserver", "navigator", "NodeFilter", "OffscreenCanvas",
  "performance", "process", "reportError", "requestAnimationFrame", "ResizeObserver", "Response",
  "setTimeout", "structuredClone", "SVGElement", "SVGGraphicsElement", "SVGSVGElement", "Text",
  "TextDecoder", "TextEncoder", "URL", "WebAssembly", "window", "Worker",
  "ReadableStream", "Request",
  "DOMParser", "Event", "EventTarget", "history", "HTMLScriptElement",
  "HTMLSelectElement", "scrollTo", "scrollY",
].map((name) => [name, "readonly"]));

/** Ways around a strict policy of the pages, and ways to be hit by one. */
const unsafe = [
  ["innerHTML", "textContent and createElement"],
  ["outerHTML", "textContent and createElement"],
  ["insertAdjacentHTML", "textContent and createElement"],
  ["style", "a class: a strict policy drops style attributes"],
  ["cssText", "a class: a strict policy drops style attributes"],
].map(([property, instead]) => ({ property, message: `Use ${instead}.` }));

export default [
  { ignores: ["node_modules", "test-results", "playwright-report"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals },
    rules: {
      "eqeqeq": "error",
      "max-lines": ["error", { max: 400 }],
      "max-len": ["error", { code: 100 }],
      "max-lines-per-function": ["error", { max: 70, skipComments: true, skipBlankLines: true }],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-restricted-properties": ["error", ...unsafe],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    // What others' pages get knows nothing of the site's own.
    files: ["embed/**"],
    rules: { "no-restricted-imports": ["error", { patterns: [{ group: ["../js/*", "../sw/*"],
      message: "What pages and the element share belongs into embed/." }] }] },
  },
  {
    // A suite is one long function, and the tests look at what the pages must not do.
    files: ["tests/**"],
    rules: { "max-lines-per-function": "off", "no-restricted-properties": "off" },
  },
];
