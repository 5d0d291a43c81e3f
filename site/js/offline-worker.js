// The page's side of the service worker: how it is found, asked and waited for.

import { wordsOf } from "../embed/error.js";
import { scriptURL } from "../embed/trusted.js";
import { whyNot } from "./late.js";
import { serviceWorkers } from "./service.js";

/** @import { Saved, ToWorker } from "../sw/scope.js" */
/** @import { WhyNot } from "./words-offline.js" */

/** A worker that does not answer for so long is none of ours. */
const ANSWER_MS = 5000;

/**
 * The registration of this copy of the site, and of no other above it.
 * @param {string} scope
 */
export async function ownRegistration(scope) {
  const found = await serviceWorkers()?.getRegistration(scope).catch(() => undefined);
  return found?.scope === scope ? found : null;
}

/**
 * Registers the worker.
 *
 * Errors: a WhyNot.
 * @param {string} scope
 */
export async function register(scope) {
  const url = new URL("sw.js", scope).href;
  try {
    const { serviceWorker } = navigator;
    return await serviceWorker.register(scriptURL(url), { scope, updateViaCache: "none" });
  } catch (error) {
    throw await whyNone(url, error);
  }
}

/**
 * @param {string} url
 * @param {unknown} error what the browser says
 * @returns {Promise<WhyNot>}
 */
async function whyNone(url, error) {
  const path = "sw.js";
  const { code, detail: { status = 0 } } = await whyNot(url);
  switch (code) {
    case "http": return { code, path, status };
    case "network": case "html": case "empty": return { code, path };
    default: return { code: "refused", message: wordsOf(error) };
  }
}

/**
 * Says whether what the host has for a worker is one that saves, and not the one that ends it.
 * @param {string} scope
 */
export async function saves(scope) {
  const response = await fetch(new URL("sw.js", scope), { cache: "no-cache" }).catch(() => null);
  return !response || (await response.text().catch(() => "")).startsWith("const __COURSE__");
}

/**
 * Waits until a worker that is being installed is of use, or not.
 * @param {ServiceWorkerRegistration} registration
 * @param {ServiceWorker} worker
 * @returns {Promise<"there" | "failed" | "gone">} gone: it was installed, and went by itself
 */
export function installed(registration, worker) {
  return new Promise((resolve) => {
    let wasInstalled = false;
    const look = () => {
      const { state } = worker;
      const isWaiting = state === "installed" && registration.active !== null;
      if (state === "activated" || isWaiting) resolve("there");
      if (state === "redundant") resolve(wasInstalled ? "gone" : "failed");
      wasInstalled = state !== "installing";
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

/**
 * Asks a worker what is saved; null: it does not answer.
 * @param {ServiceWorker} worker
 * @param {"state" | "fill"} type fill: it fetches what is missing first, and takes its time
 * @returns {Promise<Saved | null>}
 */
export function ask(worker, type) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data));
    port1.start();
    /** @type {ToWorker} */
    const message = { type };
    worker.postMessage(message, [port2]);
    if (type === "state") setTimeout(() => resolve(null), ANSWER_MS);
  });
}

/**
 * @param {ServiceWorker | null} worker
 * @param {ToWorker["type"]} type
 */
export function tell(worker, type) {
  worker?.postMessage({ type });
}
