// What can be known beforehand about where a worker may come from: the page's origin, the
// policies in its own <meta> elements, and a policy in a header once it was broken.

/** Where worker-src is looked up when it is absent, in this order. */
const DIRECTIVES = ["worker-src", "child-src", "script-src", "default-src"];

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
 * Says whether a page may start a worker from a URL, as far as can be known.
 * @param {string} url absolute
 */
export function mayStart(url) {
  const { origin, protocol } = new URL(url);
  const own = globalThis.origin;
  const isBlob = protocol === "blob:";
  // Browsers refuse other origins' scripts for workers, and file: counts as other.
  if (!isBlob && (own === "null" || origin !== own || protocol === "file:")) return false;
  const from = isBlob ? "blob:" : own;
  return [...metaPolicies(), ...learned].every((policy) => allows(policy, url, from));
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
