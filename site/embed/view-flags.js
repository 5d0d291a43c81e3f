// The fields of a demo's flags: labels with hints, and errors beside them.

import { make } from "./find.js";

/** @import { FlagData } from "./view-data.js" */

/**
 * Makes the fields, with their golden values.
 * @param {FlagData[]} flags
 * @param {(name: string) => string} hint of a flag, by its name
 */
export function flagFields(flags, hint) {
  return flags.map((flag) => {
    const id = `klog-flag-${flag.name}`;
    const input = inputOf(flag, id);
    const name = make("code", "", `--${flag.name}`);
    name.lang = "en";
    name.translate = false;
    const label = make("label", "", ...flag.kind === "bool" ? [input, " ", name] : [name]);
    label.htmlFor = id;
    if (flag.kind === "bool") label.className = "flag-check";
    const field = make("div", "flag", label);
    if (flag.kind !== "bool") field.append(input);
    for (const [kind, text] of [["hint", hint(flag.name)], ["error", ""]]) {
      const paragraph = make("p", `flag-${kind}`, text ?? "");
      paragraph.id = `${id}-${kind}`;
      paragraph.hidden = text === "";
      field.append(paragraph);
    }
    return field;
  });
}

/**
 * @param {FlagData} flag
 * @param {string} id
 */
function inputOf({ json, kind, golden, digits, min, max }, id) {
  const input = make("input", "");
  input.id = id;
  input.name = json;
  input.autocomplete = "off";
  Object.assign(input.dataset, { golden, kind, min, max });
  input.setAttribute("aria-describedby", `${id}-hint ${id}-error`);
  if (kind === "bool") {
    input.type = "checkbox";
    input.checked = golden === "true";
  } else {
    input.type = "text";
    input.value = golden;
    input.spellcheck = false;
    input.autocapitalize = "off";
    if (digits) input.inputMode = "numeric";
  }
  return input;
}
