// The element's description, custom-elements.json as the build made it, is what the element is:
// held against its types and its sources, as an analyzer reads them, and against the class itself.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import * as analyzer from "@custom-elements-manifest/analyzer";

import { COLOURS, VIEW_COLOURS } from "../embed/tokens.js";
import { dist } from "./dist.js";
import { makeFolder } from "./pack.js";

/**
 * @typedef {object} Item
 * @property {string} [kind]
 * @property {string} name
 * @property {{ text: string }} [type]
 * @property {{ type: { text: string } }} [return]
 * @property {boolean} [readonly]
 * @property {string} [attribute]
 * @property {string} [fieldName]
 * @property {string} [description]
 */
/** @typedef {"members" | "attributes" | "events" | "cssStates" | "cssProperties"} List */
/** @typedef {Record<List, Item[]> & { kind: string, name: string, tagName: string }} Class */

// Its own types know neither.
const { create, ts } = /** @type {any} */ (analyzer);

const sources = fileURLToPath(new URL("../embed/", import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, "embed", "custom-elements.json"), "utf8"));
/** @type {Class} */
const said = manifest.modules[0].declarations[0];

/** What browsers call. */
const CALLED = ["constructor", "connectedCallback", "disconnectedCallback", "adoptedCallback",
  "connectedMoveCallback", "attributeChangedCallback"];

/** @param {Item[]} items */
const namesOf = (items) => items.map(({ name }) => name).sort();

/** @param {string} file */
function parse(file) {
  const text = readFileSync(join(sources, file), "utf8");
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
}

/**
 * The class as the analyzer reads it in a file.
 * @param {string} file
 * @returns {Class}
 */
function analyzed(file) {
  const { modules } = create({ modules: [parse(file)] });
  const found = modules[0]?.declarations.find((/** @type {Item} */ { name }) =>
    name === said.name);
  assert.ok(found, `${file} has no ${said.name}`);
  return found;
}

/**
 * The names in a type that a file declares: the keys of an interface, the words of a union.
 * @param {string} file
 * @param {string} type
 */
function declared(file, type) {
  /** @type {string[]} */
  const names = [];
  parse(file).forEachChild((/** @type {any} */ node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === type) {
      for (const { name } of node.members) {
        if (name && ts.isStringLiteral(name)) names.push(name.text);
      }
    }
    if (ts.isTypeAliasDeclaration(node) && node.name.text === type
      && ts.isUnionTypeNode(node.type)) {
      for (const one of node.type.types) {
        if (ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal)) {
          names.push(one.literal.text);
        }
      }
    }
  });
  assert.notDeepEqual(names, [], `${file} has no ${type}`);
  return names;
}

/** @type {{ prototype: object, observedAttributes: string[] }} */
let built;

before(async () => {
  const module = await import(pathToFileURL(join(dist, "embed", manifest.modules[0].path)).href);
  built = module[said.name];
  assert.ok(built, `the module exports no ${said.name}`);
  for (const { kind, name } of manifest.modules[0].exports) {
    if (kind === "js") assert.equal(typeof module[name], "function", name);
  }
  assert.deepEqual(Object.keys(module).sort(),
    namesOf(manifest.modules[0].exports.filter((/** @type {Item} */ { kind }) => kind === "js")));
});

test("members are those of the types, and as they say", () => {
  const demo = declared("element.d.mts", "KlogDemoName").map((name) => `"${name}"`).join(" | ");
  const typed = analyzed("element.d.mts").members
    .filter(({ name }) => !name.endsWith("EventListener"))
    .map(({ kind, name, type, readonly = false, return: back }) =>
      ({ kind, name, readonly, type: (type ?? back?.type)?.text.replace(/^KlogDemoName$/, demo) }));
  const told = said.members.map(({ kind, name, type, readonly = false, return: back }) =>
    ({ kind, name, readonly, type: (type ?? back?.type)?.text }));
  assert.deepEqual(told, typed);
});

test("members are those that the analyzer finds in the source", () => {
  const found = analyzed("element.js").members
    .filter(({ name }) => !CALLED.includes(name) && !name.startsWith("#"));
  for (const { kind, name, readonly = false } of found) {
    const own = said.members.find((member) => member.name === name);
    const told = { kind: own?.kind, readonly: own?.readonly ?? false };
    assert.deepEqual(told, { kind, readonly }, name);
  }
});

test("members are those of the class", () => {
  const own = Object.getOwnPropertyDescriptors(built.prototype);
  for (const name of CALLED) delete own[name];
  assert.deepEqual(Object.keys(own).sort(), namesOf(said.members));
  for (const { kind, name, readonly = false } of said.members) {
    assert.equal(typeof own[name]?.value === "function", kind === "method", name);
    if (kind === "field") assert.equal(own[name]?.set === undefined, readonly, name);
  }
});

test("attributes are those that the class reads, each by the property that it is said to", () => {
  /** @type {Map<string, string>} */
  const read = new Map();
  const own = Object.getOwnPropertyDescriptors(built.prototype);
  for (const [name, { get }] of Object.entries(own)) {
    const noted = (/** @type {string} */ attribute) => {
      read.set(attribute, name);
      return null;
    };
    try {
      get?.call({ getAttribute: noted, hasAttribute: noted, baseURI: "https://example.org/" });
    } catch { // it reads something else
    }
  }
  for (const { name, fieldName } of said.attributes) {
    assert.equal(read.get(name), fieldName, name);
    read.delete(name);
    if (fieldName) {
      assert.equal(said.members.find((member) => member.name === fieldName)?.attribute, name);
    } else assert.ok(built.observedAttributes.includes(name), name);
  }
  assert.deepEqual([...read], [], "read, and not said");
  const known = namesOf(said.attributes);
  assert.deepEqual(built.observedAttributes.filter((name) => !known.includes(name)), []);
});

test("attributes that the analyzer finds in the source are said", () => {
  const known = namesOf(said.attributes);
  assert.deepEqual(namesOf(analyzed("element.js").attributes)
    .filter((name) => !known.includes(name)), []);
});

test("events are those of the types, and those that are sent", () => {
  const names = namesOf(said.events);
  assert.deepEqual(declared("element.d.mts", "KlogDemoEventMap").sort(), names);
  const sent = new Set();
  /** @param {any} node */
  const visit = (node) => {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    const first = isCall ? node.arguments?.[0] : undefined;
    if (first && ts.isStringLiteral(first) && first.text.startsWith("klog-")) sent.add(first.text);
    ts.forEachChild(node, visit);
  };
  for (const file of readdirSync(sources)) {
    if (/^element.*\.js$/.test(file)) visit(parse(file));
  }
  assert.deepEqual([...sent].sort(), names);
});

test("states are those of the types", () => {
  assert.deepEqual(namesOf(said.cssStates), declared("element.d.mts", "KlogDemoState").sort());
});

test("custom properties are those that style sheets read", () => {
  const read = new Set([...COLOURS, ...VIEW_COLOURS].map((name) => `--klog-${name}`));
  const text = readFileSync(join(dist, "embed", "klog-demo.all.js"), "utf8");
  for (const [, name = ""] of text.matchAll(/var\((--klog-[a-z-]+[a-z])/g)) read.add(name);
  assert.deepEqual([...read].sort(), namesOf(said.cssProperties));
});

test("it has the shape of a manifest", () => {
  const dir = makeFolder();
  const schema = fileURLToPath(import.meta.resolve("custom-elements-manifest/schema"));
  // The types are of 1.0.0: it knows no states and less of the rest, and lists no elements.
  const known = structuredClone(manifest);
  const [element] = known.modules[0].declarations.splice(0, 1);
  delete element.cssStates;
  for (const member of element.members) {
    for (const field of ["attribute", "reflects", "readonly"]) delete member[field];
  }
  for (const property of element.cssProperties) delete property.syntax;
  const types = JSON.stringify(schema.replace(/\.d\.ts$/, ".js"));
  writeFileSync(join(dir, "shape.ts"), `
    import type { CustomElement, Package } from ${types};
    export const element: CustomElement & { kind: "class" } = ${JSON.stringify(element)};
    export const rest: Package = ${JSON.stringify(known)};
  `);
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  try {
    execFileSync(process.execPath, [tsc, "--noEmit", "--strict", "--ignoreConfig", "--types", "",
      "--module", "nodenext", join(dir, "shape.ts")], { encoding: "utf8" });
  } catch (error) {
    assert.fail(/** @type {{ stdout: string }} */ (error).stdout);
  }
});
