// Pictures of runs: the generator's and the engine's are the same at every step; a reader goes
// through them by button and by keyboard, before the engine has come too.

import { expect } from "@playwright/test";

import { openChapter } from "./chapter.js";
import { builtShapes, chapterPicture, illustrated, pictureOn, says, shapesOf } from "./pictures.js";
import { test } from "./seen.js";
import { edited } from "./server.js";
import { runDemos } from "./use.js";

const CHAPTER = /03-produce\.html$/;

/**
 * Goes from a picture's first step to its last, and holds each against the generator's HTML.
 * @param {import("@playwright/test").Page} page
 * @param {ReturnType<typeof pictureOn>} picture
 * @param {Awaited<ReturnType<typeof builtShapes>>} built
 * @param {typeof says["th" | "en"]} words
 */
async function walk(page, picture, built, words) {
  await picture.first.click();
  for (const [i, { sentence, shapes }] of built.entries()) {
    if (i > 0) await page.keyboard.press("ArrowRight");
    await expect(picture.status)
      .toHaveText(`${words.place(i + 1, picture.steps)} · ${sentence}`);
    expect(await shapesOf(picture.image)).toEqual(shapes);
  }
}

for (const { path, lang, pictures } of illustrated) {
  test(`/${path}: every picture is the same in generator and page, at every step`,
    async ({ page, site }) => {
      test.setTimeout(240_000);
      await page.goto(site.url + path);
      const built = new Map();
      for (const each of pictures) {
        const picture = pictureOn(page, lang, each);
        const steps = await builtShapes(page, page.url(), each.key);
        expect(steps).toHaveLength(picture.steps);
        built.set(each, steps);
        await expect(picture.figure).toContainText(says[lang].built);
        await walk(page, picture, steps, says[lang]);
      }
      expect(site.requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(0);

      for (const each of pictures) {
        await pictureOn(page, lang, each).image.evaluate((svg) => {
          for (const shape of svg.children) Reflect.set(shape, "isBuilt", true);
        });
      }
      await runDemos(page, lang);
      for (const each of pictures) {
        const picture = pictureOn(page, lang, each);
        await expect(picture.figure).toContainText(says[lang].same);
        expect(await picture.image.evaluate((svg) =>
          [...svg.children].some((shape) => Reflect.has(shape, "isBuilt")))).toBe(false);
        await walk(page, picture, built.get(each), says[lang]);
      }
    });
}

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: the keyboard goes forwards and backwards`, async ({ page, site }) => {
    await openChapter({ page, site }, lang);
    const { place } = says[lang];
    const picture = chapterPicture(page, lang, "torn-tail");
    const { status, next, back, first, last, steps } = picture;
    await next.focus();
    // All of it, or a step would bring what it is about into sight.
    await picture.image.evaluate((svg) => svg.scrollIntoView({ block: "center" }));
    // Where the picture stands in the window.
    const top = () => picture.image.evaluate((svg) => svg.getBoundingClientRect().top);
    await expect(picture.image).toBeInViewport();
    const before = await top();
    await expect(next).toHaveAttribute("aria-disabled", "false"); // it leads to the first step
    const keys = /** @type {[string, number][]} */ ([["ArrowRight", 1], ["End", steps],
      ["ArrowRight", steps],
      ["ArrowLeft", steps - 1], ["ArrowLeft", steps - 2], ["ArrowRight", steps - 1], ["Home", 1],
      ["ArrowLeft", 1], ["ArrowRight", 2], ["ArrowRight", 3], ["End", steps], ["Enter", steps]]);
    for (const [key, step] of keys) {
      await page.keyboard.press(key);
      await expect(status).toContainText(place(step, steps));
      await expect(next).toBeFocused();
    }
    expect(Math.abs(await top() - before)).toBeLessThan(1);
    await expect(next).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Shift+Tab");
    await expect(back).toBeFocused();
    await page.keyboard.press("Space");
    await expect(status).toContainText(place(steps - 1, steps));
    await page.keyboard.press("Shift+Tab");
    await expect(first).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(status).toContainText(place(1, steps));
    await expect(back).toHaveAttribute("aria-disabled", "true");
    await last.press("Enter");
    await expect(status).toContainText(place(steps, steps));
  });
}

test("a picture that is not the engine's is said to differ, and drawn anew",
  async ({ page, site }) => {
    site.spoil(CHAPTER, edited(">1278 B<", ">1279 B<"));
    const chapter = await openChapter({ page, site }, "en");
    const torn = chapterPicture(page, "en", "torn-tail");
    await expect(torn.image.getByText("1279 B")).toHaveCount(1);
    await chapter.part(/12 byte แรก/).run.click();
    await expect(torn.figure).toContainText(says.en.differs);
    await expect(torn.image.getByText("1279 B")).toHaveCount(0);
    await expect(chapterPicture(page, "en", "acks").figure).toContainText(says.en.same);
  });

test("a sentence that is not the engine's is said to differ and mended", async ({ page, site }) => {
  site.spoil(CHAPTER, edited('are cut off. The file has <span data-v="bytes">1,278',
    'are cut off. The file has <span data-v="bytes">1,287'));
  const chapter = await openChapter({ page, site }, "en");
  const torn = chapterPicture(page, "en", "torn-tail");
  await torn.back.click();
  await expect(torn.status).toContainText("1,287 bytes and ends");
  await chapter.part(/12 byte แรก/).run.click();
  await expect(torn.figure).toContainText(says.en.differs);
  await expect(torn.status).toContainText("1,278 bytes and ends");
});

test("clearing the progress takes back where pictures came from", async ({ page, site }) => {
  const chapter = await openChapter({ page, site }, "en");
  await chapter.part(/12 byte แรก/).run.click();
  const path = chapterPicture(page, "en", "path");
  await expect(path.figure).toContainText(says.en.same);
  await page.getByRole("button", { name: "Clear progress" }).click();
  await expect(path.figure).toContainText(says.en.built);
});

test("without scripts pictures are whole, with every step in words and no button",
  async ({ look, site }) => {
    test.slow(); // every page with pictures
    const page = await look({ noScripts: true });
    for (const { path, lang, pictures } of illustrated) {
      await page.goto(site.url + path);
      for (const each of pictures) {
        const { image, figure, status, steps } = pictureOn(page, lang, each);
        // Nothing in such a page keeps time, so it is the test that looks again and again.
        await expect.poll(() => image.isVisible()).toBe(true);
        expect(await status.textContent()).toContain(says[lang].place(steps, steps));
        expect(await figure.getByRole("button").count()).toBe(0);
        const items = figure.getByRole("listitem");
        if (await items.count() === 0) {
          await figure.getByText(says[lang].all).focus();
          await page.keyboard.press("Enter");
        }
        await expect.poll(() => items.count()).toBe(steps);
        for (const sentence of await items.allTextContents()) {
          expect(sentence.trim().length).toBeGreaterThan(15);
        }
      }
    }
  });

for (const still of [false, true]) {
  test(`only what happened moves${still ? ", and nothing where motion is not wanted" : ""}`,
    async ({ look, site }) => {
      const page = await look({ still });
      await openChapter({ page, site }, "en");
      const { figure, first, next, back, last } = chapterPicture(page, "en", "torn-tail");
      await figure.evaluate((element) => {
        Reflect.set(element, "moved", 0);
        element.addEventListener("animationstart", () => {
          Reflect.set(element, "moved", Reflect.get(element, "moved") + 1);
        });
      });
      /** How much has begun to move since this was asked last; two frames later it has. */
      const moved = () => figure.evaluate(async (element) => {
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        const count = Number(Reflect.get(element, "moved"));
        Reflect.set(element, "moved", 0);
        return count;
      });
      await first.click();
      expect(await moved()).toBe(0);
      await next.click();
      expect(await moved()).toBe(still ? 0 : 2); // the torn bytes: their edge and their hatch
      await back.click();
      expect(await moved()).toBe(0);
      await last.click();
      expect(await moved()).toBe(0);
    });
}

for (const width of [320, 1280]) {
  test(`at ${width} px every text of a picture is large, and none on another`,
    async ({ page, site }) => {
      await page.setViewportSize({ width, height: 700 });
      for (const { path, lang, pictures } of illustrated.filter((each) => each.lang === "th")) {
        await page.goto(site.url + path);
        for (const each of pictures) {
          const { image, first, steps } = pictureOn(page, lang, each);
          await first.click();
          for (let step = 1; step <= steps; step++) {
            if (step > 1) await page.keyboard.press("ArrowRight");
            expect(await image.evaluate(faultsOf), `${each.key}, step ${step}`).toEqual([]);
          }
        }
      }
    });
}

for (const { path, lang, pictures } of illustrated) {
  const what = "no step moves the buttons under a finger";
  test(`/${path}: ${what}`, async ({ page, site, browserName }) => {
    // Three phones; in browsers that take a second a step, one.
    for (const width of browserName === "chromium" ? [320, 360, 412] : [360]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(site.url + path);
      for (const each of pictures) {
        const { first, next, status, steps } = pictureOn(page, lang, each);
        const { place } = says[lang];
        await first.click();
        await expect(status).toContainText(place(1, steps));
        const { x, y, width: wide } = await boxOf(next);
        for (let step = 2; step <= steps; step++) {
          await page.mouse.click(x + wide / 2, y + 22);
          await expect(status).toContainText(place(step, steps));
          const box = await boxOf(next);
          expect([box.x, box.y], `${each.key} at ${width} px, step ${step}`).toEqual([x, y]);
        }
        const before = await boxOf(first);
        await page.mouse.dblclick(before.x + before.width / 2, before.y + 22);
        await expect(status).toContainText(place(1, steps));
        expect(await boxOf(first), `${each.key} at ${width} px, back again`).toEqual(before);
      }
    }
  });
}

for (const [width, height] of /** @type {const} */ ([[360, 640], [640, 360], [320, 256]])) {
  test(`in a window of ${width} x ${height} a step is seen when it is taken`,
    async ({ page, site }) => {
      await page.setViewportSize({ width, height });
      for (const { path, lang, pictures } of illustrated.filter((each) => each.lang === "en")) {
        await page.goto(site.url + path);
        for (const each of pictures) {
          const { image, first, steps } = pictureOn(page, lang, each);
          await first.click();
          for (let step = 1; step <= steps; step++) {
            if (step > 1) await page.keyboard.press("ArrowRight");
            expect(await image.evaluate(unseenOf, step), `${each.key}, step ${step}`).toEqual([]);
          }
          await page.keyboard.press("Home");
          expect(await image.evaluate(unseenOf, 1), `${each.key}, first again`).toEqual([]);
        }
      }
    });
}

test("paper says what it shows, the last step; the reader's comes back", async ({ page, site }) => {
  await openChapter({ page, site }, "en");
  const { first, status, steps, image } = chapterPicture(page, "en", "torn-tail");
  const whole = await status.textContent();
  await first.click();
  const begun = await status.textContent();
  const begunShapes = await shapesOf(image);
  await page.evaluate(() => window.dispatchEvent(new window.Event("beforeprint")));
  expect(await status.textContent()).toBe(whole);
  expect(whole).toContain(says.en.place(steps, steps));
  await page.evaluate(() => window.dispatchEvent(new window.Event("afterprint")));
  expect(await status.textContent()).toBe(begun);
  expect(await shapesOf(image)).toEqual(begunShapes);
});

test("beside a picture's buttons the keys are the page's", async ({ page, site }) => {
  await openChapter({ page, site }, "en");
  const { figure, status, steps } = chapterPicture(page, "en", "frame");
  await figure.getByText(says.en.all).focus();
  await page.keyboard.press("Home");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press("ArrowLeft");
  await expect(status).toContainText(says.en.place(steps, steps));
});

test("a picture is no wider than a window of 240 px", async ({ page, site }) => {
  await page.setViewportSize({ width: 240, height: 640 });
  for (const { path, lang, pictures } of illustrated) {
    await page.goto(site.url + path);
    for (const each of pictures) {
      const { figure, first } = pictureOn(page, lang, each);
      await expect(first).toBeEnabled();
      expect(await figure.evaluate((element) => [...element.querySelectorAll("svg, button")]
        .filter((part) => part.getBoundingClientRect().right > 240.5
          || part.localName === "button" && part.scrollWidth > part.clientWidth)
        .map((element) => element.outerHTML.slice(0, 80))), each.key).toEqual([]);
    }
  }
});

test("on paper no words stand on a picture", async ({ page, site }) => {
  await page.setViewportSize({ width: 718, height: 1000 });
  for (const { path, lang, pictures } of illustrated.filter((each) => each.lang === "th")) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(site.url + path);
    await page.emulateMedia({ media: "print" });
    for (const each of pictures) {
      const { image } = pictureOn(page, lang, each);
      const [right, left, bottom, top] = await image.evaluate((svg) => {
        const words = svg.closest("figure")?.querySelector(".picture-step");
        const box = words?.getBoundingClientRect();
        const { right, bottom } = svg.getBoundingClientRect();
        return [right, box?.left ?? -1, bottom, box?.top ?? -1];
      });
      expect(right <= left || bottom <= top, `${each.key}: ${right} > ${left}`).toBe(true);
    }
  }
});

/**
 * What is wrong with the texts of a picture: too small, outside, on another.
 * @param {Element} svg
 */
function faultsOf(svg) {
  const faults = [];
  const frame = svg.getBoundingClientRect();
  const scale = frame.width / 288;
  const texts = [...svg.querySelectorAll("text")]
    .filter((text) => getComputedStyle(text).display !== "none");
  const boxes = texts.map((text) => text.getBoundingClientRect());
  for (const [i, text] of texts.entries()) {
    const box = /** @type {DOMRect} */ (boxes[i]);
    const size = parseFloat(getComputedStyle(text).fontSize) * scale;
    if (size < 12) faults.push(`${text.textContent} has ${size} px`);
    // Firefox rounds a box outwards, by a pixel and a little.
    if (box.left < frame.left - 2 || box.right > frame.right + 2 || box.bottom > frame.bottom + 2) {
      faults.push(`${text.textContent} is outside`);
    }
    for (const [j, other] of boxes.entries()) {
      // A box has room for marks above and below; only letters may not meet.
      const inset = box.height / 4;
      if (j < i && box.left < other.right - 1 && other.left < box.right - 1
        && box.top + inset < other.bottom - inset && other.top + inset < box.bottom - inset) {
        faults.push(`${text.textContent} stands on ${texts[j]?.textContent}`);
      }
    }
  }
  return faults;
}

/** @param {import("@playwright/test").Locator} button */
async function boxOf(button) {
  const box = await button.boundingBox();
  if (!box) throw new Error("the button is not there");
  return box;
}

/**
 * What came or is pointed at with a step, and is not to be seen in the window. Of more than has
 * room the top is to be seen.
 * @param {Element} svg
 * @param {number} step
 */
function unseenOf(svg, step) {
  const bar = svg.parentElement?.querySelector(".picture-bar")?.getBoundingClientRect();
  const { right, bottom: end } = svg.getBoundingClientRect();
  const floor = bar && bar.left < right ? bar.top : window.innerHeight;
  const boxes = [...svg.children].filter((shape) =>
    step > 1 && Number(shape.getAttribute("data-from")) === step
    || Number(shape.getAttribute("data-to")) === step)
    .map((shape) => shape.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.min(Math.max(...boxes.map((box) => box.bottom)), end - 2); // of its edge
  const faults = [];
  if (top < 20) faults.push(`begins at ${top}`); // below the bar of the chapter
  if (bottom > floor + 1 && (bottom - top < floor - 40 || top > 41)) {
    faults.push(`ends at ${bottom} of ${floor}`);
  }
  return faults;
}
