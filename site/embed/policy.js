// What a page's policy forbids. Beforehand can be known where a worker may not come from: the
// page's origin, the policies in its own <meta> elements, a policy in a header once it was broken.
// That a policy was broken is told by an event, a moment after what it forbids has failed.

/** @import { ErrorDetail } from "./klog.mjs" */

/** Where worker-src is looked up when it is absent, in this order. */
const DIRECTIVES = ["worker-src", "child-src", "script-src", "default-src"];
/** How long the event may take that tells why something failed. */
export const EVENT_MS = 200;

/** @type {Set<string>} policies that showed themselves */
const learned = new Set();

/**
 * Remembers a policy that a violation told of.
 * @param {string} policy
 */
export function learn(policy) {
  learned.add(policy);
}

/**
 * What is in the way of a worker from a URL, as far as can be known; null: nothing.
 * @param {string} url absolute
 * @returns {ErrorDetail | null} without a directive where it is the page's address
 */
export function hindrance(url) {
  const { origin, protocol } = new URL(url);
  const own = globalThis.origin;
  const isBlob = protocol === "blob:";
  const from = isBlob ? "blob:" : own;
  if (![...metaPolicies(), ...learned].every((policy) => allows(policy, url, from))) {
    return lackOf("worker-src", url);
  }
  // Browsers refuse other origins' scripts for workers, and file: counts as other.
  const isOther = own === "null" || origin !== own || protocol === "file:";
  return !isBlob && isOther ? { url } : null;
}

/**
 * What a policy's directive would have to have for a file.
 * @param {string} directive
 * @param {string} url
 * @returns {ErrorDetail}
 */
export function lackOf(directive, url) {
  const { origin, protocol } = new URL(url);
  const isOwn = origin === globalThis.location?.origin;
  return { url, directive, missing: protocol === "blob:" ? protocol : isOwn ? "'self'" : origin };
}

/**
 * Listens for a policy that forbids to fetch a file, until it is asked: `told` gives what the
 * policy lacks, null where none has forbidden it.
 * @param {string} url
 */
export function watchPolicy(url) {
  /** @type {(detail: ErrorDetail | null) => void} */
  let tell = () => {};
  /** @type {Promise<ErrorDetail | null>} */
  const heard = new Promise((resolve) => {
    tell = resolve;
  });
  const listening = new AbortController();
  globalThis.addEventListener?.("securitypolicyviolation", (event) => {
    const { disposition, effectiveDirective, blockedURI } = event;
    if (disposition !== "report" && effectiveDirective === "connect-src" && blockedURI === url) {
      tell(lackOf(effectiveDirective, url));
    }
  }, { signal: listening.signal });
  return {
    told() {
      setTimeout(tell, EVENT_MS, null);
      return heard;
    },
    end: () => listening.abort(),
  };
}

/** The policies that the page's own HTML states. */
function metaPolicies() {
  if (typeof document === "undefined") return [];
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll("meta[http-equiv='Content-Security-Policy' i]");
  return [...metas].map((meta) => meta.content);
}

/**
 * @param {string} policy
 * @param {string} url
 * @param {string} own the page's origin, or "blob:"
 */
function allows(policy, url, own) {
  const directives = new Map(policy.split(";").map((text) => {
    const [name = "", ...sources] = text.trim().toLowerCase().split(/\s+/);
    return [name, sources];
  }));
  const name = DIRECTIVES.find((directive) => directives.has(directive));
  if (!name) return true;
  return (directives.get(name) ?? []).some((source) => matches(source, url, own));
}

/**
 * Host sources with wildcards and the like are taken as a yes: the browser decides.
 * @param {string} source
 * @param {string} url
 * @param {string} own
 */
function matches(source, url, own) {
  if (own === "blob:") return source === "blob:";
  if (source === "'self'") return true;
  if (source.startsWith("'") || source === "blob:" || source === "data:") return false;
  if (source.includes("*") || !source.includes("/")) return true;
  return url.toLowerCase().startsWith(source);
}
