// The browser's service workers, where a page may have any.

/** In a sandboxed frame they may not even be asked for. */
export function serviceWorkers() {
  try {
    return /** @type {ServiceWorkerContainer | undefined} */ (navigator.serviceWorker);
  } catch {
    return undefined;
  }
}
