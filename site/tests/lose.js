// Lose this arrow as a reader finds it: by role and by name, in both languages.

import { expect } from "@playwright/test";

import { languages } from "./fixture.js";

/** @import { Locator, Page } from "@playwright/test" */
/** @import { Given, Lang } from "./fixture.js" */

const CHAPTER = "07-idem.html";

export const words = {
  th: {
    name: "ทำลูกศรนี้หาย", first: /^1 · /, second: /^2 · /, id: "producer มี id",
    loseRequest: "ทำ request หาย", loseAck: "ทำ ack หาย", again: "ส่งซ้ำ", all: "ลองทั้งสี่แบบ",
    stop: "หยุด", reset: "เริ่มใหม่", next: "ส่ง batch ถัดไป", gap: "ส่ง แต่ให้ request หาย",
    restart: "restart broker", many: "segment ละ 256 byte", one: "segment เดียว",
    window: /^หน้าต่างของ broker/, batches: /^batch ที่ส่งแล้ว/,
    ready: /^ยังไม่มีอะไรหาย/, stopped: /^หยุดแล้ว/, cannot: "รันไม่ได้",
    loading: /^กำลังโหลด engine/, untried: "ยังไม่ลอง",
    requestLost: /^request หายกลางทาง .* ส่งไป 275 byte ได้กลับมา 0 byte$/,
    ackLost: /^broker เขียนและตอบแล้ว แต่ ack หาย.* ส่งไป 275 byte ได้กลับมา 0 byte$/,
    nothing: "ไม่มีอะไรมาถึง", here: "หายตรงนี้",
    same: /^producer แยกไม่ออก: .* 275 byte \(CRC-32C [0-9a-f]{8}\) และได้กลับมา 0 byte เหมือนกัน/,
    compare: /^ลองทำหายทั้งสองแบบ/,
    first1: /เพิ่งเห็น batch นี้ครั้งแรก .* 0\.\.1 ใน log มี 1 ชุด$/,
    twice: /เขียนอีกชุดที่ offset 2\.\.3 ใน log มี 2 ชุด$/,
    append: /APPEND เขียนที่ offset 0\.\.1 ใน log มี 1 ชุด$/,
    duplicate: /DUPLICATE .* offset เดิม 0\.\.1 ไม่เขียนอะไร ใน log มี 1 ชุด$/,
    done: /^ลองครบสี่แบบ: .* ได้ 2 ชุด อีกสามแบบได้ 1 ชุด$/,
    request: "request หาย", ack: "ack หาย", copies: ["1 ชุด", "2 ชุด"],
    sent: /^ยังไม่ได้ส่ง/, appended: /^batch 1 \(0\.\.1\): APPEND เขียนที่ offset 0\.\.1$/,
    evicts: /^batch 6 \(8\.\.8\): APPEND .* หน้าต่างเต็ม จึงดัน 0\.\.1 ออก$/,
    dropped: "หลุดจากหน้าต่าง: 0..1", forgotten: "หลุดจากหน้าต่าง: 2..2 3..4 5..5 6..7",
    isDuplicate: /^batch 2 \(2\.\.2\) ซ้ำ: DUPLICATE .* offset เดิม 2\.\.2 ไม่เขียนอะไร$/,
    isOut: /^batch 1 \(0\.\.1\): OUT_OF_ORDER_SEQUENCE_NUMBER คาดว่า 9 ได้ 0 ไม่เขียนอะไร$/,
    isGone: /^request ของ batch 7 \(9\.\.10\) หายกลางทาง/,
    isGap: /^batch 8 \(11\.\.11\): OUT_OF_ORDER_SEQUENCE_NUMBER คาดว่า 9 ได้ 11 /,
    restarted: (/** @type {number} */ segments, /** @type {number} */ known) =>
      new RegExp(`จากทั้งหมด ${segments}\\) จำได้ ${known} จาก 5 batch$`),
    replayed: /^เล่น 7 ขั้นเดิมอีกรอบ บน log แบบนี้ ขั้นสุดท้าย: restart แล้ว/,
    empty: "ว่าง", end: "log end offset 9 · 1 segment", ends: "log end offset 9 · 6 segment",
    batch: "ใน log: ",
    none: "ยังไม่มี", full: /^เล่นได้ 64 ขั้น/,
    details: "ผลทั้งหมด เป็นตาราง", four: "ส่งซ้ำแล้ว ใน log มีกี่ชุด", off: /ปิด JavaScript ไว้/,
  },
  en: {
    name: "Lose this arrow", first: /^1 · /, second: /^2 · /, id: "the producer has an id",
    loseRequest: "Lose the request", loseAck: "Lose the ack", again: "Send again",
    all: "Try all four", stop: "Stop", reset: "Start over", next: "Send the next batch",
    gap: "Lose the next request", restart: "Restart the broker", many: "256-byte segments",
    one: "one segment", window: /^The broker's window/, batches: /^Batches sent so far/,
    ready: /^Nothing is lost yet/, stopped: /^Stopped\./, cannot: "Can't run.",
    loading: /^Loading the engine/, untried: "not tried",
    requestLost: /^The request got lost .* sent 275 bytes and heard 0\.$/,
    ackLost: /^The broker wrote the batch .* the ack got lost .* sent 275 bytes and heard 0\.$/,
    nothing: "nothing arrives", here: "lost here",
    same: /^The producer can't tell: .* 275 bytes \(CRC-32C [0-9a-f]{8}\) and heard 0, the same/,
    compare: /^Lose each of the two once/,
    first1: /for the first time and writes it at offsets 0\.\.1\. Copies in the log: 1\.$/,
    twice: /once more, at offsets 2\.\.3\. Copies in the log: 2\.$/,
    append: /APPEND, at offsets 0\.\.1\. Copies in the log: 1\.$/,
    duplicate: /DUPLICATE, .* old offsets 0\.\.1, and nothing is written\. Copies in the log: 1\.$/,
    done: /^All four tried\. .* leaves 2 copies; in the other three cases the log has 1\.$/,
    request: "request lost", ack: "ack lost", copies: ["1", "2"],
    sent: /^Nothing sent yet/, appended: /^Batch 1 \(0\.\.1\): APPEND, at offsets 0\.\.1\.$/,
    evicts: /^Batch 6 \(8\.\.8\): APPEND, .* The window was full, so 0\.\.1 fell out\.$/,
    dropped: "Out of the window: 0..1", forgotten: "Out of the window: 2..2 3..4 5..5 6..7",
    isDuplicate: /^Batch 2 \(2\.\.2\) again: DUPLICATE, .* 2\.\.2\. Nothing is written\.$/,
    isOut: /^Batch 1 \(0\.\.1\): OUT_OF_ORDER_SEQUENCE_NUMBER, expected 9, got 0\. Nothing/,
    isGone: /^The request with batch 7 \(9\.\.10\) got lost\./,
    isGap: /^Batch 8 \(11\.\.11\): OUT_OF_ORDER_SEQUENCE_NUMBER, expected 9, got 11\. /,
    restarted: (/** @type {number} */ segments, /** @type {number} */ known) =>
      new RegExp(`\\(${segments} in all\\) and remembers ${known} of 5 batches\\.$`),
    replayed: /^The same moves again \(7\), in this log\. The last one: Restarted\./,
    empty: "empty", end: "Log end offset 9 · segments: 1", ends: "Log end offset 9 · segments: 6",
    batch: "in log: ",
    none: "none yet", full: /^A story has at most 64 moves\./,
    details: "All results, as tables", four: "Copies in the log after sending again",
    off: /JavaScript is switched off here/,
  },
};

/**
 * The widget, as a reader finds it.
 * @param {Given} given
 * @param {Lang} lang
 */
export async function open({ page, site }, lang) {
  const says = words[lang];
  await page.goto(`${site.url}${languages[lang].path}${CHAPTER}`);
  const region = page.getByRole("region", { name: says.name, exact: true });
  const first = region.getByRole("group", { name: says.first });
  const second = region.getByRole("group", { name: says.second });
  const table = first.getByRole("table", { name: says.four });
  /** @type {(part: Locator, name: string) => Locator} */
  const button = (part, name) => part.getByRole("button", { name, exact: true });
  /** @type {(row: string, column: number) => Locator} */
  const cell = (row, column) => table.getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: row, exact: true }) })
    .getByRole("cell").nth(column);
  return {
    says, region, first: partOf(first), second: partOf(second),
    loseRequest: button(first, says.loseRequest), loseAck: button(first, says.loseAck),
    again: button(first, says.again), all: button(first, says.all),
    id: first.getByRole("switch", { name: says.id }),
    /** Copies: request lost without an id and with one, ack lost without and with. */
    cells: [cell(says.request, 0), cell(says.request, 1), cell(says.ack, 0), cell(says.ack, 1)],
    next: button(second, says.next), gap: button(second, says.gap),
    restart: button(second, says.restart),
    many: second.getByRole("radio", { name: says.many }),
    one: second.getByRole("radio", { name: says.one }),
    slots: second.getByRole("list", { name: says.window }).getByRole("listitem"),
    batches: second.getByRole("group", { name: says.batches }).getByRole("button"),
    /** @type {(number: number, range: string, copies: number) => Locator} */
    batch: (number, range, copies) => button(second,
      `batch ${number} ${range} ${says.batch}${copies}`),
    /**
     * Sends batches, one after the other has come.
     * @param {number} count
     */
    send: async (count) => {
      const batches = second.getByRole("group", { name: says.batches }).getByRole("button");
      const before = await batches.count();
      for (let i = 1; i <= count; i++) {
        await button(second, says.next).click();
        await expect(batches).toHaveCount(before + i);
      }
    },
  };

  /** @param {Locator} part */
  function partOf(part) {
    return {
      part, status: part.getByRole("status"), alert: part.getByRole("alert"),
      stop: button(part, says.stop), reset: button(part, says.reset),
    };
  }
}

/**
 * Loses arrows in every way, fills the window, and restarts the broker.
 * @param {Page} page
 */
export async function loseArrows(page) {
  for (const lose of await page.locator("section.lose").all()) {
    const [first, second] = [lose.locator(".lose-first"), lose.locator(".lose-second")];
    await first.locator("button.lose-all").click();
    await expect(first.locator("[data-copies='2']")).toBeVisible();
    for (let sent = 1; sent <= 6; sent++) {
      await second.locator("button.run").click();
      await expect(second.locator(".lose-batches button")).toHaveCount(sent);
    }
    await second.locator("button.lose-gap").click();
    await expect(second.locator("[data-state='lost']")).toBeVisible();
    await second.locator("input[value='256']").check();
    await second.locator("button.lose-restart").click();
    await expect(second.locator(".lose-window [data-state='empty']")).toHaveCount(4);
  }
}
