// inspect(bytes) of the module as it was built, in Node: the same as the native klog dump, what
// it takes for bytes, and how it says what it doesn't.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

import { dist } from "./dist.js";

/** @import { Klog, KlogError, LoadOptions } from "../embed/klog.mjs" */

/**
 * A file, and what the native klog prints of it; a Go test holds it to that.
 * @typedef {object} Dump
 * @property {string} story
 * @property {string} name
 * @property {string} hex
 * @property {boolean} records
 * @property {number} exit
 * @property {string} text
 * @property {string} json
 * @property {string} stderr
 */

/** @type {Dump[]} */
const dumps = JSON.parse(
  readFileSync(fileURLToPath(new URL("dumps.json", import.meta.url)), "utf8"));

/** @type {Klog} */
let klog;

before(async () => {
  /** @type {{ loadKlog(options?: LoadOptions): Promise<Klog> }} */
  const module = await import(pathToFileURL(join(dist, "klog.mjs")).href);
  klog = await module.loadKlog({ worker: false });
});
after(() => klog.stop());

/** @param {string} story */
const bytesOf = (story) => {
  const found = dumps.find((dump) => dump.story === story);
  assert.ok(found);
  return new Uint8Array(Buffer.from(found.hex, "hex"));
};

/**
 * @param {Promise<unknown>} promise
 * @returns {Promise<KlogError>}
 */
async function refusal(promise) {
  const thrown = await promise.then(() => assert.fail("it was taken"), (error) => error);
  assert.ok(thrown instanceof Error);
  assert.equal(thrown.name, "KlogError");
  return /** @type {KlogError} */ (thrown);
}

test("it says of each file what the native klog dump says", async () => {
  assert.ok(dumps.length > 8);
  for (const { story, name, hex, records, exit, text, json, stderr } of dumps) {
    const bytes = new Uint8Array(Buffer.from(hex, "hex"));
    const result = await klog.inspect(bytes, { name, records });
    const { text: gotText, bytes: gotBytes, elapsedMs, ...rest } = result;
    assert.deepEqual(rest, { ...JSON.parse(json), exit, stderr }, story);
    assert.equal(gotText, text, story);
    assert.deepEqual(Buffer.from(gotBytes), Buffer.from(text), story);
    assert.ok(elapsedMs > 0);
    assert.equal(bytes.length, hex.length / 2, "the caller's bytes are still there");
  }
});

test("run gives the same text for a file in the engine's own memory", async () => {
  const dir = "inspected/orders-0";
  await klog.produceDemo({ dir, truncateTail: true });
  const run = await klog.run(["dump", "--format", "json", `${dir}/00000000000000000000.log`]);
  const [, first] = JSON.parse(run.text).items;
  assert.deepEqual([first.type, first.pos, first.count], ["batch", 0, 2]);
  assert.deepEqual([run.exit, run.stderr], [0, ""]);
});

test("without options it has a name of its own, and no records", async () => {
  const result = await klog.inspect(bytesOf("Kafka's own"));
  assert.equal(result.path, "bytes");
  assert.equal(result.faults, 0);
  assert.deepEqual(result.items.map(({ type }) => type), ["file", "batch", "batch", "end"]);
});

test("damage is no rejection", async () => {
  const result = await klog.inspect(bytesOf("a byte differs in the middle"));
  assert.equal(result.exit, 1);
  assert.equal(result.faults, 1);
  const [fault] = result.items.filter(({ type }) => type === "fault");
  assert.ok(fault?.type === "fault");
  assert.deepEqual([fault.pos, fault.unread], [71, 0]);
  assert.match(fault.reason, /^bytes: at byte 88: the CRC differs/);
  assert.match(result.stderr, /^klog: dump: faults 1, the first: bytes: at byte 88/);
});

test("numbers past 53 bits are decimal strings", async () => {
  const name = "00009007199254740993.log";
  const { items } = await klog.inspect(bytesOf("past 53 bits"), { name });
  const batch = items.find(({ type }) => type === "batch");
  assert.ok(batch?.type === "batch");
  assert.deepEqual([batch.baseOffset, batch.producerId, batch.maxTimestamp, batch.pos],
    ["9007199254740996", "9223372036854775806", "4611686018427387905", 0]);
});

test("bytes may be any view, or a buffer, of any frame", async () => {
  const bytes = bytesOf("Kafka's own");
  const want = (await klog.inspect(bytes)).text;
  const around = new Uint8Array(bytes.length + 24);
  around.set(bytes, 8);
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  const foreign = runInNewContext("new Uint8Array(size)", { size: bytes.length });
  foreign.set(bytes);
  for (const data of [bytes.buffer, Buffer.from(bytes), new DataView(bytes.buffer),
    new Int8Array(bytes.buffer), new Uint16Array(bytes.buffer), new BigInt64Array(bytes.buffer),
    around.subarray(8, 8 + bytes.length), new DataView(around.buffer, 8, bytes.length), shared,
    new Uint8Array(shared), foreign, foreign.buffer]) {
    assert.equal((await klog.inspect(data)).text, want);
  }
});

test("bytes are taken as they are at the call", async () => {
  const bytes = bytesOf("Kafka's own");
  const want = (await klog.inspect(bytes)).text;
  const calls = [klog.inspect(bytes), klog.inspect(bytes)];
  bytes.fill(0);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  for (const { text } of await Promise.all(calls)) assert.equal(text, want);
});

test("what is no bytes is refused, with the field", async () => {
  const gone = new Uint8Array(8);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  const any = /** @type {any} */ (klog);
  /** @type {[unknown, string][]} */
  const rows = [[undefined, "undefined"], [null, "null"], ["abc", "string"], [5, "number"],
    [10n, "bigint"], [true, "boolean"], [Symbol("b"), "symbol"], [() => {}, "function"],
    [{}, "[object Object]"], [[1, 2], "[object Array]"], [new Blob(["x"]), "[object Blob]"],
    [{ length: 3, [Symbol.toStringTag]: "ArrayBuffer" }, "[object ArrayBuffer]"],
    [gone, "[object Uint8Array]"], [gone.buffer, "[object ArrayBuffer]"]];
  for (const [data, found] of rows) {
    const error = await refusal(any.inspect(data));
    assert.deepEqual([error.code, error.field], ["usage", "bytes"]);
    assert.ok(error.message.endsWith(`; found is ${found}`), error.message);
  }
  assert.equal((await refusal(any.inspect())).field, "bytes");
});

test("a view is all of its bytes, or refused: shrunk memory, a class that lies", async () => {
  const bytes = bytesOf("Kafka's own");
  const { length } = bytes;
  const want = (await klog.inspect(bytes)).text;
  class Lies extends Uint8Array {
    /** @override */
    get buffer() {
      return new ArrayBuffer(1);
    }
    /** @override */
    get byteOffset() {
      return 1;
    }
    /** @override */
    get byteLength() {
      return 3;
    }
    /** @override @returns {number} */
    get length() {
      throw new Error("no");
    }
  }
  assert.equal((await klog.inspect(Lies.from(bytes))).text, want);

  const growing = /** @type {any} */ (ArrayBuffer);
  const memory = new growing(length, { maxByteLength: 4 * length });
  new Uint8Array(memory).set(bytes);
  const views = [new Uint8Array(memory, 0, length), new Uint16Array(memory, 2, 8),
    new DataView(memory, 0, length)];
  const all = new Uint8Array(memory);
  assert.equal((await klog.inspect(all)).text, want);
  memory.resize(1);
  for (const view of views) {
    const error = await refusal(klog.inspect(view));
    assert.deepEqual([error.code, error.field], ["usage", "bytes"]);
    assert.match(error.message, /with its memory; found is \[object (Uint8Array|Uint16Array|Data)/);
  }
  assert.match((await klog.inspect(all)).text, /size 1;/);
  memory.resize(length);
  new Uint8Array(memory).set(bytes);
  assert.equal((await klog.inspect(new Uint8Array(memory, 0, length))).text, want);
});

test("more than the limit is refused before anything is copied", async () => {
  const error = await refusal(klog.inspect(new Uint8Array(2 ** 30 + 1)));
  assert.deepEqual([error.code, error.field, error.message], ["failed", "bytes",
    "1073741825 bytes are more than the limit of 1073741824 bytes; klog dump has no limit"]);
});

test("options are read before the bytes, and whatever a getter does to those is seen", async () => {
  const bytes = bytesOf("Kafka's own");
  const given = (/** @type {(data: Uint8Array) => void} */ act) => {
    const data = bytes.slice();
    return klog.inspect(data, {
      get records() {
        act(data);
        return false;
      },
    });
  };
  const error = await refusal(given(({ buffer }) =>
    structuredClone(buffer, { transfer: [buffer] })));
  assert.deepEqual([error.code, error.field], ["usage", "bytes"]);
  const zeros = await klog.inspect(new Uint8Array(bytes.length));
  assert.equal((await given((data) => data.fill(0))).text, zeros.text);
  const both = await refusal(/** @type {any} */ (klog).inspect("no bytes", { records: [] }));
  assert.equal(both.field, "records");
});

test("what throws while it is read is a KlogError, and no call throws by itself", async () => {
  const any = /** @type {any} */ (klog);
  const bytes = bytesOf("Kafka's own");
  const cause = new RangeError("boo");
  const boo = () => {
    throw cause;
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const getter = (/** @type {string | symbol} */ name) =>
    Object.defineProperty({}, name, { get: boo, enumerable: true });
  const ownKeys = new Proxy({}, { ownKeys: boo });
  const signal = { [Symbol.toStringTag]: "AbortSignal", get aborted() {
    return boo();
  } };
  /** @type {[unknown[], string][]} */
  const rows = [
    [[getter(Symbol.toStringTag)], "bytes"], [[proxy], "bytes"], [[new Proxy(bytes, {})], "bytes"],
    [[bytes, getter("name")], "name"], [[bytes, ownKeys], "options"], [[bytes, proxy], "options"],
    [[bytes, {}, getter("signal")], "signal"], [[bytes, {}, ownKeys], "call"],
    [[bytes, {}, proxy], "call"], [[bytes, {}, { signal }], "signal"],
    [[bytes, {}, { signal: proxy }], "signal"], [[bytes, {}, { onPhase: proxy }], "onPhase"],
  ];
  for (const [args, field] of rows) {
    const error = await refusal(any.inspect(...args));
    assert.deepEqual([error.code, error.field], ["usage", field], error.message);
  }
  assert.equal((await refusal(any.inspect(bytes, getter("name")))).cause, cause);
  assert.equal((await klog.inspect(bytes)).exit, 0);
});

test("wrong options are refused as a demo's are", async () => {
  const bytes = bytesOf("Kafka's own");
  /** @type {[Record<string, any>, string, RegExp][]} */
  const rows = [
    [{ records: "yes" }, "records", /^records is "yes", allowed is true or false$/],
    [{ records: 1 }, "records", /^records is "1", allowed/],
    [{ records: null }, "records", /null/],
    [{ record: true }, "record", /did you mean records\?$/],
    [{ name: "" }, "name", /^name is "", allowed is the path/],
    [{ name: "a\0b" }, "name", /without zero bytes$/],
    [{ name: "\ud800" }, "name", /half of a surrogate pair/],
    [{ format: "json" }, "format", /known are records, name$/],
    [{ "": "x" }, "", /^unknown option ""/],
  ];
  for (const [options, field, says] of rows) {
    const error = await refusal(klog.inspect(bytes, options));
    assert.deepEqual([error.code, error.field], ["invalid-option", field]);
    assert.match(error.message, says);
  }
  const any = /** @type {any} */ (klog);
  for (const [options, call] of [["records", {}], [5, {}], [null, {}], [{}, { signal: 1 }]]) {
    assert.equal((await refusal(any.inspect(bytes, options, call))).code, "usage");
  }
  assert.equal((await klog.inspect(bytes, { records: undefined })).exit, 0);
});

test("a signal ends it as it ends other calls, and the next one works", async () => {
  const bytes = bytesOf("Kafka's own");
  const reason = new Error("enough");
  await assert.rejects(klog.inspect(bytes, {}, { signal: AbortSignal.abort(reason) }), reason);
  const controller = new AbortController();
  const call = klog.inspect(bytes, {}, { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(call, reason);
  assert.equal((await klog.inspect(bytes)).faults, 0);
});

test("nothing, one byte and a hundred megabytes", async () => {
  assert.deepEqual((await klog.inspect(new Uint8Array())).items.map(({ type }) => type),
    ["file", "end"]);
  const one = await klog.inspect(new Uint8Array(1));
  assert.deepEqual([one.exit, one.faults], [1, 1]);
  // A thousand batches of a hundred kilobytes, of which no CRC is right.
  const size = 100_000;
  const many = new Uint8Array(1000 * size);
  const view = new DataView(many.buffer);
  for (let i = 0; i < 1000; i++) {
    view.setBigInt64(i * size, BigInt(i));
    view.setInt32(i * size + 8, size - 12);
    view.setInt8(i * size + 16, 2);
  }
  const result = await klog.inspect(many);
  assert.equal(result.faults, 1000);
  assert.equal(result.items.filter(({ type }) => type === "batch").length, 1000);
  assert.equal(result.items.at(-1)?.type, "end");
});
