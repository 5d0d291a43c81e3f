// Answers that need no program: who asks has the answer already. The entity tag of an answer is a
// text of the build, the demo, the media type and all flags (wasm/httpapi, Tag), so it can be made
// here, from the same table of flags. A query that the program would refuse has no tag: it is for
// the program to say what is wrong with it. wasm/httpapi/testdata holds both to the same cases.

import { pathOf } from "./path.js";

/** @import { Edge, Flag } from "./ambient.js" */

/** What an answer can be; the first where nobody asks for one. */
const TEXT = "text/plain", JSON_TYPE = "application/json";

/**
 * 304 where the request names the tag of its answer; else null.
 * @param {Request} request
 * @param {URL} url
 * @param {Edge} edge
 */
export function keptAnswer(request, url, edge) {
  const given = request.headers.get("if-none-match");
  if (given === null || request.method !== "GET" && request.method !== "HEAD") return null;
  const kept = tagOf(url, request.headers.get("accept") ?? "", edge);
  if (!kept || !matches(given, kept.tag)) return null;
  return new Response(null, { status: 304, headers: { "etag": kept.tag,
    "cache-control": `public, max-age=${kept.maxAge}`, "vary": "Accept",
    "access-control-allow-origin": "*", "access-control-expose-headers": "ETag",
    "x-content-type-options": "nosniff" } });
}

/**
 * The tag of the answer to a GET; null where the answer is a problem.
 * @param {URL} url
 * @param {string} accept
 * @param {Edge} edge
 */
export function tagOf(url, accept, edge) {
  const path = pathOf(url);
  const raw = url.search.slice(1);
  if (path === null || raw.length > edge.maxQuery) return null;
  const name = { "/v1/demos": "demos", "/openapi.json": "openapi" }[path];
  if (name) {
    const isRight = negotiate(accept, [JSON_TYPE]) && pairs(raw)?.length === 0;
    if (!isRight) return null;
    return { tag: `"${edge.build}-${name}-${JSON_TYPE}-"`, maxAge: edge.listMaxAge };
  }
  const demo = edge.demos.find((each) => path === `/v1/demos/${each.name}`);
  const kind = negotiate(accept, [TEXT, JSON_TYPE]);
  const query = demo && canonical(demo.flags, raw);
  if (!demo || !kind || !query) return null;
  return { tag: `"${edge.build}-${demo.name}-${kind}-${query}"`, maxAge: edge.runMaxAge };
}

/**
 * The query with all flags and their values; null for one that is wrong.
 * @param {Flag[]} flags
 * @param {string} raw
 */
export function canonical(flags, raw) {
  const given = pairs(raw);
  if (!given) return null;
  const values = new Map(flags.map((flag) => [flag.name, flag.default]));
  for (const [name, value] of given) {
    const flag = flags.find((each) => each.name === name);
    if (!flag || !takes(flag, value)) return null;
    values.set(name, value);
  }
  return [...values].map(([name, value]) => `${name}=${value}`).join("&");
}

/**
 * @param {string} raw
 * @returns {[name: string, value: string][] | null} null: it can't be read
 */
function pairs(raw) {
  /** @type {[string, string][]} */
  const all = [];
  for (const piece of raw.split("&").filter((each) => each !== "")) {
    const at = piece.indexOf("=");
    const name = unescaped(at < 0 ? piece : piece.slice(0, at));
    const value = at < 0 ? "true" : unescaped(piece.slice(at + 1));
    if (name === null || value === null) return null;
    all.push([name, value]);
  }
  return all;
}

/** @param {string} text */
function unescaped(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

const NUMBER = /^(0|-?[1-9][0-9]*)$/;

/**
 * Says whether a flag takes a value.
 * @param {Flag} flag
 * @param {string} value
 */
function takes({ kind, min, max }, value) {
  const isBetween = (/** @type {string} */ text) =>
    NUMBER.test(text) && BigInt(text) >= BigInt(min) && BigInt(text) <= BigInt(max);
  switch (kind) {
    case "integer":
      return isBetween(value);
    case "range": {
      const at = value.indexOf("..");
      const [first, last] = [value.slice(0, at), value.slice(at + 2)];
      return at >= 0 && isBetween(first) && isBetween(last) && BigInt(first) <= BigInt(last);
    }
    default:
      return value === "true" || value === "false";
  }
}

/**
 * The type, of those offered, that a header Accept asks for first: Negotiate of wasm/httpapi.
 * @param {string} accept
 * @param {string[]} offered
 */
export function negotiate(accept, offered) {
  const ranges = accept.split(",").flatMap(rangeOf);
  if (ranges.length === 0) return offered[0] ?? null;
  let best = null;
  let most = 0;
  for (const type of offered) {
    const wanted = [type, `${type.split("/")[0]}/*`, "*/*"]
      .map((text) => ranges.find((range) => range.text === text)).find(Boolean);
    if (wanted && wanted.q > most) [best, most] = [type, wanted.q];
  }
  return best;
}

/**
 * One range of an Accept; none where it can't be read.
 * @param {string} part
 */
function rangeOf(part) {
  const [range = "", ...parameters] = part.split(";");
  const text = trimmed(range).toLowerCase();
  if (!/^[^/]+\/./.test(text) || text.startsWith("*/") && text !== "*/*") return [];
  for (const parameter of parameters) {
    const at = parameter.indexOf("=");
    if (at < 0 || trimmed(parameter.slice(0, at)).toLowerCase() !== "q") continue;
    const value = trimmed(parameter.slice(at + 1));
    return /^[01](\.[0-9]{0,3})?$/.test(value) && Number(value) <= 1
      ? [{ text, q: Number(value) }] : [];
  }
  return [{ text, q: 1 }];
}

/**
 * Takes signs off both ends. No regular expression: one that looks for the end takes the square of
 * the time for many signs in the middle.
 * @param {string} text
 * @param {string} [signs]
 */
function trimmed(text, signs = " \t") {
  let [begin, end] = [0, text.length];
  while (begin < end && signs.includes(text[begin] ?? "")) begin++;
  while (end > begin && signs.includes(text[end - 1] ?? "")) end--;
  return text.slice(begin, end);
}

/**
 * Says whether one of the tags of If-None-Match is that.
 * @param {string} given
 * @param {string} tag
 */
export function matches(given, tag) {
  let rest = trimmed(given, " \t,");
  if (rest === "*") return true;
  while (rest !== "") {
    const one = /^(?:W\/)?("[^"]*")[ \t,]*/.exec(rest);
    if (!one) return false;
    if (one[1] === tag) return true;
    rest = rest.slice(one[0].length);
  }
  return false;
}
