// What the bundler provides.

declare module "virtual:wasm-exec" {
  /** The toolchain's wasm_exec.js, run with a global object of the caller's. */
  export const makeGo: import("./internal.js").MakeGo;
}

declare module "virtual:host" {
  /**
   * The host with wasm_exec.js, whole in the text of this function: it refers to nothing outside
   * it, so that its text is a worker's script.
   */
  export function hostOf(): typeof import("./host-inline.js");
}

/** The files of an element, by their names beside it. */
declare const __KLOG_FILES__: import("./internal.js").Files;

/** What packed.js has in it. */
declare const __KLOG_PACKED__: {
  /** gzip, in base64 */
  program: string;
  /** of the program unpacked, in bytes */
  size: number;
};

/** The names of the files beside klog.mjs. */
declare const __KLOG_ASSETS__: {
  worker: string;
  wasm: string;
  wasmSize: number;
  /** in hexadecimal; absent: whatever comes is taken */
  wasmSha256?: string;
  version: string;
};

/** The files beside the element's scripts; "": it is in the script, or is not to be checked. */
declare const __KLOG_FILES__: import("./internal.js").Files;

/** The program in klog-packed.js. */
declare const __KLOG_PACKED__: {
  /** gzip, in base64 */
  program: string;
  /** unpacked, in bytes */
  size: number;
};

/** What a page says of the element, for pages of others. */
declare const __KLOG_YOURS__: {
  version: string;
  /** the element's script, below the site's root */
  script: string;
  integrity: string;
  /** the page for frames, likewise */
  frame: string;
};

/** What the engine's script of a disk has in it. */
declare const __KLOG_DISK__: {
  /** gzip, in base64 */
  program: string;
  /** of the program unpacked, in bytes */
  size: number;
  worker: string;
};

/** The language of the pages that a script is for; the build puts the name in its place. */
declare const __PAGE_LANG__: "th" | "en";
