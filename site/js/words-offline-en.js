// What is said in English of saving the course.

import { commas, counted } from "../embed/format.js";

/** @import { OfflineWords, WhyNot } from "./words-offline.js" */

/** @param {number} bytes */
const mb = (bytes) => (bytes / 1e6).toFixed(1);

/** @param {WhyNot} why */
function trouble(why) {
  switch (why.code) {
    case "network": return `The file ${why.path} can't be fetched: no connection.`;
    case "http": return `The server answers HTTP ${why.status} for the file ${why.path}.`;
    case "html": return `The server sends a page of HTML in place of the file ${why.path}.`;
    case "empty": return `The file ${why.path} is empty.`;
    case "cut-short": return `The file ${why.path} is cut short: ${commas(why.loaded)} of `
      + `${counted(why.total, "byte")} came.`;
    case "changed": return `The file ${why.path} is not of this version of the course.`;
    case "stalled": return `The file ${why.path} stands still: nothing came for 30 seconds.`;
    case "quota": return "This browser has no room left for it.";
    case "no-room": return `This browser has room for ${mb(why.room)} MB here, and the course `
      + `takes ${mb(why.needed)} MB.`;
    case "insecure": return "This page came over plain http, and browsers save a site only if it "
      + "comes over https.";
    case "no-worker": return "This browser, or this private window, can't save a site.";
    case "off": return "Whoever hosts this site has switched saving off.";
    case "refused": return `This browser refuses to save the site: ${why.message}.`;
    case "stopped": return "Stopped.";
    default: return `It failed: ${why.message}.`;
  }
}

/** @param {WhyNot} why */
function remedy({ code }) {
  switch (code) {
    case "insecure": case "no-worker": case "off": return "";
    case "network": case "stalled": return " Check the connection, then try again.";
    case "quota": case "no-room": return " Make room, then try again.";
    case "refused": return " Its settings or a private window may be why.";
    default: return " Try again once the server has it whole.";
  }
}

/** @type {OfflineWords} */
export const english = {
  save: (size) => `Save the course for reading offline (${size} MB)`,
  stop: "Stop saving",
  remove: "Remove the saved course",
  mend: "Save what is missing",
  saving: (loaded, total) => `Saving: ${mb(loaded)} of ${mb(total)} MB`,
  saved: (files, bytes, isLasting) => `The whole course is saved: ${counted(files, "file")}, `
    + `${counted(bytes, "byte")}. It opens and runs without a network`
    + (isLasting ? " until you remove it." : "; a browser short of room may drop it."),
  part: "The browser has dropped some of the saved course.",
  removed: "Removed. Your answers are still here.",
  stopped: "Stopped. Nothing is saved.",
  fault: (why, isPart) => `${isPart ? "" : "Nothing is saved. "}${trouble(why)}${remedy(why)}`,
  updateFault: (why) => `A new version of the course is there, but it can't be saved. `
    + `${trouble(why)} The saved one stays as it is.`,
  newer: "A new version of the course is saved beside this one. To use it, all tabs of the course "
    + "load anew; your answers stay.",
  take: "Use the new version",
  busy: "A run in another tab comes first …",
  later: "The course has moved to its new version; this tab stays as it is until you leave it.",
  move: "Load this tab anew",
};
