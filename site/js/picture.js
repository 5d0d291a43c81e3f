// Pictures of runs: gone through step by step, from the HTML alone; and after a run drawn anew
// (redraw.js) from the engine's own list of shapes, which must be the one that is in the HTML.

import { callDraw } from "../embed/calls.js";
import { Picture } from "../embed/picture.js";

/** @import { Context } from "./call.js" */

/**
 * Makes the pictures of the page work.
 * @param {HTMLElement[]} figures
 * @param {Context} context
 */
export function takePictures(figures, context) {
  const pictures = figures.map((figure) => new Picture(figure));
  document.addEventListener("klog:run", (event) => {
    if (event instanceof CustomEvent) void redraw(pictures, context, event.detail);
  });
  context.progress.onClear(() => {
    for (const picture of pictures) picture.forget();
  });
  for (const when of ["beforeprint", "afterprint"]) {
    window.addEventListener(when, () => {
      for (const picture of pictures) picture.print(when === "beforeprint");
    });
  }
}

/**
 * Draws a demo's pictures from a run that the engine makes of the flags of the reader's: those of
 * the golden output, since the words in the page are about that run.
 * @param {Picture[]} pictures
 * @param {Context} context
 * @param {{ demo: string, flags: object, golden: boolean }} run
 */
async function redraw(pictures, { engine }, { demo, flags, golden }) {
  const own = pictures.filter((picture) => picture.demo === demo);
  if (!golden || own.length === 0) return;
  const drawn = await callDraw(engine, demo, flags).catch(() => null);
  // Where this fails the run itself was answered; its pictures stay as they were built.
  if (!drawn || !engine.tools) return;
  for (const picture of own) {
    const list = drawn.pictures.find(({ name }) => name === picture.name);
    if (list) picture.take(list, engine.tools);
  }
}
