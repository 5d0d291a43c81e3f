// A picture of a run as a reader finds it: by its question, its buttons, its line of words; and
// the shapes that are seen.

/** @import { Locator, Page } from "@playwright/test" */
/** @import { Lang } from "./fixture.js" */

/** The pictures of chapter 3: the question of each, and its steps. */
export const pictures = {
  path: { th: /ผ่านสถานีไหนบ้าง/, en: /^Which stations/, steps: 7 },
  frame: { th: /^ใครเขียน byte ไหน/, en: /^Who writes/, steps: 35 },
  batch: { th: /เขียนทับ byte ไหนของ batch/, en: /^Which bytes of a batch/, steps: 4 },
  acks: { th: /^acks เปลี่ยนอะไร/, en: /^What does acks change/, steps: 9 },
  "torn-tail": { th: /^ท้าย file ที่ขาด/, en: /^Where is a torn tail/, steps: 12 },
};

/** @typedef {keyof typeof pictures} PictureName */

export const names = /** @type {PictureName[]} */ (Object.keys(pictures));

/** What is said around a picture. */
export const says = {
  th: {
    first: "ขั้นแรก", back: /ก่อนหน้า/, next: /ถัดไป/, last: "ขั้นสุดท้าย",
    place: (/** @type {number} */ step, /** @type {number} */ steps) =>
      `ขั้นที่ ${step} จาก ${steps}`,
    built: "วาดจากรอบที่ engine รันตอน build", same: "เหมือนเดิมทุกเส้น", differs: "ไม่เหมือน",
    all: "อ่านทุกขั้นเป็นข้อความ",
  },
  en: {
    first: "First", back: /Back/, next: /Next/, last: "Last",
    place: (/** @type {number} */ step, /** @type {number} */ steps) => `Step ${step} of ${steps}`,
    built: "Drawn from a run of the engine when", same: "every line is the same.",
    differs: "not the same as when", all: "All steps in words",
  },
};

/**
 * @param {Page} page
 * @param {Lang} lang
 * @param {PictureName} name
 */
export function pictureOn(page, lang, name) {
  const words = says[lang];
  const figure = page.getByRole("figure", { name: pictures[name][lang] });
  const button = (/** @type {string | RegExp} */ label) =>
    figure.getByRole("button", { name: label, exact: true });
  return {
    figure,
    image: figure.getByRole("img", { name: pictures[name][lang] }),
    first: button(words.first),
    back: button(words.back),
    next: button(words.next),
    last: button(words.last),
    status: figure.getByRole("status"),
    steps: pictures[name].steps,
  };
}

/**
 * The shapes that are seen, each as its element's name, its attributes and its text.
 * @param {Locator} image
 */
export function shapesOf(image) {
  return image.evaluate((svg) => [...svg.children]
    .filter((shape) => getComputedStyle(shape).display !== "none")
    .map((shape) => [shape.localName, shape.textContent, ...[...shape.attributes]
      .map(({ name, value }) => `${name}=${value.replace(/ came\b/, "")}`)].join(" ")));
}

/**
 * The shapes of the generator's HTML that are to be seen at each step, as shapesOf gives them,
 * and the sentence of each step.
 * @param {Page} page
 * @param {string} address
 * @param {PictureName} name
 */
export function builtShapes(page, address, name) {
  return page.evaluate(async ({ address, name }) => {
    const html = await (await fetch(address)).text();
    const figure = new window.DOMParser().parseFromString(html, "text/html")
      .querySelector(`figure[data-picture="produce#${name}"]`);
    const shapes = [...figure?.querySelectorAll("svg > *") ?? []];
    return [...figure?.querySelectorAll("li") ?? []].map((sentence, i) => ({
      sentence: sentence.textContent ?? "",
      shapes: shapes.filter((shape) => Number(shape.getAttribute("data-from") ?? 0) <= i + 1
        && i + 1 <= Number(shape.getAttribute("data-to") ?? Infinity))
        .map((shape) => [shape.localName, shape.textContent, ...[...shape.attributes]
          .map((each) => `${each.name}=${each.value.replace(/ off\b/, "")}`)].join(" ")),
    }));
  }, { address, name });
}
