// What the bundler provides.

declare module "virtual:wasm-exec" {
  /** The toolchain's wasm_exec.js, run with a global object of the caller's. */
  export const makeGo: import("./internal.js").MakeGo;
}

/** The names of the files beside klog.mjs. */
declare const __KLOG_ASSETS__: {
  worker: string;
  wasm: string;
  wasmSize: number;
  version: string;
};

/** The language of the pages that a script is for; the build puts the name in its place. */
declare const __PAGE_LANG__: "th" | "en";
