// Instances at the edge end, whatever is asked and whoever goes away meanwhile.

import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";

import { start, until } from "./edge.js";

/** @type {Awaited<ReturnType<typeof start>>} */
let edge;
before(async () => { edge = await start(); });
after(() => edge?.stop());

const noneLives = async () => (await edge.counts()).live === 0;

/** One request of each kind; the number says which. @param {number} i */
async function one(i) {
  const gone = new AbortController();
  const kinds = /** @type {[string, RequestInit][]} */ ([
    ["/v1/demos/dedup?resend", {}],
    ["/v1/demos/produce?batches=8", { headers: { accept: "application/json" } }],
    ["/v1/demos/recovery", { method: "HEAD" }],
    ["/v1/demos/dedup?pid=x", {}],
    ["/v1/inspect?records", { method: "POST", body: "x".repeat(i) }],
    ["/v1/demos/dedup", { method: "POST", body: "unread ".repeat(1000) }],
    ["/v1/demos", { method: "OPTIONS" }],
    ["/v1/demos/dedup?resend", { signal: gone.signal }], // goes away before there is an answer
    ["/v1/demos/produce", { signal: gone.signal }], // goes away with half an answer read
    ["/v1/inspect", { method: "POST", body: new Uint8Array(2 ** 20 + 1) }],
  ]);
  const [path, init] = kinds[i % kinds.length] ?? ["/", {}];
  const answer = fetch(edge.origin + path, init);
  if (i % kinds.length === 7) setTimeout(() => gone.abort(), i % 20);
  try {
    const { body } = await answer;
    if (i % kinds.length === 8) {
      await body?.getReader().read();
      gone.abort();
      return;
    }
    await new Response(body).arrayBuffer();
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}

test("200 mixed requests, some given up: no instance lives on, memory stays what it was",
  { timeout: 300_000 }, async () => {
    for (let i = 0; i < 40; i++) await one(i);
    await until(noneLives);
    const warm = edge.memory();
    assert.ok(warm > 2 ** 20, "there is no figure for the memory");
    for (let i = 0; i < 200; i += 4) await Promise.all([0, 1, 2, 3].map((j) => one(i + j)));
    await until(noneLives);
    const { made } = await edge.counts();
    assert.ok(made > 150, `${made} instances were made`);
    assert.ok(edge.memory() < warm * 1.5, `${warm} bytes became ${edge.memory()}`);
  });

test("50 at once are answered, each with its own", { timeout: 300_000 }, async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, i) => {
    const pid = 1000 + i;
    const answer = await fetch(`${edge.origin}/v1/demos/dedup?pid=${pid}`,
      { headers: { accept: "application/json" } });
    return (await answer.json()).flags.pid === pid;
  }));
  assert.ok(answers.every(Boolean));
  await until(noneLives);
});

test("a body that breaks off leaves nothing", { timeout: 60_000 }, async () => {
  const { hostname, port } = new URL(edge.origin);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.on("connect", resolve));
  socket.write("POST /v1/inspect HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf");
  await new Promise((resolve) => setTimeout(resolve, 300));
  socket.destroy();
  await until(noneLives);
  assert.equal((await fetch(`${edge.origin}/v1/demos`)).status, 200);
});
