// What is said in English of the code for a page of the reader's own.

/** @type {import("./words-yours.js").YoursWords} */
export const english = {
  what: "Show",
  all: "all sections",
  script: "Put this into your page, where the demo is to be. Its flags are those set on this page.",
  frame: "Where your site takes no scripts, use a frame",
  version: (version) => `This is for kaen-log ${version}. When this site gets a new version the `
    + "integrity changes: copy it again then.",
  more: "Other ways, and all the details",
  copy: "Copy",
  copied: "Copied.",
  selected: "This browser does not let a button copy. The code is selected: press Ctrl-C or ⌘C.",
};
