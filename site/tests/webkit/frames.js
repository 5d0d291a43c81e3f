// The frames of a page: which contexts they have, which element holds which, and where they are.

/** @import { Ask } from "./dom.js" */

/** @typedef {{ frame: { id: string }, childFrames?: Tree[] }} Tree */
/** @typedef {{ id: number, type: string, name: string, frameId: string }} Context */

export class Frames {
  /** @type {Map<number, string>} whose each context is */
  #ofContext = new Map();
  /** @type {Map<string, number>} */
  #contextOf = new Map();
  #ask;
  main = { id: "", url: "" };

  /** @param {Ask} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /** @param {Context} context that has begun */
  begun({ id, frameId }) {
    this.#ofContext.set(id, frameId);
    this.#contextOf.set(frameId, id);
  }

  /**
   * Whose a thing is.
   * @param {string} objectId
   */
  ofObject(objectId) {
    const { injectedScriptId } = JSON.parse(objectId);
    return this.#ofContext.get(injectedScriptId) ?? this.main.id;
  }

  /**
   * Asks something in every frame, until one says yes.
   * @param {string} expression
   */
  async anyOf(expression) {
    for (const contextId of this.#contextOf.values()) {
      const { result } = await this.#ask("Runtime.evaluate",
        { expression, contextId, returnByValue: true }).catch(() => ({ result: {} }));
      if (result.value === true) return;
    }
  }

  /**
   * The frame that an element holds, if it does.
   * @param {string} objectId
   * @returns {Promise<string | undefined>}
   */
  async heldBy(objectId) {
    const { result } = await this.#ask("Runtime.callFunctionOn", {
      objectId, returnByValue: true, functionDeclaration: String(/** @this {any} */ function () {
        const frames = this.ownerDocument?.defaultView ?? [];
        return this.contentWindow
          ? Array.from(frames, (_, i) => frames[i]).indexOf(this.contentWindow) : -1;
      }),
    });
    if (!(result.value >= 0)) return undefined;
    const path = await this.#path(this.ofObject(objectId));
    return path.at(-1)?.childFrames?.[result.value]?.frame.id;
  }

  /**
   * The element that holds a frame.
   * @param {string} frameId
   * @returns {Promise<{ objectId: string } | undefined>} undefined: it is the page itself, or gone
   */
  async holder(frameId) {
    const [parent, child] = (await this.#path(frameId)).slice(-2);
    const index = parent?.childFrames?.findIndex((each) => each === child) ?? -1;
    const contextId = parent && this.#contextOf.get(parent.frame.id);
    if (index < 0 || contextId === undefined) return undefined;
    const { result } = await this.#ask("Runtime.evaluate", { contextId, expression:
      `[...document.querySelectorAll("iframe, frame, object, embed")]
        .find((each) => each.contentWindow === window[${index}])` });
    return result.objectId === undefined ? undefined : result;
  }

  /**
   * How far a frame is from the window's corner.
   * @param {string} frameId
   */
  async offset(frameId) {
    let [x, y] = [0, 0];
    for (const { frame } of frameId === this.main.id ? [] : await this.#path(frameId)) {
      const element = await this.holder(frame.id);
      if (!element) continue;
      const { result } = await this.#ask("Runtime.callFunctionOn", {
        objectId: element.objectId, returnByValue: true,
        functionDeclaration: String(/** @this {HTMLIFrameElement} */ function () {
          const { left, top } = this.getBoundingClientRect();
          const { paddingLeft, paddingTop } = getComputedStyle(this);
          return [left + this.clientLeft + parseFloat(paddingLeft),
            top + this.clientTop + parseFloat(paddingTop)];
        }),
      });
      x += result.value[0];
      y += result.value[1];
    }
    return { x, y };
  }

  /**
   * The frames from the page to one of its frames.
   * @param {string} frameId
   * @returns {Promise<Tree[]>}
   */
  async #path(frameId) {
    const { frameTree } = await this.#ask("Page.getResourceTree", {});
    /** @type {(tree: Tree) => Tree[]} */
    const find = (tree) => {
      if (tree.frame.id === frameId) return [tree];
      for (const child of tree.childFrames ?? []) {
        const rest = find(child);
        if (rest.length > 0) return [tree, ...rest];
      }
      return [];
    };
    return find(frameTree);
  }
}
