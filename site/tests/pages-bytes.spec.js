// One byte is changed on its way to a chapter's page: once in the golden text of its HTML, once in
// the program. Both times the verdict says that they differ, and the two are told apart: each text
// stands there under the name of where it came from.

import { expect } from "@playwright/test";

import { openChapter } from "./chapter.js";
import { languages, sizes, test } from "./fixture.js";
import { changed } from "./server.js";

/** @import { Fault } from "./server.js" */

const says = {
  th: { differs: /^ต่างจาก golden/, golden: "golden บนหน้านี้:", run: "รอบนี้พิมพ์ว่า:" },
  en: { differs: /^Differs from the golden output/, golden: "golden text on this page:",
    run: "this run printed:" },
};

/** @type {[name: string, file: RegExp, fault: Fault, golden: string, printed: string][]} */
const changes = [
  ["the golden text", /03-produce\.html$/,
    changed("log end offset สุดท้าย 9", 4, "E".charCodeAt(0)),
    "log End offset สุดท้าย 9", "log end offset สุดท้าย 9"],
  ["the program", /\.wasm$/, changed("log end offset", 4, "E".charCodeAt(0)),
    "log end offset สุดท้าย 9", "log End offset สุดท้าย 9"],
];

for (const [name, file, fault, golden, printed] of changes) {
  test(`a byte of ${name} is another on the chapter's page`, async ({ page, site }) => {
    for (const lang of /** @type {const} */ (["th", "en"])) {
      site.spoil(file, fault);
      const chapter = await openChapter({ page, site }, lang);
      const pressed = chapter.part(/broker เป็นคนแจก offset/);
      const section = chapter.section(/broker เป็นคนแจก offset/);
      await pressed.run.click();
      await expect(pressed.status).toHaveText(says[lang].differs);
      const words = (await section.innerText()).replace(/\s+/g, " ");
      const [before, after] = [words.indexOf(says[lang].golden), words.indexOf(says[lang].run)];
      expect(before).toBeGreaterThanOrEqual(0);
      expect(after).toBeGreaterThan(before);
      expect(words.slice(before, after)).toContain(golden);
      expect(words.slice(after)).toContain(printed);

      site.mend();
      await page.reload();
      await pressed.run.click();
      await expect(pressed.status).toHaveText(languages[lang].identical(sizes.produce));
    }
  });
}
