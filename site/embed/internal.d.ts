// Types that modules of this folder share with each other and with nobody else.

import type { ErrorCode, ErrorDetail, Progress, Rung } from "./klog.mjs";

/** An error as it crosses between a worker and its page. */
export interface PlainError {
  name: string;
  code: ErrorCode;
  field: string | undefined;
  message: string;
  detail: ErrorDetail;
}

/** What an element needs besides its own script: names of files in one folder. */
export interface Files {
  /** the worker's own file, for a page of the same origin */
  worker: string;
  wasm: string;
  /** in bytes, not packed */
  wasmSize: number;
  /** in hexadecimal */
  wasmSha256: string;
  /** what shows and judges runs */
  views: string;
  /** as in an integrity attribute, here and below */
  viewsIntegrity: string;
  /** the program in a script, where nothing can be fetched */
  packed: string;
  packedIntegrity: string;
  /** of the package */
  version: string;
}

/** What packed.js hands over, by an event HANDED on its script element. */
export interface Packed {
  /**
   * Unpacks and compiles the program.
   *
   * Errors: a KlogError "no-wasm" or "not-wasm"
   */
  program(): Promise<WebAssembly.Module>;
}

/** The program: its place, or itself. */
export interface Program {
  url: string | null;
  size: number;
  /** of its bytes, in hexadecimal; absent: whatever comes is taken */
  sha256?: string;
  module: WebAssembly.Module | null;
  /** do not take it from the HTTP cache: what came last time was no good */
  fresh: boolean;
}

export type ToHost =
  | { type: "open"; program: Program; stallMs: number; steps: number }
  | { type: "call"; id: number; method: Method; args: unknown[] };

export type FromHost =
  | { type: "up"; lifeline?: string }
  | ({ type: "progress" } & Progress)
  | { type: "program"; module: WebAssembly.Module }
  | { type: "open"; version: string }
  | { type: "shut"; error: PlainError }
  | { type: "answer"; id: number; answer: RawAnswer; elapsedMs: number }
  | { type: "refusal"; id: number; error: PlainError };

/** The functions of the lessons' program. */
export type LessonMethod = "demo" | "run" | "inspect" | "draw" | "experiment";
/** What is called: one of those, or the function of the API. */
export type Method = LessonMethod | "fetch";

/** What the Go program's functions resolve with. */
export interface RawAnswer {
  json: string | Uint8Array<ArrayBuffer>;
  bytes: Uint8Array;
  exit?: number;
  stderr?: string;
}

/** The functions that the Go program puts on its own global object. */
export interface Exports {
  demo(name: string, options: object): Promise<RawAnswer>;
  run(line: string | readonly string[]): Promise<RawAnswer>;
  inspect(bytes: Uint8Array, options: object): Promise<RawAnswer>;
  draw(name: string, options: object): Promise<RawAnswer>;
  experiment(name: string, options: object): Promise<RawAnswer>;
  version: string;
  ready?: () => void;
  /** the host's, for the program: a limit for each call, in calls of its file system; 0: none */
  steps?: number;
}

/** A way to an engine: one worker, or the engine in this very context. */
export interface Link {
  rung: Rung;
  /** why the rungs before this one were of no use */
  reasons: PlainError[];
  post(message: ToHost): void;
  /** one listener at a time */
  listen(listener: LinkListener): void;
  close(): void;
}

export interface LinkListener {
  message(message: FromHost): void;
  died(error: Error): void;
}

/** The class that wasm_exec.js makes. */
export interface GoProgram {
  importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
}

export type MakeGo = (own: object) => new () => GoProgram;

/** What worker.js uses of its global scope; the library for pages has no type for it. */
export interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent<ToHost>) => void): void;
  postMessage(message: FromHost, transfer?: Transferable[]): void;
}

/** A demo's pictures, as the engine draws them of a run of its own. */
export interface DrawnShape {
  /** the flags are those of the golden output */
  golden: boolean;
  pictures: DrawnPicture[];
}

export interface DrawnPicture {
  name: string;
  width: number;
  height: number;
  steps: { word: string; values: Record<string, string | number | boolean> }[];
  /** each an element's name, its text, and its attributes, names and values in turn */
  shapes: [name: string, text: string, ...attributes: string[]][];
}
