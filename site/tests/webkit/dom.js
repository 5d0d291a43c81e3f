// What Playwright asks its own build of WebKit about an element, asked of the element itself.

/** @import { Frames } from "./frames.js" */

/** @typedef {(method: string, params: object) => Promise<any>} Ask a question to the page */

/**
 * Calls a function on a thing of the page.
 * @param {Ask} ask
 * @param {string} objectId
 * @param {(this: any) => unknown} declaration
 */
async function call(ask, objectId, declaration) {
  const { result, wasThrown } = await ask("Runtime.callFunctionOn",
    { objectId, functionDeclaration: String(declaration), returnByValue: true });
  if (wasThrown) throw new Error(result.description);
  return result.value;
}

/** @typedef {{ objectId: string }} Thing */

/**
 * The answers, by the method that asks.
 * @param {Ask} ask
 * @param {Frames} frames
 * @returns {Record<string, (params: any) => unknown>}
 */
export const elementsOf = (ask, frames) => ({
  "DOM.describeNode": async (/** @type {Thing} */ { objectId }) => ({
    ownerFrameId: frames.ofObject(objectId), contentFrameId: await frames.heldBy(objectId),
  }),

  "DOM.getContentQuads": async (/** @type {Thing} */ { objectId }) => {
    /** @type {number[][]} */
    const quads = await call(ask, objectId, function () {
      const element = this.nodeType === 1 ? this : this.parentElement;
      return [...element?.getClientRects() ?? []].map(({ left, top, right, bottom }) =>
        [left, top, right, top, right, bottom, left, bottom]);
    });
    const { x, y } = await frames.offset(frames.ofObject(objectId));
    return { quads: quads.map((quad) => quad.map((at, i) => at + (i % 2 === 0 ? x : y))) };
  },

  "DOM.scrollIntoViewIfNeeded": async (/** @type {Thing} */ { objectId }) => {
    const fault = await call(ask, objectId, function () {
      if (!this.isConnected) return "Node is detached from document";
      const element = this.nodeType === 1 ? this : this.parentElement;
      if (!element?.getClientRects().length) return "Node does not have a layout object";
      element.scrollIntoViewIfNeeded(true);
      return "";
    });
    if (fault) throw new Error(fault);
  },

  // There is one world only: the same thing under another name. Or the element of a frame.
  "DOM.resolveNode": async (/** @type {Partial<Thing & { frameId: string }>} */ {
    objectId, frameId,
  }) => {
    if (frameId !== undefined) {
      return { object: await frames.holder(frameId) ?? { subtype: "null" } };
    }
    const { result } = await ask("Runtime.callFunctionOn",
      { objectId, functionDeclaration: "function() { return this; }" });
    return { object: result };
  },

  "Page.insertText": (/** @type {{ text: string }} */ { text }) => frames.anyOf(
    `document.hasFocus() && document.activeElement?.contentWindow === undefined
      && document.execCommand("insertText", false, ${JSON.stringify(text)})`),
});
