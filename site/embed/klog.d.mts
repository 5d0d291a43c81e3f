// The types of klog.mjs, kaen-log's engine in JavaScript.

/** What an option may be: whole numbers past 53 bits as decimal strings or BigInts. */
export type OptionValue = string | number | bigint | boolean | undefined;

export interface ProduceOptions {
  /** required acks of the section "offsets": 0, 1 or -1; the broker refuses others */
  acks?: OptionValue;
  /** batches sent in the section "offsets", 1 to 64 */
  batches?: OptionValue;
  /** also tear the file's tail, reopen it and cut it */
  truncateTail?: OptionValue;
  /** the broker's clock and the records' base timestamp, in milliseconds */
  nowMs?: OptionValue;
  /** a path in the engine's own memory file system */
  dir?: OptionValue;
}

export interface DedupOptions {
  /** producer id; the section "limits" uses the next one */
  pid?: OptionValue;
  /** sequences of the batch whose ack is lost: "7..9" */
  seq?: OptionValue;
  /** also send that batch again */
  resend?: OptionValue;
  nowMs?: OptionValue;
  dir?: OptionValue;
}

export interface RecoveryOptions {
  nowMs?: OptionValue;
  dir?: OptionValue;
}

/** A measured value; an integer past 53 bits is a decimal string. */
export type Value = number | string | boolean;

export interface Line {
  /** names the kind of line within its section; the rows of a table share one */
  id: string;
  text: string;
  values: Record<string, Value>;
}

export interface Section {
  id: string;
  title: string;
  lines: Line[];
}

/** Something that happened in the run; the other fields depend on the type. */
export interface Event {
  step: number;
  type: string;
  [field: string]: unknown;
}

/** The shape of a run: the same data that the command line prints with --format json. */
export interface RunShape {
  demo: string;
  flags: Record<string, Value>;
  /** the flags are those of the golden file */
  golden: boolean;
  sections: Section[];
  events: Event[];
}

export interface DemoResult extends RunShape {
  /** the output as text */
  text: string;
  /** the output as the engine made it, UTF-8 */
  bytes: Uint8Array;
  elapsedMs: number;
}

/** What a command line gave: a run's shape too, when the command was a demo that ran. */
export interface CommandResult extends Partial<RunShape> {
  /** standard output */
  text: string;
  bytes: Uint8Array;
  /** 0 done, 1 failed, 2 wrong words */
  exit: number;
  stderr: string;
  elapsedMs: number;
}

/** Bytes of the program that have arrived, of the raw size. */
export interface Progress {
  loaded: number;
  /** 0: not known */
  total: number;
}

/** What a call is doing. */
export type Phase = "waiting" | "loading" | "running";

export interface CallOptions {
  /** aborting it ends the worker; the next call starts a new one */
  signal?: AbortSignal;
  /** called while the program loads, when this call is the one that loads it */
  onProgress?: (progress: Progress) => void;
  /** called when the call begins to wait for its turn, to load the engine, and to run */
  onPhase?: (phase: Phase) => void;
  /** milliseconds for the call itself, loading apart; 0: no limit */
  timeoutMs?: number;
}

export type ErrorCode =
  | "invalid-option" | "usage" | "failed" | "panic" // from the engine
  | "http" | "network" | "html" | "empty" | "cut-short" | "not-wasm" // loading the program
  | "stalled" // loading: nothing came for too long
  | "policy" | "no-wasm" // the page's policy, or the browser
  | "worker-forbidden" | "worker-failed" | "worker-died" // the worker
  | "ended" | "timeout" | "stopped"; // a call under way

/** Every rejection, but for an aborted signal's own reason. */
export interface KlogError extends Error {
  name: "KlogError";
  code: ErrorCode;
  /** the option that is wrong */
  field: string | undefined;
  /** figures for a message of the caller's own */
  detail: ErrorDetail;
}

export interface ErrorDetail {
  /** HTTP status */
  status?: number;
  /** bytes that arrived */
  loaded?: number;
  /** bytes that were expected */
  total?: number;
  /** which file */
  url?: string;
  /** the file is the worker's script; else it is the program */
  part?: "worker";
  /** the type that the server gave it */
  type?: string;
  /** the limit that was reached, in milliseconds */
  limitMs?: number;
}

export interface LoadOptions {
  /** the program: where it is, its bytes, or compiled; default: beside this module */
  wasm?: string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module;
  /** its raw size, for progress and to notice that it was cut short */
  wasmSize?: number;
  /**
   * The worker's script; default: beside this module. false runs the engine in the caller's
   * own context, which is also what happens where there are no workers.
   */
  worker?: string | URL | false;
  /** default limit for a call, in milliseconds; 0, the default: none */
  timeoutMs?: number;
  /** loading fails when no byte came for so many milliseconds; default 30000; 0: never */
  stallMs?: number;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** Where the engine runs: a worker from its URL, from a blob, or the caller's own context. */
export type Rung = "url" | "blob" | "main";

export interface Klog {
  /** the engine's version */
  readonly version: string;
  /** where the engine runs now; null between a stop and the next call */
  readonly rung: Rung | null;
  produceDemo(options?: ProduceOptions, call?: CallOptions): Promise<DemoResult>;
  dedupDemo(options?: DedupOptions, call?: CallOptions): Promise<DemoResult>;
  recoveryDemo(options?: RecoveryOptions, call?: CallOptions): Promise<DemoResult>;
  /** a whole command line, as one string or in words, without "klog" */
  run(line: string | readonly string[], call?: CallOptions): Promise<CommandResult>;
  /** ends the worker and rejects what is under way; the next call starts a new one */
  stop(): void;
}

/** Loads the engine and starts it. */
export function loadKlog(options?: LoadOptions): Promise<Klog>;
