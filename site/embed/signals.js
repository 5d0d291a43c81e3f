// Waiting for signals. Node warns its user when a signal gets its eleventh listener, and many
// calls may wait for the one of a page, or for Stop: each signal gets one, whoever waits for it.

/** @type {WeakMap<AbortSignal, { waiting: Set<() => void>, release: () => void }>} */
const watched = new WeakMap();

/**
 * Calls `act` when a signal is aborted that is not yet.
 * @param {AbortSignal} signal
 * @param {() => void} act must not throw
 * @returns {() => void} lets go of it
 */
export function whenAborted(signal, act) {
  const { waiting, release } = watched.get(signal) ?? watch(signal);
  const own = () => act(); // the same function may wait twice
  waiting.add(own);
  return () => {
    if (waiting.delete(own) && waiting.size === 0) release();
  };
}

/** @param {AbortSignal} signal */
function watch(signal) {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const tell = () => {
    for (const act of [...waiting]) {
      if (waiting.has(act)) act();
    }
  };
  const release = () => {
    signal.removeEventListener("abort", tell);
    watched.delete(signal);
  };
  signal.addEventListener("abort", tell);
  const entry = { waiting, release };
  watched.set(signal, entry);
  return entry;
}

/**
 * A signal that is aborted when either is, and a way to let go of both.
 * @param {AbortSignal | undefined} one
 * @param {AbortSignal} other
 */
export function joinSignals(one, other) {
  const controller = new AbortController();
  const releases = [one, other].map((source) => {
    if (!source) return () => {};
    const abort = () => controller.abort(source.reason);
    if (source.aborted) abort();
    return whenAborted(source, abort);
  });
  return { signal: controller.signal, release: () => releases.forEach((release) => release()) };
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
export function rejectOn(signal) {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else whenAborted(signal, () => reject(signal.reason));
  });
}
