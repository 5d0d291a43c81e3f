// How a page learns that a worker is gone. One that ends by itself, or that the browser ends,
// sends no event; but a lock that it held is free then, and the page gets it.

/**
 * Makes a name for a lock that nobody else has: locks are shared by all pages of an origin.
 */
export function lifelineName() {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return `kaen-log/${parts.join("-")}`;
}

/**
 * The worker's end: holds the lock for as long as this context lives.
 *
 * Where there are no locks (not on https, an origin of its own) nothing happens, and a dead
 * worker is noticed when the time for a call is over.
 * @param {string} name
 * @param {() => void} onHeld
 */
export function holdLifeline(name, onHeld) {
  navigator.locks?.request(name, () => {
    onHeld();
    return new Promise(() => {});
  }).catch(() => {});
}

/**
 * The page's end: waits for the lock that the worker holds.
 * @param {string} name
 * @param {() => void} onGone
 * @param {AbortSignal} signal ends the waiting
 */
export function watchLifeline(name, onGone, signal) {
  navigator.locks?.request(name, { signal }, onGone).catch(() => {});
}
