// What Playwright asks its own build of WebKit about an element, asked of the element itself.

/** @typedef {(method: string, params: object) => Promise<any>} Ask a question to the page */

/**
 * Calls a function on a thing of the page.
 * @param {Ask} ask
 * @param {string} objectId
 * @param {(this: any, ...args: any[]) => unknown} declaration
 * @param {unknown[]} values JSON
 */
async function call(ask, objectId, declaration, ...values) {
  const { result, wasThrown } = await ask("Runtime.callFunctionOn", {
    objectId, functionDeclaration: String(declaration), returnByValue: true, awaitPromise: true,
    arguments: values.map((value) => ({ value })),
  });
  if (wasThrown) throw new Error(result.description);
  return result.value;
}

/**
 * @param {Ask} ask
 * @param {{ objectId: string }} params
 */
export async function contentQuads(ask, { objectId }) {
  const quads = await call(ask, objectId, function () {
    const element = this.nodeType === 1 ? this : this.parentElement;
    return [...element?.getClientRects() ?? []].map(({ left, top, right, bottom }) =>
      [left, top, right, top, right, bottom, left, bottom]);
  });
  return { quads };
}

/**
 * @param {Ask} ask
 * @param {{ objectId: string }} params
 */
export async function scrollIntoView(ask, { objectId }) {
  const fault = await call(ask, objectId, function () {
    if (!this.isConnected) return "Node is detached from document";
    const element = this.nodeType === 1 ? this : this.parentElement;
    if (!element?.getClientRects().length) return "Node does not have a layout object";
    element.scrollIntoViewIfNeeded(true);
    return "";
  });
  if (fault) throw new Error(fault);
  return {};
}

/**
 * The same thing under another name, since there is one world only.
 * @param {Ask} ask
 * @param {{ objectId: string }} params
 */
export async function resolved(ask, { objectId }) {
  const { result } = await ask("Runtime.callFunctionOn", {
    objectId, functionDeclaration: "function() { return this; }",
  });
  return { object: result };
}

/**
 * Writes where the focus is.
 * @param {Ask} ask
 * @param {{ text: string }} params
 */
export async function insertText(ask, { text }) {
  await ask("Runtime.evaluate", {
    expression: `document.execCommand("insertText", false, ${JSON.stringify(text)})`,
    returnByValue: true,
  });
  return {};
}
