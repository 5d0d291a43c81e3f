// The description of the API by witnesses from outside: a validator of OpenAPI documents reads it,
// and one of JSON Schema holds what is really answered against it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";

import { start } from "./edge.js";

/** @type {Awaited<ReturnType<typeof start>>} */
let edge;
/** @type {any} */
let description;
before(async () => {
  edge = await start();
  description = await (await fetch(`${edge.origin}/openapi.json`)).json();
});
after(() => edge?.stop());

test("the description is one, of the version that it names", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(description));
  assert.ok(valid, JSON.stringify(errors));
  assert.equal(validator.version, "3.1");
  const broken = structuredClone(description);
  broken.paths["/v1/demos"].get.responses["200"].description = 7;
  assert.equal((await new Validator().validate(broken)).valid, false);
});

test("answers and problems have the shapes that it gives", async () => {
  const ajv = new Ajv2020({ strict: false, schemas: [{ ...description, $id: "api" }] });
  /** @param {string} name */
  const shape = (name) => {
    const check = ajv.getSchema(`api#/components/schemas/${name}`);
    if (!check) throw new Error(`there is no schema ${name}`);
    return check;
  };
  const json = { headers: { accept: "application/json" } };
  for (const [name, path, init] of /** @type {[string, string, RequestInit][]} */ ([
    ["Demos", "/v1/demos", {}],
    ["Run", "/v1/demos/produce?truncate-tail", json],
    ["Run", "/v1/demos/dedup?resend&pid=9223372036854775806", json],
    ["Run", "/v1/demos/recovery", json],
    ["Dump", "/v1/inspect?records", { method: "POST", body: "no batch" }],
    ["Problem", "/v1/demos/dedup?pid=x", {}],
    ["Problem", "/v1/demos/dedup", { headers: { accept: "image/png" } }],
    ["Problem", "/v1/demos/none", {}],
    ["Problem", "/v1/inspect", {}],
    ["Problem", "/v1/inspect", { method: "POST", body: new Uint8Array(2 ** 20 + 1) }],
  ])) {
    const answer = await (await fetch(edge.origin + path, init)).json();
    const check = shape(name);
    assert.ok(check(answer), `${path}: ${JSON.stringify(check.errors)}`);
    assert.ok(!check({}), `${name} is the shape of anything`);
  }
});
