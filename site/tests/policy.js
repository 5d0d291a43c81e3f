// The policy that README.md tells whoever hosts the site to set: what is documented is what the
// tests serve.

import { readFileSync } from "node:fs";

const START = "Content-Security-Policy: ";

/**
 * The policy in a document's text: the block that begins with its header's name.
 * @param {string} name of the document, in the repository's root
 */
export function policyIn(name) {
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  const blocks = text.split("```").map((block) => block.replace(/^text\n/, ""))
    .filter((block) => block.trimStart().startsWith(START));
  if (blocks.length !== 1) throw new Error(`${name} holds ${blocks.length} policies, not one`);
  return (blocks[0] ?? "").trim().slice(START.length).replace(/\s+/g, " ");
}

export const POLICY = policyIn("README.md");

/**
 * Says a policy's directives, by their names.
 * @param {string} policy
 */
export function directivesOf(policy) {
  return new Map(policy.split(";").map((text) => {
    const [name = "", ...sources] = text.trim().split(" ");
    return [name, sources];
  }));
}

/** @param {Map<string, string[]>} directives */
export function textOf(directives) {
  return [...directives].map(([name, sources]) => [name, ...sources].join(" ")).join("; ");
}

/**
 * The documented policy with other sources in one directive.
 * @param {string} name
 * @param {string[] | null} sources null: without the directive
 */
export function policyWith(name, sources) {
  const directives = directivesOf(POLICY);
  if (sources === null) directives.delete(name);
  else directives.set(name, sources);
  return textOf(directives);
}

/**
 * The documented policy without one of its tokens; a directive that is empty then is 'none'.
 * @param {string} name
 * @param {string} token
 */
export function policyWithout(name, token) {
  const sources = directivesOf(POLICY).get(name) ?? [];
  if (!sources.includes(token)) throw new Error(`${name} has no ${token}`);
  const rest = sources.filter((source) => source !== token);
  return policyWith(name, rest.length > 0 ? rest : ["'none'"]);
}
