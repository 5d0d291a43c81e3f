// Addresses of scripts as a page wants them that has Trusted Types: made by one policy of the
// page, "kaen-log", which all scripts and all versions of kaen-log on it share.

/** @typedef {(url: string, integrity?: string) => string} Rule */
/** @typedef {{ createScriptURL: (...args: Parameters<Rule>) => unknown }} Policy */
/**
 * @typedef {object} Factory
 * @property {(name: string, rules: { createScriptURL: Rule }) => Policy} createPolicy
 */

const NAME = "kaen-log";
/** Where the policy is kept, on the page's own factory: a second one of its name is refused. */
const KEPT = Symbol.for(NAME);
/** Addresses that stand for a file, or for what was made here. */
const PROTOCOLS = ["http:", "https:", "file:", "blob:"];

/** What the page's policy lacks where it refuses ours. */
export const REFUSED = { directive: "trusted-types", missing: NAME };

/** Whether a policy of the page was seen to refuse ours. */
let isRefused = false;

/**
 * Gives a script's address as `new Worker`, a script's src and serviceWorker.register take it:
 * itself where there are no Trusted Types, or where the page's list of policies has not ours. The
 * last is known by trustIsRefused; whoever is given the address says then whether it minds.
 *
 * Errors: a TypeError for an address of another origin, where there are Trusted Types; but for one
 * whose script is held against its integrity, which is as much as to have it here.
 * @param {string} url absolute
 * @param {string} [integrity] "": none
 * @returns {string} for TypeScript, which knows no other; a TrustedScriptURL
 */
export function scriptURL(url, integrity = "") {
  const policy = policyOfPage();
  return policy ? /** @type {string} */ (policy.createScriptURL(url, integrity)) : url;
}

/** Says whether the page's list of policies (trusted-types) was seen to be without ours. */
export function trustIsRefused() {
  return isRefused;
}

/** @returns {Policy | null} */
function policyOfPage() {
  /** @type {(Factory & { [KEPT]?: Policy }) | undefined} */
  const factory = Reflect.get(globalThis, "trustedTypes");
  if (!factory || isRefused) return null;
  const kept = factory[KEPT];
  if (kept) return kept;
  try {
    const made = factory.createPolicy(NAME, { createScriptURL: ownURL });
    Object.defineProperty(factory, KEPT, { value: made });
    return made;
  } catch {
    isRefused = true; // by the list; or there is one of that name which is nobody's
    return null;
  }
}

/**
 * What is let in is what a page without Trusted Types could name in a policy as its own, and
 * scripts of one known content.
 * @type {Rule}
 */
function ownURL(url, integrity) {
  const { protocol, origin } = new URL(url);
  const isOwn = origin === location.origin || origin === globalThis.origin;
  if ((isOwn || integrity) && PROTOCOLS.includes(protocol)) return url;
  throw new TypeError(`${url} is of another origin`);
}
