// Mouse and keys as Playwright says them, said to WebKitGTK's automation: what it makes of them
// comes to the page as from a reader's hand.

/** @import { App } from "./launch.js" */

const BUTTONS = /** @type {Record<string, string>} */ ({
  none: "None", left: "Left", middle: "Middle", right: "Right",
});

/** Playwright's mask of modifiers. */
const MODIFIERS = /** @type {const} */ ([[1, "Shift"], [2, "Control"], [4, "Alternate"],
  [8, "Meta"]]);

/** Keys that write nothing, or not what is on them. */
const KEYS = /** @type {Record<string, string>} */ ({
  Shift: "Shift", Control: "Control", Alt: "Alternate", Meta: "Meta", Backspace: "Backspace",
  Tab: "Tab", Enter: "Return", Escape: "Escape", PageUp: "PageUp", PageDown: "PageDown",
  End: "End", Home: "Home", ArrowLeft: "LeftArrow", ArrowUp: "UpArrow",
  ArrowRight: "RightArrow", ArrowDown: "DownArrow", Insert: "Insert", Delete: "Delete",
  ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`F${i + 1}`, `Function${i + 1}`])),
});

/** @param {number} mask */
const held = (mask) => MODIFIERS.filter(([bit]) => mask & bit).map(([, name]) => name);

/**
 * @param {App} app
 * @param {string} handle of a window
 */
export function inputOf(app, handle) {
  /** @param {object[]} interactions */
  const press = (...interactions) =>
    app.automate("performKeyboardInteractions", { handle, interactions });
  return {
    /**
     * @param {{ type: "move" | "down" | "up", x: number, y: number, button: string,
     *   modifiers: number }} event
     */
    mouse: ({ type, x, y, button, modifiers }) => app.automate("performMouseInteraction", {
      handle, position: { x, y }, modifiers: held(modifiers), button: BUTTONS[button],
      interaction: { move: "Move", down: "Down", up: "Up" }[type],
    }),

    /**
     * @param {{ type: "keyDown" | "keyUp", key: string, text?: string,
     *   modifiers: number }} event
     */
    async key({ type, key, text, modifiers }) {
      const name = KEYS[key];
      if (name) {
        await press({ type: type === "keyDown" ? "KeyPress" : "KeyRelease", key: name });
        return;
      }
      if (type === "keyUp") return; // what writes is pressed and let go at once
      if (held(modifiers).some((modifier) => modifier !== "Shift")) {
        await chord(key, held(modifiers));
      } else if (text) {
        await press({ type: "InsertByKey", text });
      } else {
        throw new Error(`the key ${key} can't be pressed`);
      }
    },
  };

  /**
   * @param {string} key a letter
   * @param {string[]} pressedVirtualKeys with it
   */
  async function chord(key, pressedVirtualKeys) {
    await app.automate("performInteractionSequence", {
      handle, frameHandle: "", inputSources: [{ sourceId: "keys", sourceType: "Keyboard" }],
      steps: [{ states: [{ sourceId: "keys", pressedVirtualKeys, pressedCharKey: key }] },
        { states: [{ sourceId: "keys", pressedVirtualKeys }] }],
    });
  }
}
