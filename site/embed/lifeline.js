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
 * The worker's end: holds the lock for as long as this context lives. Says whether it is held.
 *
 * Where there are no locks (not on https, an origin of its own) it is not, and a dead worker is
 * noticed when the time for a call is over.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
export function holdLifeline(name) {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(false);
    navigator.locks.request(name, () => {
      resolve(true);
      return new Promise(() => {});
    }).catch(() => resolve(false));
  });
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
