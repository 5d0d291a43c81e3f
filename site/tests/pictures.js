// A picture of a run as a reader finds it: by its question, its buttons, its line of words; and
// the shapes that are seen.

import { pagesWith } from "./pages.js";

/** @import { Locator, Page } from "@playwright/test" */
/** @import { Lang } from "./fixture.js" */
/** @import { SitePage } from "./pages.js" */

/**
 * A picture of a page, as its HTML has it.
 * @typedef {object} Built
 * @property {string} key "produce#path"
 * @property {string} name
 * @property {string} caption
 * @property {number} steps
 */

const FIGURE = new RegExp('<figure class="picture"[^>]* data-picture="([^"]+)"[^>]*>'
  + "\\s*<figcaption[^>]*>([^<]+)</figcaption>([^]*?)</figure>", "g");

/**
 * The pictures of a page, in their order.
 * @param {SitePage} page
 * @returns {Built[]}
 */
export function picturesOf({ html, file }) {
  const all = [...html.matchAll(FIGURE)].map(([, key = "", caption = "", rest = ""]) => ({
    key, name: key.replace(/.*#/, ""), caption: caption.replaceAll("&#39;", "'")
      .replaceAll("&#34;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
    steps: rest.match(/<li /g)?.length ?? 0,
  }));
  const figures = html.match(/<figure class="picture"/g)?.length;
  if (all.length !== figures || all.some(({ steps }) => steps < 3)) {
    throw new Error(`${file}: of ${figures} pictures ${JSON.stringify(all)} were read`);
  }
  return all;
}

/** Every page that has pictures, and those. */
export const illustrated = pagesWith('<figure class="picture"')
  .map((page) => ({ ...page, pictures: picturesOf(page) }));

if (illustrated.length < 6) throw new Error(`pictures on ${illustrated.length} pages`);

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
 * @param {Built} built
 */
export function pictureOn(page, lang, { caption, steps }) {
  const words = says[lang];
  const figure = page.getByRole("figure", { name: caption, exact: true });
  const button = (/** @type {string | RegExp} */ label) =>
    figure.getByRole("button", { name: label, exact: true });
  return {
    figure,
    image: figure.getByRole("img", { name: caption, exact: true }),
    first: button(words.first),
    back: button(words.back),
    next: button(words.next),
    last: button(words.last),
    status: figure.getByRole("status"),
    steps,
  };
}

/**
 * A picture of chapter 3.
 * @param {Page} page
 * @param {Lang} lang
 * @param {string} name
 */
export function chapterPicture(page, lang, name) {
  const chapter = illustrated.find((each) => each.lang === lang && /03-produce/.test(each.file));
  const built = chapter?.pictures.find((each) => each.name === name);
  if (!built) throw new Error(`chapter 3 has no picture ${name}`);
  return pictureOn(page, lang, built);
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
 * @param {string} key
 */
export function builtShapes(page, address, key) {
  return page.evaluate(async ({ address, key }) => {
    // As a request for a document: the policy lets no text become one.
    const request = new window.XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    await new Promise((resolve, reject) => {
      request.addEventListener("load", resolve);
      request.addEventListener("error", reject);
      request.send();
    });
    const figure = request.responseXML?.querySelector(`figure[data-picture="${key}"]`);
    const shapes = [...figure?.querySelectorAll("svg > *") ?? []];
    return [...figure?.querySelectorAll("li") ?? []].map((sentence, i) => ({
      sentence: sentence.textContent ?? "",
      shapes: shapes.filter((shape) => Number(shape.getAttribute("data-from") ?? 0) <= i + 1
        && i + 1 <= Number(shape.getAttribute("data-to") ?? Infinity))
        .map((shape) => [shape.localName, shape.textContent, ...[...shape.attributes]
          .map((each) => `${each.name}=${each.value.replace(/ off\b/, "")}`)].join(" ")),
    }));
  }, { address, key });
}
