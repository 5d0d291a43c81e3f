// Pages that take turns in one document: what one of them listens for at the window or the document
// is for as long as it is shown, as with pages that have a document each.

/**
 * Has all that is listened for at the window and the document from now on end with the signal.
 * @param {AbortSignal} signal
 */
export function listenUntil(signal) {
  for (const target of [window, document]) {
    const { addEventListener } = EventTarget.prototype;
    /** @type {(...args: Parameters<EventTarget["addEventListener"]>) => void} */
    const add = (type, listener, options) => addEventListener.call(target, type, listener,
      { signal, ...typeof options === "object" ? options : { capture: Boolean(options) } });
    Object.assign(target, { addEventListener: add });
  }
}
