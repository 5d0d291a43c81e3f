// A chapter as a reader finds it: its demo stands in parts between the words, each with a Run
// button of its own.

import { languages } from "./fixture.js";

/** @import { Page } from "@playwright/test" */
/** @import { Given, Lang } from "./fixture.js" */

/** The sections of chapter 3, by their titles, with the bytes that they have. */
export const sections = /** @type {[RegExp, string][]} */ ([
  [/12 byte แรก/, "629"], [/กับดักของ header v2/, "805"], [/ตรวจความยาว/, "434"],
  [/broker เป็นคนแจก offset/, "634"], [/acks/, "1,027"], [/ท้าย file ที่ขาด/, "1,124"],
]);

export const TOTAL = "4,664";

/** What is said of a section. */
export const says = {
  th: {
    same: (/** @type {string} */ bytes) => `ตรงกัน: ${bytes} จาก ${TOTAL} byte`,
    notRun: (/** @type {string} */ bytes) => `ยังไม่ได้รัน · ${bytes} byte`,
    before: (/** @type {string} */ bytes) => `browser นี้เคยรันได้ตรงแล้ว · ${bytes} byte`,
    stopped: "หยุดแล้ว · กด Run เพื่อเริ่มใหม่",
    clear: "ล้างความคืบหน้า", cleared: "ล้างแล้ว",
    check: "ตรวจคำตอบ", right: "ถูกต้อง", wrong: "ยังไม่ใช่ · ดูว่าเพราะอะไร แล้วลองใหม่",
    chooseFirst: "เลือกคำตอบก่อน", quiz: /^คำถามข้อ/, predict: /^ลองทาย/,
    runGuess: "Run แล้วเทียบ", guessNumber: "คำตอบต้องเป็นตัวเลข",
    guess: "คำตอบที่คุณเดา", guessFirst: "เดาไว้ก่อนหนึ่งคำตอบ แล้ว engine จะรันให้ดู",
    asked: "บรรทัดที่ถามถึง ในรอบนี้:",
    guessed: /คุณเดาว่า 987,654,321 · engine ได้ (\S+)$/, guessedRight: /^ถูกต้อง: คุณเดาว่า/,
  },
  en: {
    same: (/** @type {string} */ bytes) => `identical: ${bytes} bytes of ${TOTAL}`,
    notRun: (/** @type {string} */ bytes) => `Not run yet: ${bytes} bytes.`,
    before: (/** @type {string} */ bytes) => `Reproduced in this browser before: ${bytes} bytes.`,
    stopped: "Stopped. Press Run to start again.",
    clear: "Clear progress", cleared: "Cleared.",
    check: "Check", right: "Right.", wrong: "Not right. Read why, and try again.",
    chooseFirst: "Choose an answer first.", quiz: /^Question/, predict: /^Predict/,
    runGuess: "Run and compare", guessNumber: "The answer is a number.",
    guess: "Your guess", guessFirst: "Write down a guess first; then the engine runs.",
    asked: "this run, the line that was asked about:",
    guessed: /^You said 987,654,321; the engine says (\S+)\.$/, guessedRight: /^Right: you said/,
  },
};

/**
 * Opens chapter 3.
 * @param {Given} given
 * @param {Lang} lang
 */
export async function openChapter({ page, site }, lang) {
  await page.goto(`${site.url}${languages[lang].path}03-produce.html`);
  return chapterOn(page, lang);
}

/**
 * @param {Page} page
 * @param {Lang} lang
 */
export function chapterOn(page, lang) {
  const words = says[lang];
  const main = page.getByRole("main");
  const section = (/** @type {RegExp} */ title) =>
    page.getByRole("region", { name: new RegExp(`^== .*${title.source}`) });
  return {
    main,
    section,
    /** @param {RegExp} title of a section that it shows */
    part(title) {
      const region = main.getByRole("region").filter({ has: section(title) })
        .filter({ has: page.getByRole("status") }).first();
      return {
        region,
        run: region.getByRole("button", { name: languages[lang].run, exact: true }),
        stop: region.getByRole("button", { name: languages[lang].stop, exact: true }),
        status: region.getByRole("status"),
      };
    },
    clear: page.getByRole("button", { name: words.clear }),
    quizzes: main.getByRole("region", { name: words.quiz }),
    predicts: main.getByRole("region", { name: words.predict }),
  };
}
